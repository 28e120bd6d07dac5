import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { unitOf } from "../../kernel-build/index.js";
import { readElf } from "../../object-code/index.js";
import type { LiveHook } from "../../weaver/index.js";
import { type AdvisedUnit, beginToCompile, compileAdvice, isRejected } from "./compile-advice.js";

const ROOM = { bytes: 65536, rings: 1, isDebugged: false, bits: 32, isHigh: false } as const;
const NONE = new Map<string, number>();

function hook(number: number, body: string, more: Partial<LiveHook> = {}): LiveHook {
  const symbol = `__weft_live_0_${number}`;
  const functions = [symbol, `${symbol}_guarded`].map((name) => `void ${name}(void) { ${body} }`);
  return {
    ...{ symbol, target: "f", isStatic: false, isShared: false, effects: [] },
    ...{ runsBefore: true, runsAfter: false, text: functions.join("\n") },
    uses: { pc: false, target: false, arguments: new Map() },
    ...more,
  } as LiveHook;
}

function unit(hooks: readonly LiveHook[], shortText: string, unitText = shortText): AdvisedUnit {
  const command = { directory: tmpdir(), arguments: ["gcc", "-m32", "-c", "u.c"], file: "u.c" };
  const known = unitOf(command);
  if (known === undefined) throw new Error("no unit");
  return { ...known, advice: { unitText, shortText, prelude: "", hooks, problems: [] } };
}

test("roots are what hooks call, guarded where their advice calls something; the kernel's own is missing", async () => {
  const text = "void log_it(void); int count; static int twice(int a) { return 2 * a; }";
  const units = [unit([hook(0, "count++;"), hook(1, "log_it();"), hook(2, "count = twice(count);")], text)];
  const [made] = await compileAdvice(units, ROOM, NONE);
  if (made === undefined || isRejected(made)) throw new Error(made?.message);
  expect(made.roots.slice(0, 2)).toEqual(["__weft_live_0_0", "__weft_live_0_1_guarded"]);
  expect([...made.missing].sort()).toEqual(["count", "log_it"]);
  const names = readElf(made.object).symbols.map(({ name }) => name);
  expect(names).toContain("__weft_live_0_1_guarded");
});

test("what the shortened unit lacks is compiled with all of it", async () => {
  const needs = "struct own { int a; }; int all(void) { return 1; }";
  const units = [unit([hook(0, "extern struct own one; one.a = 1;")], "", needs)];
  const [made] = await compileAdvice(units, ROOM, NONE);
  expect(made && !isRejected(made) && made.missing).toEqual(["one"]);
});

test("what the compiler rejects is told at its place", async () => {
  const wrong = hook(0, '\n# 7 "trace.ah"\n  nosuch++;\n');
  const [made] = await compileAdvice([unit([wrong], "")], ROOM, NONE);
  expect(made).toMatchObject({
    code: "live/advice-rejected",
    range: { file: "trace.ah", startLine: 7, startColumn: 3 },
    message: expect.stringContaining("nosuch"),
  });
});

test("the same units are compiled once, until something that they depend on is another", async () => {
  const units = [unit([hook(0, "int now = own; own = now + 1;")], "int own;")];
  await beginToCompile(units, ROOM);
  const first = compileAdvice(units, ROOM, NONE);
  expect(compileAdvice(units, ROOM, new Map([["__weft_live_0_0_original", 4096]]))).toBe(first);
  expect(compileAdvice(units, { ...ROOM, rings: 2 }, NONE)).not.toBe(first);
  expect(compileAdvice(units, ROOM, new Map([["__weft_live_0_0_convention", 2]]))).not.toBe(first);
  const [lean] = await first;
  const [debugged] = await compileAdvice(units, { ...ROOM, isDebugged: true }, NONE);
  const sizeOf = (made: typeof lean) => (made && !isRejected(made) ? made.object.length : 0);
  expect(sizeOf(debugged)).toBeGreaterThan(sizeOf(lean));
  // Around advice depends on where its hooks are.
  const around = [unit([hook(0, "", { around: { parameters: 1 } })], "")];
  await beginToCompile(around, ROOM);
  expect((await compileAdvice(around, ROOM, NONE)).length).toBe(1);
});
