#include "text/tasks.h"

#include "text/tasks/addition.h"
#include "text/tasks/copy.h"
#include "text/tasks/parity.h"
#include "text/tasks/recall.h"
#include "text/tasks/sum.h"
#include "util/check.h"
#include "util/nearest.h"

namespace whereabouts {

const std::vector<Task>& tasks() {
  static const std::vector<Task> all = {
      copy_task(),   reverse_task(), addition_task(),       parity_task(),
      recall_task(), sum_task(),     sum_with_hints_task(),
  };
  return all;
}

std::string task_names() {
  std::string list;
  for (const Task& task : tasks()) list += (list.empty() ? "" : ", ") + task.name;
  return list;
}

const Task& task_named(const std::string& name) {
  std::vector<std::string> names;
  for (const Task& task : tasks()) {
    if (task.name == name) return task;
    names.push_back(task.name);
  }
  const std::string guess = nearest(name, names);
  throw UserError(concat("there is no task \"", name, "\"",
                         guess.empty() ? "" : "; did you mean " + guess + "?", " (", task_names(),
                         ")"));
}

}  // namespace whereabouts
