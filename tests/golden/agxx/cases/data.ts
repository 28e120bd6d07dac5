import type { RuleCases } from "./case.js";

const weaver = ["--data_joinpoints"];
const operators = ["--data_joinpoints", "--builtin_operators"];

/** Advice on variables and built-in operators. */
export const DATA: RuleCases = {
  "around advice on a write in a template, of a class without a default constructor": {
    source: `struct V { int n; V(int n) : n(n) {} };
template <class T> struct Box { T v; Box(T v) : v(v) {} void put(T w) { v = w; } };
int main() { Box<V> b(V(1)); b.put(V(5)); printf("%d\\n", b.v.n); Box<int> i(2); i.put(7); printf("%d\\n", i.v); return 0; }`,
    aspects: `aspect A { advice set("% ...::v") : around() { printf("set\\n"); tjp->proceed(); } };`,
    output: "set\n5\nset\n7",
    beyond: "accesses in templates are no join points",
    weaver,
  },
  "reads and writes of globals and members": {
    source: `int g; struct S { int m; static int s; }; int S::s;
int main() { S a; S *p = &a; g = 1; a.m = 2; p->m = g + 3; S::s = p->m; printf("%d\\n", S::s); return 0; }`,
    aspects: `aspect A {
  advice get("% ...::%") : before() { printf("get %s\\n", tjp->signature()); }
  advice set("% ...::%") : after() { printf("set %s\\n", tjp->signature()); } };`,
    output: "set int g\nset int S::m\nget int g\nset int S::m\nget int S::m\nset int S::s\nget int S::s\n4",
    weaver,
  },
  "entity, result and the value written": {
    source: `int g = 4;
int main() { int l = g; g = l + 1; printf("%d\\n", g); return 0; }`,
    aspects: `aspect A {
  advice get("int g") : around() { tjp->proceed(); printf("read %d\\n", *tjp->result()); }
  advice set("int g") : before() { printf("was %d, becomes %d\\n", *tjp->entity(), *tjp->arg<0>()); *tjp->arg<0>() += 100; } };`,
    output: "read 4\nwas 4, becomes 5\nread 105\n105",
    weaver,
  },
  "compound assignment is a read and then a write": {
    source: `int g = 1;
int main() { g += 5; g++; printf("%d\\n", g); return 0; }`,
    aspects: `aspect A { advice get("int g") && within("% main()") : before() { printf("r"); } advice set("int g") : after() { printf("w"); } };`,
    output: "rwrwr7",
    weaver,
  },
  "target of a member access": {
    source: `struct S { int id; int v; S(int i) : id(i), v(0) {} };
int main() { S a(1), b(2); S *p = &b; a.v = 10; p->v = 20; return a.v + b.v - 30; }`,
    aspects: `aspect A { advice set("int S::v") && target(s) : before(S &s) { printf("set of %d\\n", s.id); }
  advice set("int S::v") : after() { printf("now %d\\n", tjp->target()->v); } };`,
    output: "set of 1\nnow 10\nset of 2\nnow 20",
    weaver,
  },
  "private members, implicit this, locals are no join points": {
    source: `class C { int n; public: C() : n(0) {} void inc() { int l = 1; n = n + l; } int get() const { return n; } };
int main() { C c; c.inc(); printf("%d\\n", c.get()); return 0; }`,
    aspects: `aspect A { advice get("% C::n") || set("% C::n") : before() { printf("%s in %s\\n", tjp->jptype() == AC::GET ? "get" : "set", tjp->signature()); } };`,
    output: "get in int C::n\nset in int C::n\nget in int C::n\n1",
    weaver,
  },
  "what a choice gives is read, what a cast to void names is not": {
    source: `int g = 1, h = 2, k; struct S { int m; } s = { 3 };
int main(int c, char **) { k = c ? g : h; k += (c > 1 ? g : (c ? s.m : h)); (c ? g : h) = 7; (void)h; printf("%d %d\\n", k, g); return 0; }`,
    aspects: `aspect A { advice get("int g" || "int h" || "int S::m") : before() { printf("get %s\\n", tjp->signature()); }
  advice ref("int g" || "int h" || "int S::m") : before() { printf("ref %s\\n", tjp->signature()); } };`,
    output: "get int g\nget int S::m\nref int g\nget int g\n4 7",
    beyond: "reads in the operands of ?: are no join points",
    weaver,
  },
  "the value of an assignment is what was assigned": {
    source: `int g, h, k;
int main() { k = (g = 2); h = ++g; k = g = h; printf("%d %d %d\\n", g, h, k); return 0; }`,
    aspects: `aspect A { advice get("int g") && within("% main()") : before() { printf("get "); }
  advice set("int g") : before() { printf("set "); } };`,
    output: "set get set set get 3 3 3",
    beyond: "reads the variable again for the value of an assignment, three times more here",
    weaver,
  },
  "writes to what is volatile warn of nothing, and give their value where it is taken": {
    source: `volatile int g; struct S { volatile int v; void up() { v = v + 1; } } s;
int main() { if (!g) g = 1; else g = 2; g++; g += 2; s.up(); for (g = 4; g < 6; ) g++; (void)(g = 7); int z = (g = 8), y = ({ s.v = 9; }); (g = 10) += 1; printf("%d %d %d %d\\n", g, s.v, z, y); return 0; }`,
    aspects: `aspect A { int n; advice set("% ...::%") && !within("A") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    output: "11 9 8 9\n11",
    weaver,
    compiler: ["-Wall", "-Wextra", "-Werror"],
    beyond: "writes code of which the compiler warns, and writes once more for the value of an assignment",
  },
  "nor where they stand in a loop's step, left of a comma, as operators": {
    source: `volatile int g; volatile int port[2]; struct S { volatile int v; int up() { return v = v + 1, 5; } } s;
int main() { for (g = 1; g < 3; g += 1) port[0] |= 4; for (g = 5; g > 4; g = 0, --g) do port[1]++; while (0); switch (g) { case 0: g = 8; break; default: (g = 9); } int n = (port[0] = 6, s.up()); printf("%d %d %d %d\\n", g, port[0] + port[1], s.v, n); return 0; }`,
    aspects: `int n; aspect A { advice set("% ...::%") || builtin("% operator %(...)") : around() { n++; tjp->proceed(); } advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    output: "9 7 1 5\n40",
    weaver: ["--data_joinpoints", "--builtin_operators"],
    compiler: ["-Wall", "-Wextra", "-Werror"],
    beyond: "writes code of which the compiler warns",
  },
  "elements that are operands of operators": {
    source: `unsigned char b[4] = { 1, 2, 3, 4 }; int c[4] = { 5, 6 };
int main() { int r = b[1] << 2; r = r | b[1] << 3 | b[2]; r += c[1] * 3; printf("%d\\n", r); return 0; }`,
    aspects: `aspect A { int n; advice get("% b" || "% c") : around() { n++; tjp->proceed(); }
  advice builtin("% operator [](...)") || builtin("% operator <<(...)") || builtin("% operator *(...)") : around() { n++; tjp->proceed(); }
  advice execution("% main()") : after() { printf("%d\\n", n); } };`,
    output: "45\n11",
    weaver: operators,
  },
  "the operator & takes the object that a reference is made to, arrays and functions as they are": {
    source: `struct S { int a; int v[3]; int *pv; S() { pv = &a; } }; int g; int two(int x) { return 2 * x; }
int take(int &r) { return r; }
int main() { S s; s.a = 1; S *p = &s; int *e = &p->v[1], *k = &g; *e = 5; *k = 3; int (*all)[3] = &s.v; int (*f)(int) = &two;
  printf("%d %d %d %d %d\\n", *s.pv, take(s.v[1]), (*all)[1], f(4), *&g); return 0; }`,
    aspects: `aspect A { int refs, operators; A() : refs(0), operators(0) {}
  advice ref("% g" || "% S::%") : after() { refs++; }
  advice builtin("% operator &(%)") : after() { operators++; }
  advice execution("% main()") : after() { printf("%d %d\\n", refs, operators); } };`,
    output: "1 5 5 8 3\n6 4",
    weaver: operators,
  },
  "decltype(auto) of a place in brackets is the place, also in templates": {
    source: `struct S { int a; template <int> decltype(auto) place() { return (a); } template <int> decltype(auto) value() { return a; } };
template <class T> decltype(auto) twice(S &t) { decltype(auto) p = (t.a); p++; decltype(auto) v = t.a; v++; return (t.a); }
int main() { S s = {1}; s.place<0>() += 4; int v = s.value<0>(); twice<int>(s) += 10; printf("%d %d\\n", v, s.a); return 0; }`,
    aspects: `aspect A { int reads, refs; A() : reads(0), refs(0) {} advice get("% S::a") : around() { reads++; tjp->proceed(); }
  advice ref("% S::a") : after() { refs++; } advice execution("% main()") : after() { printf("%d %d\\n", reads, refs); } };`,
    output: "5 16\n3 3",
    weaver,
    compiler: ["-std=gnu++17"],
    beyond: "accesses in templates are no join points",
  },
  "what a cast to a reference gives is the object": {
    source: `struct Item { int i; }; struct Pair : Item { int j; };
int main() { Pair t; t.i = 1; t.j = 2; const int &i = static_cast<Item &>(t).i, &k = ((Item &)t).i, &j = const_cast<Pair &>(static_cast<const Pair &>(t)).j, &copy = static_cast<Item>(t).i;
  static_cast<Pair &>(t).j += 2; ((Item &)t).i = 9; printf("%d %d %d %d\\n", i, k, j, copy); return 0; }`,
    aspects: `aspect A { int refs; A() : refs(0) {} advice get("% Item::%" || "% Pair::%") : around() { tjp->proceed(); }
  advice ref("% Item::%" || "% Pair::%") : after() { refs++; } advice execution("% main()") : after() { printf("%d\\n", refs); } };`,
    output: "9 9 4 1\n4",
    weaver,
  },
  "arrays are one variable with indices": {
    source: `int a[3][4];
int main() { int i = 1; a[i][2] = 5; printf("%d\\n", a[1][i + 1]); return 0; }`,
    aspects: `aspect A {
  advice set("int a[3][4]") : before() { printf("set %d %d\\n", (int)tjp->idx<0>(), (int)tjp->idx<1>()); }
  advice get("int a[3][4]") : before() { printf("get %d %d of %d\\n", (int)tjp->idx<0>(), (int)tjp->idx<1>(), (int)JoinPoint::DIMS); } };`,
    output: "set 1 2\nget 1 2 of 2\n5",
    weaver,
  },
  "bit-fields": {
    source: `struct S { unsigned b : 3; unsigned c : 5; };
int main() { S s; s.b = 3; s.c = 9; s.b = s.b + 1; printf("%d %d\\n", s.b, s.c); return 0; }`,
    aspects: `aspect A { advice set("% S::b") : before() { printf("set %u\\n", *tjp->arg<0>()); } advice get("% S::b") : before() { printf("get\\n"); } };`,
    output: "set 3\nget\nset 4\nget\n4 9",
    weaver,
    beyond: "bit-fields are no join points",
  },
  "taking a reference or an address": {
    source: `int g; int main() { int *p = &g; int &r = g; *p = 1; r = 2; printf("%d\\n", g); return 0; }`,
    aspects: `aspect A { advice ref("int g") : before() { printf("ref\\n"); } advice set("int g") : before() { printf("set\\n"); } };`,
    output: "ref\nref\n2",
    weaver,
  },
  "built-in operators": {
    source: `int main() { int a = 7, b = 2; int c = a / b; c += a; printf("%d\\n", c); return 0; }`,
    aspects: `aspect A {
  advice builtin("% operator /(int, int)") : around() { if (*tjp->arg<1>() == 2) *tjp->arg<1>() = 7; tjp->proceed(); }
  advice builtin("% operator +=(...)") : before() { printf("%s\\n", tjp->signature()); } };`,
    output: "int &operator +=(int &,int)\n8",
    weaver: operators,
  },
  "pointer dereference and comparison": {
    source: `int main() { int x = 3; int *p = &x; if (*p < 5) printf("less\\n"); return 0; }`,
    aspects: `aspect A {
  advice builtin("% operator <(int, int)") : before() { printf("%d < %d\\n", *tjp->arg<0>(), *tjp->arg<1>()); }
  advice builtin("% operator *(int *)") : before() { printf("deref\\n"); } };`,
    output: "deref\n3 < 5\nless",
    weaver: operators,
  },
  "the operand that && skips is not evaluated": {
    source: `int n; int bump() { return ++n; }
int main() { int a = 0; if (a && bump()) printf("never\\n"); if (!a || bump()) printf("n %d\\n", n); return 0; }`,
    aspects: `aspect A { advice builtin("% operator !(...)") : before() { printf("not\\n"); } };`,
    output: "not\nn 0",
    weaver: operators,
  },
  "operators that choose what is evaluated": {
    source: `int side(int x) { printf("side %d\\n", x); return x; }
int main() { int x = side(1) && side(0); bool y = side(0) || side(2); int z = x ? side(3) : side(4); bool q = side(0) && side(9); printf("%d %d %d %d\\n", x, y, z, q); return 0; }`,
    aspects: `aspect A { advice builtin("bool operator &&(bool, bool)" || "bool operator ||(...)" || "int operator ?:(...)") : before() { printf("> %s %d\\n", tjp->signature(), (int)JoinPoint::ARGS); } };`,
    output:
      "side 1\nside 0\n> bool operator &&(bool,bool) 2\nside 0\nside 2\n> bool operator ||(bool,bool) 2\nside 4\n> int operator ?:(bool,int,int) 3\nside 0\n> bool operator &&(bool,bool) 2\n0 1 4 0",
    weaver: ["--data_joinpoints", "--builtin_operators"],
  },
  "around operators that choose": {
    source: `int g; int side(int x) { printf("side %d\\n", x); return x; } void a() { printf("a\\n"); } void b() { printf("b\\n"); }
struct S { int v; int f(int n) { int l = n + 1; return (n > 0 and l) ? v : l; } };
int main() { bool x = side(1) && side(1); g = x ? side(5) : side(6); x ? a() : b(); int w = (side(7), side(8)); S s = { 3 }; int p = s.f(1); int q = s.f(0); printf("%d %d %d %d %d\\n", x, g, w, p, q); return 0; }`,
    aspects: `aspect A {
  advice builtin("% operator &&(...)") && within("% main()") : around() { tjp->proceed(); *tjp->result() = !*tjp->result(); }
  advice builtin("int operator ?:(...)") && within("% main()") : around() { *tjp->arg<2>() *= 10; tjp->proceed(); }
  advice builtin("void operator ?:(...)") : after() { printf("then\\n"); }
  advice builtin("% operator ,(...)") : after() { *tjp->result() += 1; }
  advice builtin("% operator ?:(...)" || "% operator &&(...)") && that("S") && local(l, "l") : before(int l) { printf("%d in %d, %d\\n", JoinPoint::ARGS, l, tjp->that()->v); } };`,
    output:
      "side 1\nside 1\nside 6\nb\nthen\nside 7\nside 8\n2 in 2, 3\n3 in 2, 3\n2 in 1, 3\n3 in 1, 3\n0 60 9 3 1",
    beyond: "has no join points of the comma operator, and no local()",
  },
  "operands are bound where they are evaluated": {
    source: `int main() { int n = 0; for (int i = 0; i < 4; i++) if ((i & 1) && (i & 2)) n++; for (int i = 0; i < 4; i++) n += i == 0 || i == 3 ? 10 : 1; printf("%d\\n", n); return 0; }`,
    aspects: `aspect A { advice builtin("% operator &&(...)") && args(a, b) : before(bool a, bool b) { printf("and %d %d\\n", a, b); }
  advice builtin("% operator ||(...)") && args("bool", b) : before(bool b) { printf("or %d\\n", b); }
  advice builtin("% operator ?:(...)") && args("bool", v, "int") : before(int v) { printf("then %d\\n", v); } };`,
    output: "and 1 0\nand 1 1\nthen 10\nor 0\nor 0\nor 1\nthen 10\n23",
    weaver: ["--data_joinpoints", "--builtin_operators"],
  },
  "patterns of variables, static ones and those of scopes": {
    source: `int counter; static int hidden; const int k = 3; namespace n { int counter; struct K { static int s; int m; }; int K::s; }
int main() { counter = 1; hidden = 2; n::counter = 3; n::K::s = 4; n::K o; o.m = 5; return o.m - 5 + k - 3; }`,
    aspects: `aspect A { advice set("int counter") : before() { printf("a %s\\n", tjp->signature()); } advice set("static % ...::%") : before() { printf("b %s\\n", tjp->signature()); } advice set("% n::...::%") : before() { printf("c %s\\n", tjp->signature()); } advice get("% k") : before() { printf("d\\n"); } };`,
    output: "a int counter\nb int hidden\nc int n::counter\nb int n::K::s\nc int n::K::s\nc int n::K::m\nd",
    weaver: ["--data_joinpoints"],
  },
  "within() functions, classes and their members": {
    source: `int g; void call() { g = 1; } struct K { K() { g = 2; } void m() { g = 3; } struct L { void x() { g = 4; } }; }; int main() { call(); K k; k.m(); K::L l; l.x(); return 0; }`,
    aspects: `aspect A { advice set("int g") && within("void call()") : before() { printf("call %d\\n", 1); } advice set("int g") && within("K") : before() { printf("K\\n"); } advice set("int g") && within(member("K")) : before() { printf("member\\n"); } };`,
    output: "call 1\nK\nmember\nK\nmember\nmember",
    weaver: ["--data_joinpoints"],
    beyond: "counts the code of constructors for the class alone",
  },
  "bit-fields, but not locals or writes through pointers": {
    source: `struct S { int b : 3; int n; } s; int *ip; int main() { s.b = 1; int l = 0; ip = &l; *ip = 5; l++; s.n = 1; return 0; }`,
    aspects: `aspect A { advice set("% ...::%") : before() { printf("set %s\\n", tjp->signature()); } advice get("% ...::%") : before() { printf("get %s\\n", tjp->signature()); } };`,
    output: "set int S::b\nset int *ip\nget int *ip\nset int S::n",
    weaver: ["--data_joinpoints", "--builtin_operators"],
    beyond: "leaves bit-fields out",
  },
  "references to globals and members": {
    source: `int g; struct S { int m; } s; void take(int &) {} int main() { int *p = &g; int &r = g; take(g); int *q = &s.m; return *p + r - *q; }`,
    aspects: `aspect A { advice ref("% g" || "% S::m") : before() { printf("ref %s %d\\n", tjp->signature(), tjp->line()); } };`,
    output: "ref int g 2\nref int g 2\nref int g 2\nref int S::m 2",
    weaver: ["--data_joinpoints", "--builtin_operators"],
  },
  "an assignment is an operator and a write": {
    source: `int g, arr[3]; struct B { int c; B() : c(0) {} void set(int a) { c = a; } } b;
int main() { g = 3; g += 2; g++; --b.c; arr[1] = g; arr[1] += 3; b.set(4);
  printf("%d %d %d\\n", g, b.c, arr[1]); return 0; }`,
    aspects: `aspect A {
  advice builtin("% ...::operator %(...)") : around() { printf("> %s\\n", tjp->signature()); tjp->proceed(); printf("<\\n"); }
  advice set("% ...::%") : around() { printf("set %s\\n", tjp->signature()); tjp->proceed(); }
  advice get("% ...::%") : before() { printf("get %s\\n", tjp->signature()); } };`,
    weaver: ["--data_joinpoints", "--builtin_operators"],
    output:
      "> int &operator =(int &,int)\nset int g\n<\n> int &operator +=(int &,int)\nget int g\nset int g\n<\n> int operator ++(int &,int)\nget int g\nset int g\n<\n> int &operator --(int &)\nget int B::c\nset int B::c\n<\nget int g\n> int &operator [](int *,int)\n<\n> int &operator =(int &,int)\nset int arr[3]\n<\n> int &operator [](int *,int)\n<\n> int &operator +=(int &,int)\nget int arr[3]\nset int arr[3]\n<\n> int &operator =(int &,int)\nset int B::c\n<\n> int &operator [](int *,int)\n<\nget int arr[3]\nget int B::c\nget int g\n6 4 9",
  },
  "an operator changes what is written": {
    source: `int g; int main() { g = 3; int old = g++; g += 2; printf("%d %d\\n", old, g); return 0; }`,
    aspects: `aspect A {
  advice builtin("% operator =(...)" || "% operator +=(...)") && args(a, b) : before(int &a, int b) { *tjp->arg<1>() = b * 10; }
  advice builtin("% operator ++(int &, int)") && result(r) : after(int r) { printf("%d steps\\n", r); *tjp->result() = 7; }
  advice set("% g") : after() { printf("%d\\n", *tjp->arg<0>()); } };`,
    weaver: ["--data_joinpoints", "--builtin_operators"],
    output: "30\n31\n30 steps\n51\n7 51",
  },
  "bit-fields are read and written, but are no operands": {
    source: `struct B { unsigned a : 3; int b : 5; B() : a(0), b(0) {} } b;
int main() { b.a = 9; b.b = 3; b.b += 2; int old = b.b++; printf("%d %u %d\\n", old, b.a, b.b); return 0; }`,
    aspects: `aspect A {
  advice builtin("% ...::operator %(int &, ...)" || "% ...::operator %(unsigned int &, ...)") : around() { printf("operator\\n"); tjp->proceed(); }
  advice set("% B::%") : around() { printf("set %s\\n", tjp->signature()); tjp->proceed(); } };`,
    weaver: ["--data_joinpoints", "--builtin_operators"],
    compiler: ["-w"],
    output: "set unsigned int B::a\nset int B::b\nset int B::b\nset int B::b\n5 1 6",
    beyond: "bit-fields are no join points",
  },
  "a choice between objects is the object chosen": {
    source: `struct P { int x; P(int a) : x(a) {} };
P p(1), q(2);
int main() { (p.x ? p : q).x = 5; P &r = q.x ? q : p; r.x = 6; const P k = p.x ? P(7) : P(8); printf("%d %d %d\\n", p.x, q.x, k.x); return 0; }`,
    aspects: `aspect A { advice builtin("% ...::operator ?:(...)") : around() { printf("> %s\\n", tjp->signature()); tjp->proceed(); }
  advice builtin("P operator ?:(...)") : after() { tjp->result()->x += 90; } };`,
    weaver: ["--builtin_operators"],
    output:
      "> P &operator ?:(bool,P &,P &)\n> P &operator ?:(bool,P &,P &)\n> P operator ?:(bool,P,P)\n5 6 97",
  },
  "a choice between what advice reads is a value": {
    source: `struct S { int v; S(int n) : v(n) {} }; int a = 3, b = 4; S g(5), h(6);
struct X { bool r; char x[2], y[2]; const char *pick() { const char *p = r ? x : y; return p; } };
int main() { int c = a ? a : b, d = (c++, b), e = c ? a ? (a) : b : c; S s = d ? g : h; X x = { true, "x", "y" }; printf("%d %d %d %d %s\\n", c, d, e, s.v, x.pick()); return 0; }`,
    aspects: `aspect A { int n; advice get("% ...::%") || ref("% ...::%") || builtin("% operator %(...)") : around() { n++; tjp->proceed(); } advice get("int a") : after() { *tjp->result() += 10; } };`,
    weaver: ["--builtin_operators", "--data_joinpoints"],
    output: "14 4 13 5 x",
    beyond: "loses the value that advice gives",
  },
  "a choice between variables, arrays or texts is one of them": {
    source: `int main() { int a = 1, b = 2, x[2] = { 1, 2 }, y[2] = { 3, 4 }, none = 0; (a > b ? a : b) = 4;
printf("%d %d %s %s\\n", b, (none ? x : y)[1], none ? "ab" : "cd", none ? "ab" : "cde"); return a ? none : 5; }`,
    aspects: `aspect A { advice builtin("% ...::operator ?:(...)") : around() { printf("> %s\\n", tjp->signature()); tjp->proceed(); } };`,
    weaver: ["--builtin_operators"],
    output:
      "> int &operator ?:(bool,int &,int &)\n> const char *operator ?:(bool,const char *,const char *)\n> const char (&operator ?:(bool,const char (&)[3],const char (&)[3]))[3]\n> int (&operator ?:(bool,int (&)[2],int (&)[2]))[2]\n4 4 cd cde\n> int operator ?:(bool,int,int)",
  },
  "a choice between addresses or computed values is a value": {
    source: `struct P { int x; P *self(bool c) { P *o = c ? this : (this + 1); return o; } };
int main() { P p[2] = { { 1 }, { 2 } }; bool c = p[0].x == 1; P *r = c ? &p[0] : &p[1]; int n = c ? -p[0].x : -p[1].x, m = c ? p[0].x : -n; printf("%d %d %d %d\\n", r->x, n, m, p[0].self(false)->x); return 0; }`,
    aspects: `aspect A { advice builtin("% ...::operator ?:(...)") : around() { printf("> %s\\n", tjp->signature()); tjp->proceed(); } };`,
    weaver: ["--builtin_operators"],
    output:
      "> P *operator ?:(bool,P *,P *)\n> int operator ?:(bool,int,int)\n> int operator ?:(bool,int,int)\n> P *operator ?:(bool,P *,P *)\n1 -1 1 2",
  },
  "members found by pointers to members, whose own & is no operator": {
    source: `struct M { int a; int f(int b) { return a + b; } M() : a(1) {} }; int main() { M m; M *pm = &m; const M &cm = m; int M::*pa = &M::a; int (M::*pf)(int) = &M::f;
m.*pa = 7; int sum = pm->*pa; sum += cm.*pa; printf("%d %d\\n", sum, (m.*pf)(3)); return 0; }`,
    aspects: `aspect A { advice builtin("% ...::operator %(...)") : before() { printf("> %s\\n", tjp->signature()); } };`,
    weaver: ["--builtin_operators"],
    output:
      "> M *operator &(M &)\n> int &operator .*(M &,int M::*)\n> int &operator =(int &,int)\n> int &operator ->*(M *,int M::*)\n> const int &operator .*(const M &,int M::*)\n> int &operator +=(int &,int)\n> int operator +(int,int)\n14 10",
  },
  "names of constants make no operators": {
    source: `const int C = 4; enum { E = 5 }; int main() { int K = 3; const int D = 2; int x = C + 1, y = E + D, z = K + 1; const int w = K + 1, v = w + 1; int all[C + 1]; all[0] = x + y; printf("%d %d %d\\n", all[0], z, v); return 0; }`,
    aspects: `aspect A { advice builtin("% ...::operator %(...)") : before() { printf("> %s\\n", tjp->signature()); } };`,
    weaver: ["--builtin_operators"],
    output:
      "> int operator +(int,int)\n> int operator +(int,int)\n> int operator +(int,int)\n> int operator +(int,int)\n> int &operator [](int *,int)\n> int &operator =(int &,int)\n> int &operator [](int *,int)\n12 4 5",
  },
  "after a comma stands the object itself": {
    source: `struct P { int x; P(int a) : x(a) {} }; P p(1), q(2);
int main() { (p.x, q).x = 5; printf("%d %d\\n", q.x, (printf("first\\n"), p).x); return 0; }`,
    aspects: `aspect A { advice builtin("% ...::operator ,(...)") : around() { printf("> %s\\n", tjp->signature()); tjp->proceed(); printf("<\\n"); } };`,
    weaver: ["--builtin_operators"],
    compiler: ["-w"],
    output: "> P &operator ,(int,P &)\n<\nfirst\n> P &operator ,(int,P &)\n<\n5 1",
    beyond: "a comma is no join point there",
  },
  "what the compiler knows is no operator": {
    source: `int g, arr[3];
int main() { int a = -3; a = 1 + 2; int *p = &g; p = &arr[1]; p = arr + 1; a = a + 'b' - 'a'; static int s = 3 * 4; double d = -1.5; printf("%d %d %.1f\\n", a, s, d + (p == 0)); return 0; }`,
    aspects: `aspect A { advice builtin("% ...::operator %(...)") : before() { printf("%s\\n", tjp->signature()); } };`,
    weaver: ["--builtin_operators"],
    output:
      "int &operator =(int &,int)\nint &operator [](int *,int)\nint *&operator =(int *&,int *)\nint *&operator =(int *&,int *)\nint operator +(int,int)\nint operator -(int,int)\nint &operator =(int &,int)\nbool operator ==(int *,int *)\ndouble operator +(double,double)\n4 12 -1.5",
  },
  "the read of a compound assignment has a result": {
    source: `int g; int main() { g += 2; g++; g = 3; return 0; }`,
    aspects: `aspect A { advice get("% g") : before() { printf("%s %s\\n", tjp->signature(), tjp->resulttype()); }
  advice set("% g") : before() { printf("%s %s\\n", tjp->type(), tjp->argtype(0)); } };`,
    weaver: ["--data_joinpoints", "--builtin_operators"],
    output: "int g i\ni i\nint g i\ni i\ni i",
  },
};
