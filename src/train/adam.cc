#include "train/adam.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "train/math/vector_math.h"

namespace assay::train {

Adam::Adam(const ParameterSet& set, const AdamOptions& options)
    : options_(options),
      gradient_(set.trained().size()),
      first_(set.trained().size()),
      second_(set.trained().size()) {
  constexpr std::size_t kPiece = std::size_t{1} << 15;
  std::size_t place = 0;
  for (const Parameter& parameter : set.all()) {
    if (!parameter.trained) continue;
    for (std::size_t begin = 0; begin < parameter.count(); begin += kPiece) {
      const std::size_t count = std::min(kPiece, parameter.count() - begin);
      pieces_.push_back({place, begin, parameter.offset + begin, count, parameter.decays});
    }
    ++place;
  }
}

// Sums the shards into gradient_; returns the square of its norm.
double Adam::add_shards(std::span<const ShardGradient> shards, int threads) {
  std::vector<double> squares(pieces_.size());
  base::parallel_for(pieces_.size(), threads, [&](std::size_t i) {
    const Piece& piece = pieces_[i];
    float* sum = gradient_.data() + piece.offset;
    std::copy_n(shards.front()[piece.parameter] + piece.begin, piece.count, sum);
    for (const ShardGradient& shard : shards.subspan(1)) {
      add_to(sum, shard[piece.parameter] + piece.begin, piece.count);
    }
    squares[i] = sum_of_squares(sum, piece.count);
  });
  double total = 0;
  for (const double square : squares) total += square;
  return total;
}

double Adam::step(ParameterSet& set, std::span<const ShardGradient> shards, std::size_t step,
                  double learning_rate, int threads) {
  const double norm = std::sqrt(add_shards(shards, threads));
  const auto power = static_cast<double>(step);
  AdamStep plain;
  plain.rate = static_cast<float>(learning_rate / (1 - std::pow(options_.beta1, power)));
  plain.second_correction = static_cast<float>(1 / std::sqrt(1 - std::pow(options_.beta2, power)));
  plain.gradient_scale =
      options_.clip > 0 && norm > options_.clip ? static_cast<float>(options_.clip / norm) : 1.0F;
  plain.beta1 = static_cast<float>(options_.beta1);
  plain.beta2 = static_cast<float>(options_.beta2);
  plain.epsilon = static_cast<float>(options_.epsilon);
  AdamStep decaying = plain;
  decaying.decay = static_cast<float>(1 - learning_rate * options_.weight_decay);
  float* values = set.trained().data();
  base::parallel_for(pieces_.size(), threads, [&](std::size_t i) {
    const Piece& piece = pieces_[i];
    adam_step(piece.decays ? decaying : plain, gradient_.data() + piece.offset,
              values + piece.offset, first_.data() + piece.offset, second_.data() + piece.offset,
              piece.count);
  });
  return norm;
}

}  // namespace assay::train
