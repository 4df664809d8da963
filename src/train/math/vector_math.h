#pragma once
// The loops of a training step that are neither matrix products nor LibTorch's: compiled for
// AVX-512, for AVX2 and for any processor, the right one chosen when the program starts.

#include <cstddef>

namespace assay::train {

// Softmax of each of `rows` rows of `columns` numbers, in place. What is more than 64 below the
// largest of its row gets exactly 0.
void softmax_rows(float* values, std::size_t rows, std::size_t columns);

// Turns the gradient of a softmax's output (in `gradient`) into that of its input, times `scale`.
void softmax_rows_backward(const float* shares, float* gradient, std::size_t rows,
                           std::size_t columns, float scale);

struct AdamStep {
  float rate = 0;        // learning rate, bias correction of the first moment included
  float decay = 1;       // what the value is multiplied with: 1 - learning rate * weight decay
  float gradient_scale;  // from clipping
  float beta1 = 0.9F;
  float beta2 = 0.999F;
  float second_correction = 1;  // 1 / sqrt(1 - beta2^step)
  float epsilon = 1e-8F;
};

void adam_step(const AdamStep& step, const float* gradient, float* value, float* first,
               float* second, std::size_t count);

// sum[i] += addend[i].
void add_to(float* sum, const float* addend, std::size_t count);

double sum_of_squares(const float* values, std::size_t count);

}  // namespace assay::train
