#pragma once
// Keeps Ctrl-C from ending the program between two steps that belong together.

#include <csignal>

namespace assay::base {

// While one lives, SIGHUP, SIGINT and SIGTERM wait for its end, as far as this thread is concerned:
// for short work of programs that have no other threads then.
class SignalsHeld {
 public:
  SignalsHeld();
  ~SignalsHeld();
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
  sigset_t before_;
};

}  // namespace assay::base
