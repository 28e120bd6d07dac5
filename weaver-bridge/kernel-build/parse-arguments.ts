/**
 * What a parser other than the compile's own compiler must be told to see the same program: target, language standard
 * and the flags that change types or meaning. Preprocessing is over by then, so macros and include paths don't matter.
 */
import { basename } from "node:path";
import { type CompilerCommand, type CompilerInput, lastValue, unitLanguage } from "./compiler-command.js";

const MEANING =
  /^(-std=.*|-ansi|-ffreestanding|-fno-builtin(-.*)?|-f(un)?signed-(char|bitfields)|-fshort-enums|-fshort-wchar|-fms-extensions|-fplan9-extensions|-fgnu89-inline|-fno-rtti|-fno-exceptions|-fpermissive|-fchar8_t|-mlong-double-.*)$/;

/** Spellings of GCC and its headers that a parser repairs by macros; Clang's own preprocessor leaves none of them. */
const GCC_SPELLINGS = [
  "__malloc__",
  "_Float32",
  "_Float64",
  "_Float32x",
  "_Float64x",
  "_Float128",
  "__float80",
];

/** Driver options for Clang, `--target` first. */
export function parseArguments(command: CompilerCommand, input: CompilerInput): string[] {
  const kept = command.items.flatMap((item) =>
    item.kind === "option" && MEANING.test(item.name) ? [item.name] : [],
  );
  const hasStandard = kept.some((option) => option.startsWith("-std=") || option === "-ansi");
  const standard = hasStandard ? [] : [unitLanguage(input) === "c++" ? "-std=gnu++17" : "-std=gnu17"];
  const unrepaired = command.family === "clang" ? GCC_SPELLINGS.map((name) => `-U${name}`) : [];
  return [`--target=${targetOf(command)}`, ...standard, ...kept, ...unrepaired];
}

/** Target triple of the command: named, by the compiler's prefix, or this machine's with `-m32`/`-m64` applied. */
function targetOf(command: CompilerCommand): string {
  const named = lastValue(command.items, "-target") ?? lastValue(command.items, "--target");
  const prefix = /^((?:i[3-6]86|x86_64|aarch64|arm|riscv\d+)[\w-]*)-(?:gcc|g\+\+|cc|c\+\+|clang)/.exec(
    basename(command.compiler.at(-1) ?? ""),
  )?.[1];
  const base = named ?? prefix ?? (process.arch === "x64" ? "x86_64-linux-gnu" : `${process.arch}-linux-gnu`);
  let width: string | undefined;
  for (const item of command.items)
    if (item.kind === "option" && /^-m(16|32|64|x32)$/.test(item.name)) width = item.name;
  // Kernels' own compilers (i686-elf-gcc) know types there that clang has only where a system is.
  const hosted = base.replace(/^(i[3-6]86|x86_64)-.*$/, "$1-linux-gnu");
  if (width === "-m32" || width === "-m16") return hosted.replace(/^x86_64/, "i686");
  return width === "-m64" ? hosted.replace(/^i[3-6]86/, "x86_64") : hosted;
}
