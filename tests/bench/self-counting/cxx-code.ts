/** What C++ alone has, and what its programs begin with. */
import { EXPRESSIONS, type Form, renderCheck, STATEMENTS } from "./counted-code.js";

const without = (forms: readonly Form[], word: RegExp) => forms.filter((form) => !word.test(String(form)));

export const CXX_EXPRESSIONS: readonly Form[] = [
  ...without(EXPRESSIONS, /s\(\)/),
  ({ e }) => `[&] { return ${e()}; }()`,
  ({ e, name }) => {
    const x = name();
    return `[&](int ${x}) -> int { return ${x} + (${e()}); }(${e()})`;
  },
  ({ e, name }) => {
    const x = name();
    return `[&](auto ${x}) { return (int)${x} + (${e()}); }(${e()})`;
  },
  ({ e, name }) => {
    const x = name();
    return `[${x} = ${e()}] { return ${x}; }()`;
  },
  ({ e }) => `left_out() + left_out(${e()})`,
  ({ e }) => `static_cast<int>(static_cast<long>(${e()}))`,
  ({ e }) => `Made(${e()}).value`,
  ({ e }) => `Made{${e()}, ${e()}}.value`,
  ({ e }) => `(Made(${e()}) + Made(${e()})).value`,
  ({ e }) => `Derived(${e()}).all()`,
  ({ e }) => `twice<int>(${e()})`,
  ({ e }) => `twice((long)(${e()}))`,
  ({ e }) => `Box<int>(${e()}).use()`,
  ({ e }) => `Box<long>(${e()}).use()`,
  ({ e }) => `sum_of(${e()}, ${e()}, ${e()})`,
  ({ e }) => `(int)(new int(${e()}) == nullptr)`,
  ({ e }) => `(int)(new int[2]{ ${e()}, ${e()} } == nullptr)`,
  ({ e }) => `list_of({ (int)(${e()}), (int)(${e()}) })`,
  ({ e }) => `(int)noexcept(c(${e()}))`,
  ({ e }) => `int{ ${e()} }`,
  ({ e }) => `(true ? (${e()}) : throw c(1))`,
  ({ e }) => `base_of(${e()})->virt(${e()})`,
  ({ e }) => `Made::make(${e()})`,
  () => "Aggregate{}.a",
  ({ e }) => `Aggregate{ ${e()} }.b`,
  ({ e }) => `std::min<int>(${e()}, ${e()})`,
  ({ e }) => `(int)std::string((${e()}) & 7, 'x').size()`,
  ({ e }) => `co_sum(${e()})`,
];

export const CXX_STATEMENTS: readonly Form[] = [
  ...without(STATEMENTS, /goto|struct plain/),
  ({ e, s, name }) => {
    const x = name();
    return `if (int ${x} = ${e()}; ${x} & 1) ${s()}`;
  },
  ({ e, s, name }) => {
    const x = name();
    return `if (int ${x} = ${e()}) { local[0] = ${x}; ${s()} }`;
  },
  ({ e, s, name }) => {
    const x = name();
    return `for (int ${x} : { (int)(${e()}), (int)(${e()}) }) { local[1] = ${x}; ${s()} }`;
  },
  ({ e, s, name }) => {
    const x = name();
    return `switch (int ${x} = ${e()}; ${x} & 1) { case 0: ${s()} break; default: ${s()} }`;
  },
  ({ e, s }) => `try { ${s()} throw (int)(${e()}); } catch (int caught) { local[2] = caught; ${s()} }`,
  ({ e, name }) => {
    const [a, b] = [name(), name()];
    return `{ auto [${a}, ${b}] = Aggregate{ ${e()}, ${e()} }; local[3] = ${a} + ${b}; }`;
  },
  ({ e, name }) => {
    const type = name();
    return `{ struct ${type} { int x = c(3); int y; ${type}(int n) : y(n) {} }; local[0] = ${type}(${e()}).x; }`;
  },
  ({ e, name }) => {
    const x = name();
    return `{ const int &${x} = ${e()}; local[1] = ${x}; }`;
  },
  ({ e, name }) => {
    const x = name();
    return `{ static int ${x} = ${e()}; local[1] = ${x}; }`;
  },
  ({ e, s, name }) => {
    const x = name();
    return `{ auto ${x} = [&](int n) mutable { ${s()} return n + (${e()}); }; local[2] = ${x}(${e()}); }`;
  },
  ({ e, s }) => `if constexpr (sizeof(int) == 4) ${s()} else { (void)(${e()}); }`,
  ({ e, name }) => {
    const x = name();
    return `{ int ${x}{ ${e()} }; int ${x}b(${e()}); auto ${x}c{ ${e()} }; local[3] = ${x} + ${x}b + ${x}c; }`;
  },
  ({ e, name }) => {
    const x = name();
    return `{ Made ${x}(${e()}); ${x} += ${e()}; local[0] = ${x}[(${e()})]; local[1] = ${x}(${e()}); }`;
  },
  ({ e, name }) => {
    const x = name();
    return `{ std::vector<int> ${x}{ ${e()}, ${e()} }; ${x}.push_back(${e()}); for (auto &each : ${x}) each += ${e()}; }`;
  },
];

const uncounted = (body: string) => body.replace("ex++; ", "");

/** A program's function: alone, a member, of a template, of a class template, with a parameter that is `auto`, … */
export const CXX_SHAPES: readonly ((name: string, body: string) => string)[] = [
  (name, body) => `int ${name}_go() {\n${body}\nreturn 0; }\nint ${name}() { return ${name}_go(); }`,
  (name, body) =>
    `struct S${name} { int go(); int mine = 0; };\nint S${name}::go() {\n${body}\nreturn mine; }\nint ${name}() { S${name} s; return s.go(); }`,
  (name, body) =>
    `template<class T> int ${name}_go(T mine) {\n${body}\nreturn mine != 0; }\nint ${name}() { return ${name}_go(1) + ${name}_go(1L); }`,
  (name, body) =>
    `template<class T> struct S${name} { T mine = 0; int go() {\n${body}\nreturn 0; } };\nint ${name}() { return S${name}<int>().go() + S${name}<char>().go(); }`,
  (name, body) =>
    `template<class T> struct S${name} { T mine = 0; int go(); };\ntemplate<class T> int S${name}<T>::go() {\n${body}\nreturn 0; }\nint ${name}() { return S${name}<int>().go() + S${name}<char>().go(); }`,
  (name, body) =>
    `int ${name}_go(std::integral auto mine) {\n${body}\nreturn mine != 0; }\nint ${name}() { return ${name}_go(1) + ${name}_go('x'); }`,
  (name, body) =>
    `namespace n${name} { inline int go() {\n${body}\nreturn 0; } }\nint ${name}() { return n${name}::go(); }`,
  (name, body) =>
    `struct S${name} { S${name}() {\n${uncounted(body)}\n} ~S${name}() { local_free(); } };\nint ${name}() { S${name} s; return 0; }`,
  (name, body) =>
    `static auto l${name} = []() -> int { auto go = [] {\n${uncounted(body)}\nreturn 0; }; return go(); };\nint ${name}() { return l${name}(); }`,
  (name, body) =>
    `Task ${name}_go() {\n${body}\nco_return local[0]; }\nint ${name}() { return ${name}_go().value(); }`,
];

export const CXX_HEAD = `#include <algorithm>
#include <concepts>
#include <coroutine>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>
long rd, wr, ran, ex, nc, ng, ns, ne;
struct object { int m0, m1; unsigned mb : 7; };
int g0, g1, g2; object o, oa[2], *po = &oa[0];
int c(int n) { ran++; return n & 255; }
static object *pick(int n) { return &oa[n & 1]; }
static int add(int a, int b) { return a ^ b; }
static int (*through)(int) = nullptr; static int twin(int n) { return n + 1; }
static int left_out(int n = c(7)) { return n; }
static void local_free() {}
struct Aggregate { int a = c(1); int b = c(2); };
struct Made {
  int value; int other = c(2);
  Made(int n) : value(c(n)) {}
  Made(int a, int b) : Made(a + c(b)) {}
  Made operator+(const Made &with) const { return Made(value + c(with.value)); }
  Made &operator+=(int n) { value += c(n); return *this; }
  int operator[](int n) const { return c(n) + value; }
  int operator()(int n = c(5)) const { return n; }
  static int make(int n) { return c(n); }
};
struct Base { int b; Base(int n = c(4)) : b{c(n)} {} virtual int virt(int n) { return c(n); } virtual ~Base() {} };
struct Derived : Base { int d[2]; Derived(int n) try : Base(c(n)), d{c(1), c(2)} {} catch (...) {} int virt(int n) override { return c(n) + 1; } int all() { return Base::virt(c(b)) + d[0]; } };
static Base *base_of(int n) { static Derived d(1); d.b = n; return &d; }
template<class T> int twice(T x) { return (int)x + c(2) + (rd++, g0) + (rd++, po->m0); }
template<class T> struct Box { T mine; T more = c(3); Box(T x) : mine(x + c(1)) {} int use() { return (wr++, g1 = 2) + c(4) + (int)mine; } };
template<class... T> int sum_of(T... x) { return (0 + ... + (int)x) + (c(1), 0); }
static int list_of(std::initializer_list<int> l) { return *l.begin() + c(1); }
struct Task {
  struct promise_type {
    int result = 0;
    Task get_return_object() { return { std::coroutine_handle<promise_type>::from_promise(*this) }; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_never yield_value(int n) { result += c(n); return {}; }
    void return_value(int n) { result += n; }
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
  int value() { int n = handle.promise().result; handle.destroy(); return n; }
};
static Task co_body(int n) { co_yield c(n); co_await std::suspend_never{}; co_return c(n) + (rd++, g0); }
static int co_sum(int n) { return co_body(n).value(); }
${renderCheck("std::printf")}`;

export const CXX_START = "through = twin;";
