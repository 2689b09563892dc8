// The curves of earlier lessons behind those of a lesson.
#include "lesson/curves.h"
#include "run_program.h"
#include "small_run.h"
#include "util/write_file.h"

namespace whereabouts {
namespace {

TEST(EarlierCurves, AreThoseOfALastRunWithTheLessonsOwnSettings) {
  const std::filesystem::path folder = fresh_folder();
  for (const auto& [name, settings] :
       {std::pair{"03_own", "# 03 --config settings.txt\n# steps 1000\nthreads 2\n# quick\n"},
        std::pair{"04_quick", "# steps 20\nquick\n"},
        std::pair{"05_other", "steps 2000\n# quick\n"}, std::pair{"06_none", ""},
        std::pair{"08_later", "# quick\n"}}) {
    std::filesystem::create_directories(folder / name);
    write_file(folder / name / "gap.csv",
               std::string("scheme,seed,protocol,length,bits_per_char,scored\n") + name +
                   ",0,fixed,32,3,9\n" + name + ",0,fixed,64,4,9\n");
    if (*settings) write_file(folder / name / "settings.txt", settings);
  }
  Text text;
  text.vocabulary = {U'a', U'b', U'c', U'd', U'e', U'f', U'g', U'h', U'i', U'j', U'k', U'l'};
  text.tokens = small_text(20'000);
  Lesson lesson;
  lesson.name = "07_alibi", lesson.out = folder / lesson.name;
  lesson.settings.eval_lengths = {32, 64};
  std::filesystem::create_directories(lesson.out);
  draw_gap(lesson, text, {{"alibi", 0, "fixed", 32, 2, 9}, {"alibi", 0, "fixed", 64, 2, 9}}, "Gap");
  const std::string picture = contents(lesson.out / "gap.svg");
  EXPECT_NE(picture.find("03_own (03)"), std::string::npos) << picture;
  for (const char* other : {"04_quick", "05_other", "06_none", "08_later"})
    EXPECT_EQ(picture.find(other), std::string::npos) << other;
}

}  // namespace
}  // namespace whereabouts
