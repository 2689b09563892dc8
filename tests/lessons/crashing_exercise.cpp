// An exercise whose function crashes in its second check, in the way that is asked for; built as
// exercises are.
#include <stdexcept>
#include <string>
#include <vector>

#include "check/exercise.h"

using namespace whereabouts;

double beyond_the_end(const std::vector<double>& row) {
  double sum = 0;
  for (std::size_t i = 0; i <= row.size(); ++i) sum += row[i];
  return sum;
}

double without_end(const std::vector<double>& row) {
  const std::vector<double> copy = row;
  return row.empty() ? 0 : copy[0] + without_end(copy);
}

double crashed(const std::string& way) {
  const std::vector<double> row = {1, 2, 3};
  const volatile int zero = 0;
  const double* volatile gone = nullptr;
  if (way == "index") return beyond_the_end(row);
  if (way == "zero") return 24 / zero;
  if (way == "memory") return *gone;
  if (way == "recursion") return without_end(row);
  throw std::runtime_error("there is no way " + way);
}

int main(int argc, char** argv) {
  const std::string way = argc > 1 ? argv[1] : "";
  return examine(
      "00_crash",
      [&](Examiner& e) {
        e.expect(
            "before", 1, [] { return 1; }, "none needed");
        e.expect(
            "the one that crashes", 1, [&] { return crashed(way); }, "none needed");
      },
      "Next: nothing");
}
