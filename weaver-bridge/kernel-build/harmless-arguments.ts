/** A compiler command of somebody who may not be trusted, as one that runs nothing of theirs. */
import { parseCompilerCommand, unitLanguage } from "./compiler-command.js";

const HARMLESS =
  /^-(I|D|U|isystem|iquote|idirafter|include|imacros|std|ansi|m16|m32|m64|march|ffreestanding|nostdinc|c)$|^-(std|march)=|^-f(no-)?(builtin|signed-char|unsigned-char|short-[a-z]+)$/;

/** Only options that decide what the preprocessed text is; the compiler is the system's. */
export function harmlessArguments(argv: readonly string[], directory: string): string[] {
  const { items } = parseCompilerCommand(argv, directory);
  const kept = items.flatMap((item) => {
    if (item.kind === "input") return unitLanguage(item.input) === undefined ? [] : [item.input.path];
    return HARMLESS.test(item.name) ? item.words : [];
  });
  return ["gcc", ...kept];
}
