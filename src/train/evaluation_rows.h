#pragma once
// Going through the rows of an evaluation set, without gradients, some at a time on every thread.

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "base/parallel.h"
#include "train/math/blas.h"

namespace assay::train {

// Calls work(rows) with `together` rows that follow each other, in the end with fewer, until all of
// `count` have been given once.
template <typename Work>
void for_evaluation_rows(std::size_t count, std::size_t together, int threads, Work&& work) {
  base::parallel_for((count + together - 1) / together, threads, [&](std::size_t call) {
    use_single_thread_here();
    const at::NoGradGuard no_gradient;
    std::vector<std::size_t> chosen(std::min(together, count - call * together));
    std::iota(chosen.begin(), chosen.end(), call * together);
    work(chosen);
  });
}

}  // namespace assay::train
