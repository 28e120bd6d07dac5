import type { Effect } from "@weft/weaver-bridge/model";
import { expect, test } from "vitest";
import { showStack } from "./stack.js";
import { firstMove, nextMove, type Position, positionOf, type StepIntent } from "./stepping.js";
import { indexWeaveMap } from "./weave-map.js";

const index = indexWeaveMap([]);

/** A position from a stack spelled innermost first, `function:line function:line`. */
function at(stack: string): Position {
  const frames = stack.split(" ").map((text, level) => {
    const [symbol = "", line] = text.split(":");
    return { level, symbol, line: Number(line) };
  });
  const position = positionOf(showStack(frames, index), frames, frames.length);
  if (position === undefined) throw new Error("nothing shown");
  return position;
}

const check = (intent: StepIntent, start: string, now: string, move: string) => {
  const result = nextMove(intent, at(start), at(now));
  expect("level" in result ? `${result.kind} ${result.level}` : result.kind).toBe(move);
};

const advice = "__weft_advice_T_0_1:5";
const glue = "__weft_shadow_1:17";

test("stepping in passes glue and stops in advice, callee and kernel", () => {
  check("in", "open:17 main:40", `${glue} open:17 main:40`, "step");
  check("in", "open:17 main:40", `${advice} ${glue} open:17 main:40`, "done");
  check("in", "open:17 main:40", "may:9 open:17 main:40", "done");
  check("in", `${advice} ${glue} open:17 main:40`, `${glue} open:17 main:40`, "done");
});

test("stepping over leaves whatever lies deeper, then goes on to another line", () => {
  expect(firstMove("over", at("open:17 main:40"))).toEqual({ kind: "next" });
  expect(firstMove("over", at(`${glue} open:17 main:40`))).toEqual({ kind: "finish", level: 0 });
  check("over", "open:17 main:40", `${advice} ${glue} open:17 main:40`, "finish 1");
  check("over", "open:17 main:40", `${glue} open:17 main:40`, "finish 0");
  check("over", "open:17 main:40", "open:17 main:40", "next");
  check("over", "open:17 main:40", "open:18 main:40", "done");
  check("over", `${advice} open:15 main:40`, "open:16 main:40", "done");
});

test("stepping out stops in the frame around, however deep it was interrupted", () => {
  expect(firstMove("out", at(`${glue} open:17 main:40`))).toEqual({ kind: "finish", level: 1 });
  check("out", `${advice} open:15 main:40`, "open:16 main:40", "done");
  check("out", `${advice} open:15 main:40`, `${advice} open:15 main:40`, "finish 0");
  check("out", `${advice} open:15 main:40`, `note:2 ${advice} open:15 main:40`, "finish 1");
  check("out", `${advice} open:15 main:40`, "__weft_advice_T_1_2:9 open:15 main:40", "done");
});

test("a recursive call at the same line is deeper, not the same place", () => {
  check("over", "deep:3 main:40", "deep:3 deep:3 main:40", "finish 0");
  check("in", "deep:3 main:40", "deep:3 deep:3 main:40", "done");
});

test("nothing known of the stack ends a step", () => {
  expect(nextMove("in", at("open:17"), undefined)).toEqual({ kind: "done" });
});

test("advice at a function's execution is stepped through without falling back to its header", () => {
  const range = { file: "/k/open.c", startLine: 57, startColumn: 1, endLine: 57, endColumn: 9 };
  const open = "int open(int)";
  const joinPoint = { id: "j", kind: "execution", signature: open, within: open, inMacro: false } as const;
  const effect: Effect = {
    ...{ id: "e", target: range, origin: { ...range, file: "/k/t.ah", startLine: 20, endLine: 30 } },
    ...{ by: { tool: "aspects", name: "T" }, title: "T: before execution of open", reason: "" },
    ...{
      certainty: "certain",
      order: 0,
      binding: { kind: "advice", when: "before", joinPoint, adviceIndex: 0 },
    },
  };
  const woven = indexWeaveMap([
    {
      ...{ version: 2, source: "open.c", directory: "/k", status: "woven", effects: [effect] },
      generated: [{ symbol: "__weft_advice_T_0_1", role: "advice", effects: ["e"], label: effect.title }],
    },
  ]);
  const position = (...texts: string[]) => {
    const frames = texts.map((text, level) => {
      const [symbol = "", file = "", line] = text.split(/[ :]/);
      return { level, symbol, file, line: Number(line) };
    });
    return positionOf(showStack(frames, woven), frames, frames.length) as Position;
  };
  const inlined = position("__weft_advice_T_0_1 /k/t.ah:27", "open /k/open.c:57", "main /k/main.c:1");
  const scattered = position("open /k/t.ah:27", "main /k/main.c:1");
  const header = position("open /k/open.c:57", "main /k/main.c:1");
  expect(scattered.top).toMatchObject({ kind: "kernel", name: "open", file: "/k/open.c", line: 57 });
  for (const intent of ["in", "over"] as const) {
    const go = { kind: intent === "in" ? "step" : "next" };
    expect(nextMove(intent, inlined, header)).toEqual(go);
    expect(nextMove(intent, inlined, scattered)).toEqual(go);
    expect(nextMove(intent, inlined, position("open /k/open.c:58", "main /k/main.c:1"))).toEqual({
      kind: "done",
    });
  }
  expect(nextMove("out", inlined, header)).toEqual({ kind: "done" });
  expect(nextMove("in", header, inlined)).toEqual({ kind: "done" });
});

test("advice that is stepped past is left, and what it calls; through around advice steps go to what it encloses", () => {
  const past = (start: string, now: string, isAround = false) => {
    const position = at(now);
    const around = (frame: Position["top"]) => (isAround && frame.kind === "advice" ? { isAround } : {});
    const top = { ...position.top, ...around(position.top) } as Position["top"];
    const move = nextMove("in", at(start), { ...position, top }, (aspect) => aspect !== "T");
    return "level" in move ? `${move.kind} ${move.level}` : move.kind;
  };
  const other = "__weft_advice_U_0_1:5";
  expect(past("open:17 main:40", `${advice} ${glue} open:17 main:40`)).toBe("finish 0");
  expect(past("open:17 main:40", `${advice} ${glue} open:17 main:40`, true)).toBe("step");
  expect(past("open:17 main:40", `note:2 ${advice} ${glue} open:17 main:40`)).toBe("finish 0");
  expect(past("open:17 main:40", `__weft_proceed_1:18 ${advice} ${glue} open:17 main:40`)).toBe("done");
  expect(past("open:17 main:40", `may:9 ${glue} ${advice} ${glue} open:17 main:40`)).toBe("done");
  expect(past("open:17 main:40", `${other} ${glue} open:17 main:40`)).toBe("done");
  expect(past(`${advice} ${glue} open:17 main:40`, `note:2 ${advice} ${glue} open:17 main:40`)).toBe("done");
});
