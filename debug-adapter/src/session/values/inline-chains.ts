/** What is inlined into what at instructions, with the line of each, innermost first: addr2line tells of all at once. */
import { runProcess } from "@weft/weaver-bridge/kernel-build";
import type { ChainLink } from "../../engine/index.js";

/** Milliseconds; a Linux kernel's debug information takes seconds. */
const DEADLINE = 60_000;

export async function inlineChains(
  image: string,
  addresses: readonly number[],
): Promise<ReadonlyMap<number, readonly ChainLink[]>> {
  const { output } = await runProcess(["addr2line", "-a", "-f", "-i", "-e", image], {
    directory: process.cwd(),
    deadline: DEADLINE,
    // It opens what the image names as its debug information.
    endsAtStandstill: true,
    input: addresses.map((address) => `0x${address.toString(16)}\n`).join(""),
  });
  const chains = new Map<number, ChainLink[]>();
  let links: ChainLink[] = [];
  let symbol: string | undefined;
  for (const line of output.toString().split("\n")) {
    if (/^0x[0-9a-f]+$/.test(line)) {
      links = [];
      chains.set(Number(line), links);
      symbol = undefined;
    } else if (symbol === undefined) symbol = line;
    else {
      const [, file = "", number = "0"] = /^(.*?):(\d+)/.exec(line) ?? [];
      links.push({ symbol, file, line: Number(number) });
      symbol = undefined;
    }
  }
  return chains;
}
