/**
 * Compilers hold back some warnings where the code comes out of a macro. Woven text has no macros left, so these would
 * show up, and with `-Werror` stop a build that is fine without aspects. When one appears, the unit as it is written is
 * checked (a front-end run, no code generation): what the compiler does not say there, it should not say here.
 */
import {
  type CompilerCommand,
  type CompilerInput,
  checkOfInput,
  parseCompilerCommand,
} from "../../kernel-build/index.js";
import { captureCompiler } from "./pass-through.js";
import type { ReadOnce } from "./read-once.js";

/** Front-end warnings that depend on where macros begin and end, in GCC's and Clang's spelling. */
const SENSITIVE =
  /^(address|tautological.*|logical-.*|int-in-bool-context|misleading-indentation|duplicated-.*|empty-body|parentheses.*|unused-value|bool-.*|implicit-fallthrough.*|dangling-else|self-assign.*|constant-.*|pointer-bool-conversion|extra-semi.*|unreachable-code.*|sizeof-.*|nonnull.*|enum-.*|type-limits|multistatement-macros)$/;

/** Options that silence what would not be said about the unit as written; empty nearly always. */
export async function macroWarnings(
  said: Buffer,
  command: CompilerCommand,
  input: CompilerInput,
  read: readonly ReadOnce[],
): Promise<string[]> {
  const found = sensitivePlaces(said.toString());
  if (found.size === 0) return [];
  const check = parseCompilerCommand(checkOfInput(command, input), command.directory);
  const original = await captureCompiler(check.argv, command.directory, { read });
  const genuine = sensitivePlaces(original.errors.toString());
  const flags = new Map<string, boolean>();
  for (const [place, flag] of found) flags.set(flag, (flags.get(flag) ?? false) || genuine.has(place));
  return [...flags].filter(([, isGenuine]) => !isGenuine).map(([flag]) => `-Wno-${flag}`);
}

/** `file:line flag` of each sensitive warning or error, with its flag; advice is not in question. */
function sensitivePlaces(text: string): Map<string, string> {
  const places = new Map<string, string>();
  const plain = text.replace(/\x1b\[[0-9;]*[mK]/g, "").replace(/\x1b\]8;;[^\x07\x1b\n]*(\x07|\x1b\\)/g, "");
  for (const [, file = "", line, flag = ""] of plain.matchAll(
    /^((?:(?!:\d+:\d+: ).)+):(\d+):\d+: (?:warning|error): .*\[-W(?:error=)?([\w-]+)(?:=\d*)?(?:,[^\][]*)?\]$/gm,
  ))
    if (!file.endsWith(".ah") && SENSITIVE.test(flag)) places.set(`${file}:${line} ${flag}`, flag);
  return places;
}
