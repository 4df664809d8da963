#pragma once
// The activation functions that config.json may name.

#include <optional>
#include <string_view>

namespace assay::model {

enum class Activation { kGelu, kGeluTanh, kRelu, kSilu, kTanh, kIdentity };

// By the names of `transformers`; absent for a name that this build does not know.
std::optional<Activation> activation_named(std::string_view name);

// "gelu, gelu_new, ...", for error messages.
std::string_view activation_names();

}  // namespace assay::model
