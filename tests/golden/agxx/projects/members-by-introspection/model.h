#ifndef MODEL_H
#define MODEL_H
#include <string>
struct Point { int x, y; Point(int a, int b) : x(a), y(b) {} };
class Point3 : public Point { protected: double z; public: Point3(int a, int b, double c) : Point(a, b), z(c) {} };
namespace model {
  class Item { std::string name; bool used; int counts[3]; static int total; const char *label; int *link;
  public: Item(const std::string &n) : name(n), used(true), label("lab"), link(&total) { counts[0] = 1; counts[1] = 2; counts[2] = 3; total++; } };
  class Empty {};
}
#endif
