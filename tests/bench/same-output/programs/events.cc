// options: -std=gnu++17
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <deque>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <queue>
#include <string>
#include <thread>
#include <atomic>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>
namespace ev { class Bus { using Handler = std::function<void(int)>; std::unordered_map<std::string, std::vector<Handler>> handlers; std::mutex lock; public: void on(const std::string &name, Handler h) { std::lock_guard<std::mutex> g(lock); handlers[name].push_back(std::move(h)); } int fire(const std::string &name, int v) { int n = 0; for (auto &h : handlers[name]) { h(v); ++n; } return n; } }; }
struct Vec { double x = 0, y = 0; constexpr Vec() = default; constexpr Vec(double x, double y) : x(x), y(y) {} friend constexpr Vec operator+(Vec a, Vec b) { return {a.x + b.x, a.y + b.y}; } constexpr double dot(Vec o) const { return x * o.x + y * o.y; } bool operator==(const Vec &o) const { return x == o.x && y == o.y; } };
template <class T, std::size_t N> class Ring { std::array<T, N> a{}; std::size_t head = 0, n = 0; public: class iterator { const Ring *r; std::size_t i; public: using value_type = T; using difference_type = std::ptrdiff_t; using pointer = const T *; using reference = const T &; using iterator_category = std::forward_iterator_tag; iterator(const Ring *r, std::size_t i) : r(r), i(i) {} reference operator*() const { return r->a[(r->head + i) % N]; } iterator &operator++() { ++i; return *this; } iterator operator++(int) { auto o = *this; ++i; return o; } bool operator!=(const iterator &o) const { return i != o.i; } bool operator==(const iterator &o) const { return i == o.i; } }; bool push(T t) { if (n == N) { head = (head + 1) % N; n--; } a[(head + n++) % N] = std::move(t); return true; } iterator begin() const { return {this, 0}; } iterator end() const { return {this, n}; } template <class F> auto map(F f) const { std::vector<decltype(f(std::declval<T>()))> out; for (const auto &t : *this) out.push_back(f(t)); return out; } };
template <class T> struct Node { T value; std::unique_ptr<Node> left, right; explicit Node(T v) : value(std::move(v)) {} void insert(T v) { auto &side = v < value ? left : right; if (side) side->insert(std::move(v)); else side = std::make_unique<Node>(std::move(v)); } template <class Visit> void walk(Visit &&visit) const { if (left) left->walk(visit); visit(value); if (right) right->walk(std::forward<Visit>(visit)); } };
template <typename... Ts> struct Over : Ts... { using Ts::operator()...; }; template <typename... Ts> Over(Ts...) -> Over<Ts...>;
class Account { int balance{0}; static inline std::atomic<int> ops{0}; public: Account &deposit(int v) & { balance += v; ops++; return *this; } Account &withdraw(int v) { if (v > balance) throw v; balance -= v; ops.fetch_add(1); return *this; } int get() const noexcept { return balance; } static int operations() { return ops; } };
template <class It, class P = std::less<>> It best(It b, It e, P p = {}) { It m = b; while (++b != e) if (p(*m, *b)) m = b; return m; }
struct Parser { const char *p; int number() { int n = 0; while (*p >= '0' && *p <= '9') n = n * 10 + (*p++ - '0'); return n; } int factor() { if (*p == '(') { ++p; int v = expr(); ++p; return v; } return number(); } int term() { int v = factor(); while (*p == '*' || *p == '/') { char c = *p++; int w = factor(); v = c == '*' ? v * w : v / w; } return v; } int expr() { int v = term(); while (*p == '+' || *p == '-') { char c = *p++; int w = term(); v = c == '+' ? v + w : v - w; } return v; } };
enum class Color { Red, Green = 5, Blue }; constexpr const char *str(Color c) { switch (c) { case Color::Red: return "red"; case Color::Green: return "green"; default: return "?"; } } inline namespace v1 { int version() { return 1; } } using Pair = std::pair<int, std::string>; static Pair pairOf(int n) { return {n, std::string(n, '*')}; }
struct Log { std::string text; template <class T> Log &operator<<(const T &t) { if constexpr (std::is_arithmetic_v<T>) text += std::to_string(t); else text += t; return *this; } ~Log() { std::printf("%s\n", text.c_str()); } };
int main() {
  ev::Bus bus; int seen = 0; bus.on("a", [&seen](int v) { seen += v; }); bus.on("a", [&](int v) mutable { seen *= v; }); std::printf("%d %d\n", bus.fire("a", 3), seen);
  constexpr Vec u = Vec(1, 2) + Vec(3, 4); static_assert(u.x == 4); std::printf("%.0f %d\n", u.dot({2, 1}), u == Vec(4, 6));
  Ring<std::string, 2> r; for (auto s : {"x", "yy", "zzz"}) r.push(s); for (auto n : r.map([](const std::string &s) { return s.size(); })) std::printf("%zu ", n); std::printf("%td\n", std::distance(r.begin(), r.end()));
  Node<int> root(5); for (int v : {3, 8, 1, 4}) root.insert(v); std::string out; root.walk([&](int v) { out += std::to_string(v); }); std::puts(out.c_str());
  Over over{[](int) { return 1; }, [](const char *) { return 2; }}; std::printf("%d%d\n", over(1), over("s")); Account acc; acc.deposit(10).deposit(5).withdraw(3); try { acc.withdraw(99); } catch (int v) { std::printf("no %d %d %d\n", v, acc.get(), Account::operations()); }
  std::vector<int> v(6); std::iota(v.begin(), v.end(), 1); std::printf("%d %d %d\n", *best(v.begin(), v.end()), *best(v.begin(), v.end(), std::greater<>{}), std::accumulate(v.begin(), v.end(), 0, [](int a, int b) { return a + b * b; }));
  std::printf("%d %s %d\n", Parser{"2*(3+4)-10/5"}.expr(), str(Color::Green), version()); auto [n, stars] = pairOf(3); auto [unusedIt, fresh] = std::unordered_map<int, int>{}.emplace(1, 2); std::printf("%d%s%d%d\n", n, stars.c_str(), fresh, n + 1); Log() << "n=" << 4 << ' ' << std::string("end");
  std::priority_queue<int> q(std::less<int>(), {4, 9, 2}); std::deque<int> dq; while (!q.empty()) { dq.push_front(q.top()); q.pop(); } if (auto i = std::find(dq.begin(), dq.end(), 4); i != dq.end()) std::printf("%td\n", i - dq.begin()); int total = 0; std::thread worker([&total, w = std::weak_ptr<int>()] { total = w.expired() ? 7 : 0; }); worker.join(); std::printf("%d\n", total);
}
