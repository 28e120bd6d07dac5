/** Where values of a recorded run came from: chains that were planted in a kernel end where they were planted. */
import type { ValueOrigin } from "@weft/debug-adapter/protocol";
import { expect, test } from "vitest";
import { type PlantedChain, plantChains } from "../support/origin-chains.js";
import { useSmallKernel } from "./small-kernel.js";

const kernel = useSmallKernel("origins", ["qemu-system-x86_64", "objcopy"]);
/** More by `WEFT_ORIGIN_CHAINS`. */
const CHAINS = Number(process.env.WEFT_ORIGIN_CHAINS ?? 8);
const SEED = Number(process.env.WEFT_ORIGIN_SEED ?? 1);

/** What is wrong with an answer; empty where nothing is. */
function faultsOf(
  { end, value, steps }: ValueOrigin,
  chain: PlantedChain,
  { begins, shared }: { begins: number; shared: number },
): string[] {
  const lineOf = (line: string | undefined) => Number(/:(\d+)$/.exec(line ?? "")?.[1]);
  const faults: string[] = [];
  if (chain.endKind !== "input" && Number(value) !== chain.value)
    faults.push(`value ${value}, not ${chain.value}`);
  if (end.kind !== chain.endKind) faults.push(`ends as ${end.kind} (${end.message}), not ${chain.endKind}`);
  if (chain.endLine !== undefined && end.kind === chain.endKind && lineOf(end.line) !== chain.endLine)
    faults.push(`ends at ${end.line}, not line ${chain.endLine}`);
  const [first, last] = chain.lines;
  const foreign = steps.filter(
    ({ line }) => lineOf(line) > shared && !(lineOf(line) >= first && lineOf(line) <= last),
  );
  const early = steps.find(({ position }) => position < begins);
  if (early !== undefined)
    faults.push(`goes through instruction ${early.position}, which is of the round before`);
  for (const { line } of foreign) faults.push(`goes through ${line}, which is of another chain`);
  return faults;
}

test.each([
  ["-O0", 32],
  ["-O2", 32],
  ["-O2", 64],
] as const)("chains end where they were planted (%s, %i bits)", async (level, bits) => {
  const { text, shared, chains } = plantChains(CHAINS, 10, SEED, bits);
  const adapter = await kernel.replayOf("origins.c", text, { flags: [level], bits });
  await adapter.request("setFunctionBreakpoints", { breakpoints: [{ name: "finished" }] });
  await adapter.request("configurationDone");
  await adapter.event("stopped");
  const faults: Record<string, string[]> = {};
  const round = await adapter.request<ValueOrigin>("weft/valueOrigin", { expression: "round" });
  const begins = round.steps[0]?.position ?? round.end.position ?? Number.NaN;
  for (const chain of chains) {
    const answer = await adapter.request<ValueOrigin>("weft/valueOrigin", {
      expression: chain.result,
      most: 100,
    });
    const found = faultsOf(answer, chain, { begins, shared });
    if (found.length > 0) faults[`${chain.result} of ${chain.lines}`] = found;
  }
  expect(
    faults,
    text
      .split("\n")
      .map((line, at) => `${at + 1} ${line}`)
      .join("\n"),
  ).toEqual({});
});
