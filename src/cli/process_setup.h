#pragma once
// What the program sets up for its whole process, before anything else.

namespace assay::cli {

// Takes the numbers of standard descriptors that are closed, so that no file of a run gets one and
// receives messages: /dev/null is opened there the wrong way round, so that using it is still an
// error. Makes a limit on the size of files an error of the write instead of the process' end.
void set_up_process();

}  // namespace assay::cli
