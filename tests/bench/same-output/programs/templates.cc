// options: -std=gnu++17
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// Packs: in functions, classes, bases, lambdas, folds.
template <class... T> void all(const T &...t) { (std::printf("%d ", int(t)), ...); }
template <class F, class... A> decltype(auto) call(F &&f, A &&...a) { return std::forward<F>(f)(std::forward<A>(a)...); }
template <class T, class... R> T largest(T first, R... rest) { if constexpr (sizeof...(rest) == 0) return first; else { T r = largest(static_cast<T>(rest)...); return first < r ? r : first; } }
template <int... N> struct Numbers { static constexpr int sum = (N + ... + 0); static std::vector<int> values() { return {N...}; } };
template <class... B> struct Mixed : B... { Mixed(B... b) : B(b)... {} int total() { return (B::value() + ... + 0); } };
struct One { int n = 1; int value() { return n; } };
struct Two { int n = 2; int value() { return n * 10; } };
template <class Tuple, std::size_t... I> int sumOf(const Tuple &t, std::index_sequence<I...>) { return (std::get<I>(t) + ...); }
template <class... T> int tupleSum(const std::tuple<T...> &t) { return sumOf(t, std::index_sequence_for<T...>{}); }
template <class T, class... A> std::unique_ptr<T> build(A &&...a) { return std::unique_ptr<T>(new T{std::forward<A>(a)...}); }
template <class... T> auto bound(T... t) { return [=](auto... more) { return (t + ... + 0) * 100 + (more + ... + 0); }; }

// Overloads chosen by traits, tags, SFINAE, if constexpr.
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> const char *kind(T) { return "integral"; }
template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0> const char *kind(T) { return "floating"; }
template <class T> auto kind(const T &t) -> decltype(t.size(), "sized") { return "sized"; }
static const char *kind(...) { return "other"; }
template <class T, class = void> struct HasName : std::false_type {};
template <class T> struct HasName<T, std::void_t<decltype(std::declval<T>().name())>> : std::true_type {};
struct Named { std::string name() const { return "me"; } };
template <class T> std::string nameOf(const T &t) { if constexpr (HasName<T>::value) return t.name(); else if constexpr (std::is_same_v<T, int>) return std::to_string(t); else return "?"; }
template <class T> int tagged(T t, std::true_type) { return t; }
template <class T> int tagged(T, std::false_type) { return -1; }
template <class T> int tag(T t) { return tagged(t, std::is_integral<T>()); }

// Class templates: partial and explicit specialisation, members of all kinds, friends, nested, CRTP.
template <class T, int N = 4> class Ring {
  T items[N] = {};
  int at = 0;
  static int rings;
public:
  using value_type = T;
  template <class U, int M> friend class Ring;
  friend int peek(const Ring &r) { return r.at; }
  template <class U> friend U front(const Ring<U, 4> &);
  Ring() { ++rings; }
  template <class It> Ring(It b, It e) : Ring() { while (b != e) push(*b++); }
  template <int M> explicit Ring(const Ring<T, M> &o) : Ring() { for (const T &t : o.items) push(t); }
  Ring &push(T t) { items[at++ % N] = std::move(t); return *this; }
  template <class F> void each(F f) const { for (const T &t : items) f(t); }
  T &operator[](int i) { return items[i % N]; }
  const T &operator[](int i) const { return items[i % N]; }
  template <class U> operator std::vector<U>() const { return std::vector<U>(items, items + N); }
  template <class U> bool operator==(const Ring<U, N> &o) const { return std::equal(items, items + N, o.items); }
  static int count();
  struct Cursor { const Ring *r; int i = 0; const T &operator*() const { return (*r)[i]; } Cursor &operator++() { ++i; return *this; } bool operator!=(const Cursor &o) const { return i != o.i; } };
  Cursor begin() const;
  Cursor end() const { return {this, N}; }
};
template <class T, int N> int Ring<T, N>::rings = 0;
template <class T, int N> int Ring<T, N>::count() { return rings; }
template <class T, int N> typename Ring<T, N>::Cursor Ring<T, N>::begin() const { return Cursor{this}; }
template <class U> U front(const Ring<U, 4> &r) { return r.items[0]; }
template <int N> class Ring<bool, N> { unsigned bits = 0; public: Ring &push(bool b) { bits = bits << 1 | b; return *this; } unsigned raw() const { return bits; } };
template <> class Ring<char, 1> { public: char only() const { return 'o'; } };
template <class D> struct Shape { double scaled(double f) const { return self().area() * f; } const D &self() const { return static_cast<const D &>(*this); } friend bool operator<(const D &a, const D &b) { return a.area() < b.area(); } };
struct Box : Shape<Box> { double side; Box(double s) : side(s) {} double area() const { return side * side; } };
template <class T> struct Outer { template <class U> struct Inner { T t; U u; template <class V> auto mix(V v) const { return t + u + v; } }; template <class U> Inner<U> with(U u) { return {T(2), u}; } };
template <class T> struct Base { T b{}; int baseOnly(int n) { return n + int(b); } protected: int hidden = 3; };
template <class T> struct Derived : Base<T> { using Base<T>::hidden; int both(int n) { return this->baseOnly(n) + Base<T>::baseOnly(n) + hidden; } };
template <template <class...> class C, class T> C<T> fill(T t, int n) { C<T> c; for (int i = 0; i < n; i++) c.push_back(t); return c; }
template <auto V> constexpr auto constant = V;
template <class T> constexpr T pi = T(3.14159265);
template <class T> inline T counter{};
template <class T> using Vec = std::vector<T>;
template <class T> struct Deduced { T t; Deduced(T t) : t(t) {} template <class U> Deduced(U, T t) : t(t) {} };
Deduced(const char *) -> Deduced<std::string>;
template <class T> struct Wrap { T t; T *operator->() { return &t; } T &operator*() { return t; } explicit operator bool() const { return true; } };

// Literals, constexpr, recursion, static locals of instances.
template <char... C> int operator""_digits() { int n = 0; ((n = n * 10 + (C - '0')), ...); return n; }
std::string operator""_up(const char *s, std::size_t n) { std::string r(s, n); for (char &c : r) c -= 32; return r; }
constexpr long double operator""_half(long double d) { return d / 2; }
constexpr int operator""_c(char c) { return c; }
template <int N> constexpr int fib() { if constexpr (N < 2) return N; else return fib<N - 1>() + fib<N - 2>(); }
constexpr int power(int b, int e) { int r = 1; while (e--) r *= b; return r; }
template <class T> int visits() { static int n = sizeof(T); return n++; }
template <class T> struct Compose { T f; template <class G> auto operator|(G g) const { return Compose<std::function<int(int)>>{[f = f, g](int n) { return g(f(n)); }}; } int operator()(int n) const { return f(n); } };
template <class T> Compose(T) -> Compose<T>;
template <class It, class Pred> std::vector<typename std::iterator_traits<It>::value_type> where(It b, It e, Pred p) { std::vector<typename std::iterator_traits<It>::value_type> r; std::copy_if(b, e, std::back_inserter(r), p); return r; }
template <class T> T nothing() { return T(); }
template <> void nothing<void>() { std::printf("void "); }
template <class T> typename T::value_type firstOf(const T &t) { return t[0]; }
template <class T> void bump(T &t, typename std::decay<T>::type by = 1) { t += by; }
struct Poly { virtual ~Poly() = default; template <class T> int as(T t) { return eval(int(t)); } virtual int eval(int n) { return n; } };
struct Neg : Poly { int eval(int n) override { return -n; } };
template <class R, class... A> struct Callback { R (*f)(A...); R operator()(A... a) const { return f(a...); } };
template <class R, class... A> Callback<R, A...> callback(R (*f)(A...)) { return {f}; }
static int two(int a, double b) { return a + int(b); }
template <class C, class R, class... A> auto method(R (C::*m)(A...)) { return [m](C &c, A... a) -> R { return (c.*m)(a...); }; }
namespace outer { namespace inner { struct Tag {}; template <class T> int adl(T, Tag) { return 1; } } int use() { return adl(2, inner::Tag()); } }

int main() {
  all(1, 'a', 2.5); std::printf("%d %d %d\n", call([](int a, int b) { return a - b; }, 7, 2), largest(3, 9, 4), Numbers<1, 2, 3>::sum + int(Numbers<4, 5>::values().size()));
  std::printf("%d %d %s %d\n", Mixed<One, Two>(One(), Two()).total(), tupleSum(std::make_tuple(1, 2, 4)), build<std::string>("built")->c_str(), bound(1, 2)(3, 4));
  std::printf("%s %s %s %s %s%s%s %d%d\n", kind(1), kind(1.0), kind(std::string()), kind(Named()), nameOf(Named()).c_str(), nameOf(4).c_str(), nameOf(1.5).c_str(), tag(5), tag(nullptr));
  int ns[] = {3, 1, 2}; Ring<int> r(ns, ns + 3); r.push(8).push(9); Ring<int, 2> small(r); const auto &cr = r; r[1] += 4;
  for (int n : r) std::printf("%d ", n); std::vector<long> v = r; r.each([sum = 0](int n) mutable { sum += n; std::printf("%d,", sum); });
  std::printf(" %d %d %d %zu %d %d %d\n", small[0], peek(r), front(r), v.size(), Ring<int>::count(), cr[2], r == r);
  std::printf("%u %c %.1f %d %d %.1f\n", Ring<bool>().push(true).push(false).raw(), Ring<char, 1>().only(), Box(2).scaled(1.5), Box(1) < Box(2), Derived<int>().both(4), Outer<int>().with(1.5).mix(2L));
  std::printf("%zu %d %.2f %d ", fill<std::vector>('x', 3).size(), constant<7>, pi<double>, ++counter<int> + ++counter<long>); Vec<Deduced<int>> d{Deduced(4), Deduced('c', 5)}; Deduced text("text"); Wrap<std::string> w{"wrapped"}; std::printf("%d%d %s %zu%d\n", d[0].t, d[1].t, text.t.c_str(), w->size(), w ? int((*w)[0]) : 0);
  std::printf("%d %s %.2Lf %d %d %d %d%d%d\n", 123_digits, "up"_up.c_str(), 3.0_half, 'x'_c, fib<9>(), power(2, 5), visits<int>(), visits<int>(), visits<char>());
  auto f = Compose{[](int n) { return n + 1; }} | [](int n) { return n * 3; } | [](int n) { return n - 2; }; std::printf("%d ", f(4)); for (int n : where(v.begin(), v.end(), [](long n) { return n > 2; })) std::printf("%d ", n);
  nothing<void>(); int b = 1; bump(b); bump(b, 5); std::printf("%d %d %ld\n", nothing<int>(), b, firstOf(v)); Neg neg; Poly &p = neg; std::printf("%d %d %d %d\n", p.as(2.9), callback(two)(1, 2.7), method(&Box::area == nullptr ? nullptr : &One::value)(*std::make_unique<One>()), outer::use());
  std::map<std::string, std::vector<int>> groups; for (std::string_view s : {"ab", "c", "de"}) groups[std::string(s).substr(0, 1)].push_back(int(s.size())); for (auto &[k, g] : groups) std::printf("%s%d ", k.c_str(), g.front()); auto fact = [](auto self, int n) -> int { return n < 2 ? 1 : n * self(self, n - 1); }; std::array<int, 3> arr{{5, 6, 7}}; auto [x, y, z] = arr; std::printf("%d %d %d\n", fact(fact, 5), x + y + z, std::apply([](auto... n) { return (n * ...); }, arr));
}
