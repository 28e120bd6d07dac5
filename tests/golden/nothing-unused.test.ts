/** Advice brings nothing into an object that it does not use: no aspect, no constructor of one, no text. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLANG, CLANGXX } from "../support/compilers.js";
import { compile, inFolder, weaveSource } from "./support/weave-source.js";

const SOURCE = { c: "extern int count; int g(int);", "c++": 'extern "C" { extern int count; int g(int); }' };
const BODY = {
  c: "int f(int a) { return g(a) + 1; }",
  "c++": 'extern "C" int f(int a) { return g(a) + 1; }',
};
const DIALECTS = { c: "-std=gnu11", "c++": "-std=gnu++98" };
type Language = keyof typeof DIALECTS;

const LEVELS = ["-O2", "-Os"];
const COMPILERS = { c: ["gcc", CLANG], "c++": ["g++", CLANGXX] };

/** Symbols and the bytes of sections other than code, of the object that each compiler makes at each level. */
function objects(language: Language, aspects: string) {
  const { woven, problems } = weaveSource(`${SOURCE[language]}\n${BODY[language]}\n`, aspects, {
    dialect: DIALECTS[language],
  });
  expect(problems).toEqual([]);
  expect(woven.effects.length).toBeGreaterThan(0);
  return COMPILERS[language].flatMap((compiler) =>
    LEVELS.map((level) =>
      inFolder((folder) => {
        const file = join(folder, "unit.o");
        const command = [compiler, "-m32", DIALECTS[language], level, "-w", "-fno-pic", "-fno-ident"];
        expect(compile(woven.text, command, { file })).toBe("");
        const symbols = execFileSync("nm", ["-j", file], { encoding: "utf8", timeout: 30_000 });
        return {
          build: `${compiler} ${level}`,
          symbols: symbols.trim().split("\n").sort(),
          bytes: readFileSync(file).toString("latin1"),
          sections: execFileSync("objdump", ["-h", file], { encoding: "utf8", timeout: 30_000 }),
        };
      }),
    ),
  );
}

const advice = (kind: string, body: string) => `advice execution("% f(...)") : ${kind}() { ${body} }`;
const RESULT = { c: "tjp->result", "c++": "*tjp->result()" };
const SIGNATURE = { c: "tjp->signature", "c++": "tjp->signature()" };

for (const language of ["c", "c++"] as const) {
  test(`${language}: advice without state leaves the function alone in its object`, () => {
    const aspects = `aspect Quiet { int unused; int other[100]; ${advice("before", "count++;")} ${advice("after", `${RESULT[language]} &= 7;`)} ${advice("around", "tjp->proceed(); count--;")} };`;
    for (const { build, symbols, bytes, sections } of objects(language, aspects)) {
      expect(symbols, build).toEqual(["count", "f", "g"]);
      expect(sections, build).not.toMatch(/\.(?:init_array|ctors|rodata)/);
      expect(bytes, build).not.toContain("int f(int)");
    }
  });

  test(`${language}: a signature is there where advice asks for it`, () => {
    const declared = language === "c" ? "void say(const char *);" : 'extern "C" void say(const char *);';
    const aspects = `${declared} aspect Loud { ${advice("before", `say(${SIGNATURE[language]});`)} };`;
    for (const { build, symbols, bytes } of objects(language, aspects)) {
      expect(
        symbols.filter((name) => !name.startsWith(".")),
        build,
      ).toEqual(["f", "g", "say"]);
      expect(bytes, build).toContain("int f(int)");
    }
  });
}

test("c++: the object of an aspect with state has no constructor that runs at the start", () => {
  const aspects = `aspect Counting { int calls; ${advice("before", "calls++;")} };`;
  for (const { build, symbols, sections } of objects("c++", aspects)) {
    expect(symbols, build).toEqual(["_ZN15__weft_instanceI8CountingE6objectE", "f", "g"]);
    expect(sections, build).not.toMatch(/\.(?:init_array|ctors)/);
  }
});

test("c++: an aspect whose advice matches nothing is not there", () => {
  const aspects = `aspect Used { ${advice("before", "count++;")} }; aspect Idle { int n; public: Idle(); advice execution("% nowhere(...)") : before() { n++; } };`;
  const [first] = objects("c++", aspects);
  expect(first?.symbols).toEqual(["count", "f", "g"]);
});
