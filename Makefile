# The commands of the project, each a line or two over CMake.   make help  lists them.

BUILD ?= build
JOBS  ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
# More options for CMake, for example  make CMAKE_FLAGS=-DWHEREABOUTS_NATIVE=OFF
CMAKE_FLAGS ?=
# More options for the lesson that is run, for example  make run ARGS="--data my.txt --steps 2000"
ARGS ?=
MAKEFLAGS += --no-print-directory

.DEFAULT_GOAL := build

.PHONY: configure
configure:
	@cmake -S . -B $(BUILD) $(CMAKE_FLAGS) > $(BUILD).log 2>&1 || { cat $(BUILD).log; rm -f $(BUILD).log; exit 1; }
	@grep NOTICE $(BUILD).log || true; rm -f $(BUILD).log

.PHONY: build
build: configure ## build everything into build/
	@cmake --build $(BUILD) --parallel $(JOBS)

.PHONY: run
run: build ## the main job: six schemes trained short and tested long; table, results.csv and plot
	@$(BUILD)/lessons/09_extrapolation_gap $(ARGS)

# make 04 builds and runs lessons/04_*.cpp, and nothing else.
LESSONS := $(basename $(notdir $(wildcard lessons/[0-9][0-9]_*.cpp)))
NUMBERS := $(foreach lesson,$(LESSONS),$(firstword $(subst _, ,$(lesson))))
.PHONY: $(NUMBERS)
$(NUMBERS): configure
	@test -x $(BUILD)/lessons/run_lessons -o -x $(BUILD)/lessons/$(filter $@_%,$(LESSONS)) || echo "building; the first time takes a minute"
	@cmake --build $(BUILD) --parallel $(JOBS) --target $(filter $@_%,$(LESSONS)) > $(BUILD)/make.log || { cat $(BUILD)/make.log; exit 1; }
	@$(BUILD)/lessons/$(filter $@_%,$(LESSONS)) $(ARGS)

EXERCISES := $(basename $(notdir $(wildcard lessons/exercises/[0-9][0-9]_*.cpp)))
EXERCISE_NUMBERS := $(foreach exercise,$(EXERCISES),exercise-$(firstword $(subst _, ,$(exercise))))
.PHONY: $(EXERCISE_NUMBERS)
$(EXERCISE_NUMBERS): configure
	@cmake --build $(BUILD) --parallel $(JOBS) --target $@ > $(BUILD)/make.log || { cat $(BUILD)/make.log; exit 1; }
	@$(BUILD)/exercises/$(filter $(subst exercise-,,$@)_%,$(EXERCISES))

.PHONY: lessons
lessons: build ## run all lessons in order, with a summary   (one lesson: make 04; its exercise: make exercise-04)
	@$(BUILD)/lessons/run_lessons $(ARGS)

.PHONY: reproduce
reproduce: build ## compare every number that sources and pages of the lessons quote with a full run
	@$(BUILD)/lessons/run_lessons --reproduce $(ARGS)

.PHONY: images
images: lessons ## run all lessons and renew the pictures that their pages show
	@for image in lessons/images/*.svg; do name=$${image##*/}; cp out/$${name%%_*}_*/$${name#*_} $$image; done

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
