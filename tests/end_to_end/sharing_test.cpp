// Several programs at one folder, on one machine or on several.
#include <algorithm>

#include "experiment/runs.h"
#include "run_program.h"
#include "util/check.h"
#include "util/file.h"

namespace whereabouts {
namespace {

namespace fs = std::filesystem;

const std::string kFables = WHEREABOUTS_SOURCE_DIR "/data/fables.txt";

// The whole experiment at its smallest: four runs.
std::string experiment(const std::string& out) {
  return lesson_program("09_extrapolation_gap") +
         " --full --data text.txt --schemes none,alibi --seeds 2 --steps 20 --width 16 --heads 2"
         " --layers 1 --batch 4 --eval-lengths 32,64 --tasks none --protocols fixed,windows"
         " --threads 1 --out " +
         out;
}

fs::path folder_with_text() {
  const fs::path folder = fresh_folder();
  std::ofstream(folder / "text.txt") << contents(kFables).substr(0, 30'000);
  return folder;
}

int count(const std::string& text, const std::string& piece) {
  int found = 0;
  for (std::size_t at = text.find(piece); at != text.npos; at = text.find(piece, at + 1)) ++found;
  return found;
}

TEST(Sharing, TwoWholeExperimentsInOneFolderDoEachRunOnceAndBothEndWithAll) {
  const fs::path folder = folder_with_text();
  ASSERT_EQ(run_command(experiment("alone"), folder).exit_code, 0);
  for (int pair = 0; pair < 4; ++pair) {
    const std::string out = concat("out", pair);
    const ProgramRun both = run_command("( " + experiment(out) + " > a.txt ) & " + experiment(out) +
                                            " > b.txt; second=$?; wait $! && test $second = 0",
                                        folder);
    EXPECT_EQ(both.exit_code, 0) << both.error;
    for (const char* printed : {"a.txt", "b.txt"})
      EXPECT_EQ(count(contents(folder / printed), "not there yet"), 0)
          << contents(folder / printed);
    // A line of progress at the end of each run that was trained, by whichever of them.
    EXPECT_EQ(count(both.error, " in all"), 4) << both.error;
    for (const char* file : {"results.csv", "index.html", "gap.svg"})
      EXPECT_TRUE(fs::exists(folder / out / file)) << file;
    EXPECT_EQ(contents(folder / out / "results.csv"), contents(folder / "alone/results.csv"));
    for (const auto& entry : fs::directory_iterator(folder / out / "runs")) {
      const fs::path kind = entry.path().extension();
      EXPECT_TRUE(kind == ".csv" || kind == ".safetensors") << entry.path();
    }
  }
  fs::remove_all(folder);
}

TEST(Sharing, ARunIsTakenOverFromAProgramThatIsKilled) {
  const fs::path folder = folder_with_text();
  const std::string long_one = experiment("out") + " --seeds 1 --schemes none --steps 3000";
  std::string flags = long_one;  // a flag may be given once
  for (const char* twice : {" --seeds 2", " --schemes none,alibi", " --steps 20"})
    flags.erase(flags.find(twice), std::string(twice).size());
  const ProgramRun run =
      run_command("( exec " + flags + " > a.txt 2> a.err ) & " +
                      "while ! ls out/runs/*.owner > /dev/null 2>&1; do sleep 0.01; done; " +
                      "( sleep 0.5; kill -9 $! ) & " + flags + " > b.txt",
                  folder);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  const std::string printed = contents(folder / "b.txt");
  EXPECT_EQ(count(printed, "waiting for another program to finish none seed 0 (process "), 1)
      << printed;
  EXPECT_EQ(count(printed, "out/runs/text-none-seed0.csv.owner"), 1) << printed;
  EXPECT_TRUE(fs::exists(folder / "out/runs/text-none-seed0.csv"));
  EXPECT_FALSE(fs::exists(folder / "out/runs/text-none-seed0.csv.owner"));
  fs::remove_all(folder);
}

TEST(Sharing, ASchemeWithALongNameHasFilesWithShortOnes) {
  const fs::path folder = folder_with_text();
  const std::string scheme = "rope:base=" + std::string(300, '0') + "500";
  std::string flags = experiment("out");
  flags.replace(flags.find("none,alibi"), 10, scheme);
  const ProgramRun run = run_command(flags, folder);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_NE(contents(folder / "out/results.csv").find(scheme + ",1,fixed,64,"), std::string::npos);
  EXPECT_TRUE(fs::exists(folder / "out/runs" / run_file_name({"text", scheme, 0})));
  EXPECT_TRUE(fs::exists(folder / "out" / ("attention_" + name_for_file(scheme) + ".svg")));
  fs::remove_all(folder);
}

}  // namespace
}  // namespace whereabouts
