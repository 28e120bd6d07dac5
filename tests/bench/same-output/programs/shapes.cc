// options: -std=gnu++17
#include <algorithm>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>
namespace app::core {
enum class Level : unsigned char { Low, High };
inline int counter = 0;
struct Shape { virtual ~Shape() = default; virtual double area() const noexcept = 0; std::string name{"shape"}; };
struct Square final : Shape { double side; explicit Square(double s) : side(s) { name = "square"; } double area() const noexcept override { return side * side; } };
struct Circle : Shape { double r; Circle(double radius) noexcept : r{radius} { name = "circle"; } double area() const noexcept override { return 3.0 * r * r; } };
template <class T> class Stack { std::vector<T> items; public: Stack() = default; Stack(std::initializer_list<T> l) : items(l) {} void push(T t) { items.push_back(std::move(t)); } [[nodiscard]] std::optional<T> pop() { if (items.empty()) return std::nullopt; T t = std::move(items.back()); items.pop_back(); return t; } auto begin() const { return items.begin(); } auto end() const { return items.end(); } std::size_t size() const { return items.size(); } friend bool operator==(const Stack &a, const Stack &b) { return a.items == b.items; } };
template <class... T> auto total(T... t) { return (t + ... + 0); }
template <class T> constexpr bool isInt() { if constexpr (std::is_same_v<T, int>) return true; else return false; }
constexpr int cube(int n) { return n * n * n; }
static_assert(cube(3) == 27);
[[noreturn]] void fail(const std::string &why) { throw std::runtime_error("fail: " + why); }
std::unique_ptr<Shape> make(Level l, double v) { if (l == Level::Low) return std::make_unique<Square>(v); return std::make_unique<Circle>(v); }
std::tuple<int, std::string> both(int n) { return {n, std::to_string(n)}; }
struct Move { std::unique_ptr<int> p; Move(int n) : p(new int(n)) {} Move(Move &&) = default; Move &operator=(Move &&) noexcept = default; int get() const & { return *p; } int get() && { return -*p; } };
Move pass(Move m) { return m; }
struct Guard { int &n; explicit Guard(int &n) : n(n) { ++n; } ~Guard() { --n; } Guard(const Guard &) = delete; };
int guarded(int &depth) { Guard g(depth); if (depth > 2) return depth; return guarded(depth) + depth; }
struct Matrix { int v[2][2]; int *operator[](int i) { return v[i]; } const int *operator[](int i) const { return v[i]; } Matrix &operator+=(const Matrix &o) { for (int i = 0; i < 2; i++) for (int j = 0; j < 2; j++) v[i][j] += o[i][j]; return *this; } explicit operator bool() const { return v[0][0] != 0; } int operator()(int i, int j) const { return v[i][j]; } };
unsigned operator""_u(unsigned long long n) { return unsigned(n); }
using Value = std::variant<int, std::string>;
std::string show(const Value &v) { return std::visit([](const auto &x) -> std::string { if constexpr (std::is_same_v<std::decay_t<decltype(x)>, int>) return std::to_string(x); else return x; }, v); }
int divide(int a, int b) try { if (b == 0) throw std::invalid_argument("zero"); return a / b; } catch (const std::exception &e) { return -1; }
static int next() { static int n = [] { return 40; }(); return ++n; }
union Bits { float f; unsigned u; };
}
using namespace app::core;
int main(int argc, char **argv) {
  Stack<int> s{1, 2, 3}; s.push(4); int sum = 0; for (auto i : s) sum += i; printf("%d %zu %d\n", sum, s.size(), s.pop().value_or(0));
  for (auto l : {Level::Low, Level::High}) { auto sh = make(l, 2); printf("%s %.1f\n", sh->name.c_str(), sh->area()); }
  auto [n, t] = both(7); printf("%d %s %d %d\n", n, t.c_str(), total(1, 2, 3), isInt<int>());
  try { fail("x"); } catch (const std::runtime_error &e) { printf("%s\n", e.what()); }
  Move m = pass(Move(5)); printf("%d %d\n", m.get(), std::move(m).get());
  int depth = 0; printf("%d %d\n", guarded(depth), depth);
  Matrix a{{{1, 2}, {3, 4}}}, b = a; a += b; printf("%d %d %d\n", a[1][1], a(0, 1), a ? 1 : 0);
  std::map<std::string, std::function<int(int)>> f; f["twice"] = [k = 2](int x) { return x * k; }; f["next"] = [](int) { return next(); };
  printf("%d %d %u\n", f["twice"](21), f.at("next")(0), 5_u);
  std::vector<Value> vs{1, std::string("two")}; for (const auto &v : vs) printf("%s ", show(v).c_str()); puts("");
  std::vector<std::string> w{"pear", "fig", "apple"}; std::sort(w.begin(), w.end(), [](const auto &x, const auto &y) { return x.size() < y.size(); }); for (std::string_view x : w) printf("%.*s ", int(x.size()), x.data()); puts("");
  Bits bits; bits.f = 1.0f; printf("%x %d %d\n", bits.u, divide(7, 2), divide(1, 0));
  int arr[3] = {3, 1, 2}; int *p = arr; *p++ += 10; printf("%d %d %d\n", arr[0], *p, argc > 5 ? 1 : cube(2)); counter += 2; printf("%d\n", ++counter);
}
