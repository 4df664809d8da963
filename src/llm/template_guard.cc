#include "llm/template_guard.h"

#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace assay::llm {
namespace {

constexpr std::size_t kMostTokens = 10'000;
constexpr int kMostNested = 100;
constexpr int kMostRounds = 20'000;
constexpr std::ptrdiff_t kMostStack = std::ptrdiff_t{2} << 20U;  // bytes, of the usual 8 MiB

// Not the address of a variable, which the address sanitizer may put elsewhere.
const char* stack_here() {
  return static_cast<const char*>(__builtin_frame_address(0));
}

struct Limits {
  int rounds = 0;
  const char* stack = nullptr;  // where it was when the template began
};

// Stands at the beginning of what can be run many times.
struct Guard : jinja::statement {
  explicit Guard(std::shared_ptr<Limits> shared) : limits(std::move(shared)) { pos = 0; }
  std::string type() const override { return "Guard"; }
  jinja::value execute_impl(jinja::context& /*context*/) const override {
    if (++limits->rounds > kMostRounds) throw std::runtime_error("it loops without end");
    if (std::abs(limits->stack - stack_here()) > kMostStack) {
      throw std::runtime_error("its macros call themselves without end");
    }
    return jinja::mk_val<jinja::value_undefined>();
  }
  std::shared_ptr<Limits> limits;
};

class GuardPlacer {
 public:
  explicit GuardPlacer(std::shared_ptr<Limits> limits) : limits_(std::move(limits)) {}

  void inside(jinja::statements& statements) const {
    for (jinja::statement_ptr& statement : statements) place(statement);
  }

 private:
  void place(jinja::statement_ptr& statement) const {
    if (auto* choice = jinja::cast_stmt<jinja::if_statement>(statement)) {
      inside(choice->body);
      inside(choice->alternate);
    } else if (auto* loop = jinja::cast_stmt<jinja::for_statement>(statement)) {
      guard(loop->body);
      inside(loop->default_block);
    } else if (auto* macro = jinja::cast_stmt<jinja::macro_statement>(statement)) {
      guard(macro->body);
    } else if (auto* call = jinja::cast_stmt<jinja::call_statement>(statement)) {
      guard(call->body);
    } else if (auto* set = jinja::cast_stmt<jinja::set_statement>(statement)) {
      inside(set->body);
    } else if (auto* filter = jinja::cast_stmt<jinja::filter_statement>(statement)) {
      inside(filter->body);
    }
  }

  void guard(jinja::statements& body) const {
    inside(body);
    body.insert(body.begin(), std::make_unique<Guard>(limits_));
  }

  std::shared_ptr<Limits> limits_;
};

// The numbers from the first to before the last; as Jinja's own, which would fill the memory.
jinja::value short_range(const jinja::func_args& args) {
  args.ensure_count(1, 3);
  args.ensure_vals<jinja::value_int, jinja::value_int, jinja::value_int>(true, false, false);
  const bool from_zero = args.count() == 1;
  std::int64_t at = from_zero ? 0 : args.get_pos(0)->as_int();
  const std::int64_t end = args.get_pos(from_zero ? 0 : 1)->as_int();
  const std::int64_t step = args.count() < 3 ? 1 : args.get_pos(2)->as_int();
  if (step == 0) throw std::runtime_error("range() step argument must not be zero");
  auto numbers = jinja::mk_val<jinja::value_array>();
  for (int i = 0; step > 0 ? at < end : at > end; ++i) {
    if (i == kMostRounds) throw std::runtime_error("it counts too far");
    numbers->push_back(jinja::mk_val<jinja::value_int>(at));
    if (__builtin_add_overflow(at, step, &at)) break;
  }
  return numbers;
}

int depth_change(const jinja::token& token) {
  switch (token.t) {
    case jinja::token::open_paren:
    case jinja::token::open_square_bracket:
    case jinja::token::open_curly_bracket:
      return 1;
    case jinja::token::close_paren:
    case jinja::token::close_square_bracket:
    case jinja::token::close_curly_bracket:
      return -1;
    default:
      return 0;
  }
}

}  // namespace

void check_template_size(const jinja::lexer_result& lexed) {
  if (lexed.tokens.size() > kMostTokens) throw std::runtime_error("it is too long");
  int depth = 0;
  for (const jinja::token& token : lexed.tokens) {
    depth += depth_change(token);
    if (depth > kMostNested) throw std::runtime_error("its brackets are nested too deeply");
  }
}

void limit_template(jinja::program& program, jinja::context& context) {
  GuardPlacer(std::make_shared<Limits>(Limits{0, stack_here()})).inside(program.body);
  context.set_val("range", jinja::mk_val<jinja::value_func>("range", short_range));
}

}  // namespace assay::llm
