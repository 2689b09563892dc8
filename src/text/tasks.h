// Tasks beside language: copy, reverse, add, count, look up. Their instances have a length, and
// there are instances of any length, so they ask whether a rule that was learned on short ones
// holds on longer ones (as Kazemnejad et al., 2023, and many others do).
//
//   copy      qd7B>qd7B              symbols that do not repeat, once more
//   reverse   qd7B>B7dq              from the last to the first
//   addition  53=889=7=1             85 + 93 = 178, column by column, lowest digits first
//   parity    0111=0101              is the number of ones so far odd?
//   recall    q3d7B1>d7q3B1          pairs of key and value; then every key again, for its value
//   sum       58+39=871              85 + 93 = 178, the numbers one after the other
//   sum-hints A5B8+A3B9=A8B7C1       the same, with a letter that tells the place of each digit
//
// After `>` or `=` the answer must be predicted character by character; the keys of recall, the
// digits of later columns and the hints are given.
#pragma once

#include <string>
#include <vector>

#include "text/task.h"

namespace whereabouts {

const std::vector<Task>& tasks();
std::string task_names();  ///< "copy, reverse ..."
/// Throws UserError, naming those there are, for an unknown one.
const Task& task_named(const std::string& name);
/// The tasks of these names; all that there are if one of the names is `all`. Throws as
/// task_named() does.
std::vector<Task> tasks_named(const std::vector<std::string>& names);
/// A line for each task, with an instance of length 4 and what is asked.
std::string task_examples();

}  // namespace whereabouts
