#pragma once
// Waiting for a descriptor in a way that an interrupt ends.
//
// A signal can reach any thread, and can come just before a thread blocks; so a blocked read or
// write is not sure to notice it. What may block therefore waits here first, and looks at the flag
// several times a second. Regular files are always ready, which costs one system call.

#include <atomic>

namespace assay::engine {

// Waits until `descriptor` can be read from (POLLIN) or written to (POLLOUT). False when
// `interrupt` (not owned; may be null) was set first. An error of the descriptor counts as ready:
// reading or writing then tells what it is.
bool wait_until_ready(int descriptor, short events, const std::atomic<bool>* interrupt);

// Waits a moment for something that cannot be waited for otherwise. False as above.
bool wait_a_moment(const std::atomic<bool>* interrupt);

}  // namespace assay::engine
