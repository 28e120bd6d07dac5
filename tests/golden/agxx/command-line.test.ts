/** What the words of `weft ag++` do; those that say how to weave are in the cases. */
import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const WEFT = join(dirname(fileURLToPath(import.meta.url)), "../../../weaver-bridge/cli/bin/weft");
const HEAD = 'extern "C" int puts(const char *);\n';
const ASPECT = (name: string, pointcut: string) =>
  `extern "C" int puts(const char *);\naspect ${name} { advice ${pointcut} : before() { puts("${name}"); } };\n`;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-command-line-"));
  mkdirSync(join(folder, "own"));
  mkdirSync(join(folder, "library"));
  mkdirSync(join(folder, "switched"));
  mkdirSync(join(folder, "marked"));
  const files: Readonly<Record<string, string>> = {
    "library/library.h": "inline void called() { }\n",
    "own/main.cc": `${HEAD}#include "../library/library.h"\nvoid f() { called(); }\nint main() { f(); return 0; }\n`,
    "own/keywords.cc": `${HEAD}void f() { }\naspect K { advice execution("% f()") : before() { puts("K"); } };\nint main() { f(); return 0; }\n`,
    "switched/main.cc": `#include "switched.h"\n${HEAD}int main() { double d = 2; return half(d) == 1 ? 0 : 1; }\n`,
    "switched/switched.h":
      '#pragma GCC push_options\n#pragma GCC target("general-regs-only")\ninline void quiet() { }\n#pragma GCC pop_options\ninline double half(double d) { return d / 2; }\n',
    "switched/half.ah": ASPECT("Half", 'call("% half(...)")').replace(
      "before() {",
      "around() { tjp->proceed();",
    ),
    "marked/marks.ah": `#pragma once\n${HEAD}namespace ns { attribute trace(); attribute layer(); }\naspect [[ns::layer]] M { advice execution(ns::trace()) : before() { puts(tjp->signature()); } };\n`,
    "marked/main.cc": `${HEAD}namespace [[ns::trace]] inner { int h() { return 1; } }
[[nodiscard, ns::trace]] int f() { return 1; }
struct [[ns::layer]] S { int n [[ns::layer]] = 2; int g [[ns::trace(1)]] () { return n; } };
enum [[ns::layer]] E { e [[ns::layer]] = 4 };
int main() { [[ns::layer]] int sum = inner::h() + f() + S().g(); return sum - e; }\n`,
    "marked/unwoven.cc": "[[ns::layer]] int unwoven() { return 1; }\n",
    "own/first.ah": ASPECT("First", 'execution("% f()" || "% called()")'),
    "own/second.ah": ASPECT("Second", 'call("% called()")'),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function agxx(...words: readonly string[]) {
  const run = spawnSync(WEFT, ["ag++", ...words], { cwd: folder, encoding: "latin1", timeout: 60_000 });
  return { code: run.status, output: run.stdout, messages: run.stderr };
}

function built(...words: readonly string[]): string {
  const { code, messages } = agxx(...words, "-o", "program");
  expect(messages).toBe("");
  expect(code).toBe(0);
  return spawnSync(join(folder, "program"), { encoding: "latin1", timeout: 10_000 }).stdout;
}

test("code outside the project is called, not changed", () => {
  expect(built("-p", "own", "own/main.cc")).toBe("First\nSecond\n");
});

test("with its folder it is changed as well", () => {
  expect(built("-p", "own", "-p", "library", "own/main.cc")).toBe("First\nSecond\nFirst\n");
});

test("-a names the aspects, 0 means none", () => {
  expect(built("-p", "own", "-a", "own/second.ah", "own/main.cc")).toBe("Second\n");
  expect(built("-p", "own", "-a", "0", "own/main.cc")).toBe("");
});

test("-k takes aspects from sources", () => {
  expect(built("-p", "own", "-k", "-a", "0", "own/keywords.cc")).toBe("K\n");
});

test("attributes that aspects declare are for pointcuts, and no compiler warns of them", () => {
  const woven = "int inner::h()\nint f()\nint S::g()\n";
  const strict = ["-std=c++17", "-Wall", "-Wextra", "-p", "marked"];
  expect(built(...strict, "marked/main.cc")).toBe(woven);
  expect(agxx(...strict, "-c", "marked/unwoven.cc", "-o", "unwoven.o")).toMatchObject({
    code: 0,
    messages: "",
  });
});

test("generated code is not what pragmas at the start of a unit make of a header", () => {
  expect(built("-p", "switched", "switched/main.cc")).toBe("Half\n");
});

test("-m32 weaves for the other word size", () => {
  expect(built("-p", "own", "-m32", "own/main.cc")).toBe("First\nSecond\n");
});

test("-r writes the project repository, also with JSON", () => {
  expect(agxx("-p", "own", "-r", "project.acp", "-c", "own/main.cc", "-o", "main.o").code).toBe(0);
  const xml = readFileSync(join(folder, "project.acp"), "latin1");
  expect(xml).toMatch(/<ac-model [^>]*version="2.3"/);
  expect(xml).toContain('name="called"');
  expect(readdirSync(folder).filter((name) => name.startsWith("project.acp"))).toContain("project.acp.json");
});

test("-x asks what an expression matches", () => {
  const { code, output } = agxx("-p", "own", "-x", 'call("% called()")', "own/main.cc");
  expect(code).toBe(0);
  expect(output).toContain("called");
});

test("--weave_only writes woven text in place of an object", () => {
  expect(agxx("-p", "own", "--weave_only", "own/main.cc", "-o", "woven.cc").code).toBe(0);
  expect(readFileSync(join(folder, "woven.cc"), "latin1")).toContain("__weft");
});

test("an object without the slices of the others is not linked with them", () => {
  const aspect = 'aspect S { advice "n::C" : slice class { public: int extra[9]; }; };\n';
  mkdirSync(join(folder, "slices"));
  writeFileSync(join(folder, "slices/s.ah"), aspect);
  const files = {
    "slices/c.h":
      "#pragma once\nnamespace n { struct D; struct C { C(); int get(); int a; }; int use(D *, C *); }\n",
    "slices/c.cc": '#include "c.h"\nn::C::C() : a(1) {}\nint n::C::get() { return a; }\n',
    "slices/main.cc": '#include "c.h"\nint main() { n::C c; return c.get() - 1; }\n',
    "slices/held.cc":
      '#include <vector>\n#include "c.h"\nvoid keep(std::vector<n::C> &v, const n::C &c) { v.push_back(c); }\nvoid point(std::vector<n::D *> &v, n::D *d) { v.push_back(d); }\n',
    "slices/other.cc": "namespace n { struct C; struct D; int use(D *, C *c) { return c != 0; } }\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  expect(agxx("-p", "slices", "-c", "slices/c.cc", "-o", "c.o").code).toBe(0);
  // Neither knows of the slices; the second does not know the class itself.
  expect(agxx("-p", "own", "-a", "0", "-c", "slices/main.cc", "-o", "main.o").code).toBe(0);
  expect(agxx("-p", "own", "-a", "0", "-c", "slices/other.cc", "-o", "other.o").code).toBe(0);
  const refused = agxx("-p", "slices", "c.o", "main.o", "other.o", "-o", "sliced");
  expect(refused.code).toBe(1);
  expect(refused.messages.split("\n").filter((line) => line !== "")).toHaveLength(1);
  expect(refused.messages).toContain(
    "main.o: error[weft/link/layout]: its class 'n::C' is not the one of c.o.",
  );
  expect(agxx("-p", "own", "-a", "0", "-O2", "-c", "slices/held.cc", "-o", "held.o").code).toBe(0);
  expect(agxx("-p", "slices", "-shared", "c.o", "held.o", "-o", "sliced").messages).toContain(
    "held.o: error[weft/link/layout]: its class 'n::C' is not the one of c.o.",
  );
  expect(agxx("-p", "slices", "slices/c.cc", "main.o", "-o", "sliced").messages).toContain(
    "is not the one of c.cc.",
  );
  expect(agxx("-p", "slices", "-c", "slices/main.cc", "-o", "main.o").code).toBe(0);
  expect(agxx("-p", "slices", "c.o", "main.o", "other.o", "-o", "sliced").code).toBe(0);
});

test("as one word, for build systems", () => {
  symlinkSync(WEFT, join(folder, "weft-ag++"));
  const words = ["-p", "own", "-a", "own/second.ah", "own/main.cc", "-o", "program"];
  const run = spawnSync(join(folder, "weft-ag++"), words, {
    cwd: folder,
    encoding: "latin1",
    timeout: 60_000,
  });
  expect(run).toMatchObject({ status: 0, stderr: "" });
  expect(spawnSync(join(folder, "program"), { encoding: "latin1", timeout: 10_000 }).stdout).toBe("Second\n");
});

test("@FILE may hold words of the weaver", () => {
  writeFileSync(join(folder, "words"), "-p own -a own/first.ah own/main.cc");
  expect(built("@words")).toBe("First\n");
});

test("-E gives the woven text", () => {
  const whole = agxx("-p", "own", "-a", "own/first.ah", "-E", "-P", "own/main.cc");
  expect(whole).toMatchObject({ code: 0, messages: "" });
  expect(whole.output).not.toContain("# 1 ");
  agxx("-p", "own", "-a", "own/first.ah", "-E", "own/main.cc", "-o", "main.ii");
  const linked = spawnSync("g++", ["main.ii", "-o", "program"], { cwd: folder, encoding: "latin1" });
  expect(linked.stderr).toBe("");
  expect(spawnSync(join(folder, "program"), { encoding: "latin1" }).stdout).toBe("First\n");
  expect(agxx("-p", "own", "-E", "-dM", "own/main.cc").output).toContain("#define __cplusplus");
});

test("folders and units that do not exist are told as that", () => {
  expect(agxx("-p", "nowhere", "own/main.cc")).toMatchObject({
    code: 2,
    messages: "weft ag++: there is no folder nowhere. Correct what -p names.\n",
  });
  const { code, messages } = agxx("-p", "own", "nothing.cc", "-o", "program");
  expect(code).toBe(1);
  expect(messages).toContain("fatal error: nothing.cc: No such file or directory");
  expect(messages).not.toContain("woven");
});

test("a unit that the compiler rejects is told in its words, also where it would be linked at once", () => {
  writeFileSync(join(folder, "broken.cc"), "int f() { return 1 }\nint main() { return f(); }\n");
  const { code, messages } = agxx("-p", "own", "broken.cc", "-o", "program");
  expect(code).toBe(1);
  expect(messages).toContain(
    "broken.cc:1:19: error: expected ‘;’ before ‘}’ token".replace(/[‘’]/g, (quote) =>
      Buffer.from(quote).toString("latin1"),
    ),
  );
  expect(messages).not.toContain("woven");
});

test("what is wrong in an aspect file is told, and the output stays as it was", () => {
  const wrong: Readonly<Record<string, string>> = {
    'aspct A { advice execution("% f()") : before() { } };': "1:11: error[weft/aspect/advice-outside]",
    'namespace n { aspect A { advice execution("% f()") : before() { } };':
      "1:13: error[weft/aspect/missing-brace]",
    "aspect A : B { }; aspect B : A { };": "1:8: error[weft/aspect/circular-bases]",
    'aspect A { advice execution("% f()") : before() { missing(); } };': "1:51: error: ",
    'aspect A { advice "n::%" : slice class { int a, a; }; };': "",
  };
  for (const [text, said] of Object.entries(wrong)) {
    writeFileSync(join(folder, "wrong.ah"), text);
    writeFileSync(join(folder, "wrong.o"), "old");
    writeFileSync(join(folder, "wrong.cc"), "namespace n { struct S { }; }\nvoid f() { }\n");
    const { code, messages } = agxx("-p", ".", "-a", "wrong.ah", "-c", "wrong.cc", "-o", "wrong.o");
    expect(messages).toContain(said);
    expect(messages).not.toContain("fault of Weft");
    expect(code).toBe(1);
    expect(readFileSync(join(folder, "wrong.o"), "latin1")).toBe("old");
  }
});

test("aspectof that is declared only is left to the linker", () => {
  writeFileSync(
    join(folder, "declared.ah"),
    'aspect A { int n; public: static A *aspectof(); advice execution("% f()") : before() { n++; } };',
  );
  const { code, messages } = agxx("-p", "own", "-a", "declared.ah", "own/main.cc", "-o", "program");
  expect(code).toBe(1);
  expect(messages).toContain("undefined reference to `A::aspectof()'");
});

test("standard input is compiled and linked, also where a pointcut matches nothing", () => {
  const run = spawnSync(WEFT, ["ag++", "-p", "own", "-xc++", "-", "-o", "program"], {
    cwd: folder,
    encoding: "latin1",
    input: "int main() { return 0; }\n",
    timeout: 60_000,
  });
  expect(run).toMatchObject({ status: 0, stderr: "" });
});

test("an unknown option of the weaver is told", () => {
  const { code, messages } = agxx("-p");
  expect(code).toBe(2);
  expect(messages).toContain("weft ag++: ");
});

test("a class that stands before the aspect whose type it shall derive from: the message says why", () => {
  mkdirSync(join(folder, "circle"));
  const files = {
    "circle/c.h": "#pragma once\nclass C { public: int x; };\n",
    "circle/a.ah":
      '#pragma once\n#include "c.h"\naspect A { public: struct I {}; advice "C" : slice class : public A::I {}; };\n',
    "circle/main.cc": '#include "c.h"\nint main() { return sizeof(C) == 4 ? 0 : 1; }\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const refused = agxx("-p", "circle", "-c", "circle/main.cc", "-o", "circle.o");
  expect(refused.code).toBe(1);
  expect(refused.messages).toContain("a.ah includes c.h, so C stands before the aspect: move what");
});
