/** Text that is nearly IDL: words of all dialects in a row, and real files with pieces cut, copied, swapped or broken. */
import type { Random } from "./random.js";

const WORDS =
  `interface module struct union switch case default enum typedef const exception attribute readonly oneway in out inout raises context
  long short unsigned char string wstring sequence fixed any Object fpage threadid word boolean octet void float double handle prealloc
  length_is size_is max_size typ_size relevant_bits nocache kernelmsg uuid local ref itrans otrans import include cpp_quote library coclass
  subsystem type routine simpleroutine skip array of c_string polymorphic MACH_MSG_TYPE_INTEGER_32 MACH_MSG_TYPE_COPY_SEND ^ intran dealloc
  namespace runtimeclass delegate valuetype bitmap map pipe idl4 { } ( ) [ ] < > << >> ; : :: , = * @ # ## ... . - + ~ ! / % & | ^ ? "a" 'b' L"w"
  0 1 12 0x1F 077 1.5e3 99999999999999999999 TRUE x y z x::y ::m m i f a b c n \\ "`.split(/\s+/);
const LINES = [
  "\n#define x y\n",
  "\n#define f(a, ...) a##a #a __VA_ARGS__ f(a)\n",
  "f(1, 2)",
  "\n#if defined(x) && x > (1 << 70)\n",
  "\n#elif 1/0\n",
  "\n#else\n",
  "\n#endif\n",
  '\n#include "self.idl"\n',
  '\n# 7 "other.idl"\n',
  "\n#pragma once\n",
  "/* ",
  " */",
  "//\\\n",
  "\u0000",
  "\u00ff\u00fe",
  'import "self.idl";',
];

export function randomText(random: Random, seeds: readonly string[]): string {
  return random.once(3) || seeds.length === 0 ? soup(random) : mutated(random, seeds);
}

function soup(random: Random): string {
  let text = "";
  for (let n = random.below(60); n > 0; n--)
    text += `${random.once(20) ? random.pick(LINES) : random.pick(WORDS)} `;
  return text;
}

function mutated(random: Random, seeds: readonly string[]): string {
  const seed = random.pick(seeds);
  const start = random.below(seed.length + 1);
  let text = seed.slice(start, start + 50 + random.below(900));
  for (let n = 1 + random.below(6); n > 0; n--) {
    const at = random.below(text.length + 1);
    const end = Math.min(text.length, at + random.below(40));
    text = changed(random, text, at, end);
  }
  return text;
}

function changed(random: Random, text: string, at: number, end: number): string {
  const before = text.slice(0, at);
  const piece = text.slice(at, end);
  const after = text.slice(end);
  switch (random.below(6)) {
    case 0:
      return before + after;
    case 1:
      return before + piece + piece + after;
    case 2:
      return before + random.pick(WORDS) + after;
    case 3:
      return before + random.pick(LINES) + text.slice(at);
    case 4:
      return before + String.fromCharCode(random.below(256)) + text.slice(at + 1);
    default:
      return before + piece.repeat(1 + random.below(30)) + after;
  }
}
