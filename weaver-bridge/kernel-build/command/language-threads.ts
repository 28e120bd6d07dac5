/** Whether a unit belongs to a program whose threads the language knows, so that it may have `thread_local` objects. */
import { basename } from "node:path";
import type { CompilerCommand } from "./compiler-command.js";

/**
 * `-pthread` says so. Where the command is that of a program (`isProgram`) and not of a kernel's code, nothing may speak
 * against it: without a C library, nobody has made the memory where such objects are.
 */
export function hasLanguageThreads({ compiler, items }: CompilerCommand, isProgram: boolean): boolean {
  const options = items.flatMap((item) => (item.kind === "option" ? [item.words.join("")] : []));
  if (options.some((option) => ALONE.test(option)) || BARE.test(basename(compiler.at(-1) ?? "")))
    return false;
  return isProgram || options.includes("-pthread");
}

const ALONE =
  /^(?:-ffreestanding|-nostd(?:inc|lib)(?:\+\+)?|-nodefaultlibs|-nostartfiles|-nolibc|-fno-builtin|-mcmodel=kernel|-mno-sse|-mgeneral-regs-only|-D__KERNEL__(?:=.*)?)$/;
/** `i686-elf-gcc`, `arm-none-eabi-g++` */
const BARE = /-(?:elf|eabi|eabihf)-/;
