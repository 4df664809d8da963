#include "evaluate/logistic_regression.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace assay::evaluate {
namespace {

// Weights first, then the intercept.
using Vector = std::vector<double>;

class Problem {
 public:
  Problem(const std::vector<Vector>& columns, const Vector& targets, double ridge)
      : columns_(columns), targets_(targets), ridge_(ridge) {}

  std::size_t size() const { return columns_.size() + 1; }
  // Newton's step from there, shortened where it would lead up; nullopt where there is none.
  std::optional<Vector> next(const Vector& at) const;

 private:
  double loss(const Vector& at) const;
  // What the whole step takes away; nullopt without curvature.
  std::optional<Vector> step(const Vector& at) const;
  double logit(const Vector& at, std::size_t item) const;
  double value(std::size_t parameter, std::size_t item) const {
    return parameter < columns_.size() ? columns_[parameter][item] : 1;
  }

  const std::vector<Vector>& columns_;
  const Vector& targets_;
  const double ridge_;
};

double Problem::logit(const Vector& at, std::size_t item) const {
  double sum = at.back();
  for (std::size_t j = 0; j < columns_.size(); ++j) sum += at[j] * columns_[j][item];
  return sum;
}

double Problem::loss(const Vector& at) const {
  double loss = 0;
  for (std::size_t j = 0; j < columns_.size(); ++j) loss += ridge_ / 2 * at[j] * at[j];
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const double z = logit(at, i);
    loss += std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))) - targets_[i] * z;
  }
  return loss;
}

// Solves matrix * x = right by Cholesky's method in place; `matrix` holds its rows up to the
// diagonal.
std::optional<Vector> solve(std::vector<Vector> matrix, Vector right) {
  const std::size_t size = right.size();
  for (std::size_t j = 0; j < size; ++j) {
    for (std::size_t k = 0; k < j; ++k) matrix[j][j] -= matrix[j][k] * matrix[j][k];
    if (!(matrix[j][j] > 0)) return std::nullopt;
    matrix[j][j] = std::sqrt(matrix[j][j]);
    for (std::size_t i = j + 1; i < size; ++i) {
      for (std::size_t k = 0; k < j; ++k) matrix[i][j] -= matrix[i][k] * matrix[j][k];
      matrix[i][j] /= matrix[j][j];
    }
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < i; ++k) right[i] -= matrix[i][k] * right[k];
    right[i] /= matrix[i][i];
  }
  for (std::size_t i = size; i-- > 0;) {
    for (std::size_t k = i + 1; k < size; ++k) right[i] -= matrix[k][i] * right[k];
    right[i] /= matrix[i][i];
  }
  return right;
}

std::optional<Vector> Problem::step(const Vector& at) const {
  Vector gradient(size(), 0);
  std::vector<Vector> curvature(size(), Vector(size(), 0));
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    gradient[j] = ridge_ * at[j];
    // Keeps the step defined where all scores are the same.
    curvature[j][j] = ridge_ + 1e-12;
  }
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    const double p = 1 / (1 + std::exp(-logit(at, i)));
    for (std::size_t j = 0; j < size(); ++j) {
      gradient[j] += (p - targets_[i]) * value(j, i);
      for (std::size_t k = 0; k <= j; ++k)
        curvature[j][k] += p * (1 - p) * value(j, i) * value(k, i);
    }
  }
  return solve(std::move(curvature), std::move(gradient));
}

std::optional<Vector> Problem::next(const Vector& at) const {
  const auto whole = step(at);
  if (!whole) return std::nullopt;
  const double loss_here = loss(at);
  // Near its end the method gains less than the loss is rounded by.
  const double most = loss_here + 1e-13 * (1 + loss_here);
  for (double length = 1; length > 1e-10; length /= 2) {
    Vector next = at;
    for (std::size_t j = 0; j < at.size(); ++j) next[j] -= length * (*whole)[j];
    if (loss(next) <= most) return next;
  }
  return std::nullopt;
}

}  // namespace

Scale Scale::of(const std::vector<double>& scores) {
  Scale scale;
  const auto count = static_cast<double>(scores.size());
  for (const double score : scores) scale.mean += score / count;
  double squares = 0;
  for (const double score : scores) squares += (score - scale.mean) * (score - scale.mean) / count;
  if (squares > 0) scale.spread = std::sqrt(squares);
  return scale;
}

LogisticModel fit_logistic(const std::vector<std::vector<double>>& columns,
                           const std::vector<double>& targets, double ridge) {
  constexpr int kMostSteps = 100;
  constexpr double kEnough = 1e-12;
  const Problem problem(columns, targets, ridge);
  Vector at(problem.size(), 0);
  for (int i = 0; i < kMostSteps; ++i) {
    const auto next = problem.next(at);
    if (!next) break;
    double moved = 0;
    for (std::size_t j = 0; j < at.size(); ++j) moved += std::abs((*next)[j] - at[j]);
    at = *next;
    if (moved < kEnough) break;
  }
  const double intercept = at.back();
  at.pop_back();
  return {std::move(at), intercept};
}

}  // namespace assay::evaluate
