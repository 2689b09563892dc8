#include "text/tasks.h"

#include "text/tasks/addition.h"
#include "text/tasks/copy.h"
#include "text/tasks/parity.h"
#include "text/tasks/recall.h"
#include "text/tasks/sum.h"
#include "util/check.h"
#include "util/joined.h"
#include "util/nearest.h"
#include "util/random.h"

namespace whereabouts {

const std::vector<Task>& tasks() {
  static const std::vector<Task> all = {
      copy_task(),   reverse_task(), addition_task(),       parity_task(),
      recall_task(), sum_task(),     sum_with_hints_task(),
  };
  return all;
}

std::string task_names() { return joined(tasks(), ", ", &Task::name); }

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

std::vector<Task> tasks_named(const std::vector<std::string>& names) {
  std::vector<Task> chosen;
  for (const std::string& name : names) {
    if (name == "all") return tasks();
    chosen.push_back(task_named(name));
  }
  return chosen;
}

std::string task_examples() {
  std::string lines;
  for (const Task& task : tasks()) {
    Random random(0, "example of " + task.name);
    lines += concat("  ", task.name, std::string(10 - task.name.size(), ' '),
                    task.text_of(task.make(4, random).tokens), "    ", task.description, "\n");
  }
  return lines;
}

}  // namespace whereabouts
