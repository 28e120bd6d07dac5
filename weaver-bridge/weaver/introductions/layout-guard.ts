/**
 * Keeps objects apart that disagree about a struct. Every unit that sees an introduced struct defines the symbol
 * `__weft_layout_of_TAG` in a section group that is named after what was introduced: equal groups are merged by the
 * linker, and two different ones define one symbol twice, which is an error. The group is empty and not loaded, so
 * that no code, no data and, where the linker script discards `.discard.*`, no symbol reaches the image.
 */
import { tokenize } from "../text/c-tokens.js";

/** File-scope C text without a newline. `introduced`: the fields and their places. */
export function layoutGuard(tag: string, introduced: string): string {
  const symbol = `__weft_layout_of_${tag}`;
  const group = `${symbol}.${layoutDigest(introduced)}`;
  // With link-time optimisation several units are one assembly text.
  const lines = [
    `.ifndef ${symbol}`,
    `.pushsection .discard.weft,\\"G\\",%progbits,${group},comdat`,
    `.globl ${symbol}`,
    `.hidden ${symbol}`,
    `.L${group}:`,
    `${symbol}:`,
    ".popsection",
    ".else",
    `.ifndef .L${group}`,
    `.error \\"'${tag}' has two layouts: its units were woven with different introductions\\"`,
    ".endif",
    ".endif",
  ];
  return `__asm__("${lines.join("\\n")}\\n");`;
}

const SPACE = 0x20;

/** FNV-1a, 64 bits, over the words of the text: spacing and line markers don't count. */
function layoutDigest(introduced: string): string {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const { text } of tokenize(introduced)) {
    for (let at = 0; at <= text.length; at++) {
      const mixed = (low ^ (at < text.length ? text.charCodeAt(at) : SPACE)) >>> 0;
      // Times 2 ** 40 + 0x1b3.
      const product = mixed * 0x1b3;
      high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + ((mixed << 8) >>> 0)) % 2 ** 32;
      low = product % 2 ** 32;
    }
  }
  return [high, low].map((half) => half.toString(16).padStart(8, "0")).join("");
}
