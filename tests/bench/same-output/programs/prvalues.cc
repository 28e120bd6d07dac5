// options: -std=gnu++17
// Not the same today: temporaries of default arguments end with the wrapper of a call, and around advice copies a result
// that C++17 would have made in its place.
#include <cstdio>
static int made;
struct Traced {
  int id;
  const char *name;
  Traced(const char *name) : id(++made), name(name) { std::printf("+%s%d ", name, id); }
  ~Traced() { std::printf("-%s%d ", name, id); }
};
static int defaulted(const Traced &t = Traced("def"), int n = ++made) { return t.id * 100 + n; }
static const Traced &given(const Traced &t = Traced("own")) { return t; }
static Traced result() { return Traced("result"); }
int main() {
  std::printf("%d %d %d ", defaulted(), defaulted(Traced("mine")), defaulted("converted", 3));
  std::printf("| %s |", given().name);
  { Traced kept = result(); std::printf("%s ", result().name); }
  std::printf("\n");
}
