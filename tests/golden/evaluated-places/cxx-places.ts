/** Text at file scope and statements of C++17 in which every call of `k` that is evaluated counts; `r` is their result. */
export const CXX_PLACES: Readonly<Record<string, { readonly declared: string; readonly code: string }>> = {
  "namespace variable": { declared: "int A = k(1);", code: "r += A;" },
  "static variable": { declared: "static int A = k(1);", code: "r += A;" },
  braces: { declared: "int A{k(1)};", code: "r += A;" },
  parentheses: { declared: "int A(k(1));", code: "r += A;" },
  namespace: { declared: "namespace n { int A = k(1) + k(2); }", code: "r += n::A;" },
  "unnamed namespace": { declared: "namespace { int A = k(1); }", code: "r += A;" },
  "inline variable": { declared: "inline int A = k(1);", code: "r += A;" },
  "thread local": { declared: "thread_local int A = k(1);", code: "r += A;" },
  "const dynamic": { declared: "const int A = k(1);", code: "r += A;" },
  reference: { declared: "const int &A = k(1);", code: "r += A;" },
  array: { declared: "int A[2] = { k(1), k(2) };", code: "r += A[0];" },
  "array without =": { declared: "int A[2]{ k(1), k(2) };", code: "r += A[0];" },
  "arrays of arrays without =": {
    declared: "int A[2][2]{ { k(1) }, { k(2), k(3) } };",
    code: "r += A[1][0];",
  },
  "local array without =": { declared: "", code: "int a[2]{ k(1) }, b[]{ k(2), k(3) }; r += a[0] + b[1];" },
  "local array of classes without =": {
    declared: "struct A { int a, b; };",
    code: "A a[2]{ { k(1), k(2) } }; static A b[1]{ k(3) }; r += a[0].b + b[0].a;",
  },
  "array of a template's size without =": {
    declared:
      "template<int N> struct A { int m[N]{ k(1) }; int f() { int x[N]{ k(2) }; return x[0] + m[0]; } };",
    code: "A<2> a; r += a.f();",
  },
  "bound that names a bound": { declared: "", code: "int v[k(1) + sizeof(int[2])]; r += sizeof v;" },
  aggregate: { declared: "struct A { int a, b; }; A a = { k(1), k(2) };", code: "r += a.b;" },
  "class initialised": { declared: "struct A { A(int x) : v(x) {} int v; }; A a(k(1));", code: "r += a.v;" },
  "static member": { declared: "struct A { static int s; }; int A::s = k(1);", code: "r += A::s;" },
  "inline static member": { declared: "struct A { inline static int s = k(1); };", code: "r += A::s;" },
  "member template static": {
    declared: "template<class T> struct A { static T s; }; template<class T> T A<T>::s = k(1);",
    code: "r += A<int>::s;",
  },
  "function pointer variable": { declared: "int (*A)(int) = (k(1), k);", code: "r += A != 0;" },
  "auto variable": { declared: "auto A = k(1);", code: "r += A;" },
  "lambda at file scope": { declared: "auto A = [](int x) { return k(x); };", code: "r += A(1);" },
  "structured binding": {
    declared: "struct P { int a, b; }; P mk() { return { k(1), k(2) }; }",
    code: "auto [a, b] = mk(); r += a + b;",
  },
  "default argument": { declared: "int A(int x = k(1)) { return x; }", code: "r += A() + A(3);" },
  "default argument of declaration": {
    declared: "int A(int x = k(1)); int A(int x) { return x; }",
    code: "r += A();",
  },
  "default argument of member": {
    declared: "struct A { int m(int x = k(1)) { return x; } };",
    code: "A a; r += a.m();",
  },
  "default argument of member defined outside": {
    declared: "struct A { int m(int x = k(1)); }; int A::m(int x) { return x; }",
    code: "A a; r += a.m();",
  },
  "default argument of constructor": {
    declared: "struct A { A(int x = k(1)) : v(x) {} int v; };",
    code: "A a; r += a.v;",
  },
  "two default arguments": {
    declared: "int A(int x = k(1), int y = k(2) + k(3)) { return x + y; }",
    code: "r += A() + A(1);",
  },
  "default argument of template": {
    declared: "template<class T> T A(T x, int y = k(1)) { return x + y; }",
    code: "r += A(1);",
  },
  "default argument of virtual": {
    declared: "struct A { virtual int m(int x = k(1)) { return x; } };",
    code: "A a; A *p = &a; r += p->m();",
  },
  "default argument of operator()": {
    declared: "struct A { int operator()(int x = k(1)) { return x; } };",
    code: "A a; r += a();",
  },
  "default argument in braces": {
    declared: "struct P { int a; }; int A(P p = { k(1) }) { return p.a; }",
    code: "r += A();",
  },
  "default argument of friend": {
    declared: "struct A { int v; friend int fr(A a, int x = k(1)) { return a.v + x; } };",
    code: "A a = { 1 }; r += fr(a);",
  },
  "member initialiser": { declared: "struct A { int a = k(1); };", code: "A a; r += a.a;" },
  "member braces": { declared: "struct A { int a{k(1)}; };", code: "A a; r += a.a;" },
  "member initialiser of template": {
    declared: "template<class T> struct A { T a = k(1); };",
    code: "A<int> a; r += a.a;",
  },
  "member array": { declared: "struct A { int a[2] = { k(1), k(2) }; };", code: "A a; r += a.a[1];" },
  "member array without =": { declared: "struct A { int a[2]{ k(1), k(2) }; };", code: "A a; r += a.a[1];" },
  "static member array without =": {
    declared: "struct A { inline static int s[2]{ k(1) }; };",
    code: "r += A::s[0];",
  },
  "member with constructor": {
    declared: "struct A { int a = k(1); int b; A() : b(k(2)) {} };",
    code: "A a; r += a.a + a.b;",
  },
  "aggregate with member initialiser": {
    declared: "struct A { int a = k(1); int b; };",
    code: "A a = { k(2), 1 }; A c = {}; r += a.a + c.a;",
  },
  "bit-field member": { declared: "struct A { int a : 8; A() : a(k(1)) {} };", code: "A a; r += a.a;" },
  "member in union": { declared: "union A { int a = k(1); float f; };", code: "A a; r += a.a;" },
  "nested class member": { declared: "struct A { struct B { int b = k(1); }; };", code: "A::B b; r += b.b;" },
  "local class member": { declared: "", code: "struct A { int a = k(1); }; A a; r += a.a;" },
  "constructor initialiser": { declared: "struct A { int a; A() : a(k(1)) {} };", code: "A a; r += a.a;" },
  "base initialiser": {
    declared: "struct B { B(int x) : v(x) {} int v; }; struct A : B { A() : B(k(1)) {} };",
    code: "A a; r += a.v;",
  },
  delegating: {
    declared: "struct A { int v; A(int x) : v(x) {} A() : A(k(1)) {} };",
    code: "A a; r += a.v;",
  },
  "function try block": {
    declared: "struct A { int v; A() try : v(k(1)) {} catch (...) {} };",
    code: "A a; r += a.v;",
  },
  "static local": { declared: "", code: "static int A = k(1); r += A;" },
  lambda: { declared: "", code: "auto l = [](int x) { return k(x); }; r += l(1);" },
  "lambda capture this": {
    declared: "struct A { int v; int m() { return [this] { return k(v); }(); } };",
    code: "A a = { 1 }; r += a.m();",
  },
  "lambda default argument": { declared: "", code: "auto l = [](int x = k(1)) { return x; }; r += l();" },
  "if initialiser": { declared: "", code: "if (int x = k(1); x > 0) r += x;" },
  "condition variable": { declared: "", code: "if (int x = k(1)) r += x;" },
  "while variable": { declared: "", code: "int i = 0; while (int x = k(i)) { if (x > 1) break; i++; }" },
  "for range": {
    declared:
      "struct R { int a[2]; int *begin() { return a; } int *end() { return a + 2; } }; R mk(int x) { return { { x, k(1) } }; }",
    code: "for (int x : mk(k(0))) r += x + k(x);",
  },
  "new": { declared: "", code: "int *p = new int(k(1)); r += *p; delete p;" },
  "new array": { declared: "", code: "int *p = new int[k(1)]{}; r += p[0]; delete[] p;" },
  placement: {
    declared: "struct A { int v; void *operator new(decltype(sizeof 0), int *p, int) { return p; } };",
    code: "int b; A *p = new (&b, k(1)) A{k(2)}; r += p->v;",
  },
  "delete expression": { declared: "int *id(int *p, int) { return p; }", code: "delete id(new int, k(1));" },
  throw: { declared: "", code: "try { throw k(1); } catch (int x) { r += x + k(2); }" },
  conditional: { declared: "", code: "r += k(1) ? k(2) : k(3);" },
  comma: { declared: "", code: "r += (k(1), k(2));" },
  static_cast: { declared: "", code: "r += static_cast<long>(k(1));" },
  "functional cast": { declared: "", code: "r += int(k(1));" },
  "sizeof plain": { declared: "", code: "r += sizeof(k(1)) + sizeof k(2);" },
  "sizeof vla": { declared: "", code: "r += sizeof(int[k(1)]);" },
  decltype: { declared: "", code: "decltype(k(1)) x = 1; r += x;" },
  noexcept: { declared: "", code: "r += noexcept(k(1));" },
  "typeid plain": { declared: "", code: "r += __is_pod(decltype(k(1)));" },
  "typedef vla": { declared: "", code: "typedef int V[k(2)]; V v; r += sizeof v;" },
  "array bound": { declared: "", code: "int v[k(2)]; r += sizeof v;" },
  "subscript operator": {
    declared: "struct A { int operator[](int i) { return i; } };",
    code: "A a; r += a[k(1)];",
  },
  "template function": { declared: "template<class T> T A(T x) { return k(x); }", code: "r += A(1);" },
  "template dependent": {
    declared: "template<class T> int A(T x) { return k(x) + k(1); }",
    code: "r += A(1) + A('a');",
  },
  "variadic template": {
    declared: "template<class... T> int A(T... x) { return (k(x) + ...); }",
    code: "r += A(1, 2);",
  },
  "constexpr if": {
    declared: "template<class T> int A(T x) { if constexpr (sizeof(T) == 4) return k(1); else return k(2); }",
    code: "r += A(1) + A('c');",
  },
  "user literal": {
    declared: 'int operator""_q(unsigned long long x) { return k((int)x); }',
    code: "r += 3_q;",
  },
  conversion: { declared: "struct A { operator int() { return k(1); } };", code: "A a; int x = a; r += x;" },
  "range member": { declared: "", code: "int a[] = { k(1), k(2), k(3) }; for (int x : a) r += x;" },
  "noexcept function": { declared: "int A(int x) noexcept { return k(x); }", code: "r += A(1);" },
  "trailing return": { declared: "auto A(int x) -> decltype(k(x)) { return k(x); }", code: "r += A(1);" },
  "deduced return": { declared: "auto A(int x) { return k(x); }", code: "r += A(1);" },
  "nested default argument": {
    declared: "int B(int x = k(1)) { return x; } int A(int y = B()) { return y; }",
    code: "r += A();",
  },
  "default member calls member": {
    declared: "struct A { int m() { return k(1); } int a = m() + k(2); };",
    code: "A a; r += a.a;",
  },
  "anonymous union member": {
    declared: "struct A { union { int a = k(1); float f; }; };",
    code: "A a; r += a.a;",
  },
  "extern C": { declared: 'extern "C" { int A = k(1); }', code: "r += A;" },
  "vla pointer": { declared: "", code: "int (*v)[k(2)] = 0; r += sizeof *v;" },
  "vla pointer in braces": { declared: "", code: "int (*v)[k(2)]{}; r += sizeof *v;" },
  "vla reference": { declared: "", code: "int v[k(2)]; auto &w = v; r += sizeof w;" },
  "vla cast": { declared: "int *p0;", code: "r += sizeof *(int (*)[k(2)])p0;" },
  "typedef pointer to vla": { declared: "", code: "typedef int (*V)[k(2)]; V v = 0; r += sizeof *v;" },
  "using vla": { declared: "", code: "using V = int[k(2)]; V v; r += sizeof v;" },
  "vla 2d": { declared: "", code: "int v[k(1)][k(2)]; r += sizeof v;" },
  "array of pointers": { declared: "", code: "int *v[k(1)]; r += sizeof v;" },
  "static pointer to vla": { declared: "", code: "static int (*v)[k(2)]; r += sizeof *v;" },
  "two declarators": {
    declared: "",
    code: "int a = k(1), b{k(2)}, c(k(3)), v[k(1)], *p = (k(0), nullptr); r += a + b + c + sizeof v + (p == nullptr);",
  },
  "file scope declarators": {
    declared: "int a = k(1), b{k(2)}, c(k(3)), *p = (k(0), nullptr);",
    code: "r += a;",
  },
  "volatile variable": { declared: "volatile int A = k(1);", code: "r += A;" },
  "extern with initialiser": { declared: "extern int A; int A = k(1);", code: "r += A;" },
  "statement expression": { declared: "", code: "r += ({ int q = k(1); q + k(2); });" },
  "case range": { declared: "", code: "switch (k(3)) { case 1 ... 5: k(1); break; default: k(2); }" },
  "asm operand": { declared: "", code: 'int q; __asm__("" : "=r"(q) : "0"(k(1))); r += q;' },
  "pointer to member": {
    declared:
      "struct A { int m(int x) { return x + k(1); } }; typedef int (A::*PM)(int); PM pm(int) { return &A::m; }",
    code: "A a; A *p = &a; r += (a.*pm(k(1)))(k(2)) + (p->*pm(k(1)))(1);",
  },
  "arrow operator": {
    declared: "struct B { int v; }; struct A { B b; B *operator->() { k(1); return &b; } };",
    code: "A a = {}; r += a->v;",
  },
  "return braces": {
    declared: "struct P { int a, b; }; P mk(int n) { return { k(n), k(1) }; }",
    code: "r += mk(k(1)).a;",
  },
  "generic lambda": { declared: "", code: "auto l = [](auto x) { return k(x); }; r += l(1) + l('a');" },
  "lambda called at once": { declared: "int A = [] { return k(1); }();", code: "r += A;" },
  "lambda in member initialiser": {
    declared: "struct A { int a = [] { return k(1); }(); };",
    code: "A a; r += a.a;",
  },
  "lambda in constructor initialiser": {
    declared: "struct A { int a; A(int n) : a([n] { return k(n); }()) {} };",
    code: "A a(1); r += a.a;",
  },
  "lambda in default argument": {
    declared: "int A(int x = [] { return k(1); }()) { return x; }",
    code: "r += A();",
  },
  "lambda in lambda": {
    declared: "",
    code: "auto l = [&] { return [&](int x) { return k(x) + k(r); }(k(1)); }; r += l();",
  },
  "mutable lambda": {
    declared: "",
    code: "int q = 1; auto l = [q]() mutable -> int { return q = k(q); }; r += l() + l();",
  },
  "static in lambda": {
    declared: "",
    code: "auto l = [] { static int s = k(1); return s; }; r += l() + l();",
  },
  "static in inline function": {
    declared: "inline int &A() { static int s = k(1); return s; }",
    code: "r += A() + A();",
  },
  "static in template": {
    declared: "template<class T> T A() { static T s = k(1); return s; }",
    code: "r += A<int>() + A<long>();",
  },
  "static in member": {
    declared: "struct A { int m() { static int s{k(1)}; return s; } };",
    code: "A a; r += a.m();",
  },
  "dependent default argument": {
    declared: "template<class T> T A(T x = k(T(1))) { return x; }",
    code: "r += A<int>();",
  },
  "pack expansion": {
    declared: "template<class... T> int A(T... x) { int a[] = { k(x)... }; return a[0]; }",
    code: "r += A(1, 2, 3);",
  },
  "pack in call": {
    declared:
      "int s(int a, int b) { return a + b; } template<class... T> int A(T... x) { return s(k(x)...); }",
    code: "r += A(1, 2);",
  },
  "fold over comma": {
    declared: "template<class... T> void A(T... x) { (k(x), ...); }",
    code: "A(1, 2, 3);",
  },
  "static member of a specialization": {
    declared: "template<class T> struct A { static T s; }; template<> int A<int>::s = k(1);",
    code: "r += A<int>::s;",
  },
  "static member in parentheses": {
    declared: "template<class T> struct A { static T s; }; template<class T> T A<T>::s(k(1));",
    code: "r += A<int>::s;",
  },
  "static member in braces": { declared: "struct A { static int s; }; int A::s{k(1)};", code: "r += A::s;" },
  "thread local member": {
    declared: "struct A { static thread_local int s; }; thread_local int A::s = k(1);",
    code: "r += A::s;",
  },
  "inherited constructor": {
    declared: "struct B { int v; B(int x, int y = k(1)) : v(x + y) {} }; struct A : B { using B::B; };",
    code: "A a(k(2)); r += a.v;",
  },
  "virtual base": {
    declared: "struct B { int v; B(int x) : v(x) {} }; struct A : virtual B { A() : B(k(1)) {} };",
    code: "A a; r += a.v;",
  },
  "several bases": {
    declared:
      "struct B { int v; B(int x) : v(x) {} }; struct C { int w; C(int x) : w(x) {} }; struct A : B, C { int z; A() : B(k(1)), C{k(2)}, z(k(3)) {} };",
    code: "A a; r += a.v;",
  },
  "base in braces": {
    declared: "struct B { int v; }; struct A : B { A() : B{k(1)} {} };",
    code: "A a; r += a.v;",
  },
  "base of template": {
    declared: "struct B { int v; B(int x) : v(x) {} }; template<class T> struct A : T { A() : T(k(1)) {} };",
    code: "A<B> a; r += a.v;",
  },
  destructor: { declared: "struct A { ~A() { k(1); } };", code: "{ A a; A b; } new A;" },
  "implicit conversion": {
    declared: "struct A { int v; A(int x) : v(x + k(1)) {} }; int f(A a) { return a.v; }",
    code: "r += f(k(1));",
  },
  "conversion in condition": {
    declared: "struct A { explicit operator bool() const { return k(1); } };",
    code: "A a; if (a) r++; r += a ? 1 : 2;",
  },
  "new of a class": {
    declared: "struct A { int v; A(int x = k(1)) : v(x) {} };",
    code: "A *p = new A; r += p->v; delete p; p = new A(k(2)); delete p;",
  },
  "new in braces": {
    declared: "struct P { int a, b; };",
    code: "P *p = new P{ k(1), k(2) }; r += p->a; delete p;",
  },
  "new of arrays of classes": {
    declared: "struct A { int v; A(int x = k(1)) : v(x) {} };",
    code: "A *p = new A[2]; r += p[0].v; delete[] p;",
  },
  "function try": {
    declared: "int A(int n) try { throw k(n); } catch (int x) { return k(x); }",
    code: "r += A(1);",
  },
  "catch all": { declared: "", code: "try { k(1); throw 1; } catch (...) { k(2); }" },
  "do while": { declared: "", code: "int i = 0; do i++; while (k(i) < 3);" },
  "for parts": { declared: "", code: "for (int i = k(0), j = k(1); i < k(2); i += k(0)) r += j;" },
  goto: { declared: "", code: "int i = 0; again: if (k(i++) < 2) goto again;" },
  "nested class of template": {
    declared: "template<class T> struct A { struct B { T v = k(1); int m() { return k(v); } }; };",
    code: "A<int>::B b; r += b.m();",
  },
  "member template": {
    declared: "struct A { template<class T> int m(T x) { return k(x) + k(1); } };",
    code: "A a; r += a.m(1) + a.m('a');",
  },
  "member template outside": {
    declared: "struct A { template<class T> int m(T x); }; template<class T> int A::m(T x) { return k(x); }",
    code: "A a; r += a.m(1);",
  },
  "member of a template outside": {
    declared: "template<class T> struct A { T m(T x); }; template<class T> T A<T>::m(T x) { return k(x); }",
    code: "A<int> a; r += a.m(1);",
  },
  "explicit specialization": {
    declared: "template<class T> int A(T x) { return x; } template<> int A<int>(int x) { return k(x); }",
    code: "r += A(1) + A('a');",
  },
  "partial specialization": {
    declared:
      "template<class T> struct A { int m() { return 1; } }; template<class T> struct A<T *> { int m() { return k(1); } };",
    code: "A<int *> a; r += a.m();",
  },
  "friend defined inside": {
    declared: "struct A { int v; friend int f(A a) { return k(a.v); } };",
    code: "A a = { 1 }; r += f(a);",
  },
  "operator overloaded": {
    declared: "struct A { int v; }; A operator+(A a, A b) { return { k(a.v + b.v) }; }",
    code: "A a = { 1 }; r += (a + a).v;",
  },
  "global qualified": { declared: "", code: "r += ::k(1) + (::k)(2);" },
  "using alias": { declared: "namespace n { using ::k; }", code: "r += n::k(1); using n::k; r += k(2);" },
  "nullary default in ctor initialiser": {
    declared: "struct M { int v; M(int x = k(1)) : v(x) {} }; struct A { M m; A() {} };",
    code: "A a; r += a.m.v;",
  },
  "member of class with default argument": {
    declared: "struct M { int v; M(int x = k(1)) : v(x) {} }; struct A { M m; M n[2]; };",
    code: "A a; r += a.m.v;",
  },
  "explicit template instance": {
    declared: "template<class T> T A(T x) { return k(x); } template int A<int>(int);",
    code: "r += A(1);",
  },
  "switch initialiser": {
    declared: "",
    code: "int x = k(1); switch (x) { case 2: { int y = k(2); r += y; } }",
  },
  "aggregate base": {
    declared: "struct B { int v; }; struct A : B { int w; };",
    code: "A a{ { k(1) }, k(2) }; r += a.v;",
  },
  designated: { declared: "struct P { int a, b; };", code: "P p{ .a = k(1), .b = k(2) }; r += p.a;" },
  "reference extended": {
    declared: "struct P { int a; }; P mk(int n) { return { n }; }",
    code: "const P &p = mk(k(1)); r += p.a;",
  },
  "ternary lvalue": { declared: "int a, b;", code: "(k(1) ? a : b) = k(2);" },
  "attribute statement": {
    declared: "",
    code: "switch (k(1)) { case 2: k(1); [[fallthrough]]; default: k(2); }",
  },
  "structured binding of array": {
    declared: "",
    code: "int a[2] = { k(1), k(2) }; auto [x, y] = a; auto &[z, w] = a; r += x + y + z + w;",
  },
  "if constexpr dependent": {
    declared: "template<int N> int A() { if constexpr (N > 1) { return k(N); } return k(1) + k(2); }",
    code: "r += A<1>() + A<2>();",
  },
  "trailing noexcept": {
    declared: "template<class T> auto A(T x) noexcept(noexcept(k(x))) -> decltype(k(x)) { return k(x); }",
    code: "r += A(1);",
  },
  "constexpr function": {
    declared: "constexpr int c(int n) { return n > 5 ? k(n) : n; }",
    code: "r += c(1) + c(6);",
  },
};
