// options: -std=gnu++17
// Order and number of constructions, destructions, copies and moves; exceptions through woven code.
#include <cstdio>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

static int made;
struct Traced {
  int id;
  const char *name;
  Traced(const char *name = "t") : id(++made), name(name) { std::printf("+%s%d ", name, id); }
  Traced(const Traced &o) : id(++made), name(o.name) { std::printf("copy %s%d>%d ", name, o.id, id); }
  // Moves are silent: how many there are depends on elision.
  Traced(Traced &&o) noexcept : id(o.id), name(o.name) { o.name = nullptr; }
  Traced &operator=(const Traced &o) { name = o.name; std::printf("= "); return *this; }
  Traced &operator=(Traced &&o) noexcept { std::swap(name, o.name); std::swap(id, o.id); std::printf("m= "); return *this; }
  ~Traced() { if (name) std::printf("-%s%d ", name, id); }
  Traced chained(const char *n) const { return Traced(n); }
  const Traced &self() const { return *this; }
  Traced operator+(const Traced &o) const { return Traced(o.name); }
  bool operator!() const { return false; }
};
static void line(const char *what) { std::printf("| %s\n", what); }

// Static initialisation in order, with a dependency, and destruction at exit.
static Traced first("s1");
static Traced second = first.chained("s2");
static const Traced &bound = Traced("bound");
struct Late {
  Late() { std::printf("late "); }
  static Late &get() { static Late one; return one; }
};

// Members, bases and virtual bases.
struct Root { Traced r; Root(const char *n) : r(n) {} virtual ~Root() { std::printf("~Root "); } virtual const char *who() const { return "Root"; } };
struct Left : virtual Root { Traced l{"l"}; Left() : Root("rootL") { std::printf("%s ", who()); } const char *who() const override { return "Left"; } ~Left() override { std::printf("~Left %s ", who()); } };
struct Right : virtual Root { Traced x{"x"}; Right() : Root("rootR") {} };
struct Bottom final : Left, Right { Traced a, b; Bottom() : Root("root"), b("b"), a("a") { std::printf("%s ", who()); } const char *who() const override { return "Bottom"; } };
struct Delegates { int n; Traced t; Delegates(int n) : n(n), t("d") {} Delegates() : Delegates(4) { std::printf("delegated "); } Delegates(const char *s) try : n(int(std::strlen(s))), t(n > 3 ? throw std::length_error("long") : s) {} catch (const std::exception &e) { std::printf("in constructor: %s ", e.what()); } };
template <class T> struct Inherits : T { using T::T; Traced extra{"e"}; };

// Exceptions.
struct Oops { Traced t; int code; };
[[noreturn]] static void throws(int code) { throw Oops{Traced("o"), code}; }
static int risky(int n) { Traced local("risk"); if (n > 1) throws(n); return n; }
static int rethrows(int n) { try { return risky(n); } catch (const Oops &o) { std::printf("seen%d ", o.code); if (n > 2) throw; return -n; } catch (...) { return 0; } }
static int quiet(int n) noexcept { try { return rethrows(n); } catch (Oops &o) { return o.code * 10; } }
struct Partial { Traced a{"pa"}; Traced b; Partial(bool f) : b(f ? throw 5 : "pb") {} };
static int functionTry(int n) try { Traced t("ft"); return risky(n); } catch (Oops o) { std::printf("caught by value "); return o.code; }
static std::exception_ptr keep() { try { throw std::runtime_error("kept"); } catch (...) { return std::current_exception(); } }
struct Unwinds { ~Unwinds() { std::printf("unwinding%d ", std::uncaught_exceptions()); } };

// By value, by reference; results that are prvalues, references, moved.
static Traced byValue(Traced t) { return t; }
static Traced elided() { return Traced("el"); }
static Traced named(bool which) { Traced n("n1"); if (which) return n; Traced m("n2"); return m; }
static Traced &&forwarded(Traced &&t) { return std::move(t); }
static const Traced &longer(const Traced &a, const Traced &b) { return std::strlen(a.name) < std::strlen(b.name) ? b : a; }
static int order(const Traced &a, const Traced &b, Traced &&c) { return a.id * 100 + b.id * 10 + c.id; }
struct Moves { std::unique_ptr<Traced> p; int n = 1; explicit Moves(const char *s) : p(new Traced(s)) {} Moves(Moves &&) = default; Moves &operator=(Moves &&) = default; };
static Moves pass(Moves m) { m.n++; return m; }
struct Pinned { Traced t{"pin"}; Pinned() = default; Pinned(const Pinned &) = delete; };
static Pinned pinned() { return {}; }
struct Agg { Traced a, b; int n; };
static Agg agg(int n) { return {"g1", "g2", n}; }
struct Temp { std::vector<int> v{1, 2, 3}; Temp() = default; Temp(Temp &&) = default; ~Temp() { if (!v.empty()) std::printf("~Temp "); } const std::vector<int> &items() const & { return v; } std::vector<int> items() && { return v; } };
static Temp temp() { return {}; }
struct List { Traced t; int n; List(std::initializer_list<Traced> l) : t("li"), n(int(l.size())) {} };

int main() {
  line("static");
  { Late::get(); Bottom b; Root &r = b; std::printf("%s ", r.who()); } line("inheritance");
  { Delegates d; Delegates e("abc"); } line("delegation");
  try { Delegates f("abcdef"); } catch (std::length_error &) { std::printf("out "); } line("constructor try");
  { Inherits<Delegates> i("xy"); Inherits<Delegates> j(3); } line("inheriting constructors");
  std::printf("%d %d %d ", quiet(1), quiet(2), quiet(3)); line("exceptions");
  try { Partial p(true); } catch (int n) { std::printf("partial %d ", n); } line("partly constructed");
  std::printf("%d %d ", functionTry(1), functionTry(7)); line("function try");
  try { Unwinds u; std::rethrow_exception(keep()); } catch (std::exception &e) { std::printf("%s ", e.what()); } line("kept");
  { Traced v = byValue(elided()); } line("by value");
  { Traced a = named(true), b = named(false); } line("named result");
  { Traced t("src"), u(forwarded(std::move(t))); std::printf("%d ", t.name == nullptr); } line("moved");
  { const Traced &x = longer(Traced("aa"), Traced("bbb")).chained("ch"); std::printf("%s ", x.name); line("extended"); std::printf("%s ", longer(x, Traced("zzz")).name); } line("temporaries");
  std::printf("%d ", order(Traced("A"), Traced("B"), Traced("C"))); line("arguments");
  { Moves m = pass(pass(Moves("mv"))); Moves o("other"); o = std::move(m); std::printf("%s %d %d ", o.p->name, o.n, m.p == nullptr); } line("move only");
  { auto &&p = pinned(); std::printf("%d ", p.t.id > 0); } line("not movable");
  { auto [a, b, n] = agg(4); auto &[c, d, k] = static_cast<const Agg &>(agg(5)); std::printf("%s%s%d ", a.name, b.name, n); } line("structured");
  for (int i : temp().items()) std::printf("%d ", i); line("range of a temporary");
  { Traced t = Traced("p") + Traced("q") + Traced("r"); t = Traced("s"); t = !t ? t : elided(); } line("operators");
  { alignas(Traced) char room[sizeof(Traced) * 2]; Traced *t = new (room) Traced("pl"); new (t + 1) Traced(*t); t[1].~Traced(); t->~Traced(); } line("placement");
  { Traced *many = new Traced[2]{{"m1"}, {"m2"}}; delete[] many; std::unique_ptr<Root> r = std::make_unique<Bottom>(); } line("new");
  { List l{"i1", Traced("i2")}; std::printf("%d ", l.n); Traced copies[2] = {l.t, Traced("c")}; } line("lists");
  { std::vector<Traced> v; v.reserve(3); v.emplace_back("v1"); v.push_back(Traced("v2")); v.insert(v.begin(), v[1]); v.erase(v.begin()); } line("vector");
  { Traced t("cap"); auto byCopy = [t](int n) { return t.id + n; }; auto moved = [u = std::move(t)]() mutable { u = Traced("new"); return u.name; }; std::printf("%d %s ", byCopy(0) > 0, moved()); } line("captures");
  if (Traced t("if"); t.id > 0) std::printf("then "); else std::printf("else "); line("if");
  switch (Traced t("sw"); t.id > 0) { case true: std::printf("case "); } line("switch");
  for (Traced t("for"); made < 1000 && Traced("cond").id; made += 1000) std::printf("body "); line("for");
  bool both = Traced("and").id > 0 && Traced("or").id < 0 || Traced("last").id; std::printf("%d ", both); line("lazy");
  const Traced &c = both ? Traced("yes") : first; std::printf("%s ", c.name); line("end");
}
