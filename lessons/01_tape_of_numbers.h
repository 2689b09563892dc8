// The tape for single numbers, in twenty lines.
#pragma once

#include <functional>
#include <memory>
#include <vector>

namespace tape_of_numbers {

struct Number {
  double value, gradient = 0;  // gradient: d loss / d value
};
using Node = std::shared_ptr<Number>;

inline std::vector<std::function<void()>> tape;  // the way back, one function an operation

inline Node number(double value) { return std::make_shared<Number>(Number{value}); }

// y = a + b: whatever moves a or b moves y as far.
inline Node add(Node a, Node b) {
  Node y = number(a->value + b->value);
  tape.push_back([=] { a->gradient += y->gradient, b->gradient += y->gradient; });
  return y;
}

// y = a b: moving a by h moves y by h b.
inline Node multiply(Node a, Node b) {
  Node y = number(a->value * b->value);
  tape.push_back([=] {
    a->gradient += b->value * y->gradient;
    b->gradient += a->value * y->gradient;
  });
  return y;
}

inline void backward(const Node& loss) {
  loss->gradient = 1;
  for (auto step = tape.rbegin(); step != tape.rend(); ++step) (*step)();
  tape.clear();
}

}  // namespace tape_of_numbers
