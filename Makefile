# The commands of the project; `make` alone lists them. Everything real is in CMake and tools/.
PREFIX ?= /usr/local
BUILD ?= build/release
JOBS ?= $(shell nproc)
# Tests start programs that use every core themselves: two at a time are enough.
TEST_JOBS ?= 2
FUZZ_SECONDS ?= 60
# More arguments for ctest, for example CTEST_ARGS="-R Tokenizer".
CTEST_ARGS ?=

PHASE := tools/phase.sh
CCACHE = $(if $(shell command -v ccache),-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
SOURCES = $(shell git ls-files '*.cc' '*.h')
export FUZZ_SECONDS BUILD

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help demo build test check bench models paper-q2 install format tidy coverage clean \
  setup setup-test setup-models setup-check configure build-all long asan tsan fuzz

help:  ## list the commands
	@echo "assay: is generated text true to its knowledge?"
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' Makefile
	@echo
	@echo "Options: JOBS=2 (compilers at a time), PREFIX=/usr/local, FUZZ_SECONDS=60, CTEST_ARGS=..., DATA=folder"

demo: build  ## install what is missing, build, score the examples and show the result
	@$(PHASE) "demo" tools/demo.sh

build: configure  ## build the program, build/release/assay
	@$(PHASE) "build" cmake --build $(BUILD) --parallel $(JOBS) --target assay_program

test: setup-test build-all  ## run every test but the long ones
	@python3 tools/run_tests.py $(BUILD) -j $(TEST_JOBS) -LE long $(CTEST_ARGS)

check: setup-check test long asan tsan fuzz  ## everything: tests, long tests, sanitizers, fuzzing
	@echo "every check passed"

bench: setup-test build-all  ## measure against named peers
	@tools/bench.sh

models: setup-models configure  ## train the default models anew (DATA=folder; docs/training.md)
	@$(PHASE) "build the trainer" cmake --build $(BUILD) --parallel $(JOBS) --target assay_program assay_train
	@$(PHASE) "models" env PROGRAM=$(BUILD)/assay tools/make_models.sh "$(DATA)"

paper-q2: build  ## the tables of the Q² paper for our metrics (DATA=folder of its files)
	@test -d "$(DATA)" || { echo "make paper-q2 wants DATA=folder, see docs/evaluate.md" >&2; exit 2; }
	@/usr/bin/python3 tools/paper_q2.py "$(DATA)" --program $(BUILD)/assay

install: build  ## install program, library, headers and models below PREFIX
	cmake --install $(BUILD) --prefix $(PREFIX)

format: setup-check  ## bring the C++ sources into form
	clang-format -i $(SOURCES)

tidy: setup-check configure  ## look for bugs with clang-tidy
	@$(PHASE) "clang-tidy" tools/tidy.sh $(BUILD) $(JOBS)

coverage: setup-check setup-test  ## lines that the tests reach
	cmake --preset coverage $(CCACHE)
	cmake --build --preset coverage --parallel $(JOBS)
	@python3 tools/run_tests.py build/coverage -j $(TEST_JOBS) -LE 'long|oracle'
	gcovr --root . --filter src/ --exclude '.*_test\.cc' --print-summary build/coverage | tail -n 3

clean:  ## remove what was built (.deps/ stays)
	rm -rf build

# --- parts of the above --------------------------------------------------------------------------

setup:
	@$(PHASE) "set-up" tools/setup.sh core

setup-test:
	@$(PHASE) "set-up for tests" tools/setup.sh test

setup-models:
	@test -d "$(DATA)" || { echo "make models wants DATA=folder, see docs/training.md" >&2; exit 2; }
	@$(PHASE) "set-up for training" tools/setup.sh train
	@$(PHASE) "set-up for 8 bits" tools/setup.sh quantize

setup-check:
	@$(PHASE) "set-up for checks" tools/setup.sh check

configure: setup
	@$(PHASE) "configure" cmake --preset release -B $(BUILD) $(CCACHE)

# The program first: whoever waits for the rest sees early that it builds.
build-all: build
	@$(PHASE) "build tests and benchmarks" cmake --build $(BUILD) --parallel $(JOBS)

long: setup-test build-all
	@python3 tools/run_tests.py $(BUILD) -L long

# Oracles compare results, not memory: they run in the release build only.
asan tsan: setup
	@$(PHASE) "configure $@" cmake --preset $@ $(CCACHE)
	@$(PHASE) "build $@" cmake --build --preset $@ --parallel $(JOBS)
	@. tools/sanitizers/options.sh && \
	  python3 tools/run_tests.py build/$@ -j $(TEST_JOBS) -LE 'long|oracle' $(CTEST_ARGS)

fuzz: setup-check
	@$(PHASE) "configure fuzz" cmake --preset fuzz $(CCACHE)
	@$(PHASE) "build fuzz" cmake --build --preset fuzz --parallel $(JOBS)
	@. tools/sanitizers/options.sh && tools/fuzz.sh
