/** `weft ag++` on projects of several files: units that include aspects without being advised, and aspects without code. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { repository } from "../bench/support/kernel-units.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-projects-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const WEFT = join(repository, "weaver-bridge/cli/bin/weft");

function build(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const units = Object.keys(files).filter((name) => name.endsWith(".cc"));
  const words = ["ag++", "-std=c++17", "-p", ".", "-Wall", ...units, "-o", "program"];
  const { status, stderr } = spawnSync(WEFT, words, { cwd: folder, encoding: "latin1", timeout: 60_000 });
  return { status, stderr: stderr.replaceAll(`${folder}/`, "") };
}

const run = () => spawnSync(join(folder, "program"), { encoding: "latin1", timeout: 10_000 });

describe("a unit that includes an aspect and is not advised", () => {
  test("is compiled with the aspect as a class, which it may use", () => {
    const aspect = `#ifndef A_AH
#define A_AH
#include <stdio.h>
aspect Count { int hidden = 2; pointcut calls() = call("% k(...)"); public: int n = 0; int twice() { return hidden * n; }
  advice calls() : before() { n++; } };
#endif
`;
    const built = build({
      "a.ah": aspect,
      "main.cc":
        '#include "a.ah"\nint other();\nint main() { other(); other(); return Count::aspectof()->twice(); }\n',
      "k.cc": '#include "a.ah"\nint k(); int k() { return 0; }\nint other(); int other() { return k(); }\n',
    });
    expect(built).toEqual({ status: 0, stderr: "" });
    expect(run().status).toBe(4);
  });

  test("is compiled where it only includes it", () => {
    const aspect = 'aspect Count { advice call("% k(...)") : before() { } };\n';
    const built = build({ "a.ah": aspect, "main.cc": '#include "a.ah"\nint main() { return 0; }\n' });
    expect(built.status).toBe(0);
    expect(run().status).toBe(0);
  });
});

test("an aspect file of stray text is told, not passed over", () => {
  const built = build({ "a.ah": "int x = 3; this is no aspect\n", "main.cc": "int main() { return 0; }\n" });
  expect(built).toEqual({
    status: 1,
    stderr:
      "a.ah:1:12: error[weft/aspect/stray-text]: `this is no aspect` is no declaration: nothing ends it. End it with `;`, or make it a comment.\n",
  });
});

test("so is a word behind an aspect, and a sign that no code has", () => {
  for (const [text, stray] of [
    ["aspect A {}; junk", "junk"],
    ["@#$", "@#$"],
  ])
    expect(build({ "a.ah": text ?? "", "main.cc": "int main() { return 0; }\n" }).stderr).toContain(
      `\`${stray}\` is no declaration: nothing ends it`,
    );
  const macro = build({
    "a.ah": "aspect A {};\nMACRO\n",
    "main.cc": "#define MACRO\nint main() { return 0; }\n",
  });
  expect(macro.stderr).toBe("");
});

test("a context variable of another type says what there is", () => {
  const built = build({
    "a.ah": 'aspect T { advice execution("% f(...)") && args(x) : before(long x) { (void)x; } };\n',
    "main.cc": "int f(int a); int f(int a) { return a; }\nint main() { return f(0); }\n",
  });
  expect(built.stderr).toContain(
    "`args(x)` selects nothing. The rest selects `int f(int)`. A context variable has exactly the type of what it binds.",
  );
});

test("attributes belong to the entity, whichever of its declarations says them", () => {
  const built = build({
    "a.ah": `#include <stdio.h>
namespace os { attribute k(); }
aspect T {
  advice call(os::k()) : before() { printf("call %s\\n", tjp->signature()); }
  advice execution(os::k()) : before() { printf("execution %s\\n", tjp->signature()); }
};
`,
    "main.cc": `struct S { [[os::k]] int m(); int n(); };
int S::m() { return 0; } int S::n() { return 0; }
[[os::k]] int p(int); int p(int a) { return a; }
template<class T> struct B { [[os::k]] T tm(T v); }; template<class T> T B<T>::tm(T v) { return v; }
template<class T> [[os::k]] T ft(T v); template<class T> T ft(T v) { return v; }
template<> int ft<int>(int v) { return v; }
struct [[os::k]] C { int a(); }; int C::a() { return 2; }
int main() { S s; s.m(); s.n(); p(1); B<int> b; b.tm(1); ft('c'); ft(1); C c; return c.a() - 2; }
`,
  });
  expect(built).toEqual({ status: 0, stderr: "" });
  expect(run().stdout.trim().split("\n")).toEqual([
    "call int S::m()",
    "execution int S::m()",
    "call int p(int)",
    "execution int p(int)",
    "call int B<int>::tm(int)",
    "execution T B::tm(T)",
    "call char ft<char>(char)",
    "execution T ft(T)",
    "call int C::a()",
    "execution int C::a()",
  ]);
});

test("parameters that are arrays keep the const and volatile of their elements", () => {
  const built = build({
    "a.ah": `#include <stdio.h>
aspect T {
  advice execution("% ar(const int (*)[3])") : before() { printf("%s\\n", tjp->signature()); }
  advice execution("% cube(const int (*)[3][4])") : before() { printf("%s\\n", tjp->signature()); }
  advice execution("% both(const volatile int (*)[3][4])") : before() { printf("%s\\n", tjp->signature()); }
  advice execution("% mu(int (*)[3])") : before() { printf("%s\\n", tjp->signature()); }
};
`,
    "main.cc": `int ar(const int a[2][3]); int ar(const int a[2][3]) { return a[0][0]; }
typedef const int row[3]; int ar(row *a, int); int ar(row *a, int) { return a[0][0]; }
int cube(const int a[2][3][4]); int cube(const int a[2][3][4]) { return a[0][0][0]; }
int mu(int a[2][3]); int mu(int a[2][3]) { return a[0][0]; }
int both(volatile const int a[2][3][4]); int both(volatile const int a[2][3][4]) { return a[0][0][0]; }
int main() { int x[2][3] = {{0}}, y[2][3][4] = {{{0}}}; return ar(x) + mu(x) + cube(y) + both(y); }
`,
  });
  expect(built).toEqual({ status: 0, stderr: "" });
  expect(run().stdout.trim().split("\n")).toEqual([
    "int ar(const int (*)[3])",
    "int mu(int (*)[3])",
    "int cube(const int (*)[3][4])",
    "int both(const volatile int (*)[3][4])",
  ]);
});

test("attributes count on a declaration that is neither the first nor the definition", () => {
  const built = build({
    "a.ah": `#include <stdio.h>
namespace os { attribute k(); }
aspect T { advice execution(os::k()) : before() { printf("%s\\n", tjp->signature()); } };
`,
    "main.cc": `int first(int); [[os::k]] int first(int); int first(int x) { return x; }
int last(int); int last(int x) { return x; } [[os::k]] int last(int);
struct S { friend int friendly(S); }; [[os::k]] int friendly(S); int friendly(S) { return 0; }
template <class T> T made(T); template <class T> [[os::k]] T made(T); template <class T> T made(T t) { return t; }
template <class T> T special(T t) { return t; }
template <> [[os::k]] int special<int>(int t);
template <> int special<int>(int t) { return t + 1; }
template <class T> struct X { T m() { return 0; } };
template <> [[os::k]] int X<int>::m();
template <> int X<int>::m() { return 1; }
int none(int); int none(int x) { return x; }
int main() { first(1); last(2); friendly(S()); made(3); special(1); special('c'); X<int>().m(); X<char>().m(); return none(0); }
`,
  });
  expect(built).toEqual({ status: 0, stderr: "" });
  expect(run().stdout.split("\n")).toEqual([
    "int first(int)",
    "int last(int)",
    "int friendly(S)",
    "T made(T)",
    "int special<int>(int)",
    "int X<int>::m()",
    "",
  ]);
});

describe("slices in files with includes and using of their own", () => {
  const guarded = (text: string) => `#pragma once\n${text}`;
  test("see what stands before the class, in its namespaces too", () => {
    const built = build({
      "buf.h": guarded(`namespace net { typedef unsigned short port_t;
inline namespace v1 { struct Early { port_t p; }; struct Outer { struct Buf { int n; } b; }; } }\n`),
      "S.ah": guarded(`#include <stddef.h>
using net::port_t; using namespace net; namespace own { struct Own { Early e; size_t n; }; }
slice class S { public: port_t sent; own::Own o; };\n`),
      "p.ah": '#include "buf.h"\n#include "S.ah"\naspect P { advice "net::Outer::Buf" : slice S; };\n',
      "main.cc":
        '#include "buf.h"\nint main() { net::Outer::Buf b; b.sent = 3; b.o.e.p = 4; return b.sent + b.o.e.p; }\n',
    });
    expect(built).toEqual({ status: 0, stderr: "" });
    expect(run().status).toBe(7);
  });

  test("are each asked for where the first class gets one", () => {
    const built = build({
      "buf.h": guarded(
        'extern "C++" { namespace net { struct __attribute__((packed)) Buf { int n; }; struct Late { int z; }; } }\n',
      ),
      "S.ah": guarded("using namespace net; slice class S { public: int sent; };\n"),
      "T.ah": guarded("using net::Late; slice struct T { Late l; };\n"),
      "p.ah":
        '#include "buf.h"\n#include "S.ah"\n#include "T.ah"\naspect P { advice "net::Buf" : slice S; advice "Third" : slice T; };\n',
      "main.cc":
        '#include "buf.h"\nstruct Third { int q; };\nint main() { net::Buf b; b.sent = 1; Third t; t.l.z = 2; return b.sent + t.l.z; }\n',
    });
    expect(built).toEqual({ status: 0, stderr: "" });
    expect(run().status).toBe(3);
  });
});
