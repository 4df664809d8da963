#include "nlp/window_layer.h"

#include <array>

namespace assay::nlp {
namespace {

constexpr std::size_t kWindow = 3;

// The transformed filters of a row of weights over the window (a, b, c), element by element.
std::array<double, 4> transform_filter(double a, double b, double c) {
  return {a, (a + b + c) / 2, (a - b + c) / 2, c};
}

// The inputs of the four products for the outputs of rows[1] and rows[2].
void transform_input(const float* rows, std::size_t width, float* inputs, std::size_t stride) {
  for (std::size_t i = 0; i < width; ++i) {
    const float before = rows[i];
    const float first = rows[width + i];
    const float second = rows[2 * width + i];
    const float after = rows[3 * width + i];
    inputs[i] = before - second;
    inputs[stride + i] = first + second;
    inputs[2 * stride + i] = second - first;
    inputs[3 * stride + i] = first - after;
  }
}

}  // namespace

Result<WindowLayer> WindowLayer::read(const ThincLayer& maxout, const ThincLayer& norm) {
  const auto weights = read_maxout(maxout);
  if (!weights) return tl::unexpected(weights.error());
  if (weights->inputs != kWindow * weights->width) {
    return fail(ErrorCode::kCorrupt, "thinc model: a window layer does not fit its width");
  }
  auto read = MaxoutNorm::read(*weights, norm);
  if (!read) return tl::unexpected(read.error());
  WindowLayer layer;
  layer.norm_ = *std::move(read);
  const std::size_t width = weights->width;
  const std::size_t outputs = weights->pieces * width;
  std::array<std::vector<float>, kProducts> filters;
  for (auto& filter : filters) filter.resize(outputs * width);
  for (std::size_t output = 0; output < outputs; ++output) {
    const float* row = weights->rows.data() + output * kWindow * width;
    for (std::size_t k = 0; k < width; ++k) {
      const auto transformed = transform_filter(row[k], row[width + k], row[2 * width + k]);
      for (std::size_t p = 0; p < kProducts; ++p) {
        filters[p][output * width + k] = static_cast<float>(transformed[p]);
      }
    }
  }
  for (std::size_t p = 0; p < kProducts; ++p) {
    layer.filters_[p] = PackedMatrix(filters[p], outputs, width);
  }
  return layer;
}

void WindowLayer::apply(const float* input, std::size_t first, std::size_t pairs, float* output,
                        WindowScratch& scratch) const {
  const std::size_t width = norm_.width();
  const std::size_t inputs_size = pairs * width;
  const std::size_t product_stride = filters_[0].stride();
  const std::size_t products_size = pairs * product_stride;
  float* inputs = at_least(scratch.inputs, kProducts * inputs_size);
  float* products = at_least(scratch.products, kProducts * products_size);
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    transform_input(input + (first + 2 * pair - 1) * width, width, inputs + pair * width,
                    inputs_size);
  }
  for (std::size_t p = 0; p < kProducts; ++p) {
    filters_[p].multiply(inputs + p * inputs_size, width, pairs, nullptr,
                         products + p * products_size, product_stride);
  }
  for (std::size_t pair = 0; pair < pairs; ++pair) {
    const std::size_t row = (first + 2 * pair) * width;
    norm_.apply_pair(products + pair * product_stride, products_size, input + row, output + row);
  }
}

}  // namespace assay::nlp
