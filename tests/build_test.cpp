// How the project is configured: each test asks CMake for a build folder of its own.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "run_program.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

const std::string kCmake = "'" WHEREABOUTS_CMAKE "'";
const std::string kConfigure = kCmake + " -S '" WHEREABOUTS_SOURCE_DIR "' -B build";

bool there_is(const std::string& program) {
  return std::system(("command -v " + program + " > /dev/null").c_str()) == 0;
}

std::string one_line(std::string text) {
  for (std::size_t at; (at = text.find_first_of("\n")) != text.npos;) text[at] = ' ';
  for (std::size_t at; (at = text.find("  ")) != text.npos;) text.erase(at, 1);
  return text;
}

// Configuring must fail with this sentence.
void expect_refusal(const ProgramRun& run, const std::string& sentence) {
  EXPECT_NE(run.exit_code, 0);
  EXPECT_NE(one_line(run.error).find(sentence), std::string::npos) << run.error;
}

TEST(Build, AnOldCompilerIsRefused) {
  const fs::path folder = fresh_folder();
  if (there_is("g++") &&
      run_command("g++ --version", folder).out.find("clang") == std::string::npos) {
    expect_refusal(run_command(kConfigure + " -DCMAKE_CXX_COMPILER=g++"
                                            " -DCMAKE_CXX_FLAGS='-U__GNUC__ -D__GNUC__=10'",
                               folder),
                   "is too old: GCC 11, clang 14 or Xcode 15 is wanted");
    fs::remove_all(folder / "build");
  }
  if (there_is("clang++")) {
    expect_refusal(
        run_command(kConfigure + " -DCMAKE_CXX_COMPILER=clang++"
                                 " -DCMAKE_CXX_FLAGS='-U__clang_major__ -D__clang_major__=13'",
                    folder),
        "is too old: GCC 11, clang 14 or Xcode 15 is wanted");
  }
  fs::remove_all(folder);
}

TEST(Build, AnOldStandardLibraryIsRefused) {
  const fs::path folder = fresh_folder();
  fs::create_directory(folder / "old");
  std::ofstream(folder / "old/cstddef") << "#define _LIBCPP_VERSION 15006\n";
  expect_refusal(
      run_command(kConfigure + " -DCMAKE_CXX_FLAGS='-I " + (folder / "old").string() + "'", folder),
      "standard library is too old");
  fs::remove_all(folder);
}

TEST(Build, NothingIsBuiltAmongTheSources) {
  const fs::path folder = fresh_folder();
  fs::copy_file(WHEREABOUTS_SOURCE_DIR "/CMakeLists.txt", folder / "CMakeLists.txt");
  expect_refusal(run_command(kCmake + " .", folder), "Build in a folder of its own");
  EXPECT_FALSE(fs::exists(folder / "lessons"));
  fs::remove_all(folder);
}

// Whatever were fetched would lie in the build folder.
TEST(Build, WithoutGoogleTestNothingIsFetched) {
  const fs::path folder = fresh_folder();
  const ProgramRun run = run_command(kConfigure + " -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON", folder);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_NE(run.error.find("NOTICE: GoogleTest is not installed"), std::string::npos) << run.error;
  EXPECT_FALSE(fs::exists(folder / "build/_deps"));
  EXPECT_FALSE(fs::exists(folder / "build/tests/googletest.tar.gz"));
  EXPECT_TRUE(fs::exists(folder / "build/CMakeCache.txt"));
  fs::remove_all(folder);
}

// `make configure` runs CMake for a new folder and for other options, and not otherwise.
TEST(Build, MakeConfiguresOnceForTheSameOptions) {
  if (!there_is("make")) GTEST_SKIP() << "make is not installed";
  const fs::path folder = fresh_folder();
  // A CMake that only notes what it was asked.
  fs::create_directory(folder / "bin");
  std::ofstream(folder / "bin/cmake")
      << "#!/bin/sh\necho \"$@\" >> '" << folder.string() << "/asked'\n: > \"$4/CMakeCache.txt\"\n";
  fs::permissions(folder / "bin/cmake", fs::perms::owner_all);
  const auto make = [&](const std::string& options) {
    const ProgramRun run =
        run_command("PATH=\"$PWD/bin:$PATH\" MAKEFLAGS= make -C '" WHEREABOUTS_SOURCE_DIR
                    "' configure BUILD=\"$PWD/b\" " +
                        options,
                    folder);
    EXPECT_EQ(run.exit_code, 0) << run.out << run.error;
    const std::string asked = contents(folder / "asked");
    return std::count(asked.begin(), asked.end(), '\n');
  };
  EXPECT_EQ(make(""), 1);
  EXPECT_EQ(make(""), 1);
  EXPECT_EQ(make("CMAKE_FLAGS=\"-DA='-O2 -g'\""), 2);
  EXPECT_EQ(make("CMAKE_FLAGS=\"-DA='-O2 -g'\""), 2);
  fs::remove(folder / "b/CMakeCache.txt");
  EXPECT_EQ(make("CMAKE_FLAGS=\"-DA='-O2 -g'\""), 3);
  fs::remove_all(folder);
}

TEST(Build, AFolderWithASpaceAndALetterBeyondAsciiWillDo) {
  const fs::path folder = fresh_folder(), course = folder / "My Course ü";
  fs::create_symlink(WHEREABOUTS_SOURCE_DIR, course);
  const ProgramRun run =
      run_command(kCmake +
                      " -S 'My Course ü' -B 'out ü/b' && make -C 'out ü/b' -f "
                      "CMakeFiles/whereabouts.dir/build.make "
                      "CMakeFiles/whereabouts.dir/src/util/visible.cpp.o && "
                      "cd 'out ü' && " +
                      lesson_program("01_tensors_and_gradients") + " --quick --out 'my results ü'",
                  folder);
  EXPECT_EQ(run.exit_code, 0) << run.out << run.error;
  EXPECT_TRUE(fs::exists(folder / "out ü/my results ü/wave.svg")) << run.out;
  fs::remove_all(folder);
}

TEST(Build, TextsHaveTheLineEndsOfTheirMakersWithGitForWindows) {
  const fs::path folder = fresh_folder();
  if (!there_is("git")) GTEST_SKIP() << "there is no git";
  fs::copy_file(WHEREABOUTS_SOURCE_DIR "/.gitattributes", folder / ".gitattributes");
  std::ofstream(folder / "text.txt") << "a\nb\n";
  std::ofstream(folder / "code.cpp") << "a\nb\n";
  const ProgramRun run = run_command(
      "git init -q . && git add . && rm text.txt code.cpp && "
      "git -c core.autocrlf=true checkout-index -a",
      folder);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  for (const char* name : {"text.txt", "code.cpp"}) EXPECT_EQ(contents(folder / name), "a\nb\n");
  fs::remove_all(folder);
}

TEST(Build, AProgramFindsTheCorpusFromAnywhere) {
  const fs::path folder = fresh_folder();
  const fs::path program = WHEREABOUTS_BINARY_DIR "/lessons/03_train_short_test_long";
  const std::string small =
      " --schemes none --steps 1 --width 8 --heads 1 --layers 1 --batch 1 --eval-lengths 64 --out "
      "out";
  fs::create_symlink(program, folder / "link");
  fs::create_directories(folder / "some/where/else");
  fs::copy_file(program, folder / "some/where/else/copy");  // as in a build folder elsewhere
  for (const std::string start : {"./link", "PATH=\"$PWD:$PATH\" link", "some/where/else/copy"}) {
    const ProgramRun run = run_command(start + small, folder);
    EXPECT_EQ(run.exit_code, 0) << start << "\n" << run.error;
    EXPECT_NE(run.out.find("/data/fables.txt"), std::string::npos) << run.out;
  }
  // What lies in the working directory goes first.
  fs::create_directory(folder / "data");
  std::ofstream(folder / "data/fables.txt") << "ab";
  EXPECT_NE(run_command("./link" + small, folder).exit_code, 0);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace whereabouts
