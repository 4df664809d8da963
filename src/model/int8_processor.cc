#include "model/int8_products.h"

namespace assay::model {

bool can_multiply_int8() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

bool can_multiply_int8_vnni() {
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
}

}  // namespace assay::model
