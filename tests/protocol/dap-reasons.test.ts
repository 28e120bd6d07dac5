/** Why instructions of a recorded run were executed: by the branches that were planted above them, and by no others. */
import type { RunReason, ValueOrigin } from "@weft/debug-adapter/protocol";
import { expect, test } from "vitest";
import { plantReasons } from "../support/reason-chains.js";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("reasons", ["qemu-system-x86_64", "objcopy"]);
/** More by `WEFT_REASON_CHAINS`. */
const CHAINS = Number(process.env.WEFT_REASON_CHAINS ?? 6);
const SEED = Number(process.env.WEFT_REASON_SEED ?? 1);

/**
 * gcc -O2 makes two copies of short code behind a branch: which one ran was decided by that branch, though the source does not
 * say so. Lines of such branches, which then call `quiet` or not, may stand between the others.
 */
function withoutCopies(
  lines: readonly number[],
  planted: readonly number[],
  text: readonly string[],
): number[] {
  const kept = lines.filter(
    (line) => planted.includes(line) || !/\bquiet\(|\bnoise\b/.test(text[line - 1] ?? ""),
  );
  return kept.filter((line, at) => line !== kept[at - 1]).slice(0, planted.length);
}

/** Of the lines of the kernel's own source, of equal neighbours one. */
function linesOf({ steps }: RunReason): number[] {
  const lines = steps.flatMap(({ line }) => /reasons\.c:(\d+)$/.exec(line ?? "")?.[1] ?? []).map(Number);
  return lines.filter((line, at) => line !== lines[at - 1]);
}

test.each([
  ["-O0", 32],
  ["-O2", 32],
  ["-O2", 64],
] as const)("marks ran because of what was planted above them (%s, %i bits)", async (level, bits) => {
  const { text, reasons } = plantReasons(CHAINS, 8, SEED);
  const adapter = await kernel.replayOf("reasons.c", text, { flags: [level], bits });
  const runTo = async (order: string, name: string) => {
    await adapter.request("setFunctionBreakpoints", { breakpoints: [{ name }] });
    await adapter.request(order, { threadId: 1 });
    await adapter.event("stopped");
  };
  const found: Record<string, readonly number[]> = {};
  const ends = new Set<string>();
  for (const [at, { mark, lines }] of reasons.entries()) {
    await runTo(at === 0 ? "configurationDone" : "continue", mark);
    const answer = await adapter.request<RunReason>("weft/runReason", { most: 100 });
    expect(answer.symbol).toContain(mark);
    const all = linesOf(answer);
    found[mark] = level === "-O0" ? all.slice(0, lines.length) : withoutCopies(all, lines, text.split("\n"));
    // What is named can be asked for, in the very words.
    for (const { expression, position, value } of answer.steps.flatMap(({ on }) => on).slice(0, 2)) {
      const question = { expression, position, most: 1 };
      const origin = await adapter.request<ValueOrigin>("weft/valueOrigin", question);
      expect({ ...question, value: origin.value }).toEqual({ ...question, value });
    }
    ends.add(`${answer.end.kind}: ${answer.end.message}`);
  }
  const numbered = text.split("\n").map((line, at) => `${at + 1} ${line}`);
  expect(found, numbered.join("\n")).toEqual(
    Object.fromEntries(reasons.map(({ mark, lines }) => [mark, lines])),
  );
  expect([...ends]).toEqual([expect.stringMatching(/^unknown: .*(?:firmware|another mode)/)]);
});
