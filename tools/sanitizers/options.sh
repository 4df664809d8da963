# Options of the sanitizers for tests and fuzzing; to be sourced from the root of the checkout.
# The suppressions are for libraries that come as binaries: they are not instrumented.
export ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1:allocator_may_return_null=1
export UBSAN_OPTIONS=print_stacktrace=1
export LSAN_OPTIONS=suppressions=$PWD/tools/sanitizers/lsan.supp:print_suppressions=0
export TSAN_OPTIONS=suppressions=$PWD/tools/sanitizers/tsan.supp:second_deadlock_stack=1
# TBB would load a library of its own in a way that the address sanitizer refuses.
export TBB_ENABLE_SANITIZERS=1
