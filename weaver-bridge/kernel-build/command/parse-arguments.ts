/**
 * What a parser other than the compile's own compiler must be told to see the same program: target, language standard
 * and the flags that change types or meaning. Preprocessing is over by then, so macros and include paths don't matter.
 */
import type { CompilerCommand, CompilerInput } from "./compiler-command.js";
import { compilerIdentity, MEANING } from "./compiler-identity.js";

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
  const { family, target, standard, implied } = compilerIdentity(command, input);
  const hasStandard = kept.some((option) => option.startsWith("-std=") || option === "-ansi");
  const unrepaired = family === "clang" ? GCC_SPELLINGS.map((name) => `-U${name}`) : [];
  return [`--target=${target}`, ...(hasStandard ? [] : [standard]), ...implied, ...kept, ...unrepaired];
}
