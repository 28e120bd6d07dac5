/**
 * Several units with one header: inline functions and templates are woven in each unit that has them, the linker keeps
 * one copy. All copies must be the same, whatever else a unit holds and whichever aspects stand only in others.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { repository } from "../bench/support/kernel-units.js";

const folder = mkdtempSync(join(tmpdir(), "weft-shared-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DEADLINE = 60_000;
const WEFT = join(repository, "weaver-bridge/cli/bin/weft");

const FILES = {
  "shared.h": `#ifndef SHARED_H
#define SHARED_H
#include <stdio.h>
class C { int n; public: C() : n(0) {} int add(int a) { n += a; return n; } virtual int v() { return n; } virtual ~C() {} };
template <class T> T twice(T a) { return a + a; }
template <class T> struct Box { T v; void put(T a) { v = twice(a); } };
inline int helper(int a) { static int calls; return a + ++calls; }
int one(); int two();
#endif
`,
  "one.cc": `#include "shared.h"
static int own() { return 1; }
int one() { Box<int> b; b.put(3); C c; c.add(own()); return helper(b.v) + c.v(); }
`,
  "two.cc": `#include <map>
#include "shared.h"
struct D : C { int v() { return 5; } };
int two() { Box<int> b; b.put(4); D d; d.add(2); helper(1); return helper(b.v) + d.v(); }
`,
  "main.cc": `#include "shared.h"
int main() { C c; c.add(1); int a = one(), b = two(); printf("%d %d %d\\n", a, b, helper(0)); return 0; }
`,
  "shared.ah": `#ifndef SHARED_AH
#define SHARED_AH
#include <stdio.h>
aspect Count { int n; public: Count() : n(0) {}
  advice execution("% C::%(...)" || "% helper(int)" || "% Box<...>::put(...)" || "% twice(...)") : before() { n++; }
  advice set("int C::n") : after() { tjp->target()->seen++; }
  advice "C" : slice class { public: int seen; };
  advice construction("C") : after() { tjp->that()->seen = 0; }
  advice call("% twice(...)") : around() { tjp->proceed(); *tjp->result() += 1; }
  advice execution("% main()") : after() { printf("%d\\n", n); }
};
#endif
`,
  "local.ah": `#ifndef LOCAL_AH
#define LOCAL_AH
aspect Local {
  advice execution("% own()") : around() { tjp->proceed(); *tjp->result() += 100; }
  advice execution("% D::v()") : after() { *tjp->result() += 1000; }
};
#endif
`,
};

beforeAll(() => {
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
});

function run(command: string, words: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(command, words, {
    cwd: folder,
    encoding: "latin1",
    timeout: DEADLINE,
  });
  expect({ stderr, status }, [command, ...words].join(" ")).toEqual({ stderr: "", status: 0 });
  return stdout;
}

const units = ["one.cc", "two.cc", "main.cc"];

describe("three units with one header", () => {
  const expected: readonly (readonly [string, readonly string[], string])[] = [
    ["all aspects", [], "109 1017 4\n12\n"],
    ["those of the header", ["-a", "shared.ah"], "9 17 4\n12\n"],
    ["those of the units", ["-a", "local.ah"], "108 1016 4\n"],
    ["none", ["-a", "0"], "8 16 4\n"],
  ];
  for (const [name, aspects, output] of expected)
    test(`${name}, linked in either order`, () => {
      const objects = units.map((unit) => {
        run(WEFT, ["ag++", "-p", ".", ...aspects, "-O2", "-c", unit, "-o", `${unit}.o`]);
        return `${unit}.o`;
      });
      for (const order of [objects, [...objects].reverse()]) {
        run("g++", [...order, "-o", "program"]);
        expect(run(join(folder, "program"), [])).toBe(output);
      }
    });

  test("every copy of a shared function is the same code", () => {
    const copies = units.map((unit) => {
      run(WEFT, ["ag++", "-p", ".", "-O0", "-c", unit, "-o", `${unit}.o`]);
      return ["_ZN1C3addEi", "_ZN3BoxIiE3putEi", "_Z5twiceIiET_S0_", "_ZN1C1vEv", "_Z6helperi"].map(
        (symbol) => codeOf(unit, symbol),
      );
    });
    const [one = [], two, main] = copies;
    expect(one.every((code) => code.includes("call") || code.includes("Count"))).toBe(true);
    expect(two).toEqual(one);
    expect(main?.map((code, index) => (code === "" ? one[index] : code))).toEqual(one);
  });

  test("units with different slices do not link", () => {
    writeFileSync(
      join(folder, "other.ah"),
      'aspect Other { advice "C" : slice class { public: long other; }; };\n',
    );
    run(WEFT, ["ag++", "-p", ".", "-a", "shared.ah", "-c", "one.cc", "-o", "one.o"]);
    run(WEFT, ["ag++", "-p", ".", "-a", "other.ah", "-c", "two.cc", "-o", "two.o"]);
    const link = spawnSync("g++", ["-r", "one.o", "two.o", "-o", "both.o"], {
      cwd: folder,
      encoding: "latin1",
      timeout: DEADLINE,
    });
    expect(link.status).not.toBe(0);
    expect(link.stderr).toContain("__weft_layout_of_C");
    rmSync(join(folder, "other.ah"));
  });
});

/** Instructions and what they refer to, without addresses; empty where the object has no copy. */
function codeOf(unit: string, symbol: string): string {
  const { stdout } = spawnSync(
    "objdump",
    ["-dr", "--no-show-raw-insn", `--section=.text.${symbol}`, `${unit}.o`],
    { cwd: folder, encoding: "latin1", timeout: DEADLINE },
  );
  return stdout
    .split("\n")
    .filter((line) => /^\s+[0-9a-f]+:/.test(line))
    .map((line) => line.replace(/^\s*[0-9a-f]+:\s*/, "").replace(/[0-9a-f]+ <[^>]*>/, ""))
    .join("\n");
}
