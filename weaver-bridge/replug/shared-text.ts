/**
 * What all plugged functions of a unit share, and what a kernel may define in its place.
 *
 * `weft_epoch()`, where the unit defines it and WEFT_EPOCH, or where a guard names another function (`epoch NAME`), is two
 * more once every processor has been outside of all writes, and of plugged functions where one is replugged by rcu. Whoever
 * says that a processor was outside has it pass a full memory barrier there, as RCU's quiescent states do: else the next
 * write may have looked at its guard already.
 */
import { ASSEMBLY } from "./plug-assembly.js";
import { PLUG_FIELDS } from "./symbols.js";

const { writable } = ASSEMBLY;

export const ONLY_I386 = [
  `#ifndef ${ASSEMBLY.macro}`,
  "#error weft: plugged functions are made for 32-bit x86 alone (gcc -m32); leave out the guard that protects them, or build for i386",
  "#endif",
].join("\n");

/** `replugs`: a guard took the residual function out, at `last_hit`. `plugs`: it was put in. */
export const SHARED_TEXT = [
  "#ifndef WEFT_PLUG",
  "#define WEFT_PLUG",
  `struct weft_plug { unsigned int ${PLUG_FIELDS.slice(0, -1).join(", ")}; unsigned long last_hit; };`,
  "#endif",
  ONLY_I386,
  "#ifndef WEFT_WRITE_TEXT",
  "#define WEFT_WRITE_TEXT",
  "/* One aligned word of the kernel's code, which may be mapped read-only. A kernel that has its own way defines this. */",
  "void __attribute__((__weak__, __noinline__)) weft_write_text(int *at, int value)",
  "{",
  `\t${writable.locals}`,
  ...writable.before.map((line) => `\t${line}`),
  "\t*(volatile int *)at = value;",
  ...writable.after.map((line) => `\t${line}`),
  "}",
  "#endif",
].join("\n");
