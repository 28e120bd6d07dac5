/**
 * Who called whom, from the words of a stack alone: a word is a return address of the chain when the call before it leads to
 * the function that was found last. A call by pointer leads anywhere, and is taken only where no direct one follows.
 */
import { factsOfWord } from "../machine/index.js";
import type { ElfFile, ElfSymbol } from "../object-code/index.js";

/** Guards are in kernels of 32 bits alone. */
const MACHINE = factsOfWord(4);

/** Return addresses, innermost first; `inner` is one in the function whose callers are asked for. */
export function callersOn(stack: Buffer, inner: number, elf: ElfFile): number[] {
  const functionAt = functionFinder(elf);
  const words = Array.from({ length: stack.length >> 2 }, (_, at) => stack.readUInt32LE(4 * at));
  const found: number[] = [];
  let within = functionAt(inner);
  for (let at = words.indexOf(inner) + 1; within !== undefined; ) {
    const { address, size } = within;
    const leads = (word: number, isDirect: boolean) => {
      const target = calledBefore(word, elf);
      if (isDirect) return typeof target === "number" && target >= address && target < address + size;
      return target === "anywhere" && functionAt(word) !== undefined;
    };
    let next = words.findIndex((word, index) => index >= at && leads(word, true));
    if (next < 0) next = words.findIndex((word, index) => index >= at && leads(word, false));
    if (next < 0) break;
    found.push(words[next] as number);
    within = functionAt(words[next] as number);
    at = next + 1;
  }
  return found;
}

function functionFinder({ symbols }: ElfFile): (address: number) => ElfSymbol | undefined {
  const all = symbols
    .filter(({ kind, size }) => kind === "function" && size > 0)
    .sort((left, right) => left.address - right.address);
  return (address) => {
    const last = all.findLast((one) => one.address <= address);
    return last !== undefined && address < last.address + last.size ? last : undefined;
  };
}

/** What the call instruction before this address leads to; undefined where there is none. */
function calledBefore(returned: number, elf: ElfFile): number | "anywhere" | undefined {
  const section = elf.sectionAt(returned);
  if (section?.isCode !== true) return undefined;
  return MACHINE.bytes.calledBefore(
    returned,
    (back: number) => section.bytes[returned - section.address - back],
  );
}
