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

.PHONY: report
report: build ## the whole experiment: all schemes of the module, 3 seeds, all protocols, tasks, and out/report/index.html
	@$(BUILD)/lessons/09_extrapolation_gap --full --out out/report $(ARGS)

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

.PHONY: format
format: ## lay out the sources with clang-format
	@clang-format -i $$(git ls-files '*.h' '*.cpp')

.PHONY: clean
clean: ## remove what was built (out/ stays)
	@rm -rf build build-debug build-asan build-clang

.PHONY: help
help: ## this list
	@grep -hE '^[a-zA-Z0-9_-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([^:]+):.*## (.*)/  make \1\t\2/' | expand -t 22
