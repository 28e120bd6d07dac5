/**
 * Nothing is accepted whose stubs do not compile: interfaces as people write them, in CORBA's and DICE's words, made into
 * client, server, template and self-test for each kernel and compiled without a warning. What no stub can carry, and what
 * the standard forbids, is refused in words.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compileIdl, DEFAULT_OPTIONS } from "@weft/weaver-bridge/idl";
import { printProblem } from "@weft/weaver-bridge/model";
import { expect, test } from "vitest";
import { complaintOf, KERNELS } from "../../bench/idl-corpus/stubs.js";
import { requireTool } from "../../support/index.js";

const ACCEPTED: Readonly<Record<string, string>> = {
  "array results": "interface I { typedef long V[4]; V get(in long n); typedef V W; W again(); };",
  "arrays of arrays and of records":
    "interface I { typedef short M[2][3]; typedef M MM[5]; struct S { long a; char b[3]; }; typedef S SS[3]; M m(in M x); MM mm(); SS ss(); };",
  "arrays that registers and string items carry":
    "interface I { typedef char Tiny[4]; typedef long Big[400]; Tiny t(); Big b(in Big x); };",
  "arrays of sequences":
    "interface I { typedef sequence<long> Q[2]; Q get(in Q z); typedef sequence<string> S[2][3]; S s(inout S z); attribute S t; struct R { sequence<long> m[3]; }; R r(in R z); exception E { Q q; }; void f() raises (E); };",
  "attributes of arrays": "interface I { typedef long V[4]; attribute V x; readonly attribute V y; };",
  "array results beside exceptions and strings":
    "interface I { typedef long V[4]; exception E { long c; }; struct R { string s; }; V f(in R r) raises (E); };",
  "two bases": "interface A { void f(); }; interface B { void g(); }; interface C : A, B { void h(); };",
  "a diamond":
    "interface A { void f(); }; interface B : A { void g(); }; interface C : A { void h(); }; interface D : B, C { void i(); };",
  "types of a common base, or with their base's name":
    "interface A { typedef long T; const long K = 2; }; interface B { typedef short T; const long K = 3; }; interface C : A, B { A::T g(in B::T x); typedef long V[A::K]; }; interface D : A { }; interface E : A { }; interface F : D, E { typedef T V2; T h(in V2 x); };",
  "labels by constants, typedefs and scoped names":
    "const char K = 'c'; union U switch(char) { case K: long x; case 'd': long y; }; enum e { p, q }; typedef e f; union W switch(f) { case p: long x; case ::q: long y; }; const long N = 3; union X switch(short) { case N: long x; case -1: long y; case N + 1: long z; }; interface I { void g(in U a, in W b, in X c); };",
  "members called as C's types are": "struct S { short signed; }; interface I { void f(in S z); };",
  "types inside of records, each in its own":
    "struct O { struct P { long x; } q; enum E { aa, bb } f; union U switch(long) { case 1: long r; } v; }; struct R { struct P { short y; } q; }; exception X { struct P { char c; } q; }; interface I { O::P f(in O z, in O::E k, in O::U w) raises (X); R::P g(in O::P z); void h(in X::P z); };",
  "two unions that are switched by enums with items of one name":
    "union O switch(enum E { aa, bb }) { case aa: long x; }; union R switch(enum E { bb, aa }) { case aa: long x; case R::bb: short z; }; interface I { O f(in R z); };",
  "words of C as names":
    "struct S { long break; char do; }; interface I { void f(in S s, in long register); };",
  "words of C as names of what stands in no module":
    "struct break { long x; }; enum goto { x1 }; exception while { long a; }; union do switch(long) { case 1: long continue; }; typedef long unix; interface auto { unix linux(in unix i386, in goto g, in do d) raises (while); }; interface typeof : auto { break f(); };",
  "structs of parameters, without a name":
    "interface I { void f([in] struct { long a; } s); void g([in] struct { long b; short c; } s); };",
  "MIDL's properties and events, two of one name":
    "interface I { [propget] long Voice(); [propput] void Voice([in] long v); [eventadd] long Ended([in] long to); [eventremove] void Ended([in] long token); };",
  "a length that is a word of C": "interface I { void f([in, length_is(auto)] long *a, [in] long auto); };",
  "operations called as helpers are":
    "interface I { void start(in long a); void server(); void discard(); void reply_and_wait(); void buffer_t(); void f(out long x); void f_reply(); };",
  "fixed point": "interface I { fixed<5, 2> f(in fixed<31, 0> a, out fixed<4, 4> b); };",
  "records that hold themselves in sequences":
    "module m { struct N; typedef sequence<N> NS; struct N { long v; NS kids; }; struct T { long x; sequence<T> more; }; }; interface I { void f(); };",
  "DICE's size_is before its count":
    "interface I { void f([in, out, size_is(count)] long *p, [in] long count); void g([out, size_is(n)] long *p, [out] long *n, [in] long a, [in] long b); };",
  "DICE's flexpage and strings": "interface I { void f([in] flexpage p, [in] char *name); };",
};

for (const [name, text] of Object.entries(ACCEPTED))
  test(`${name}: stubs for every kernel compile`, (context) => {
    requireTool(context, "gcc");
    for (const kernel of KERNELS) {
      const { outputs, problems } = compile(text, kernel);
      expect(problems.filter(({ severity }) => severity === "error").map(printProblem), kernel).toEqual([]);
      expect(complaintOf(outputs), kernel).toBeUndefined();
    }
  });

test.each([
  ["union U switch(float) { case 1: long x; };", "a union cannot be switched by float"],
  ["union U switch(string) { case 1: long x; };", "a union cannot be switched by a value of kind string"],
  [
    "union U switch(boolean) { case TRUE: long a; case FALSE: long b; default: long c; };",
    "this default cannot occur: every value of the discriminator has a label",
  ],
  [
    "enum e { x, y }; union U switch(e) { case x: long a; case y: long b; default: long c; };",
    "this default cannot occur: every value of the discriminator has a label",
  ],
  [
    "union U switch(long) { case 1: long a; default: long b; default: long c; };",
    "this union has two defaults",
  ],
  ["enum e { p, q }; enum f { r }; union U switch(e) { case r: long x; };", "r is no item of e"],
  [
    "union U switch(long) { case 1: long a; long b; };",
    "1:40: error[weft/idl/union]: no value of the discriminator selects this member",
  ],
  ["interface A { void f(); }; interface C : A, A { };", "C names its base A twice"],
  [
    "interface A { typedef long T; }; interface B { typedef short T; }; interface C : A, B { T g(); };",
    "T is inherited twice: A::T and B::T. Write A::T or B::T.",
  ],
  [
    "interface A { exception E { }; }; interface B { exception E { }; }; interface C : A, B { void f() raises (E); };",
    "E is inherited twice: A::E and B::E",
  ],
  ["typedef sequence<any> Q; interface I { Q f(); };", "no stub can carry the result: any cannot be carried"],
  ["struct A_B { long z; }; struct A { struct B { long x; } p; };", "A::B and A_B are both A_B in C"],
  ["interface I { typedef sequence<Q> Q; };", "I::Q is a sequence of itself"],
  ["interface I { typedef sequence<Q> P; typedef sequence<P> Q[2]; };", "I::P is a sequence of itself"],
  ["struct S { sequence<S> kids; }; interface I { S f(); };", "member kids of S: it contains itself"],
  [
    "valuetype V { public long x; }; interface I { void f(in V z); };",
    "no stub can carry z: V cannot be carried: objects by value need the CORBA run time",
  ],
  [
    "valuetype V { public V next; }; typedef sequence<V> Q; interface I { Q f(); };",
    "V cannot be carried: objects by value need the CORBA run time",
  ],
  ["interface I { void f(in fixed<40, 2> x); };", "fixed<40, 2> is no fixed-point type"],
  ["interface A { void b_c(); }; interface A_b { void c(); };", "A_b::c and A::b_c are both A_b_c in C"],
  ["module a { interface b { void f(); }; }; interface a_b { };", "a_b and a::b are both a_b in C"],
  ["module a { struct b { long x; }; }; struct a_b { long y; };", "a_b and a::b are both a_b in C"],
  [
    "interface I { void f(); void F(); };",
    "I::F and I::f differ only in case, and have the same macros in C",
  ],
  [
    "interface A { void a(); }; interface B : A { void A(); };",
    "differ only in case, and have the same macros in C",
  ],
  ["interface I { attribute long x; long _get_x(); };", "_get_x is what an attribute is read or written by"],
  ["interface I { void f(in any x); };", "no stub can carry x: any cannot be carried"],
  [
    "interface I { void f([in, length_is(n)] long *a); };",
    "n is no parameter of this operation and no constant",
  ],
])("%s is refused in words", (text, words) => {
  const errors = compile(text, "v4").problems.filter(({ severity }) => severity === "error");
  expect(errors.map(printProblem).join("\n")).toContain(words);
});

test.each([
  [
    "union U switch(char) { case 1: long x; };",
    "this label is an integer, and the union is switched by a character",
  ],
  [
    "union U switch(long) { case 'a': long x; };",
    "this label is a character, and the union is switched by an integer",
  ],
  [
    "union U switch(boolean) { case 1: long x; };",
    "this label is an integer, and the union is switched by a boolean",
  ],
  [
    "enum e { p, q }; union U switch(e) { case 0: long x; };",
    "this label is an integer, and the union is switched by an item of an enum",
  ],
])("%s is told", (text, words) => {
  const { problems } = compile(text, "v4");
  expect(problems.map(({ severity }) => severity)).toEqual(["warning"]);
  expect(problems.map(printProblem).join("\n")).toContain(words);
});

test("an import that ends with its line needs no semicolon", () => {
  const text = "import <a.h>\nimport <b.h>\ninterface I { void f(in t x); };";
  const types = [{ name: "t", size: 4, align: 4, integer: true }];
  const { problems } = compileIdl({
    ...{ file: "a.idl", text, kernel: "x0", options: DEFAULT_OPTIONS },
    readInclude: () => undefined,
    importHeader: () => types,
  });
  expect(problems).toEqual([]);
});

test.each([
  ["-O2", "call\t__L4_Ipc"],
  ["-DIDL4_KEEP_EBP", "call\t__L4_Ipc"],
])("V4 stubs call the function of L4Ka::Pistachio's library where its header was read (%s)", (flag, call) => {
  const folder = mkdtempSync(join(tmpdir(), "weft-l4ka-"));
  try {
    const { outputs } = compile("interface I { long f(in long a); };", "v4");
    mkdirSync(join(folder, "idl4"));
    for (const { name, text } of outputs) writeFileSync(join(folder, name), text);
    const unit = (first: string) => `${first}#include "a_client.h"\nlong g(I s) { return I_f(s, 1, 0); }\n`;
    const theirs = "#define __L4__X86__SYSCALLS_H__\nextern void __L4_Ipc(void);\n";
    const assembly = (text: string) => {
      const argv = ["-m32", "-ffreestanding", "-fno-pie", "-O1", flag, "-S", "-x", "c", "-", "-o", "-"];
      const run = spawnSync("gcc", argv, { cwd: folder, input: text, encoding: "utf8", timeout: 60_000 });
      expect(run.stderr).toBe("");
      return run.stdout.replaceAll("call ", "call\t");
    };
    expect(assembly(unit(theirs))).toContain(call);
    expect(assembly(unit(""))).toContain("call\t*__L4_Ipc");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function compile(text: string, kernel: (typeof KERNELS)[number]) {
  const input = { file: "a.idl", text, readInclude: () => undefined, kernel };
  return compileIdl({ ...input, options: DEFAULT_OPTIONS, selfTest: true });
}
