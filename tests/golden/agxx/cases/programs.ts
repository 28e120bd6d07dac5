import type { RuleCases } from "./case.js";

/** What the rules don't name and programs write all the same; each was found by weaving a program that people use. */
export const PROGRAMS: RuleCases = {
  "members of a class template call each other": {
    source: `template <int N> struct Base { void clear() { printf("base\\n"); } static int make(int a) { return a + N; } };
template <int N> struct Pool : Base<N> { struct Item { Item *next; }; Item *root; Item all[2]; Pool() : root(0) { all[0].next = all[1].next = 0; }
void clear() { printf("clear\\n"); root = 0; } Item *take(Item *from) { return from->next ? from->next : from; } Item *head() { return take(&all[0]); }
int size() { return Base<N>::make(1); } ~Pool() { Pool<N>::clear(); Base<N>::clear(); } };
int main() { Pool<3> p; printf("%d %d\\n", p.head() == p.all, p.size()); return 0; }`,
    aspects: `aspect A { advice call("% Pool<...>::%(...)" || "% Base<...>::%(...)") : around() { printf("(%d)", (int)tjp->args()); tjp->proceed(); } };`,
    output: "(0)(0)(1)1 4\n(0)clear\nbase",
    beyond: "does not weave in templates",
  },
  "template arguments that are written out, of types and values": {
    source: `namespace n { struct Node { int v; Node(int v) : v(v) {} }; template <class T, int K> T *make(int a) { static T t(a * K); return &t; }
struct Doc { template <class T> int one(T a) { return (int)(a + 1); } int all(); }; int Doc::all() { return one<long>(3) + make<Node, 2>(4)->v; } }
int main() { n::Doc d; printf("%d %d %d\\n", d.all(), n::make<n::Node, (3 > 2)>(5)->v, d.one<char>(6)); return 0; }`,
    aspects: `aspect A { advice call("% n::...::%(...)") : around() { printf("c "); tjp->proceed(); } };`,
    output: "c c c c c 12 5 7",
    beyond: "can't find the types of the arguments",
  },
  "arrays whose bound is a template's parameter": {
    source: `template <class T, int N> struct Array { T *mem; T pool[N]; Array() : mem(pool) { pool[0] = 7; } bool own() const { return mem == pool; } T first() { return pool[0]; } };
int main() { Array<int, 4> a; printf("%d %d\\n", a.own(), a.first()); return 0; }`,
    aspects: `aspect A { advice get("% ...::pool" || "% ...::mem") || ref("% ...::pool") : around() { printf("%s ", JoinPoint::JPTYPE == AC::REF ? "ref" : "get"); tjp->proceed(); } };`,
    output: "ref get get ref 1 7",
    beyond: "does not weave in templates",
  },
  "accesses through iterators, in unnamed unions, of static members by an object, of temporaries": {
    source: `#include <map>
#include <string>
struct C { union { int index; float f; }; int get() const { return index; } void put(int i) { index = i; } }; typedef std::map<int, C> M;
struct S { static const int limit = 9; std::string name; }; S make() { S s; s.name = "x"; return s; }
int main() { M m; m[1].put(3); M::iterator it = m.begin(); (*it).second.index += 4; const int &key = (*it).first; S s; const std::string &n = make().name;
printf("%d %d %d %s\\n", it->second.get(), key, s.limit + 1, n.c_str()); return 0; }`,
    aspects: `int n; aspect A { advice get("% C::%" || "% S::%") || set("% C::%") || ref("% ...::first" || "% ...::S::name") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    output: "7 1 10 x\n7",
    beyond: "can't find the members of the union",
  },
  "lambdas are passed on": {
    source: `#include <algorithm>
template <class F> int apply(F &&f) { return f(1); } template <class F> int two(const F &f, int n) { return f(n); }
int main() { int v[] = { 3, 1, 2 }, k = 2; auto add = [&](int i) { return k += i; }; std::sort(v, v + 3, [](int a, int b) { return a < b; });
int sum = apply(add) + two(add, 3) + apply([=](int i) { return i * k; }); printf("%d %d\\n", v[0], sum); return 0; }`,
    aspects: `aspect A { advice call("% apply(...)" || "% two(...)" || "% std::sort(...)") : around() { printf("c "); tjp->proceed(); } };`,
    output: "c c c c 1 15",
    beyond: "can't spell the type of a lambda",
  },
  "functions of an unnamed namespace beside others of their name": {
    source: `namespace n { int text(int a) { return a; } namespace { int text(int a, bool b) { return b ? a : 0; } int other() { return 1; } } int all() { return text(2) + text(3, true) + other(); } } int main() { printf("%d\\n", n::all()); return 0; }`,
    aspects: `aspect A { advice call("% n::...::%(...)") && within("% n::all()") : around() { printf("c "); tjp->proceed(); } };`,
    output: "c c c 6",
    beyond: "can't name the hidden function",
  },
  "calls in templates of functions whose arguments only the instance knows": {
    source: `template <typename T, typename U> U pick(const T &a, U b, bool c) { return c ? static_cast<U>(a) : b; } struct J { int v; template <class T> T as() const { return static_cast<T>(v); } };
struct F { template <class T> static int run(const J &j) { return pick(j.as<T>(), 5, true) + pick(j.as<int>(), 3, false); } };
int main() { J j = { 4 }; printf("%d\\n", F::run<long>(j)); return 0; }`,
    aspects: `aspect A { advice call("% pick(...)" || "% J::as()") : around() { printf("c "); tjp->proceed(); } };`,
    output: "c c c c 7",
    beyond: "does not weave in templates",
  },
  "raw strings, lists of variable arguments, arrays of constants": {
    source: `#include <stdarg.h>
struct Out { template <int N> Out &operator<<(const char (&t)[N]) { printf("%d ", N); return *this; } };
int print(const char *format, va_list list) { return vprintf(format, list); } void say(const char *format, ...) { va_list list; va_start(list, format); print(format, list); va_end(list); }
int main() { Out o; o << "abc" << R"x(a ")" b)x"; say(R"(%d "x" )", 3); say("%s\\n", R"({ ")"); return 0; }`,
    aspects: `aspect A { advice call("% print(...)" || "% Out::operator <<(...)" || "% say(...)") : around() { printf("c "); tjp->proceed(); } };`,
    output: 'c 4 c 8 c c 3 "x" c c { "',
    beyond: "can't spell the type behind va_list",
  },
  "a destructor that is made explicit leaves the other members as they are": {
    source: `struct A { int x; }; struct S { S() {} S(S &&) { printf("move "); } S(const S &) { printf("copy "); } ~S() {} }; struct M { S s; int i; };
int main() { A a; A b = { 3 }; a.x = b.x; M m = { S(), a.x }; M n = static_cast<M &&>(m); M o = n; printf("%d\\n", o.i); return 0; }`,
    aspects: `aspect X { advice destruction("A" || "M") : before() { printf("-"); } };`,
    output: "move copy 3\n-----",
    beyond: "takes the moving constructor away",
  },
  "members that are defaulted outside their class, explicit specialisations of members": {
    source: `struct D { int v; D(); D(int v) : v(v) {} ~D(); template <class T> T as() const { return T(v); } }; D::D() = default; D::~D() = default; template <> inline bool D::as<bool>() const { return v > 2; }
int main() { D d(3), e; e.v = 1; printf("%d %d %d\\n", d.as<bool>(), e.as<bool>(), d.as<int>()); return 0; }`,
    aspects: `aspect A { advice construction("D") || destruction("D") : before() { printf("%s ", tjp->signature()); } advice execution("bool D::as()") : around() { printf("as "); tjp->proceed(); } };`,
    output: "D::D(int) D::D() as as 1 0 3\nD::~D() D::~D()",
    beyond: "makes a text of its own for the member",
  },
  "copies that are defaulted outside their class": {
    source: `struct B { int v; B() : v(1) {} B(const B &) = default; }; struct I : B { I(); I(const I &); };
I::I() = default; I::I(const I &) = default; int main() { I a, b(a); return b.v - 1; }`,
    aspects: `aspect A { advice construction("B" || "I") : before() { printf("%s\\n", tjp->signature()); } };`,
    compiler: ["-std=gnu++11"],
    output: "B::B()\nI::I()\nB::B(const B &)\nI::I(const I &)",
    beyond: "makes a text of its own for the member",
  },
  "copies of a class that holds what can't be copied": {
    source: `struct T { int v; }; struct E { explicit E(T const &t) : v(t.v) {} int v; private: E(E const &); }; template <class X> struct Keep { Keep() {} private: Keep(const Keep &); }; struct H { H(T t) : e(t) {} E e; Keep<int> k; };
int main() { T t; t.v = 3; H h(t); printf("%d\\n", h.e.v); return 0; }`,
    aspects: `aspect A { advice construction("%") && !construction("A") : after() { printf("%s\\n", tjp->signature()); } };`,
    output: "E::E(const T &)\nKeep::Keep()\nH::H(T)\n3",
    beyond: "its program ends before main",
  },
  "templates whose arguments nothing deduces, packs, unnamed parameters": {
    source: `#include <utility>
#include <string>
template <class T, int N> struct Pool { T all[N]; }; struct Node { int v; Node() : v(3) {} };
class Doc { template <class T, int N> T *make(Pool<T, N> &p); template <class T, int N> T *other(int at); Pool<Node, 4> pool; template <class U, class... A> U *emplace(A &&... a); public: int all(); };
template <class T, int N> T *Doc::make(Pool<T, N> &p) { return &p.all[N - 1]; } template <class T, int N> T *Doc::other(int at) { return &pool.all[at % N]; }
template <class U, class... A> U *Doc::emplace(A &&... a) { return new U(std::forward<A>(a)...); }
int Doc::all() { std::string s("moved"); std::string *m = emplace<std::string>(std::move(s)); int r = make(pool)->v + other<Node, 3>(5)->v + (int)m->size() + (int)s.size(); delete m; return r; }
int sum() { return 0; } template <class H, class... T> int sum(H h, T... t) { return h + sum(t...); }
template <class... T> struct Tuple { int count(T... t) { return sum(t...); } static int size(const T &...) { return sizeof...(T); } template <class F, class... A> auto apply(F f, A &&... a) -> decltype(f(a...)) { return f(std::forward<A>(a)...); } };
template <class T, class = void> int unnamed(T, int = 4) { return sizeof(T); } template <class T> T &first(T &a, const std::pair<int, int> &) { return a; } int array(int (&)[2], std::pair<int, int>, int (*)(int) = 0) { return 1; }
int main() { Doc d; Tuple<int, long> t; int x = 5, y[2]; first(x, std::make_pair(1, 2)) = 6; int all = d.all(), three = sum(1, 2), count = t.count(3, 4), size = t.size(1, 2), product = t.apply([](int a, int b) { return a * b; }, 6, 7);
printf("%d %d %d %d %d %d\\n", all, three, count, size, product, unnamed('a') + x + array(y, std::make_pair(1, 2))); return 0; }`,
    aspects: `aspect A { advice execution("% ...::%(...)") && !execution("% main()") : around() { printf("%d", tjp->args()); tjp->proceed(); } };`,
    output: "201112102210232311 3 7 2 42 8",
    beyond: "does not weave in templates",
  },
  "plain data that only wildcards hold is left out and told": {
    source: `struct Point { int x, y; }; struct Line { Point from, to; }; struct Plain { int a; }; struct Table { int k; const char *name; } table[] = { { 1, "one" }, { 2, "two" } };
Line unit = { { 0, 0 }, { 1, 0 } }; Point at(int x) { Point p = { x, 1 }; return p; }
int main() { Plain p; p.a = 1; printf("%d %d %s %d\\n", unit.to.x, at(4).x, table[1].name, p.a); return 0; }`,
    aspects: `aspect A { advice construction("...::%") : after() { printf("%s ", tjp->signature()); } };`,
    output: "1 4 two 1",
    says: ["warning[weft/weave/plain-data]: advice of 'A' is left out", "so it is at"],
    beyond: "makes constructors, so that its braces initialise nothing",
  },
  "an aggregate that the pointcut names is an error": {
    source: `struct Point { int x, y; }; Point p = { 1, 2 }; int main() { printf("%d\\n", p.x); return 0; }`,
    aspects: `aspect A { advice construction("Point") : after() { } };`,
    output:
      "main.cc:2:26: error[weft/weave/aggregate]: 'Point' has no constructor that advice could run in, and with one 'p = { \u00e2\u0080\u00a6 }' would be no initialisation; so it is at 3 join points: main.cc:2. Leave the class out (&& !\"Point\" with its scope), or give it constructors.",
    beyond: "compiles, and the braces are an error of g++",
  },
  "what auto takes from a class, objects as conditions": {
    source: `#include <map>
#include <memory>
std::map<int, int> m; bool less(const std::map<int, int> &o) { auto a = m.size(); const auto b = o.size(); if (a != b) return a < b; return false; }
int main() { std::unique_ptr<int> p; if (!p) p.reset(new int(2)); m[*p] = 1; printf("%d %d\\n", less(m), p ? *p : 0); return 0; }`,
    aspects: `int n; aspect A { advice builtin("% ...::operator %(...)") : after() { n++; } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    output: "0 2\n4",
    beyond: "does not convert what a condition converts",
  },
  "static members of templates, templates in unnamed namespaces, members defined outside two templates": {
    source: `namespace n { namespace { template <typename T> inline void swap(T &a, T &b) { T c = a; a = b; b = c; } template <typename I> void reverse(I begin, I end) { while (end - begin > 1) swap(*begin++, *--end); }
template <class A, class B> struct Conv { static int parse(int a) { return a + A::k; } static int twice(int a) { return parse(a) + parse(a); } }; struct K { enum { k = 4 }; }; } }
template <typename T> class Buffer { T *p; public: Buffer(T *p) : p(p) {} template <typename U> void append(const U *b, const U *e); template <typename U> const U at(U i) const { return i; } };
template <typename T>
template <typename U>
void Buffer<T>::append(const U *b, const U *e) { while (b != e) *p++ = *b++; }
int main() { int a[3] = { 1, 2, 3 }; n::reverse(a, a + 3); char t[4] = ""; Buffer<char> b(t); const char *s = "ab"; b.append(s, s + 2); printf("%d %d %s %d\\n", a[0], n::Conv<n::K, n::K>::twice(2), t, b.at(3)); return 0; }`,
    aspects: `aspect A { advice (execution("% ...::%(...)") && !execution("% main()")) || (call("% n::...::%(...)") || call("% Buffer<...>::%(...)")) : around() { printf("%d", tjp->args()); tjp->proceed(); } };`,
    output: "222222111111113 12 ab 3",
    beyond: "does not weave in templates",
  },
  "copies of a base, objects with operators, temporaries for what takes temporaries": {
    source: `#include <map>
#include <memory>
#include <string>
struct Node { int v; Node(int v) : v(v) {} typedef void (*Truth)(Node ***); static void yes(Node ***) {} operator Truth() const { return v ? yes : 0; } };
struct Doc : Node { Doc() : Node(3) {} private: Doc(const Doc &); }; int take(Node n) { return n.v; }
template <class T> struct Pod { std::unique_ptr<T[]> p; Pod() : p(new T[2]) {} T &operator[](int i) const { return p[i]; } };
struct Test { Doc doc; std::map<int, std::string> m, *at; Test() : at(&m) {} int key() { return 2; } std::string name() { return "x"; }
int run() { (*at)[key()] = name(); Pod<int> p; p[1] = 4; return doc ? take(doc) + p[1] + (int)m.size() : 0; } };
int main() { Test t; printf("%d\\n", t.run()); return 0; }`,
    aspects: `int n; aspect A { advice get("% ...::%") || call("% ...::%(...)") : around() { n++; tjp->proceed(); } };`,
    output: "8",
    beyond: "can't spell the pointer that the conversion gives",
  },
  "classes stay trivial, and constants constant, where a program asks for it": {
    source: `#include <type_traits>
struct Inst { Inst() = default; Inst(const Inst &) = default; void set(int a) { out = a; } unsigned out; union { int cap; struct { unsigned char lo, hi; }; }; }; static_assert(std::is_trivial<Inst>::value, "trivial");
struct Wide { unsigned long hi, lo; constexpr Wide(unsigned long h, unsigned long l) : hi(h), lo(l) {} constexpr bool small() const { return hi == 0 && !(lo > 9); } }; constexpr bool known = Wide(0, 3).small(); static_assert(known, "known");
int main(int argc, char **) { Inst i; i.set(2); Inst j = i; Wide w(argc - 1, 12); printf("%u %d\\n", j.out, w.small()); return 0; }`,
    aspects: `int n; aspect A { advice construction("...::%") || destruction("...::%") || builtin("% operator %(...)") || get("% Wide::%") || set("% Wide::%") : after() { n++; } advice execution("% main(...)") : after() { printf("%d\\n", n); } };`,
    compiler: ["-std=gnu++17"],
    output: "2 0\n8",
    says: ["warning[weft/weave/plain-data]", "warning[weft/weave/constexpr]"],
    beyond: "makes members that take this away",
  },
  "results behind an arrow, packs before defaults, clauses that end in >>": {
    source: `#include <string>
#include <vector>
template <class T> struct Size { enum { value = sizeof(T) }; }; template <bool B, class T = int> struct If { typedef T type; }; template <class C> using value_of = typename C::value_type;
template <class C, typename If<(Size<C>::value > 0)>::type = 0> inline auto first(C &c) -> value_of<C> & { return c[0]; }
template <class S, class... T, class C = std::vector<S>> inline auto count(const S &, const T &...args) -> typename C::size_type { return C(sizeof...(args)).size(); }
template <class V, class C = std::vector<V>> auto twice(const V &v) -> decltype(v + v) { C c; c.push_back(v); return c[0] + v; }
struct Parser { template <class X> auto begin(X &x) const -> decltype(x.begin()) { return x.begin(); } };
int main() { std::vector<int> v(1, 4); Parser p; first(v)++; printf("%d %d %d %d\\n", first(v), (int)count(1, 2, 3), twice(3), *p.begin(v)); return 0; }`,
    aspects: `int n; aspect A { advice execution("% ...::%(...)") && !execution("% main()") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    compiler: ["-std=gnu++17"],
    output: "5 2 6 5\n5",
    beyond: "does not weave in templates",
  },
  "what friends see, and friends that only their arguments find": {
    source: `#include <string>
namespace n { class Big { int v; friend int compare(const Big &a, const Big &b) { return a.v - b.v; } friend std::string text(const Big &); friend Big operator+(const Big &, const Big &); template <class V> friend auto visit(V v, const Big &b) -> decltype(v(0));
public: Big(int v) : v(v) {} }; std::string text(const Big &b) { return std::string(b.v, 'x'); } Big operator+(const Big &a, const Big &b) { return Big(a.v + b.v); } template <class V> auto visit(V v, const Big &b) -> decltype(v(0)) { return v(b.v); } }
struct Neg { int operator()(int a) { return -a; } }; int main() { n::Big a(1), b(2); printf("%d %s %d\\n", compare(a, b), text(a + b).c_str(), visit(Neg(), b)); return 0; }`,
    aspects: `int m; aspect A { advice execution("% n::%(...)") || call("% n::%(...)") : around() { m++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", m); } };`,
    compiler: ["-std=gnu++17"],
    output: "-1 xxx -2\n8",
    beyond: "can't see what is private from the functions that it makes",
  },
  "conditions that declare, places of classes without a default constructor, bit-fields in templates": {
    source: `struct Ok { bool v; operator bool() const { return v; } }; Ok ask(bool v) { Ok ok = { v }; return ok; } struct Out { int *p; Out(int *p) : p(p) {} }; struct Bits { unsigned sign : 3; };
template <class O> struct Context { O out; Context(O o) : out(o) {} O get() { return out; } }; template <int N, class T> int sign(const T &t) { return (int)t; }
template <int N> int read(Bits c) { auto s = c.sign; return sign<N>(c.sign) + s; }
int main() { int i = 3; Bits b; b.sign = 2; Context<Out> c = Out(&i); if (Ok ok = ask(true)) i++; while (const Ok ok{ask(false)}) i++; printf("%d %d\\n", *c.get().p, read<1>(b)); return 0; }`,
    aspects: `int n; aspect A { advice (call("% ...::%(...)") && !call("% sign(...)")) || get("% ...::%") || ref("% ...::%") : around() { n++; tjp->proceed(); } };`,
    compiler: ["-std=gnu++17"],
    output: "4 4",
    says: [
      "warning[weft/weave/declaring-condition]: advice of 'A' is left out",
      "warning[weft/weave/bit-field-reference]: advice of 'A' is left out",
    ],
    beyond: "puts a call where the condition declares its variable",
  },
  "what the compiler rejects is left out where wildcards hold it": {
    source: `struct P { int k; P(int k) : k(k) { } P(const P &) = delete; }; P make() { return {3}; } int one() { return 1; }
int main() { printf("%d %d\\n", make().k, one()); return 0; }`,
    aspects: `int n; aspect A { advice call("% ...::%(...)") : after() { n++; } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    compiler: ["-std=gnu++17"],
    output: "3 1\n2",
    says: [
      "main.cc:3:32: warning[weft/weave/rejected]: advice of 'A' is left out: 'P' can be neither copied nor moved (use of deleted function 'P::P(const P&)'), so after and around advice at call of 'P make()' can't hand it on",
      'Use before advice, leave it out (&& !call("P make()")), or give',
    ],
    beyond: "writes code that does not compile",
  },
  "what the compiler rejects of a join point that the pointcut names is an error": {
    source: `struct P { int k; P(int k) : k(k) { } P(const P &) = delete; }; P make() { return {3}; } int main() { printf("%d\\n", make().k); return 0; }`,
    aspects: `int n; aspect A { advice call("% make(...)") : after() { n++; } };`,
    compiler: ["-std=gnu++17"],
    output:
      "main.cc:2:118: error[weft/weave/rejected]: 'P' can be neither copied nor moved (use of deleted function 'P::P(const P&)'), so after and around advice at call of 'P make()' can't hand it on. Use before advice, leave it out (&& !call(\"P make()\")), or give 'P' a move constructor.",
    beyond: "writes code that does not compile",
  },
  "classes inside functions are no arguments of templates in C++98": {
    source: `int f(int n) { struct Local { int v; int get() { return v; } }; Local l = { n }; return l.get(); } int main() { printf("%d\\n", f(3)); return 0; }`,
    aspects: `int n; aspect A { advice call("% ...::%(...)") : before() { n++; } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    compiler: ["-std=gnu++98"],
    output: "3\n2",
    says: ["'Local' is a class inside a function, which is no argument of a template before C++11"],
  },
  "calls that pass packs": {
    source: `template <class... T> int count(T...) { return sizeof...(T); } template <class... T> int all(T... a) { return count(a...) + count(1, a..., 2.5); }
struct S { int base = 10; template <class... T> int sum(T... t) const { int s = base; int each[] = {0, (s += t)...}; return s; } template <class... T> int twice(T &&...t) { return sum(t...) + this->sum(static_cast<T &&>(t)..., 1); } };
template <class F, class... T> int apply(F f, T... t) { return f(t...); }
int main() { printf("%d %d %d %d\\n", all(), all(1, 2), S().twice(1, 2), apply([](int a, int b) { return a - b; }, 7, 4)); return 0; }`,
    aspects: `int n, m, o; const char *s; struct S; aspect A { advice call("% ...::%(...)") : before() { n++; } advice call("% ...::%(...)") : around() { m++; tjp->proceed(); } advice call("% S::sum(...)") && that("S") : after() { o += tjp->that() == tjp->target(); s = tjp->signature(); } advice execution("% main()") : after() { printf("%d %d %d %s\\n", n == m, n, o, s); } };`,
    compiler: ["-std=gnu++11"],
    output: "2 6 27 3\n1 11 2 int S::sum(T...) const",
    beyond: "does not weave in templates",
  },
  "a class that keeps its braces keeps its copies when its destruction is advised": {
    source: `struct C { int n; int get() && { return -n; } }; C make() { C c = {5}; return c; }
int main() { C c = {3}; printf("%d %d\\n", make().get(), c.n); return 0; }`,
    aspects: `int n; aspect A { advice construction("...::%") : before() { n += 100; } advice destruction("C") : before() { n++; } advice execution("% main()") : after() { printf("%d\\n", n > 0 && n < 100); } };`,
    compiler: ["-std=gnu++17"],
    output: "-5 3\n1",
    says: ["main.cc:2:47: warning[weft/weave/plain-data]: advice of 'A' is left out: 'C' is plain data"],
    beyond: "writes code that does not compile",
  },
  "templates that give references, that take templates, and conversions to instances": {
    source: `#include <string>
#include <utility>
#include <vector>
namespace b { struct K { int n; }; } namespace a { struct C { int n; operator b::K() const { b::K k = {n}; return k; } operator int &() { return n; } template <class T> operator std::vector<T>() const { return std::vector<T>(3); } }; }
template <class F, class... A> decltype(auto) call(F &&f, A &&...a) { return std::forward<F>(f)(std::forward<A>(a)...); }
template <class T> T &&same(T &&t) { return static_cast<T &&>(t); } template <class T> decltype(auto) at(T &t, int i) { return t[i]; }
template <template <class...> class C, class T> C<T> fill(T t, int n) { C<T> c; for (int i = 0; i < n; i++) c.push_back(t); return c; }
int main() { a::C c = {4}; b::K k = c; int &r = c; r++; std::vector<long> v = c; int x = 4; std::string s = "hello"; same(x)++; call([](int &n) -> int & { return n; }, x) += 5; at(s, 0) = 'J';
printf("%d %d %d %d %s %d %d\\n", k.n, c.n, (int)v.size(), x, s.c_str(), same(7), (int)fill<std::vector>(4, 2).size()); return 0; }`,
    aspects: `int n, m; aspect A { advice execution("% ...::%(...)") || call("% ...::%(...)") : around() { n++; tjp->proceed(); } advice execution("% ...::%(...)") && !execution("% main()") : after() { m++; } advice execution("% main()") : after() { printf("%d %d\\n", n > m, m); } };`,
    compiler: ["-std=gnu++17"],
    output: "4 5 3 10 Jello 7 2\n1 8",
    beyond: "does not weave in templates",
  },
  "what an instance of a template makes an object of is indexed where it is": {
    source: `#include <string>
template <class C> struct B { C &c; explicit B(C &c) : c(c) { } char *grow(int n) { c.resize(n); return &c[0]; } }; template <class T> struct P { T *p; T at(int i) { return p[i]; } };
int main() { std::string s = "abc"; B<std::string> b(s); int all[] = {4, 5}; P<int> p = {all}; printf("%d %d\\n", b.grow(6) == &s[0], p.at(1)); return 0; }`,
    aspects: `int n; aspect A { advice get("% B::c") || get("% P::p") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    compiler: ["-std=gnu++11"],
    output: "1 5\n1",
    beyond: "does not weave in templates",
  },
  "around advice on constructors with handlers": {
    source: `struct C { int n; C(int k) try : n(k > 2 ? throw k : k) { n++; } catch (int) { printf("caught "); } }; int main() { C c(1); try { C d(5); } catch (int k) { printf("%d %d\\n", c.n, k); } return 0; }`,
    aspects: `aspect A { advice construction("C") : around() { tjp->proceed(); } };`,
    output:
      "main.cc:2:19: error[weft/weave/lifecycle-handlers]: around advice on 'C', whose whole body is a 'try' with handlers. Use before or after advice.",
    beyond: "writes code that does not compile",
  },
  "objects that are about to end keep the members that are declared for them": {
    source: `#include <utility>
struct C { int n; int get() & { return n; } int get() const & { return n + 1; } int get() && { return -n; } operator int() && { return n * 100; } int operator+(int k) && { return n - k; } int operator+(int k) & { return n + k; } };
C make() { C c = {5}; return c; } template <class T> struct D { T t; template <class U> int scaled(U u) && { return t * u; } };
int main() { C c = {3}; const C k = {4}; D<int> d = {6}; printf("%d %d %d %d %d %d %d %d\\n", c.get(), k.get(), std::move(c).get(), make().get(), (int)make(), make() + 1, c + 1, std::move(d).scaled(2)); return 0; }`,
    aspects: `int n; aspect A { advice execution("% ...::%(...)") && !execution("% main()") || call("% C::%(...)") || call("% D::%(...)") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    compiler: ["-std=gnu++17"],
    output: "3 5 -3 -5 500 4 4 12\n19",
    beyond: "calls the members that are declared for other objects",
  },
  "results that the bodies of templates decide": {
    source: `#include <vector>
template <class T> class S { std::vector<T> items; public: S() : items(3) {} auto n() const { return items.size(); } decltype(auto) at(int i) { return T(items[i] + i); } };
template <class... T> auto total(T... t) { return (t + ... + 0); }
int main() { S<int> s; printf("%d %d %d\\n", (int)s.n(), s.at(2), total(1, 2, 3)); return 0; }`,
    aspects: `int n; aspect A { advice execution("% ...::%(...)") && !execution("% main()") : around() { n++; tjp->proceed(); } advice execution("% ...::%(...)") && !execution("% main()") : after() { n++; } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    compiler: ["-std=gnu++17"],
    output: "3 2 6\n6",
    beyond: "does not weave in templates",
  },
  "classes within constexpr functions stay literal": {
    source: `template <class F> constexpr void each(int n, F f) { for (int i = 0; i < n; i++) f(i); }
constexpr int sum(int n) { int s = 0; struct add { int *to; constexpr bool operator()(int v) const { *to += v; return true; } }; each(n, add{&s}); return s; }
static_assert(sum(4) == 6, ""); struct Plain { ~Plain() { printf("end "); } }; int main() { { Plain p; } printf("%d\\n", sum(3)); return 0; }`,
    aspects: `int n; aspect A { advice destruction("...::%") : before() { n++; } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    compiler: ["-std=gnu++17"],
    output: "end 3\n1",
    says: ["warning[weft/weave/plain-data]"],
  },
  "friends that are defined in a class template": {
    source: `#include <string>
#include <iostream>
template <class T> class V { T v; struct In { T w; friend T add(const In &a, T b) { return a.w + b; } };
friend std::ostream &operator<<(std::ostream &o, const V &x) { return o << x.v; } friend V operator+(V a, const V &b) { a.v += b.v; return a; }
friend void swap(V &a, V &b) { T t = a.v; a.v = b.v; b.v = t; } friend std::string name(const V &, int = 3) { return "V"; }
public: V(T v) : v(v) {} T in() { In i = { v }; return add(i, v); } };
int main() { V<int> a(1), b(2); V<std::string> s("x"); std::cout << (a + b) << (s + s); swap(a, b); std::cout << a << b << name(a) << name(s, 4) << b.in() << s.in() << std::endl; return 0; }`,
    aspects: `#include <cstdio>
aspect A { advice execution("% ...::%(...)") && !execution("% main()") : around() { fprintf(stdout, "%d", tjp->args()); fflush(stdout); tjp->proceed(); } advice execution("% operator +(...)") : around() { tjp->proceed(); tjp->proceed(); } };`,
    output: "22322xx222212V2V02202xx",
    beyond: "does not weave in templates",
  },
  "static members of local classes": {
    source: `int total; int use(int n) { struct Local { int x; static int twice(int a) { total++; return 2 * a; } int get() { return twice(x); } }; Local l = { n }; return l.get() + Local::twice(1); }
int main() { int used = use(2); printf("%d %d\\n", used, total); return 0; }`,
    aspects: `aspect A { advice execution("% ...::twice(...)") || call("% ...::twice(...)") : around() { printf("%s ", JoinPoint::JPTYPE == AC::CALL ? "c" : "e"); tjp->proceed(); } };`,
    output: "c e c e 6 2",
    beyond: "can't name the class",
  },
  "parameters of templates without a name": {
    source: `template <class, unsigned int> int first(int a) { return a + 1; } template <const int, class = char> int second(int a) { return a + 2; }
template <class X, class...> struct Box { X x; }; template <template <class, class...> class, typename> int third(int a) { return a; } enum E { one }; template <enum E> int fourth(int a) { return a; }
int twice(int a) { return a * 2; } template <int (*)(int)> int fifth(int a) { return a; } template <template <class, class...> class, unsigned> struct Holder { int v; int get(int a) { return v + a; } template <unsigned, class> int with(int a) { return a * v; } };
int main() { Holder<Box, 4> h = { 3 }; printf("%d %d %d %d %d %d %d\\n", first<int, 3>(4), second<4>(5), third<Box, int>(7), fourth<one>(8), fifth<twice>(9), h.get(1), h.with<2, char>(3)); return 0; }`,
    aspects: `aspect A { advice (execution("% ...::%(...)") || call("% ...::%(...)")) && !execution("% main()") && !call("% printf(...)") : around() { printf("%s", JoinPoint::JPTYPE == AC::CALL ? "c" : "e"); tjp->proceed(); } };`,
    output: "cecececececece5 7 7 8 9 4 9",
    beyond: "does not weave in templates",
  },
  "copies and moves that can't throw say so, made explicit": {
    source: `#include <string>
#include <vector>
struct T { T() {} T(const T &) { printf("copy "); } T(T &&) noexcept { printf("move "); } }; struct May { May() {} May(May &&) {} };
struct H { T t; std::string s; int a[2]; }; struct D : H { D() = default; D(const D &) = default; D(D &&) = default; std::string &r() { return s; } }; struct M { May m; std::string s; };
template <class C> void grow() { std::vector<C> v; v.reserve(1); v.emplace_back(); v.emplace_back(); }
int main() { grow<H>(); grow<D>(); printf("%d %d\\n", noexcept(H(static_cast<H &&>(*(H *)0))), noexcept(M(static_cast<M &&>(*(M *)0)))); return 0; }`,
    aspects: `int n; aspect A { advice construction("H" || "D" || "M") : after() { n++; } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    output: "move move 1 0\n9",
    beyond: "writes copy constructors that do not compile",
  },
  "constants by typedefs, members that are read where they are constant": {
    source: `typedef unsigned short u16; typedef const int cint; typedef int *const cp; struct R { static const u16 limit = 9; u16 n; int get() const { return n < limit ? n : limit; } };
int i = 3; cint c = 4; cp p = &i; template <class T> class Box { T t; friend bool operator==(const Box &a, const Box &b) { return a.t == b.t; } public: Box(T t) : t(t) {} };
int main() { R r = { 12 }; Box<int> b(5); printf("%d %d %d %d\\n", r.get(), c, *p, b == b); return 0; }`,
    aspects: `aspect A { advice get("% ...::%") : around() { printf("g "); tjp->proceed(); } };`,
    output: "g g g g g g g 9 4 3 1",
    beyond: "does not weave in templates",
  },
  "constants whose value the compiler knows keep it": {
    source: `constexpr int sq(int n) { return n * n; } template <class T, int N> int g(T t) { const int m = sizeof(T) > 2 ? sizeof(T) * 2 : N; char c[m]; return sizeof c + (t > 1 ? 1 : 2); }
struct S { static const int limit = 3; };
int f(int n) { const int align = (sizeof(void *) > 8) ? sizeof(void *) : 8; const int a = sq(3) + S::limit; static_assert((align & (align - 1)) == 0 && a == 12, "known"); enum { K = align << 1 };
switch (n) { case align + 1: return 0; default: break; } const int run = n * 2; return K + run; }
int main() { int all = f(2); all += g<int, 2>(1); all += S::limit; printf("%d\\n", all); return 0; }`,
    aspects: `aspect A { advice get("% ...::%") || builtin("% operator %(...)") || call("% sq(...)") : before() { printf("%d ", tjp->line()); } };`,
    output: "5 5 6 6 6 33",
    beyond: "does not compile",
  },
  "members that are inherited in private": {
    source: `struct Base { int o; Base() : o(1) {} void put(int n) { o = n; } int b() { return o; } virtual ~Base() {} };
struct Prot : protected virtual Base { int take() { put(7); return o + b(); } }; struct Low : Prot { int two() { int &r = o; return r + take(); } };
template <class T> struct In : private T { int g() { this->o = 5; this->put(2); return T::b(); } };
int main() { Prot p; Low l; In<Base> i; printf("%d %d", p.take(), l.two()); printf(" %d\\n", i.g()); return 0; }`,
    aspects: `int n; aspect A { advice call("% Base::%(...)") || get("% Base::%") || set("% Base::%") || ref("% Base::%") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    output: "14 15 2\n13",
    beyond: "finds no way to the private base",
  },
  "operands that do something are evaluated in their order": {
    source: `int n; int f(int a) { n = n * 10 + a; return a; } int arr[9]; int *at() { f(8); return arr; } template <class T> int t(T a) { return f(a) - f(a + 1) * f(a + 2); }
int main() { int r = f(1) + f(2); r += f(3) << f(4); printf("%d %d\\n", n, r); n = 0; r = at()[f(2)] | (f(3) < f(4)); printf("%d %d\\n", n, r); n = 0; r = *(at() + f(1)); printf("%d %d\\n", n, r); n = 0; r = t(3); printf("%d %d\\n", n, r); return 0; }`,
    aspects: `int c; aspect A { advice builtin("% operator %(...)") && !within("% f(...)") : around() { c++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", c); } };`,
    output: "1234 51\n8234 1\n81 0\n345 -17\n14",
    beyond: "computes them in another order",
  },
  "members of packed classes": {
    source: `typedef unsigned int u32; struct __attribute__((packed)) Gdt { unsigned char low; u32 base; unsigned short arr[3]; u32 get() const { return base; } void put(u32 v) { base = v; base |= 1; ++base; } };
struct Mix { char a; u32 b __attribute__((packed)); }; Gdt g;
int main() { g.base = 0x10; g.base += 2; u32 v = g.base++, x = (g.arr[1] = 7); g.arr[2] += g.arr[1]; g.put(v + 3); Mix m; m.b = 4; printf("%u %u %u %u %u\\n", g.get(), v, g.arr[2], x, m.b); return 0; }`,
    aspects: `int n; aspect A { advice get("% Gdt::%" || "% Mix::%") || set("% Gdt::%" || "% Mix::%") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    output: "22 18 7 7 4\n18",
    beyond: "binds a reference to them",
  },
  "vector instructions, functions for another target, literals of one's own": {
    source: `#include <immintrin.h>
static int ticks() { _mm_pause(); _mm_mfence(); return __rdtsc() > 0; } struct Km { double v; }; Km operator""_km(long double v) { return { (double)v }; }
__attribute__((target("avx2"))) int sum8(const int *p) { __m256i v = _mm256_loadu_si256((const __m256i *)p); int out[8], n = 0; _mm256_storeu_si256((__m256i *)out, v); for (int i = 0; i < 8; ++i) n += out[i]; return n; }
int main() { int a[8] = { 1, 2 }; unsigned csr = _mm_getcsr(); _mm_setcsr(csr); printf("%d %d %d\\n", ticks(), __builtin_cpu_supports("avx2") ? sum8(a) : 3, (int)(2.0_km).v); return 0; }`,
    aspects: `int n; aspect A { advice call("% _mm_%(...)" || "% ticks()" || "% ...::operator %(...)") || execution("% ...::%(...)") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    output: "1 3 2\n8",
    says: [
      "warning[weft/weave/other-target]: advice of 'A' is left out: this advice on 'sum8'",
      "warning[weft/weave/user-literal]: advice of 'A' is left out",
    ],
    beyond: "does not know the instructions",
  },
  "members of bases that depend on a template's parameters": {
    source: `struct Deep { int d; int twice(int x = 1) { return d * 2 + x; } };
struct Other { int v; Deep deep; Deep *p; int get() const { return v; } };
template <class T> struct Base { T o; int n; Other other; static int count; int f(int x) { return x + n; } T g(T t) { return t; } int over(int) { return 1; } int over(char) { return 2; } int a[3]; int bits : 5; Other &ref() { return other; } };
template <class T> int Base<T>::count = 3;
template <> struct Base<char> { char o; long n; long f(int x) { return x; } Other other; static int count; char g(char t) { return t; } int over(int) { return 1; } int a[3]; int bits; Other &ref() { return other; } };
int Base<char>::count = 4;
struct Plain { int plain; }; template <class T> struct Mid : Base<T>, Plain { int m; };
template <class U, class V> struct D : Mid<U> { V own;
  int run() { this->n = 4; this->n += 2; int r = this->n++; this->other.v = 3; r += this->other.get(); r += this->f(1); this->o = 9; r += this->o; this->m = 2; this->plain = this->m;
    Deep z = { 5 }; this->other.p = &z; this->other.deep.d = 6; r += this->other.p->twice() + this->other.deep.twice(2); this->count++; r += this->count; this->a[1] = 7; r += this->a[1]; int &ir = this->m; ir++; r += this->over(1) + this->g(2); this->bits = 3; r += this->bits; r += this->ref().v;
    auto l = [this] { return this->n + this->m; }; r += l();
    return r + this->other.v; } };
template <class T> struct Open : T { int run() { this->n = 3; return this->n; } };
int main() { D<int, char> d; printf("%d\\n", d.run()); D<char, int> e; printf("%d\\n", e.run()); Open<Base<int> > o; printf("%d\\n", o.run()); return 0; }`,
    aspects: `aspect As { int gets, sets, refs; int calls; advice get("% ...::%") : around() { gets++; tjp->proceed(); } advice set("% ...::%") : around() { sets++; printf("%s ", tjp->signature()); tjp->proceed(); } advice ref("% ...::%") : before() { refs++; } advice call("% ...::%(...)") && !call("% printf(...)"): around() { calls++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d %d %d %d\\n", gets, sets, refs, calls); } };`,
    output:
      "int Base::n int Base::n int Base::n int Other::v T Base::o int Mid::m int Plain::plain Deep *Other::p int Deep::d int Base::count int Base::a[3] int Base::bits 84\nint Base::n int Base::n int Base::n int Other::v T Base::o int Mid::m int Plain::plain Deep *Other::p int Deep::d int Base::count int Base::a[3] int Base::bits 78\n3\n31 24 4 13",
    weaver: ["--data_joinpoints"],
    compiler: ["-std=gnu++17"],
    beyond: "weaves no templates",
  },
  "calls that give lambdas": {
    source: `auto adder(int n) { return [n](int m) mutable { return n += m; }; } int twice(int n) { return 2 * n; }
int main() { auto l = adder(3); l(1); printf("%d %d\\n", l(2), adder(twice(4))(1)); return 0; }`,
    aspects: `aspect A { advice call("% adder(...)" || "% twice(...)") : around() { printf("< "); tjp->proceed(); printf("> "); } };`,
    output: "< > < > < > 6 9",
    compiler: ["-std=gnu++17"],
    beyond: "can't name their types",
  },
  "results of template classes that can be neither copied nor moved": {
    source: `template <class M> struct Lock { M &m; Lock(M &m) : m(m) { m++; } Lock(const Lock &) = delete; ~Lock() { m--; } }; int mutex;
Lock<int> lock() { return Lock<int>(mutex); }
int main() { auto l = lock(); printf("%d\\n", mutex); return 0; }`,
    aspects: `aspect A { advice call("% lock()") : after() { printf("locked "); } };`,
    output:
      "main.cc:4:23: error[weft/weave/rejected]: 'Lock' can be neither copied nor moved (use of deleted function 'Lock<M>::Lock(const Lock<M>&) [with M = int]'), so after and around advice at call of 'Lock<int> lock()' can't hand it on. Use before advice, leave it out (&& !call(\"Lock<int> lock()\")), or give 'Lock' a move constructor.",
    compiler: ["-std=gnu++17"],
    beyond: "does not build",
  },
};
