import type { DebugProtocol } from "@vscode/debugprotocol";
import { expect, test } from "vitest";
import { DUMP_STANDS } from "../../qemu/index.js";
import { refusalOf } from "./refusals.js";

const asked = (command: string, args: object = {}) => ({ command, arguments: args }) as DebugProtocol.Request;

test("what would stop a running machine unasked waits for a stop", () => {
  const running = { isRunning: true, isDump: false };
  for (const command of ["stackTrace", "next", "weft/goTo", "weft/recordedHits"])
    expect(refusalOf(asked(command), running)).toMatch(/is running/);
  for (const command of ["pause", "threads", "setBreakpoints", "readMemory"])
    expect(refusalOf(asked(command), running)).toBeUndefined();
});

test("counters are read past the debugger, an expression is not", () => {
  const running = { isRunning: true, isDump: false };
  const typed = (expression: string, context = "repl") => asked("evaluate", { expression, context });
  expect(refusalOf(typed("counts"), running)).toBeUndefined();
  expect(refusalOf(typed("counts", "watch"), running)).toMatch(/is running/);
  expect(refusalOf(typed("1 + 1"), running)).toMatch(/is running/);
});

test("a dump is looked at and never run or changed", () => {
  const dump = { isRunning: false, isDump: true };
  for (const command of ["continue", "pause", "setVariable", "weft/reverseToLine", "goto"])
    expect(refusalOf(asked(command), dump)).toBe(DUMP_STANDS);
  for (const command of ["stackTrace", "evaluate", "disassemble"])
    expect(refusalOf(asked(command), dump)).toBeUndefined();
});
