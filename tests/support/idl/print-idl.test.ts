import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeReport, parseFile } from "@weft/weaver-bridge/idl";
import { expect, test } from "vitest";
import { printIdl } from "./print-idl.js";
import { seeded } from "./random.js";
import { randomInterface } from "./random-interface.js";

/** The tree without places, so that two texts can have the same. */
function tree(text: string, file = "a.idl"): { definitions: unknown; problems: number; printed: string } {
  const report = makeReport();
  const readInclude = (name: string, { from }: { from: string }) => {
    const path = join(dirname(from), name);
    return existsSync(path) ? { file: path, text: readFileSync(path, "latin1") } : undefined;
  };
  const { definitions } = parseFile(file, text, readInclude, [], report);
  const plain = JSON.parse(JSON.stringify(definitions, (key, value) => (key === "span" ? undefined : value)));
  return { definitions: plain, problems: report.problems.length, printed: printIdl(definitions) };
}

function expectSame(text: string, file?: string): void {
  const first = tree(text, file);
  expect(first.problems).toBe(0);
  const second = tree(first.printed);
  expect(second.problems, first.printed).toBe(0);
  expect(second.definitions).toEqual(first.definitions);
}

const golden = join(import.meta.dirname, "../../golden/idl");
for (const name of ["all", "corba", "small", "imports", "kernel-messages"])
  test(`printing ${name} and reading it again gives the same tree`, () => {
    expect(readdirSync(golden)).toContain(name);
    const file = join(golden, name, "in.idl");
    expectSame(readFileSync(file, "latin1"), file);
  });

test("so does printing random interfaces and every kind of expression", () => {
  for (let seed = 0; seed < 100; seed++) expectSame(randomInterface(seeded(seed), 6).idl);
  expectSame(
    "const long a = -(1 + 2) * 3 << 4 | ~b::c ? 'x' : sizeof(d) % 0x1F; typedef long t[2][a > 1 ? 3 : 4];",
  );
  expectSame(
    "interface i { void f([in, size_is(n * 2, m)] long **p, long (*g)(long x)); struct s { long a : 3; } h(); };",
  );
});
