#include "cli/process_setup.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace assay::cli {
namespace {

// Opening takes the lowest number that is free: those below are open by now.
void occupy(int descriptor, int useless_mode) {
  if (::fcntl(descriptor, F_GETFD) != -1 || errno != EBADF) return;
  // Where there is no /dev/null, nothing can be done.
  [[maybe_unused]] const int opened = ::open("/dev/null", useless_mode);
}

}  // namespace

void set_up_process() {
  occupy(STDIN_FILENO, O_WRONLY);
  occupy(STDOUT_FILENO, O_RDONLY);
  occupy(STDERR_FILENO, O_RDONLY);
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace assay::cli
