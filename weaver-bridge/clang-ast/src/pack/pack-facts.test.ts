import { expect, test } from "vitest";
import { parsePlain } from "../parse-in-process.js";
import { packFacts, unpackFacts } from "./pack-facts.js";

const C = `
typedef struct { int counter; } atomic_t;
struct s { atomic_t a; union { int u; }; unsigned bit : 3; int table[2][3]; int flexible[]; };
enum color { RED }; extern int g, variadic(const char *, ...); _Noreturn void stop(void);
static inline int f(register int r, struct s *p, int (*fn)(enum color)) {
  static volatile int n; extern int block; g += p->table[1][r]; p->bit--; n = block; variadic("x", p->u);
  register struct s v; v.u = ++g; int *q = &p->a.counter; if (r) return fn(RED); struct { int x; } un; un.x = 1;
  void *t = &&out; goto *t; out: stop(); return (g);
}`;
const CPP = `namespace n { struct K { int x; int K::*m; int &r; void f(int &&v) { x = v; } }; struct [[a::b]] B { virtual ~B(); explicit B(int = 2) noexcept; };
class D : public virtual B, K { int y; protected: D() try : B(1), y(2) {} catch (...) {} ~D() = default; int v() const; template <class T> int t(T a) { return y + a; } D &operator+=(int); operator int(); };
int D::v() const { struct L { int z; } l; l.z = y++; return l.z + t(3); } void go(D &d, D *p, B *b) { d += 1; int i = d; delete b; auto f = [](int k) { return k; }; i = f(2) ? i : -i; p->operator+=(i); } }`;

test.each([
  ["c", C],
  ["c++", CPP],
  ["c", "int broken("],
  ["c", ""],
] as const)("%s facts survive the way between processes", (language, text) => {
  const args = language === "c" ? ["-m32"] : ["-m32", "-std=gnu++17"];
  const wanted = { locals: true, builtins: true, callGraph: true, classes: true, escapes: true };
  const facts = parsePlain(text, { language, arguments: args, fileName: "unit", wanted });
  expect(unpackFacts(structuredClone(packFacts(facts)))).toEqual(facts);
});
