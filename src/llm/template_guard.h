#pragma once
// Limits on chat templates: they come with models, and one that loops or calls itself without end
// must be an error, not a program that hangs or dies.

#include "jinja/lexer.h"
#include "jinja/runtime.h"

namespace assay::llm {

// Both throw std::runtime_error with what is too much. The limits are far above what templates of
// published models need.

// Before it is parsed: the parser calls itself for what is nested.
void check_template_size(const jinja::lexer_result& lexed);

// From here on `program`, which `context` is to run, ends with an exception after 20,000 rounds of
// loops and calls of macros, or when these are nested so deeply that the stack would not hold them.
// Both must be used by the thread that calls this. What stays possible is a text that grows by
// doubling itself.
void limit_template(jinja::program& program, jinja::context& context);

}  // namespace assay::llm
