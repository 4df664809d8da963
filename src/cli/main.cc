#include "cli/program.h"

int main(int argc, char** argv) {
  return static_cast<int>(assay::cli::run_program(argc, argv));
}
