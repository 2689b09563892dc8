# The commands of the project, each a line or two over CMake.   make help  lists them.

BUILD ?= build
JOBS  ?= $(shell nproc 2>/dev/null || sysctl -n hw.ncpu 2>/dev/null || echo 2)
# More options for CMake, for example  make CMAKE_FLAGS=-DWHEREABOUTS_NATIVE=OFF
CMAKE_FLAGS ?=
# Where make report leaves its results, for example  make report OUT=out/five ARGS="--seeds 5"
OUT ?= out/report
# Tests of whole programs, other builds and pages in a browser, which take most of the time; for other compilers and
# sanitizers, one kind of build is enough for them.
OF_PROGRAMS = ^(Build|Book|Browser|Figures|Wasm|ReportPage|Documents)[.]|Lesson|Exercise|OtherSettings|ResultsKept|Pages|Sharing|OverFitting|Program|BadInput|GoodInput
# Which tests ctest runs, for example  make test CTEST_FLAGS="-R Lesson12"
CTEST_FLAGS ?= -E '$(OF_PROGRAMS)'
# More options for the lesson that is run, for example  make run ARGS="--data my.txt --steps 2000"
ARGS ?=
MAKEFLAGS += --no-print-directory
WERROR = -DWHEREABOUTS_WERROR=ON

.DEFAULT_GOAL := build

# CMake is asked when the build folder is new, was moved, or got other options than now, and for as long as it misses
# something, which may have been installed meanwhile. (Of changed files cmake --build takes care.)
export CMAKE_FLAGS
.PHONY: configure
configure:
	@mkdir -p $(BUILD)
	@test -e $(BUILD)/CMakeCache.txt -a "$$(cat $(BUILD)/configured 2> /dev/null)" = "$(CURDIR) $$CMAKE_FLAGS" || { \
	  rm -f $(BUILD)/configured; \
	  cmake -S . -B $(BUILD) $(CMAKE_FLAGS) > $(BUILD)/configure.log 2>&1 || { cat $(BUILD)/configure.log; exit 1; }; \
	  grep NOTICE $(BUILD)/configure.log || printf '%s\n' "$(CURDIR) $$CMAKE_FLAGS" > $(BUILD)/configured; }

.PHONY: build
build: configure ## build the lessons into build/
	@cmake --build $(BUILD) --parallel $(JOBS) --target programs

.PHONY: everything
everything: configure # the tests and the bench too
	@cmake --build $(BUILD) --parallel $(JOBS)

.PHONY: run
run: build ## the main job: six schemes trained short and tested long; table, results.csv and plot
	@$(BUILD)/lessons/09_extrapolation_gap $(ARGS)

ALL_SCHEMES = $$($(BUILD)/lessons/09_extrapolation_gap --list-schemes | awk '/^[a-z]/ && !/for tasks on numbers/ && NR > 1 { printf "%s%s", comma, $$1; comma = "," }')

# Which schemes use far text: names said again, in the text from which models of this size learn to copy them.
.PHONY: recall
recall: build ## names by distance: all schemes, 3 seeds, data/playground.txt, and out/recall/index.html (about 25 minutes)
	@$(BUILD)/lessons/09_extrapolation_gap --full --data data/playground.txt --steps 3000 --tasks none \
	  --schemes $(ALL_SCHEMES) \
	  --protocols fixed,cropped,names --eval-lengths 64,128,256,512,1024 --out out/recall $(ARGS)

.PHONY: report
report: build ## the whole experiment: all schemes of the module, 3 seeds, all protocols, tasks, and out/report/index.html
	@$(BUILD)/lessons/09_extrapolation_gap --full --out $(OUT) $(ARGS)

# What papers say of their schemes, some of which the module does not have.
.PHONY: papers
papers: build ## every scheme there is, on text and the task copy, into out/papers (about an hour); make 19 then judges the papers' claims
	@$(BUILD)/lessons/09_extrapolation_gap --full --schemes $(ALL_SCHEMES),window:over=rope:size=16/none --tasks copy --out out/papers $(ARGS)

.PHONY: compare
compare: build ## is a difference more than chance?  make compare ARGS="out/a out/b"
	@$(BUILD)/lessons/compare $(ARGS)

.PHONY: vary
vary: build ## any settings varied, every combination run:   make vary ARGS="--vary length=32,64 --vary rope:base=500,10000"
	@$(BUILD)/lessons/vary $(ARGS)

# With WASM=1 the page that trains has the core in it, which is compiled first.
.PHONY: book
book: configure ## the course as a book for any browser: out/book/index.html, with your own results   (make book WASM=1: it trains in the page)
	@test -z "$(WASM)" || $(MAKE) book-wasm
	@cmake --build $(BUILD) --parallel $(JOBS) --target make_book > $(BUILD)/make.log || { cat $(BUILD)/make.log; exit 1; }
	@$(BUILD)/lessons/make_book $(ARGS)

.PHONY: half-turn
half-turn: build ## where rope breaks, predicted and measured: five bases and kinds, three training lengths, five seeds
	@$(BUILD)/lessons/half_turn_law $(ARGS)

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
	@test -e $(BUILD)/libwhereabouts.a || echo "building ... the first time takes a minute"
	@cmake --build $(BUILD) --parallel $(JOBS) --target $@ > $(BUILD)/make.log || { cat $(BUILD)/make.log; exit 1; }
	@$(BUILD)/exercises/$(filter $(subst exercise-,,$@)_%,$(EXERCISES))

.PHONY: lessons
lessons: build ## run all lessons in order, with a summary   (one lesson: make 04; its exercise: make exercise-04)
	@$(BUILD)/lessons/run_lessons $(ARGS)

.PHONY: reproduce
reproduce: build ## compare every number that sources and pages of the lessons quote with a full run
	@$(BUILD)/lessons/run_lessons --reproduce $(ARGS)

.PHONY: images
images: lessons ## run all lessons, lesson 09 with three seeds, make half-turn and make bench, and renew the pictures that their pages show
	@$(BUILD)/lessons/09_extrapolation_gap --seeds 3 --out out/three_seeds
	@cp out/three_seeds/gap.svg lessons/images/gap_three_seeds.svg
	@$(BUILD)/lessons/half_turn_law
	@cp out/half_turn_law/half_turn.svg lessons/images/half_turn_law.svg
	@$(MAKE) bench ARGS="--only roofline"
	@cp out/bench/roofline.svg lessons/images/roofline.svg
	@for image in lessons/images/[0-9]*.svg; do name=$${image##*/}; cp out/$${name%%_*}_*/$${name#*_} $$image; done

# The core as WebAssembly, for the page of the book that trains. On Debian 12 and newer: the packages that the message names.
LLVM ?= 19
WASM_PACKAGES = clang-$(LLVM) lld-$(LLVM) wasi-libc libc++-$(LLVM)-dev-wasm32 libc++abi-$(LLVM)-dev-wasm32 libclang-rt-$(LLVM)-dev-wasm32
.PHONY: book-wasm
book-wasm: # build-wasm/core.wasm
	@test "$$(cat build-wasm/configured 2> /dev/null)" = "$(CURDIR) $(LLVM)" || rm -rf build-wasm
	@mkdir -p build-wasm
	@printf '#include <vector>\nint main() {}\n' | clang++-$(LLVM) --target=wasm32-wasi -x c++ - -o build-wasm/trial 2> build-wasm/trial.log \
	  || { echo "no compiler for WebAssembly; install it: apt-get install --no-install-recommends $(WASM_PACKAGES)"; exit 2; }
	@{ cmake -S src/book/wasm -B build-wasm -DLLVM=$(LLVM) && cmake --build build-wasm --parallel $(JOBS); } > build-wasm/make.log 2>&1 \
	  || { cat build-wasm/make.log; exit 1; }
	@printf '%s\n' "$(CURDIR) $(LLVM)" > build-wasm/configured

.PHONY: test
test: everything ## build, and test the library: text, operations, schemes, training, evaluation, report   (about a minute)
	@ctest --test-dir $(BUILD) --no-tests=error --output-on-failure --parallel $(JOBS) $(CTEST_FLAGS)

.PHONY: test-all
test-all: ## all tests, those of lessons, exercises, the book and other builds too   (three minutes)
	@$(MAKE) test CTEST_FLAGS=

.PHONY: data
data: configure ## write data/fables.txt and data/playground.txt anew from their grammars
	@cmake --build $(BUILD) --parallel $(JOBS) --target make_fables
	@$(BUILD)/data/make_fables data

.PHONY: bench
bench: everything ## speed of everything, as a share of the machine's peak
	@$(BUILD)/tests/bench $(ARGS)

.PHONY: debug
debug: ## build with assertions and no optimisation into build-debug/
	@$(MAKE) build BUILD=build-debug CMAKE_FLAGS="-DCMAKE_BUILD_TYPE=Debug $(CMAKE_FLAGS)"

.PHONY: asan
asan: ## build with AddressSanitizer and UndefinedBehaviorSanitizer (clang) into build-asan/ and run the tests
	@# Without those that weigh memory, which the sanitizer takes for itself, and without whole programs. With clang, since
	@# GCC takes a minute for one file of such checks, and with the standard library's own assertions, which keep some
	@# loops from being vectorised.
	@$(MAKE) test CTEST_FLAGS="-E 'memory__|MemoryNeed.IsWithin|$(OF_PROGRAMS)'" BUILD=build-asan CMAKE_FLAGS="-DCMAKE_CXX_COMPILER=clang++ $(WERROR) \
	  -DCMAKE_CXX_FLAGS_RELEASE='-O2 -Wno-pass-failed -D_GLIBCXX_ASSERTIONS' -DWHEREABOUTS_SANITIZE=address,undefined $(CMAKE_FLAGS)"

# ---- checks besides the tests: other compilers, other options, other machines ---------------------------------------

.PHONY: check
check: check-layout check-sources check-singly check-reader check-libcxx check-install check-compilers ## what CI runs before the tests: each source by itself, a reader of our models, another standard library, installing, the oldest compiler, clang

.PHONY: check-long
check-long: check-subproject check-plain asan tsan check-debug check-changes valgrind fuzz-run ## an hour more: plain processors, sanitizers, data races, no optimisation, the README's changes, fuzzing

.PHONY: check-layout
check-layout: # the repository shows these names at its top, and no others
	@test "$$(git ls-files | cut -d/ -f1 | grep -v '^\.' | sort -u | xargs)" = "CMakeLists.txt Makefile README.md data lessons src tests" \
	  || { echo "unexpected names at the top level:"; git ls-files | cut -d/ -f1 | sort -u; exit 1; }
	@test -z "$$(git ls-files build out 'build-*')" || { echo "something built is in the repository"; exit 1; }

.PHONY: check-sources
check-sources: # habits that no compiler enforces
	@! grep -rnE '#include <(immintrin|x86intrin|arm_neon)' src lessons data tests || { echo "an intrinsic: use kernels/lanes.h"; exit 1; }
	@! grep -rnE 'march=native|ffast-math|mcpu=native' src lessons data tests Makefile --include=* --exclude=Makefile \
	  || { echo "a compiler flag outside of CMakeLists.txt"; exit 1; }
	@! grep -rnA1 'pragma omp.*for' src lessons | grep -E 'for \((unsigned|std::size_t|size_t|std::uint)' \
	  || { echo "a loop of OpenMP needs a signed index"; exit 1; }
	@! grep -rnE '^using namespace|std::rand\b|[^_]rand\(\)|std::mt19937|std::normal_distribution' src --include=*.h --include=*.cpp \
	  || { echo "see src/util/random.h; no using namespace in src"; exit 1; }
	@git grep '#include "' src | awk -f tests/reading_order.awk README.md -
	@lines=$$(cat $$(grep '^To read the whole idea' README.md | grep -o '`src/[^`]*`' | tr -d '`') | wc -l); \
	  test $$lines -gt 1000 -a $$lines -lt 1800 || { echo "README's reading path has $$lines lines"; exit 1; }
	@! git grep -nE '^.{101,}' -- 'src/*.h' 'src/*.cpp' 'lessons/*.cpp' 'lessons/*.h' || { echo "a line of more than 100 columns"; exit 1; }

# A build reads the standard headers once and compiles some files together, which hides a forgotten include, and lets the
# names of two files meet when a file is added. So: each file of src/ by itself, and all in one, in either order.
SOURCES = 'src/*.cpp' ':!src/book/wasm'
SYNTAX = $(CXX) -std=c++20 -fopenmp -I src -Wall -Wextra -Wshadow -Werror -Wno-unknown-pragmas -fsyntax-only \
  -DWHEREABOUTS_VERSION='""' -DWHEREABOUTS_SOURCE_DIR='""' -x c++
.PHONY: check-singly
check-singly: # every source includes what it needs, and no name of a file clashes with one of another
	@git ls-files -z $(SOURCES) | xargs -0 -P $(JOBS) -n 8 $(SYNTAX)
	@git ls-files $(SOURCES) | sed 's/.*/#include "&"/' | $(SYNTAX) -I . -
	@git ls-files $(SOURCES) | tac | sed 's/.*/#include "&"/' | $(SYNTAX) -I . -
	@echo "every source of src/ compiles by itself, and all of them in one"

# On Debian and Ubuntu: apt-get install python3-numpy. Nothing else here asks for it.
PYTHON ?= /usr/bin/python3
.PHONY: check-reader
check-reader: build # a reader that shares no code with this project gets the same figures from our files
	@if ! $(PYTHON) -c 'import numpy' 2> /dev/null; then echo "skipped: $(PYTHON) has no numpy"; exit 0; fi; \
	$(BUILD)/lessons/09_extrapolation_gap --full --quick --fresh --schemes none,alibi,rope --tasks none --protocols fixed \
	  --steps 200 --out $(BUILD)/reader > $(BUILD)/reader.log 2>&1 || { cat $(BUILD)/reader.log; exit 1; }; \
	for scheme in none alibi rope; do \
	  $(PYTHON) tests/read_model.py $(BUILD)/reader/runs/text-$$scheme-seed0.safetensors data/fables.txt \
	    $(BUILD)/reader/runs/text-$$scheme-seed0.csv || exit 1; \
	done

# What clang and macOS call the standard library, libc++, lacks some of what GCC's has. On Debian and Ubuntu:
# apt-get install clang-19 libc++-19-dev libc++abi-19-dev
LIBCXX ?= clang++-19 -stdlib=libc++
LIBCXX_CHECK = $(LIBCXX) -std=c++20 -I src -I tests -DWHEREABOUTS_VERSION='""' -DWHEREABOUTS_SOURCE_DIR='""' \
  -DWHEREABOUTS_BINARY_DIR='""' -DWHEREABOUTS_CMAKE='""'
.PHONY: check-libcxx
check-libcxx: # every source compiles against libc++; headers are read once, as in a build
	@mkdir -p build-libcxx
	@sed -n '/^set(standard_headers/,/)/p' CMakeLists.txt | grep -o '<[a-z]*>' | sed 's/^/#include /' > build-libcxx/src.h
	@(cat build-libcxx/src.h; echo '#include <gtest/gtest.h>') > build-libcxx/tests.h
	@for part in src tests; do $(LIBCXX_CHECK) -x c++-header build-libcxx/$$part.h -o build-libcxx/$$part.pch || exit 1; done
	@git ls-files -z $(SOURCES) 'lessons/*.cpp' 'data/*.cpp' \
	  | xargs -0 -P $(JOBS) -n 8 $(LIBCXX_CHECK) -include-pch build-libcxx/src.pch -fsyntax-only
	@git ls-files -z 'tests/*.cpp' | xargs -0 -P $(JOBS) -n 8 $(LIBCXX_CHECK) -include-pch build-libcxx/tests.pch -fsyntax-only
	@echo "libc++: every source compiles"

# The oldest GCC that is promised.
OLDEST_CXX ?= g++-11
.PHONY: check-compilers
check-compilers: # the oldest GCC builds everything, and clang what a reader runs; the tests are run by what CI has
	@$(MAKE) everything BUILD=build-oldest CMAKE_FLAGS="-DCMAKE_CXX_COMPILER=$(OLDEST_CXX) $(WERROR) $(CMAKE_FLAGS)"
	@$(MAKE) build BUILD=build-clang CMAKE_FLAGS="-DCMAKE_CXX_COMPILER=clang++ $(WERROR) $(CMAKE_FLAGS)"

.PHONY: check-plain
check-plain: # the oldest compiler, for any processor of the kind, without OpenMP; and the tests: other vector widths take other paths
	@# Each file is compiled by itself: every one must include what it needs. What a lesson prints and writes does not
	@# depend on the compiler.
	@$(MAKE) test BUILD=build-plain CMAKE_FLAGS="-DCMAKE_CXX_COMPILER=$(OLDEST_CXX) -DWHEREABOUTS_NATIVE=OFF -DCMAKE_DISABLE_FIND_PACKAGE_OpenMP=ON \
	  -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON -DCMAKE_UNITY_BUILD=OFF $(WERROR) $(CMAKE_FLAGS)"

# The library and the tests of everything that calculates, for ARM, on an emulated processor. On Debian and Ubuntu:
# apt-get install g++-aarch64-linux-gnu qemu-user googletest. Other tests run our programs, which are not built for it;
# and the derivatives of whole models take half a minute for each scheme there, where those of each operation are tested.
ARM = aarch64-linux-gnu
GTEST_SOURCES ?= /usr/src/googletest
ARM_TESTED = tests/*_test.cpp tests/kernels/*.cpp tests/ops/*.cpp tests/nn/*.cpp tests/position/*.cpp tests/train/*.cpp
ARM_LEAVES_OUT = EndToEnd.*:Build.*:Program.*:GoodInput.*:*BadInput*:*gradients__*
.PHONY: check-arm
check-arm: ## the tests of everything that calculates, built for ARM and run by qemu
	@if ! command -v $(ARM)-g++ qemu-aarch64 > /dev/null || ! test -e $(GTEST_SOURCES)/CMakeLists.txt; then \
	  echo "skipped: the ARM compiler, qemu-user or the sources of GoogleTest are not there; install them:" \
	    "apt-get install g++-$(ARM) qemu-user googletest"; exit 0; fi; \
	$(MAKE) configure BUILD=build-arm CMAKE_FLAGS="-DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
	  -DCMAKE_C_COMPILER=$(ARM)-gcc -DCMAKE_CXX_COMPILER=$(ARM)-g++ -DWHEREABOUTS_NATIVE=OFF \
	  -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON -DWHEREABOUTS_FETCH_GTEST=ON -DFETCHCONTENT_SOURCE_DIR_GOOGLETEST=$(GTEST_SOURCES) \
	  $(CMAKE_FLAGS)" && \
	cmake --build build-arm --parallel $(JOBS) --target whereabouts_tests && \
	tests=$$(sed -nE 's/^TEST(_F|_P)?\(([A-Za-z0-9]+),.*/*\2.*/p' $(ARM_TESTED) | sort -u | paste -sd:) && \
	seq 0 $$(($(JOBS) - 1)) | xargs -P $(JOBS) -I{} sh -c 'OMP_NUM_THREADS=2 OMP_WAIT_POLICY=passive GTEST_TOTAL_SHARDS=$(JOBS) \
	  GTEST_SHARD_INDEX={} qemu-aarch64 -L /usr/$(ARM) build-arm/tests/whereabouts_tests --gtest_brief=1 \
	  --gtest_filter="$$0-$(ARM_LEAVES_OUT)" > build-arm/shard-{}.log 2>&1' "$$tests" \
	  || { cat build-arm/shard-*.log; exit 1; }; \
	tail -n 1 -q build-arm/shard-*.log

.PHONY: check-debug
check-debug: # compiles without optimisation
	@$(MAKE) everything BUILD=build-debug CMAKE_FLAGS="-DCMAKE_BUILD_TYPE=Debug $(WERROR) $(CMAKE_FLAGS)"

.PHONY: check-subproject
check-subproject: # inside another project it builds the library, no tests, and leaves the build type alone
	@rm -rf build-subproject && mkdir -p build-subproject
	@printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(parent LANGUAGES CXX)' 'add_subdirectory($(CURDIR) whereabouts)' \
	  'if(CMAKE_BUILD_TYPE OR TARGET whereabouts_tests)' '  message(FATAL_ERROR "the parent was changed")' 'endif()' \
	  'file(WRITE main.cpp "\#include \"nn/transformer.h\"\nint main() { return whereabouts::Transformer({.vocabulary = 9}, 0).parameters().size() > 0 ? 0 : 1; }\n")' \
	  'add_executable(parent main.cpp)' 'target_link_libraries(parent PRIVATE whereabouts)' > build-subproject/CMakeLists.txt
	@cmake -S build-subproject -B build-subproject/build > build-subproject/log 2>&1 || { cat build-subproject/log; exit 1; }
	@cmake --build build-subproject/build --parallel $(JOBS) --target parent > build-subproject/log 2>&1 || { cat build-subproject/log; exit 1; }
	@build-subproject/build/parent && echo "as a subproject: good"

.PHONY: check-install
check-install: configure # installed, it is found by find_package(whereabouts)
	@cmake --build $(BUILD) --parallel $(JOBS) --target whereabouts
	@rm -rf build-install && mkdir -p build-install
	@{ cmake --install $(BUILD) --prefix build-install/prefix && \
	  cmake -S tests/package -B build-install/build -DCMAKE_PREFIX_PATH=$(CURDIR)/build-install/prefix && \
	  cmake --build build-install/build; } > build-install/log 2>&1 || { cat build-install/log; exit 1; }
	@build-install/build/reader && echo "installed: good"

# Which of the changes are made, for example  make check-changes CHANGES="rms_norm sgd"
CHANGES ?=
.PHONY: check-changes
check-changes: configure ## make each change of the README's section on them in a copy, build and run it, count its lines
	@cmake --build $(BUILD) --parallel $(JOBS) --target check_changes > $(BUILD)/make.log || { cat $(BUILD)/make.log; exit 1; }
	@$(BUILD)/tests/check_changes . build-changes $(CHANGES)

# gcov adds up what all programs of the build ran. Left out are whole lessons, which take minutes each when every loop
# counts its rounds. With them:  make coverage COVERAGE_LEAVES_OUT=memory__
COVERAGE_LEAVES_OUT ?= memory__|^Lesson|^EndToEnd
.PHONY: coverage
coverage: ## which lines of src/ the tests run; build-coverage/uncovered.txt lists those that none does
	@$(MAKE) everything BUILD=build-coverage CMAKE_FLAGS="-DCMAKE_BUILD_TYPE=None -DCMAKE_CXX_FLAGS='--coverage -O2 -DNDEBUG' $(CMAKE_FLAGS)"
	@find build-coverage -name '*.gcda' -delete
	@OMP_NUM_THREADS=1 ctest --test-dir build-coverage --output-on-failure --parallel $(JOBS) -E '$(COVERAGE_LEAVES_OUT)' > build-coverage/tests.log || { tail -50 build-coverage/tests.log; exit 1; }
	@rm -rf build-coverage/lines && mkdir -p build-coverage/lines
	@cd build-coverage/lines && find .. -name '*.gcda' | xargs gcov -r -s $(CURDIR) -p > ../gcov.log 2>&1
	@cd build-coverage/lines && awk -v uncovered=../uncovered.txt -f ../../tests/coverage.awk src#*.gcov | sort -n
	@sort -t: -k1,1 -k2,2n build-coverage/uncovered.txt -o build-coverage/uncovered.txt
	@echo "the lines that no test ran: build-coverage/uncovered.txt ($$(wc -l < build-coverage/uncovered.txt))"

# On Debian and Ubuntu these need: apt-get install clang libomp-dev valgrind, and for clang 14 libclang-rt-14-dev
# where that is a package of its own.

# GCC's OpenMP tells ThreadSanitizer nothing of its barriers; clang's does, by the library Archer. Left out are whole
# lessons, which take minutes each and call what the other tests call, what one thread does alone (differences for
# gradients, weighing memory), and files of limited size, which ThreadSanitizer itself does not survive. All but the
# last:  make tsan TSAN_LEAVES_OUT=AFullDisk
TSAN_LEAVES_OUT ?= gradients__|memory__|AFullDisk|^EndToEnd|^Lesson|^Exercise
.PHONY: tsan
tsan: ## build with ThreadSanitizer (clang and its OpenMP) into build-tsan/ and run the tests
	@OMP_TOOL_LIBRARIES=$$(ls $$(clang++ -print-resource-dir)/../../libarcher.so 2>/dev/null) \
	  TSAN_OPTIONS="ignore_noninstrumented_modules=1 halt_on_error=1" OMP_NUM_THREADS=2 \
	  $(MAKE) test CTEST_FLAGS="-E '$(TSAN_LEAVES_OUT)'" BUILD=build-tsan \
	  CMAKE_FLAGS="-DCMAKE_CXX_COMPILER=clang++ -DWHEREABOUTS_SANITIZE=thread $(CMAKE_FLAGS)"

# Valgrind knows no AVX-512, so the build is the portable one.
.PHONY: valgrind
valgrind: ## a few training steps under valgrind, which finds reads of what was never written
	@$(MAKE) configure BUILD=build-valgrind CMAKE_FLAGS="-DCMAKE_BUILD_TYPE=RelWithDebInfo -DWHEREABOUTS_NATIVE=OFF -DWHEREABOUTS_TESTS=OFF $(CMAKE_FLAGS)"
	@cmake --build build-valgrind --parallel $(JOBS) --target 03_train_short_test_long
	@rm -rf build-valgrind/run
	@OMP_WAIT_POLICY=passive valgrind --quiet --error-exitcode=1 --exit-on-first-error=yes build-valgrind/lessons/03_train_short_test_long --schemes rope --steps 2 \
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
	@echo "  make NN             build and run the lesson of that number: $(NUMBERS)"
