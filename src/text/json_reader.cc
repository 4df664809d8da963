#include "text/json_reader.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "base/parse_json.h"

namespace assay::text {

using nlohmann::json;

namespace {

constexpr std::size_t kDeepest = 100;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The powers of ten that a double holds, each rounded once.
double power_of_ten(int exponent) {
  static const std::array<double, 309> kPowers = [] {
    std::array<double, 309> powers{};
    for (std::size_t i = 0; i < powers.size(); ++i) {
      powers[i] = std::strtod(("1e" + std::to_string(i)).c_str(), nullptr);
    }
    return powers;
  }();
  return kPowers[static_cast<std::size_t>(exponent)];
}

// Digits as one whole number as far as 64 bits go, and how many places it is to be moved.
struct Digits {
  std::uint64_t value = 0;
  int exponent = 0;
  bool full = false;  // further digits count as zeros

  void add(char digit, bool is_fraction) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    const auto number = static_cast<std::uint64_t>(digit - '0');
    full = full || value > kMost / 10 || (value == kMost / 10 && number > kMost % 10);
    if (!full) value = value * 10 + number;
    if (full && !is_fraction) ++exponent;
    if (!full && is_fraction) --exponent;
  }
};

int read_exponent(std::string_view text) {
  constexpr int kMost = 100000;  // beyond any double
  const bool is_negative = text.starts_with('-');
  int exponent = 0;
  for (const char c : text) {
    if (is_digit(c) && exponent < kMost) exponent = exponent * 10 + (c - '0');
  }
  return is_negative ? -exponent : exponent;
}

double scale(double value, int exponent) {
  constexpr int kMost = 308;
  while (exponent < -kMost && value != 0) {
    value /= power_of_ten(kMost);
    exponent += kMost;
  }
  if (value == 0) return 0;
  if (exponent > kMost) return std::numeric_limits<double>::infinity();
  return exponent >= 0 ? value * power_of_ten(exponent) : value / power_of_ten(-exponent);
}

// Builds the value from the events of nlohmann's parser, which keeps the text of numbers for us.
class Builder : public nlohmann::json_sax<json> {
 public:
  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t, const string_t& text) override {
    const double value = read_fraction(text);
    return std::isfinite(value) ? add(value) : fail_with("a number is too large");
  }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t&) override { return fail_with("it holds binary data"); }
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override { return open(json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& value) override {
    key_ = std::move(value);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const json::exception& error) override {
    return fail_with(error.what());
  }

  json take() { return std::move(root_); }
  const std::string& problem() const { return problem_; }

 private:
  json* place(json value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    json& parent = *open_.back();
    if (parent.is_array()) return &parent.emplace_back(std::move(value));
    json& member = parent[key_];
    member = std::move(value);
    return &member;
  }

  bool add(json value) {
    place(std::move(value));
    return true;
  }
  bool open(json value) {
    if (open_.size() == kDeepest) return fail_with("it is nested too deeply");
    open_.push_back(place(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }
  bool fail_with(std::string problem) {
    problem_ = std::move(problem);
    return false;
  }

  json root_;
  std::vector<json*> open_;  // containers that are not complete, outermost first
  std::string key_;          // of the next value in an object
  std::string problem_;
};

}  // namespace

double read_fraction(std::string_view number) {
  const bool is_negative = number.starts_with('-');
  Digits digits;
  bool is_fraction = false;
  for (std::size_t i = is_negative ? 1 : 0; i < number.size(); ++i) {
    if (is_digit(number[i])) {
      digits.add(number[i], is_fraction);
    } else if (number[i] == '.') {
      is_fraction = true;
      digits.full = false;
    } else {
      digits.exponent += read_exponent(number.substr(i + 1));
      break;
    }
  }
  const double value = scale(static_cast<double>(digits.value), digits.exponent);
  return is_negative ? -value : value;
}

Result<json> read_json(std::string_view text) {
  if (base::has_nul(text)) return fail(ErrorCode::kCorrupt, "not valid JSON: it holds a NUL byte");
  Builder builder;
  const bool read = json::sax_parse(text.begin(), text.end(), &builder);
  if (!read) return fail(ErrorCode::kCorrupt, "not valid JSON: " + builder.problem());
  return builder.take();
}

}  // namespace assay::text
