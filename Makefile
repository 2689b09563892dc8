# The commands of the project, each a line or two over CMake.   make help  lists them.

BUILD ?= build
JOBS  ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
# More options for CMake, for example  make CMAKE_FLAGS=-DWHEREABOUTS_NATIVE=OFF
CMAKE_FLAGS ?=
# More options for the lesson that is run, for example  make run ARGS="--data my.txt --steps 2000"
ARGS ?=
MAKEFLAGS += --no-print-directory

.DEFAULT_GOAL := build

.PHONY: build
build: ## build everything into build/
	@cmake -S . -B $(BUILD) $(CMAKE_FLAGS) > $(BUILD).log 2>&1 || { cat $(BUILD).log; rm -f $(BUILD).log; exit 1; }
	@grep NOTICE $(BUILD).log || true; rm -f $(BUILD).log
	@cmake --build $(BUILD) --parallel $(JOBS)

.PHONY: run
run: build ## the main job: six schemes trained short and tested long; table, results.csv and plot
	@$(BUILD)/lessons/09_extrapolation_gap $(ARGS)

.PHONY: test
test: build ## build and run all tests
	@ctest --test-dir $(BUILD) --output-on-failure --parallel $(JOBS)

.PHONY: data
data: build ## write data/fables.txt anew from its grammar
	@$(BUILD)/data/make_fables data

.PHONY: debug
debug: ## build with assertions and no optimisation into build-debug/
	@$(MAKE) build BUILD=build-debug CMAKE_FLAGS="-DCMAKE_BUILD_TYPE=Debug $(CMAKE_FLAGS)"

.PHONY: asan
asan: ## build with AddressSanitizer and UndefinedBehaviorSanitizer into build-asan/ and run the tests
	@$(MAKE) test BUILD=build-asan CMAKE_FLAGS="-DCMAKE_BUILD_TYPE=Release -DWHEREABOUTS_SANITIZE=address,undefined $(CMAKE_FLAGS)"

# On Debian and Ubuntu these need: apt-get install clang libomp-dev valgrind, and for clang 14 libclang-rt-14-dev
# where that is a package of its own.

# GCC's OpenMP tells ThreadSanitizer nothing of its barriers; clang's does, by the library Archer.
.PHONY: tsan
tsan: ## build with ThreadSanitizer (clang and its OpenMP) into build-tsan/ and run the tests
	@OMP_TOOL_LIBRARIES=$$(ls /usr/lib/llvm-*/lib/libarcher.so 2>/dev/null | tail -1) \
	  TSAN_OPTIONS="ignore_noninstrumented_modules=1 halt_on_error=1" OMP_NUM_THREADS=2 \
	  $(MAKE) test BUILD=build-tsan CMAKE_FLAGS="-DCMAKE_CXX_COMPILER=clang++ -DWHEREABOUTS_SANITIZE=thread $(CMAKE_FLAGS)"

# Valgrind knows no AVX-512, so the build is the portable one.
.PHONY: valgrind
valgrind: ## a few training steps under valgrind, which finds reads of what was never written
	@$(MAKE) build BUILD=build-valgrind CMAKE_FLAGS="-DCMAKE_BUILD_TYPE=RelWithDebInfo -DWHEREABOUTS_NATIVE=OFF -DWHEREABOUTS_TESTS=OFF $(CMAKE_FLAGS)"
	@rm -rf build-valgrind/run
	@valgrind --quiet --error-exitcode=1 --exit-on-first-error=yes build-valgrind/lessons/03_train_short_test_long --schemes rope --steps 2 \
	  --width 16 --heads 2 --layers 1 --batch 4 --eval-lengths 64 --threads 1 --out build-valgrind/run > build-valgrind/run.log
	@echo "valgrind: nothing found"

FUZZ_TARGETS := $(notdir $(basename $(wildcard tests/fuzz/*_fuzz.cpp)))
SECONDS ?= 10

.PHONY: fuzz
fuzz: ## build the fuzz targets into build-fuzz/fuzz/ (clang)
	@cmake -S . -B build-fuzz -DCMAKE_CXX_COMPILER=clang++ -DWHEREABOUTS_FUZZ=ON -DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON \
	  -DWHEREABOUTS_SANITIZE=fuzzer-no-link,address,undefined -DCMAKE_CXX_FLAGS=-fno-sanitize-recover=undefined > /dev/null
	@cmake --build build-fuzz --parallel $(JOBS) --target fuzz_targets

.PHONY: fuzz-run
fuzz-run: fuzz ## run each fuzz target for SECONDS=10 from its seeds; what it finds is kept in build-fuzz/
	@set -e; for target in $(FUZZ_TARGETS); do seeds=tests/fuzz/seeds/$${target%_fuzz}; mkdir -p build-fuzz/corpus/$$target; \
	  options=$$(test ! -e $$seeds.dict || echo -dict=$$seeds.dict); \
	  build-fuzz/fuzz/$$target $$options -max_total_time=$(SECONDS) -max_len=4096 -rss_limit_mb=512 -timeout=5 -print_final_stats=1 \
	    -artifact_prefix=build-fuzz/$$target- build-fuzz/corpus/$$target $$seeds > build-fuzz/$$target.log 2>&1 \
	    || { tail -40 build-fuzz/$$target.log; exit 1; }; \
	  echo "$$target: $$(sed -n 's/^stat::number_of_executed_units: *//p' build-fuzz/$$target.log) executions, nothing found"; done

.PHONY: format
format: ## lay out the sources with clang-format
	@clang-format -i $$(git ls-files '*.h' '*.cpp')

.PHONY: clean
clean: ## remove what was built (out/ stays)
	@rm -rf build build-*/

.PHONY: help
help: ## this list
	@grep -hE '^[a-zA-Z0-9_-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([^:]+):.*## (.*)/  make \1\t\2/' | expand -t 22
