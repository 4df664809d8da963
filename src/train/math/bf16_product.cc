#include "train/math/bf16_product.h"

#include <cassert>
#include <dnnl.hpp>
#include <unordered_map>

namespace assay::train {
namespace {

using Type = dnnl::memory::data_type;

const dnnl::engine& processor() {
  static const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
  return engine;
}

dnnl::memory memory_of(const at::Tensor& tensor, Type type) {
  const dnnl::memory::desc description(tensor.sizes().vec(), type, tensor.strides().vec());
  return {description, processor(), tensor.data_ptr()};
}

}  // namespace

bool processor_multiplies_bf16() {
  // A set of instructions is a set of bits, and larger ones include the smaller.
  const auto wanted = static_cast<unsigned>(dnnl::cpu_isa::avx512_core_bf16);
  return (static_cast<unsigned>(dnnl::get_effective_cpu_isa()) & wanted) == wanted;
}

at::Tensor multiply_bf16(const at::Tensor& a, const at::Tensor& b, const at::Tensor& bias) {
  assert(a.scalar_type() == at::kBFloat16 && b.scalar_type() == at::kBFloat16);
  assert(a.size(1) == b.size(0));
  assert(a.numel() > 0 && b.numel() > 0);  // oneDNN 2.6 divides by zero
  at::Tensor out = at::empty({a.size(0), b.size(1)}, at::kFloat);
  std::unordered_map<int, dnnl::memory> arguments = {{DNNL_ARG_SRC, memory_of(a, Type::bf16)},
                                                     {DNNL_ARG_WEIGHTS, memory_of(b, Type::bf16)},
                                                     {DNNL_ARG_DST, memory_of(out, Type::f32)}};
  dnnl::memory::desc bias_description;
  if (bias.defined()) {
    const dnnl::memory memory = memory_of(bias.unsqueeze(0), Type::f32);
    bias_description = memory.get_desc();
    arguments.emplace(DNNL_ARG_BIAS, memory);
  }
  const dnnl::matmul::desc product(arguments.at(DNNL_ARG_SRC).get_desc(),
                                   arguments.at(DNNL_ARG_WEIGHTS).get_desc(), bias_description,
                                   arguments.at(DNNL_ARG_DST).get_desc());
  dnnl::stream stream(processor());
  dnnl::matmul(dnnl::matmul::primitive_desc(product, processor())).execute(stream, arguments);
  stream.wait();
  return out;
}

}  // namespace assay::train
