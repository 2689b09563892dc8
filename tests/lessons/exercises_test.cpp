// All exercises together: each has its checks, its solution, and, until a student begins, says
// that it is not written yet.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "lessons/run.h"
#include "util/file.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

std::set<std::string> names(const std::string& folder, const std::string& ending) {
  std::set<std::string> result;
  for (const auto& entry : fs::directory_iterator(WHEREABOUTS_SOURCE_DIR "/lessons/" + folder)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(ending)) result.insert(name.substr(0, name.size() - ending.size()));
  }
  return result;
}

TEST(Exercises, EachHasItsChecksAndItsSolution) {
  const std::set<std::string> exercises = names("exercises", ".cpp");
  EXPECT_FALSE(exercises.empty());
  EXPECT_EQ(exercises, names("exercises", "_check.h"));
  EXPECT_EQ(exercises, names("solutions", ".cpp"));
}

TEST(Exercises, ThatCrashNameTheCheckAndTheCause) {
  const auto crash = [](const std::string& way) {
    const Ran ran = run("tests/crashing_exercise " + way);
    EXPECT_NE(ran.exit_code, 0) << way;
    EXPECT_TRUE(ran.printed("  pass  before\n")) << ran.output;
    EXPECT_TRUE(ran.printed("  FAIL  the one that crashes\n")) << ran.output;
    return ran;
  };
#ifdef __GLIBCXX__  // other standard libraries check no index
  const Ran index = crash("index");
  EXPECT_TRUE(index.printed("__n < this->size()")) << index.output;
  EXPECT_TRUE(index.printed("an index beyond the end of a vector")) << index.output;
#endif
#ifdef __x86_64__  // elsewhere a division by 0 may give 0
  EXPECT_TRUE(crash("zero").printed("a whole number was divided by 0"));
#endif
  EXPECT_TRUE(crash("memory").printed("it used memory that is not its own"));
  EXPECT_TRUE(crash("recursion").printed("calls itself without end"));
  EXPECT_TRUE(crash("none").printed("threw an exception: there is no way none"));
}

// Builds them as `make exercise-NN` does. One that a student has begun is left alone.
TEST(Exercises, AsShippedTheyBuildAndSayThatTheyAreNotWritten) {
  std::string targets;
  std::set<std::string> unwritten;
  for (const std::string& name : names("exercises", ".cpp")) {
    const std::string source =
        read_file(WHEREABOUTS_SOURCE_DIR "/lessons/exercises/" + name + ".cpp", "an exercise");
    if (source.find("not_written();") == std::string::npos) continue;
    unwritten.insert(name);
    targets += " exercise-" + name.substr(0, 2);
  }
  if (unwritten.empty()) GTEST_SKIP() << "every exercise has been begun";
  const Ran build = run_command(
      "'" WHEREABOUTS_CMAKE "' --build '" WHEREABOUTS_BINARY_DIR "' --target" + targets);
  ASSERT_EQ(build.exit_code, 0) << build.output;
  EXPECT_FALSE(build.printed("warning:")) << build.output;
  for (const std::string& name : unwritten) {
    const Ran exercise = run("exercises/" + name);
    EXPECT_EQ(exercise.exit_code, 1) << name;
    EXPECT_TRUE(exercise.printed("not written yet. Open lessons/exercises/" + name + ".cpp"))
        << exercise.output;
  }
}

}  // namespace
}  // namespace whereabouts
