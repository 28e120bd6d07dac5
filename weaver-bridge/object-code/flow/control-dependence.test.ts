import { expect, test } from "vitest";
import { generator } from "../../../tests/support/random-numbers.js";
import { I686, type MachineInstruction } from "../../machine/code.js";
import { decidingBranches } from "./control-dependence.js";
import { type FunctionFlow, functionFlow } from "./copy-entries.js";

/** By the sets of what comes behind each for certain, made smaller until they stand still. */
function decidingByDefinition({ next }: Pick<FunctionFlow, "next">, at: number): number[] {
  const all = next.map((_, index) => index);
  const behind = next.map((ways, index) => new Set(ways.length === 0 ? [index] : all));
  for (let changed = true; changed; ) {
    changed = false;
    for (const [index, ways] of next.entries()) {
      if (ways.length === 0) continue;
      const common = all.filter(
        (one) => one === index || ways.every((way) => behind[way]?.has(one) === true),
      );
      if (common.length === behind[index]?.size) continue;
      behind[index] = new Set(common);
      changed = true;
    }
  }
  return all.filter((index) => {
    const ways = next[index] ?? [];
    return ways.some((way) => behind[way]?.has(at)) && ways.some((way) => behind[way]?.has(at) !== true);
  });
}

/** Of so many instructions, each of which leads on, or somewhere, or to two places; the last one returns. */
function randomFlow(size: number, seed: number): FunctionFlow {
  const below = generator(seed);
  const next = Array.from({ length: size }, (_, index) => {
    if (index === size - 1) return [];
    const ways = below(3) === 0 ? [below(size), index + 1] : [below(5) === 0 ? below(size) : index + 1];
    return [...new Set(ways)];
  });
  const code = next.map((_, index): MachineInstruction => {
    const flow = index === size - 1 ? "return" : "next";
    const rest = { effect: { kind: "other" }, changes: [], reads: 0, memory: [], isInvalid: false } as const;
    return { address: index, length: 1, flow, ...rest };
  });
  return { code, start: 0, next };
}

/** From each instruction control can come to the last one. */
const isLeft = ({ next }: FunctionFlow) => {
  const leaves = new Set([next.length - 1]);
  for (let size = 0; size < leaves.size; ) {
    size = leaves.size;
    for (const [index, ways] of next.entries()) if (ways.some((way) => leaves.has(way))) leaves.add(index);
  }
  return leaves.size === next.length;
};

test("branches decide as the definition by post-dominance says", () => {
  let [looked, deciding] = [0, 0];
  for (let seed = 1; looked < 300; seed++) {
    const flow = randomFlow(4 + (seed % 14), seed);
    if (!isLeft(flow)) continue;
    looked++;
    for (const at of flow.next.keys()) {
      const found = decidingBranches(flow, at).map(({ index }) => index);
      deciding += found.length;
      expect(found, `seed ${seed}, instruction ${at}: ${JSON.stringify(flow.next)}`).toEqual(
        decidingByDefinition(flow, at),
      );
    }
  }
  expect(deciding).toBeGreaterThan(1000);
});

const flowOf = (bytes: string) => {
  const code = I686.code.decode(Buffer.from(bytes, "hex"), 0x100);
  return functionFlow(code, 0x100, () => []);
};

test("in a loop without an end a branch decides on what it may pass in each round", () => {
  // test %eax,%eax; je over; nop; over: hlt; jmp to the beginning
  const flow = flowOf("85c0740190f4ebf8");
  expect(decidingBranches(flow, 2)).toEqual([{ index: 1, isUnknown: false }]);
  expect(decidingBranches(flow, 3)).toEqual([]);
});

test("a branch that leaves the function, and a jump that leads nobody knows where", () => {
  // test; jne far behind the end; nop; ret
  expect(decidingBranches(flowOf("85c0757090c3"), 2)).toEqual([{ index: 1, isUnknown: false }]);
  // jmp *%eax; nop; ret
  expect(decidingBranches(flowOf("ffe090c3"), 1)).toEqual([{ index: 0, isUnknown: true }]);
});
