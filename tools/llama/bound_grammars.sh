#!/usr/bin/env bash
# Makes llama.cpp end with an error where a text can go on by a grammar in more than 10,000 ways:
#
#   tools/llama/bound_grammars.sh SOURCE       (tools/llama/build.sh calls it)
#
# It keeps every way apart, so that a grammar of 42 rules that may all be left out takes all of a
# machine's memory, and one that reads "a" in two senses doubles what it keeps at every "a". Changes
# SOURCE/src/llama-grammar.cpp, and llama-sampler.cpp, which would leak what it holds at the error; each once.
set -euo pipefail
changed=$(mktemp)
trap 'rm -f "$changed"' EXIT

change() {  # FILE MARK PROGRAM: awk's PROGRAM puts MARK, by which a file that is changed already is known
  ! grep -qF "$2" "$1" || return 0
  awk -v mark="$2" "$3" "$1" >"$changed" || { echo "bound_grammars: $1 is not as it was known" >&2; exit 1; }
  cat "$changed" >"$1"
}

change "$1/src/llama-grammar.cpp" check_number_of_ways '
  /^static void llama_grammar_advance_stack\($/ && !defined {
    print "static void " mark "(size_t ways) {"
    print "    if (ways > 10000) throw std::runtime_error(\"a text can go on in more than 10000 ways\");"
    print "}\n"
    defined = 1
  }
  { print }
  /seen.insert\(std::move\(curr_stack_candidate\)\);/ { print "        " mark "(seen.size());"; ++calls }
  /new_stacks.emplace_back\(curr_stack\);/ { print mark "(new_stacks.size());"; ++calls }
  /stacks_new.emplace_back\(surviving_stack\);/ { print mark "(stacks_new.size());"; ++calls }
  END { exit !(defined && calls == 4) }
'
change "$1/src/llama-sampler.cpp" 'catch (...) { delete ctx; throw; }' '
  /^ +grammar = llama_grammar_init_impl\(vocab, grammar_str, grammar_root, lazy, trigger_patterns,/ {
    print "            try {"
    print
    print "            } " mark
    ++calls
    next
  }
  { print }
  END { exit calls != 1 }
'
