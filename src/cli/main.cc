#include <cstdio>

#include "assay/version.h"

int main() {
  std::printf("assay %s\n", assay::kVersion);
  return 0;
}
