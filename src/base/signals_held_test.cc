#include "base/signals_held.h"

#include <gtest/gtest.h>

#include <initializer_list>

namespace assay::base {
namespace {

volatile std::sig_atomic_t seen = 0;

TEST(SignalsHeld, LetsThemComeAtItsEnd) {
  for (const int signal : {SIGHUP, SIGINT, SIGTERM}) {
    const auto before = std::signal(signal, [](int number) { seen = number; });
    seen = 0;
    {
      const SignalsHeld outer;
      const SignalsHeld inner;
      std::raise(signal);
      EXPECT_EQ(seen, 0);
    }
    EXPECT_EQ(seen, signal);
    std::signal(signal, before);
  }
}

}  // namespace
}  // namespace assay::base
