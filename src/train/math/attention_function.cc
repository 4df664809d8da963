#include "train/math/attention_function.h"

#include <torch/csrc/autograd/custom_function.h>

#include <numeric>

#include "train/math/attention.h"

namespace assay::train {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

std::vector<std::int64_t> one_each(std::size_t rows) {
  std::vector<std::int64_t> offsets(rows + 1);
  std::iota(offsets.begin(), offsets.end(), 0);
  return offsets;
}

MatrixRows columns(const at::Tensor& tensor, std::int64_t first) {
  return {tensor.data_ptr<float>() + first, static_cast<std::size_t>(tensor.size(1))};
}

MutableMatrixRows mutable_columns(const at::Tensor& tensor, std::int64_t first) {
  return {tensor.data_ptr<float>() + first, static_cast<std::size_t>(tensor.size(1))};
}

std::span<float> all_of(const at::Tensor& tensor) {
  return {tensor.data_ptr<float>(), static_cast<std::size_t>(tensor.numel())};
}

AttentionShape shape_of(const std::vector<std::int64_t>& query_offsets,
                        const std::vector<std::int64_t>& offsets, std::int64_t heads,
                        std::int64_t size) {
  return {query_offsets, offsets, static_cast<std::size_t>(heads),
          static_cast<std::size_t>(size / heads)};
}

struct AttendAll : torch::autograd::Function<AttendAll> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& qkv,
                            const std::vector<std::int64_t>& offsets, std::int64_t heads,
                            bool causal) {
    const std::int64_t size = qkv.size(1) / 3;
    AttentionShape shape = shape_of(offsets, offsets, heads, size);
    shape.causal = causal;
    at::Tensor shares = at::empty({static_cast<std::int64_t>(shape.share_count())}, qkv.options());
    at::Tensor out = at::empty({qkv.size(0), size}, qkv.options());
    attend(shape, {columns(qkv, 0), columns(qkv, size), columns(qkv, 2 * size)}, all_of(shares),
           mutable_columns(out, 0));
    context->save_for_backward({qkv, shares});
    context->saved_data["offsets"] = offsets;
    context->saved_data["heads"] = heads;
    return out;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& qkv = saved[0];
    const auto offsets = context->saved_data["offsets"].toIntVector();
    const std::int64_t size = qkv.size(1) / 3;
    const AttentionShape shape =
        shape_of(offsets, offsets, context->saved_data["heads"].toInt(), size);
    const at::Tensor out = gradients[0].contiguous();
    at::Tensor result = at::empty_like(qkv);
    attend_backward(shape, {columns(qkv, 0), columns(qkv, size), columns(qkv, 2 * size)},
                    all_of(saved[1]), columns(out, 0),
                    {mutable_columns(result, 0), mutable_columns(result, size),
                     mutable_columns(result, 2 * size)});
    return {result, at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

struct AttendFrom : torch::autograd::Function<AttendFrom> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& query,
                            const std::vector<std::int64_t>& query_offsets,
                            const at::Tensor& key_value, const std::vector<std::int64_t>& offsets,
                            std::int64_t heads) {
    const std::int64_t size = query.size(1);
    const AttentionShape shape = shape_of(query_offsets, offsets, heads, size);
    at::Tensor shares =
        at::empty({static_cast<std::int64_t>(shape.share_count())}, query.options());
    at::Tensor out = at::empty_like(query);
    attend(shape, {columns(query, 0), columns(key_value, 0), columns(key_value, size)},
           all_of(shares), mutable_columns(out, 0));
    context->save_for_backward({query, key_value, shares});
    context->saved_data["query_offsets"] = query_offsets;
    context->saved_data["offsets"] = offsets;
    context->saved_data["heads"] = heads;
    return out;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& query = saved[0];
    const at::Tensor& key_value = saved[1];
    const auto query_offsets = context->saved_data["query_offsets"].toIntVector();
    const auto offsets = context->saved_data["offsets"].toIntVector();
    const std::int64_t size = query.size(1);
    const AttentionShape shape =
        shape_of(query_offsets, offsets, context->saved_data["heads"].toInt(), size);
    const at::Tensor out = gradients[0].contiguous();
    at::Tensor query_gradient = at::empty_like(query);
    at::Tensor key_value_gradient = at::empty_like(key_value);
    attend_backward(shape, {columns(query, 0), columns(key_value, 0), columns(key_value, size)},
                    all_of(saved[2]), columns(out, 0),
                    {mutable_columns(query_gradient, 0), mutable_columns(key_value_gradient, 0),
                     mutable_columns(key_value_gradient, size)});
    return {query_gradient, at::Tensor(), key_value_gradient, at::Tensor(), at::Tensor()};
  }
};

}  // namespace

at::Tensor attend_all(const at::Tensor& qkv, const std::vector<std::int64_t>& offsets,
                      std::int64_t heads, bool causal) {
  return AttendAll::apply(qkv, offsets, heads, causal);
}

at::Tensor attend_from(const at::Tensor& query, const std::vector<std::int64_t>& query_offsets,
                       const at::Tensor& key_value, const std::vector<std::int64_t>& offsets,
                       std::int64_t heads) {
  return AttendFrom::apply(query, query_offsets, key_value, offsets, heads);
}

at::Tensor attend_first(const at::Tensor& query, const at::Tensor& key_value,
                        const std::vector<std::int64_t>& offsets, std::int64_t heads) {
  return attend_from(query, one_each(offsets.size() - 1), key_value, offsets, heads);
}

}  // namespace assay::train
