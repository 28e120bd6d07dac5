/** Memory of a dump as a processor sees it: page tables of i386, i386 with PAE and x86_64 are walked in the dump itself. */
import {
  controlRegisters,
  factsOfWord,
  type Paging,
  pagingFrom,
  pagingOf,
  walkPages,
} from "@weft/weaver-bridge/machine";
import type { DumpedRegisters, DumpFile } from "./dump-file.js";

export interface DumpMemory {
  /** From a virtual address on; shorter, or empty, where nothing is mapped or the dump has no more. */
  read(address: bigint, count: number): Promise<Buffer>;
}

const PAGE = 4096n;

/** As this processor saw it. */
export function createDumpMemory(dump: DumpFile, cpu: DumpedRegisters): DumpMemory {
  const paging = pagingIn(dump, cpu);
  const known = new Map<bigint, bigint | undefined>();
  const physicalOf = async (page: bigint): Promise<bigint | undefined> => {
    if (paging === "none") return page;
    return dump.physicalOf(page) ?? (paging === undefined ? undefined : walk(dump, paging, page));
  };
  return {
    async read(address, count) {
      const pieces: Buffer[] = [];
      for (let at = address, left = count; left > 0; ) {
        const page = at - (at % PAGE);
        if (!known.has(page)) known.set(page, await physicalOf(page));
        const physical = known.get(page);
        if (physical === undefined) break;
        const wanted = Math.min(left, Number(page + PAGE - at));
        const piece = await dump.readPhysical(physical + (at - page), wanted);
        pieces.push(piece);
        if (piece.length < wanted) break;
        at += BigInt(wanted);
        left -= wanted;
      }
      return Buffer.concat(pieces);
    },
  };
}

/** `none`: what it says are physical addresses. `undefined`: only what the file itself says is mapped. */
function pagingIn({ word, facts, physicalOf }: DumpFile, cpu: DumpedRegisters): Paging | "none" | undefined {
  const registers = controlRegisters(cpu, word === 8);
  if (registers !== undefined) return pagingOf(registers) ?? "none";
  const { pageRoots, dumpedPageLevels } = factsOfWord(word).linux;
  const text = pageRoots.map((name) => facts.get(`SYMBOL(${name})`)).find((one) => one !== undefined);
  const root = text === undefined ? undefined : physicalOf(BigInt(`0x${text}`));
  return root === undefined ? undefined : pagingFrom(root, dumpedPageLevels(facts));
}

async function walk(dump: DumpFile, paging: Paging, page: bigint): Promise<bigint | undefined> {
  const way = await walkPages((address, count) => dump.readPhysical(address, count), paging, page);
  return way.at(-1)?.physical;
}
