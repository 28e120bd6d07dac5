/**
 * Construction, destruction, control flow and slices in C++: programs whose output proves the rules, in the oldest and
 * the newest dialect that kernels use. The corpus of ag++ rules has more.
 */
import { describe, expect, test } from "vitest";
import { CLANGXX } from "../support/compilers.js";
import { compile, runProgram, weaveSource } from "./support/weave-source.js";

interface ClassCase {
  readonly source: string;
  readonly aspects: string;
  readonly output: string;
  readonly dialects?: readonly string[];
}

const HEAD = 'extern "C" int printf(const char *, ...);\n';
const DIALECTS = ["-std=gnu++98", "-std=gnu++17"];

const COPIED = {
  source: `struct B { int b; B() : b(1) {} }; struct E { int e; E() : e(2) {} E(const E &o) : e(o.e + 10) {} };
struct C : B { int n; E member; int numbers[3]; E objects[2]; unsigned bit : 3; union { int u; char c; }; };
int main() { C a; a.b = 5; a.n = 6; a.numbers[2] = 7; a.objects[1].e = 8; a.bit = 3; a.u = 9; C d(a);
  printf("%d %d %d %d %d %d %d\\n", d.b, d.n, d.member.e, d.numbers[2], d.objects[1].e, (int)d.bit, d.u); C e; e = d; printf("%d\\n", e.n); return 0; }`,
  aspects: `aspect A { advice construction("C") : before() { printf("+"); } advice destruction("C") : before() { printf("-"); } };`,
};

const CASES: Readonly<Record<string, ClassCase>> = {
  "an implicit copy copies bases, members, arrays and unions": {
    ...COPIED,
    output: "++5 6 12 7 8 3 9\n+6\n---",
    // Arrays are assigned, not initialised.
    dialects: ["-std=gnu++98"],
  },
  "arrays of objects are copied by their constructors": {
    ...COPIED,
    output: "++5 6 12 7 18 3 9\n+6\n---",
    dialects: ["-std=gnu++17"],
  },
  "a class that can only be copied from what can change": {
    source: `struct P { int *p; P() : p(0) {} P(P &o) : p(o.p) { o.p = 0; } }; struct C { P p; };
int main() { int i = 4; C a; a.p.p = &i; C b(a); printf("%d %d\\n", *b.p.p, a.p.p == 0); return 0; }`,
    aspects: `aspect A { int n; advice construction("C") : after() { printf("%d ", ++n); } };`,
    output: "1 2 4 1",
  },
  "what a class can do stays when its construction is advised": {
    source: `struct C { int v; C() = default; C(const C &) = default; };
struct M { int *owned; M() : owned(0) {} M(M &&o) : owned(o.owned) { o.owned = 0; } }; struct D { M m; };
int main() { C a; a.v = 1; C b = a; a = b; D d; int i = 0; d.m.owned = &i; D e = static_cast<D &&>(d); printf("%d %d\\n", b.v, d.m.owned == 0 && e.m.owned == &i); return 0; }`,
    aspects: `aspect A { advice construction("C" || "D") : after() { printf("%s, ", JoinPoint::signature()); } };`,
    output: "C::C(), C::C(const C &), D::D(), D::D(D &&), 1 1",
    dialects: ["-std=gnu++17"],
  },
  "constructors outside their class, around and with returns": {
    source: `namespace n { class C { int v; public: explicit C(int a); ~C(); int get() const { return v; } }; }
n::C::C(int a) : v(a) { if (a > 5) return; v++; } n::C::~C() { printf("end %d\\n", v); }
int main() { n::C a(1), b(9); printf("%d %d\\n", a.get(), b.get()); return 0; }`,
    aspects: `aspect A { advice construction("n::C") && args("int") : around() { *tjp->arg<0>() += 1; tjp->proceed(); printf("made %d\\n", tjp->that()->v); }
  advice destruction("n::C") : around() { printf("dying\\n"); tjp->proceed(); } };`,
    output: "made 2\nmade 9\n2 9\ndying\nend 9\ndying\nend 2",
  },
  "control flow is left by an exception": {
    source: `int g(int n) { if (n == 2) throw n; return n; } int f(int n) { return g(n); } int (*volatile p)(int) = g;
int main() { p(1); try { f(2); } catch (int) { printf("caught\\n"); } p(3); f(4); return 0; }`,
    aspects: `aspect A { advice execution("% g(...)") && cflow(execution("% f(...)")) : before() { printf("in f %d\\n", *tjp->arg<0>()); } };`,
    output: "in f 2\ncaught\nin f 4",
  },
  "slices in namespaces, with bases, static members and members outside": {
    source: `namespace k { struct Item { virtual int id() { return 1; } }; class Thread { int n; public: Thread() : n(3) {} int own() { return n; } }; class Idle : public Thread { }; }
int main() { k::Thread t; k::Idle i; k::Thread::count += 2; printf("%d %d %d %d\\n", t.id(), t.twice(), i.own(), k::Thread::count); return 0; }`,
    aspects: `slice class S : public Item { public: int id(); int twice() const; static int count; };
slice int S::id() { return n * 10; }
slice int S::twice() const { return 2 * n; }
slice int S::count = 5;
aspect A { advice "k::Thread" : slice S; };`,
    output: "30 6 3 7",
  },
};

describe("woven classes", () => {
  for (const [name, { source, aspects, output, dialects = DIALECTS }] of Object.entries(CASES)) {
    test.each(dialects)(`${name} (%s)`, (dialect) => {
      const { woven, problems } = weaveSource(HEAD + source, aspects, { dialect });
      expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
      for (const compiler of ["g++", CLANGXX]) {
        const command = [compiler, "-m32", "-O2", dialect];
        expect(compile(woven.text, command)).toBe("");
        expect(runProgram(woven.text, command).trim().split("\n"), compiler).toEqual(output.split("\n"));
      }
    });
  }
});
