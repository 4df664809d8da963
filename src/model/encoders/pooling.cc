#include "model/encoders/pooling.h"

#include "model/encoders/blocks.h"

namespace assay::model {
namespace {

// Sum of the states weighted by `weights` (batch x length x 1).
Node weighted_sum(const Node& hidden, const Node& weights) {
  return sum(multiply(hidden, weights), 1);
}

// 1, 2, 3, ...; 1 x length x 1.
Node counted(const Node& mask) {
  return unsqueeze(to_float(counted_from(1, size_of(mask, 1))), {0, 2});
}

Node pooled(Pooling pooling, const Node& hidden, const Node& mask) {
  const Node real = unsqueeze(to_float(mask), {-1});
  switch (pooling) {
    case Pooling::kFirst:
      return first_token(hidden);
    case Pooling::kMean:
      return mean_pool(hidden, mask);
    case Pooling::kMeanOfRoot:
      return divide(weighted_sum(hidden, real), square_root(sum(real, 1)));
    case Pooling::kMax: {
      const Node padding = multiply(subtract(number(1), real), number(-1e9F));
      return maximum(add(multiply(hidden, real), padding), 1);
    }
    case Pooling::kWeightedMean: {
      const Node weights = multiply(real, counted(mask));
      return divide(weighted_sum(hidden, weights), sum(weights, 1));
    }
    case Pooling::kLast: {
      // 1 for the token whose number is that of all real tokens, 0 for the others.
      const Node count = sum(real, 1, true);
      return weighted_sum(hidden, to_float(equal(multiply(real, counted(mask)), count)));
    }
  }
  return mean_pool(hidden, mask);
}

Node unit_length(const Node& vectors) {
  const Node squares = sum(multiply(vectors, vectors), 1, true);
  return divide(vectors, larger(square_root(squares), number(1e-12F)));
}

Result<Node> dense(const SentenceStep& step, const Node& input) {
  const auto checkpoint = Checkpoint::open(step.weights);
  if (!checkpoint) return tl::unexpected(checkpoint.error());
  Weights weights(*checkpoint, "linear.");
  Tensors tensors(weights, Weights::Part::kHead);
  const Node moved = linear(tensors, "linear", input, step.from, step.to, step.has_bias);
  if (auto complaint = weights.complaint()) return tl::unexpected(std::move(*complaint));
  return activate(step.activation, moved);
}

}  // namespace

Result<Node> sentence_embedding(const SentenceModules& modules, const Node& hidden,
                                const Node& mask) {
  std::vector<Node> parts;
  for (const Pooling pooling : modules.poolings) parts.push_back(pooled(pooling, hidden, mask));
  Node vectors = parts.size() == 1 ? parts[0] : joined(parts, 1);
  for (const SentenceStep& step : modules.steps) {
    if (step.kind == SentenceStep::Kind::kNormalize) {
      vectors = unit_length(vectors);
      continue;
    }
    auto moved = dense(step, vectors);
    if (!moved) return tl::unexpected(moved.error());
    vectors = std::move(*moved);
  }
  return vectors;
}

}  // namespace assay::model
