/**
 * Keeps objects apart that disagree about a struct. Every unit that sees an introduced struct defines the symbol
 * `__weft_layout_of_TAG` in a section group that is named after what was introduced: equal groups are merged by the
 * linker, and two different ones define one symbol twice, which is an error. The group is empty and not loaded, so
 * that no code, no data and, where the linker script discards `.discard.*`, no symbol reaches the image.
 */
import { tokenize } from "../c-tokens.js";

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

/** FNV-1a, 64 bits, over the words of the text: spacing and line markers don't count. */
function layoutDigest(introduced: string): string {
  let digest = 0xcbf29ce484222325n;
  for (const { text } of tokenize(introduced)) {
    for (const character of `${text} `) {
      digest = BigInt.asUintN(64, (digest ^ BigInt(character.charCodeAt(0))) * 0x100000001b3n);
    }
  }
  return digest.toString(16).padStart(16, "0");
}
