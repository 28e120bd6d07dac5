// options: -std=gnu++98
#include <cstdio>
#include <cstring>
#include <iostream>
#include <list>
#include <map>
#include <new>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
extern "C" int c_add(int a, int b) { return a + b; }
namespace lib { namespace detail { template <class T> struct Base { int id() { return static_cast<T *>(this)->own() + 1; } }; }
class Widget : public detail::Base<Widget> { friend std::ostream &operator<<(std::ostream &, const Widget &); int v; mutable int reads; volatile int flag; static int made; unsigned a : 3, b : 5; public: enum Kind { Plain, Odd = 7 }; typedef int Width; explicit Widget(int v = 4) : v(v), reads(0), flag(0), a(v & 7), b(9) { made++; } Widget(const Widget &o) : detail::Base<Widget>(o), v(o.v), reads(o.reads), flag(0), a(o.a), b(o.b) { made++; } ~Widget() { made--; } Widget &operator=(const Widget &o) { if (this != &o) v = o.v; return *this; } int own() const { reads++; return v; } Width width(int scale = 2, const char *unit = "px") const { return v * scale + int(std::strlen(unit)); } int bits() const { return a * 100 + b; } Kind kind() const { return v & 1 ? Odd : Plain; } static int count() { return made; } bool operator<(const Widget &o) const { return v < o.v; } Widget operator+(const Widget &o) const { return Widget(v + o.v); } Widget &operator++() { ++v; return *this; } Widget operator++(int) { Widget old(*this); ++v; return old; } Widget *operator->() { return this; } int operator()(int x) const { return x + v; } int &operator[](int) { return v; } operator const char *() const { return "widget"; } };
int Widget::made = 0;
std::ostream &operator<<(std::ostream &s, const Widget &w) { return s << "W" << w.v; }
template <class T, template <class, class> class C> struct Bag { C<T, std::allocator<T> > items; void add(const T &t) { items.push_back(t); } T sum() const { T s = T(); for (typename C<T, std::allocator<T> >::const_iterator i = items.begin(); i != items.end(); ++i) s = s + *i; return s; } };
template <int N> struct Fact { enum { value = N * Fact<N - 1>::value }; }; template <> struct Fact<0> { enum { value = 1 }; };
template <class T> T biggest(const T *a, int n) { T m = a[0]; for (int i = 1; i < n; i++) if (m < a[i]) m = a[i]; return m; }
template <class T> class Holder { struct Node { T t; Node *next; Node(const T &t, Node *n) : t(t), next(n) {} }; Node *head; int n; Holder(const Holder &); void operator=(const Holder &); public: Holder() : head(0), n(0) {} ~Holder() { while (head) { Node *x = head; head = head->next; delete x; } } void put(const T &t) { head = new Node(t, head); n++; } const T &top() const { if (!head) throw std::out_of_range("empty"); return head->t; } int size() const { return n; } }; }
struct A { int a; A() : a(1) {} virtual ~A() {} virtual int f(int x) { return a + x; } }; struct L : virtual A { int l; L() : l(2) {} int f(int x) { return A::f(x) + l; } }; struct R : virtual A { int r; R() : r(3) {} }; struct D : L, R { int f(int x) { return L::f(x) * r; } };
struct Throws { Throws(int n) { if (n > 2) throw n; } }; static int goes(int n) { int s = 0; again: s += n; if (--n > 0) goto again; return s; }
static const char *name(int k) { switch (k) { case 0: return "zero"; case 1: case 2: { static char buf[8]; std::sprintf(buf, "n%d", k); return buf; } default: break; } return "many"; }
typedef int (*Op)(int, int); typedef int (A::*Member)(int); int apply(Op op, int a, int b) { return op ? op(a, b) : -1; } int (&pick(int (&a)[2][3], int i))[3] { return a[i]; } void swap_it(int &a, int &b) { int t = a; a = b; b = t; }
struct Pool { char mem[64]; void *at() { return mem; } }; struct Counted { static int live; void *operator new(std::size_t n) { live++; return ::operator new(n); } void operator delete(void *p) { live--; ::operator delete(p); } int x; }; int Counted::live;
long long wide(long long a, double d, char c, wchar_t w) { return a + (long long)d + c + w; }
int main(int argc, char *argv[]) {
  using namespace lib; Widget w(3), x = w + Widget(); std::cout << w << ' ' << x << ' ' << (x < w) << ' ' << w.width() << ' ' << x.width(1) << ' ' << w->id() << ' ' << w(5) << ' ' << w.bits() << ' ' << w.kind() << ' ' << Widget::count() << '\n';
  Widget y = w++; ++y; y[0] += 10; x = y; std::cout << y << x << w << (const char *)w << std::endl;
  Bag<int, std::vector> bi; bi.add(1); bi.add(5); Bag<std::string, std::list> bs; bs.add("a"); bs.add("b"); std::cout << bi.sum() << bs.sum() << Fact<5>::value << std::endl;
  int ns[] = {4, 9, 2}; double ds[] = {1.5, .5}; std::cout << biggest(ns, 3) << biggest(ds, 2) << std::endl;
  Holder<std::string> h; h.put("p"); h.put("q"); std::cout << h.top() << h.size(); try { Holder<int> e; e.top(); } catch (std::out_of_range &e) { std::cout << e.what() << std::endl; }
  D d; A *a = &d; Member m = &A::f; std::cout << a->f(1) << (a->*m)(2) << d.f(0) << dynamic_cast<L *>(a)->l << std::endl; try { Throws t(1); Throws u(5); } catch (int n) { std::cout << "t" << n << std::endl; }
  std::cout << goes(4) << name(0) << name(2) << name(9) << apply(c_add, 1, 2) << apply(0, 1, 2) << std::endl; int g[2][3] = {{1, 2, 3}, {4, 5, 6}}; int (&row)[3] = pick(g, 1); swap_it(row[0], row[2]); std::cout << g[1][0] << row[2] << std::endl;
  Pool p; Widget *pw = new (p.at()) Widget(8); std::cout << *pw << Widget::count(); pw->~Widget(); Counted *c = new Counted; c->x = 2; std::cout << Counted::live << c->x; delete c; std::cout << Counted::live << std::endl; std::map<std::string, int> words; std::istringstream in("a b a"); std::string s; while (in >> s) words[s]++; for (std::map<std::string, int>::iterator i = words.begin(); i != words.end(); ++i) std::cout << i->first << i->second; std::cout << wide(1, 2.9, 'a', L'b') << std::endl;
  struct Local { int k; int twice() { return k * 2; } } l = {21}; Local *pl = &l; int Local::*pm = &Local::k; pl->*pm += 1; std::cout << l.twice() << (argc > 9 ? argv[0] : "end") << std::endl; return l.k - 22;
}
