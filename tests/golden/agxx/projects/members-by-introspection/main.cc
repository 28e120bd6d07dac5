#include "model.h"
#include <iostream>
int main() {
  Point p(1, 2); Point3 q(3, 4, 5.5); model::Item i("bolt"); model::Empty e;
  std::cout << p.toString() << "\n" << q.toString() << "\n" << i.toString() << "\n" << e.toString() << std::endl;
}
