#include <string>
#include <vector>
#include <map>
#include <iostream>
namespace calc {
  class Table { std::map<std::string, double> cells; 
   public: void set(const std::string &name, double v) { cells[name] = v; } 
     double get(const std::string &name) const { std::map<std::string, double>::const_iterator it = cells.find(name); return it == cells.end() ? -1 : it->second; } 
     double sum(const std::string &a, const std::string &b) { return get(a) + get(b); } };
  std::string join(const std::string &a, char c, int n) { return a + std::string(n, c); }
  long fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
  static unsigned char small(unsigned char c) { return c + 1; }
}
int main() { calc::Table t; t.set("x", 1.5); t.set("y", 2); std::cout << t.sum("x", "y") << calc::join("a", 'b', 3) << calc::fact(3) << calc::small('a') << std::endl; return 0; }
