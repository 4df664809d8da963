#pragma once
// spaCy's `tagger` component: the best-scored tag for every token's vector.
//
// Immutable after reading; thread-safe with a scratch for each thread.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "nlp/packed_matrix.h"
#include "nlp/spacy_config.h"
#include "nlp/thinc_model.h"

namespace assay::nlp {

class Tagger {
 public:
  // `folder` is the component's own ("tagger"), `name` its name in the configuration.
  static Result<Tagger> read(const SpacyConfig& config, const std::string& name,
                             const std::filesystem::path& folder, const ThincModel& model,
                             std::size_t token_width);

  // `vectors` holds `count` rows. The tags live as long as the tagger. Lowers `margin` to the
  // smallest that a decision had.
  std::vector<std::string_view> tag(const float* vectors, std::size_t count,
                                    std::vector<float>& scratch, float& margin) const;

 private:
  AffineLayer output_;
  std::vector<std::string> labels_;
};

}  // namespace assay::nlp
