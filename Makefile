# The commands of the project; `make` alone lists them. Everything real is in CMake and tools/.
PREFIX ?= /usr/local
BUILD ?= build/release
JOBS ?= $(shell nproc)
# Tests start many programs that use every core themselves: two at a time are enough.
TEST_JOBS ?= 2

PHASE := tools/phase.sh
CCACHE = $(if $(shell command -v ccache),-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
CTEST_ARGS ?=

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help build test install clean setup setup-test setup-check configure

help:  ## list the commands
	@echo "assay: is generated text true to its knowledge?"
	@echo
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1|\2/p' Makefile | column -t -s '|'
	@echo
	@echo "Options: JOBS=2 (compilers at a time), PREFIX=/usr/local"

build: configure  ## build the program, build/release/assay
	@$(PHASE) "build" cmake --build $(BUILD) --parallel $(JOBS)

test: setup-test build  ## everything but the long tests
	@python3 tools/run_tests.py $(BUILD) -j $(TEST_JOBS) -LE long $(CTEST_ARGS)

setup:
	@$(PHASE) "set-up" tools/setup.sh core

setup-test:
	@$(PHASE) "set-up for tests" tools/setup.sh test

setup-check:
	@$(PHASE) "set-up for checks" tools/setup.sh check

configure: setup
	@$(PHASE) "configure" cmake --preset release -B $(BUILD) $(CCACHE)

install: build  ## install program, library, headers and models below PREFIX
	cmake --install $(BUILD) --prefix $(PREFIX)

clean:  ## remove what was built (.deps/ stays)
	rm -rf build
