/** Reads a unit until the macros in it are those that the compiler's pragmas of options make, see `option-pragmas.ts`. */
import type { CompilerInput } from "../command/compiler-command.js";
import { unitLanguage } from "../command/compiler-command.js";
import type { CompilerIdentity } from "../command/compiler-identity.js";
import { type OptionPragma, optionPragmasIn, withMacros, withoutMarks } from "./option-pragmas.js";
import type { PreprocessResult } from "./preprocess-result.js";

export interface PragmaReading {
  readonly directory: string;
  /** Of the unit, for what is said. */
  readonly name: string;
  /** Latin1, as it is written; undefined for what is no file. */
  readonly textOf: (file: string) => string | undefined;
  /** Directives behind each; undefined where the compiler tells nothing. */
  readonly macrosOf: (pragmas: readonly OptionPragma[]) => Promise<readonly string[] | undefined>;
  /** Reads the unit with other texts of some files; a reading of before tells where they are included. */
  readonly readWith: (
    texts: ReadonlyMap<string, string>,
    before: PreprocessResult,
  ) => Promise<PreprocessResult>;
}

type Added = ReadonlyMap<
  string,
  ReadonlyMap<number, { readonly directives: string; readonly number: number }>
>;

/** A branch that is now taken may hold pragmas, and so on. */
const MOST_ROUNDS = 5;

/** Whether the compiler's preprocessor, run alone, does not know of macros what its compiler knows. */
export const missesOptionPragmas = ({ family }: CompilerIdentity, input: CompilerInput): boolean =>
  family === "gcc" && (unitLanguage(input) ?? "c") === "c";

/** A result that fails says where macros can't be told. */
export async function followPragmas(
  first: PreprocessResult,
  reading: PragmaReading,
): Promise<PreprocessResult> {
  const numbers = new Map<string, number>();
  const known = new Map<string, readonly string[]>();
  let result = first;
  for (let round = 0; round < MOST_ROUNDS && result.ok; round++) {
    const pragmas = optionPragmasIn(result.text, reading.directory);
    if (pragmas.length === 0) return result;
    const key = JSON.stringify(pragmas.map(({ words, isBehindFunction }) => [words, isBehindFunction]));
    const made = known.get(key) ?? (await reading.macrosOf(pragmas));
    if (made === undefined)
      return refused(reading, pragmas[0], "the compiler does not tell what it does to macros");
    known.set(key, made);
    for (const one of made) if (!numbers.has(one)) numbers.set(one, numbers.size);
    const missed = pragmas.find((_, index) => !isFollowed(pragmas[index], made[index], numbers));
    if (missed === undefined) return { ...result, text: withoutMarks(result.text) };
    const added = addedOf(pragmas, made, numbers);
    if ("line" in added)
      return refused(reading, added, "it does something else to macros each time it is read");
    const texts = textsWith(added, reading);
    if ("line" in texts) return refused(reading, texts, "its file can't be read again");
    result = await reading.readWith(texts, first);
    if (!result.ok) return result;
  }
  if (!result.ok) return result;
  return refused(
    reading,
    optionPragmasIn(result.text, reading.directory)[0],
    "what it does to macros can't be followed",
  );
}

const isFollowed = (
  pragma: OptionPragma | undefined,
  made: string | undefined,
  numbers: ReadonlyMap<string, number>,
) => (made === "" ? pragma?.followedBy === undefined : pragma?.followedBy === numbers.get(made ?? ""));

/** By file and line; a pragma that does not do the same each time, where there is one. */
function addedOf(
  pragmas: readonly OptionPragma[],
  made: readonly string[],
  numbers: ReadonlyMap<string, number>,
): Added | OptionPragma {
  const seen = new Map<string, string>();
  const added = new Map<string, Map<number, { directives: string; number: number }>>();
  for (const [index, pragma] of pragmas.entries()) {
    const directives = made[index] ?? "";
    const place = `${pragma.line}\0${pragma.file}`;
    if (seen.has(place) && seen.get(place) !== directives) return pragma;
    seen.set(place, directives);
    if (directives === "") continue;
    const lines = added.get(pragma.file) ?? new Map();
    added.set(pragma.file, lines.set(pragma.line, { directives, number: numbers.get(directives) ?? 0 }));
  }
  return added;
}

function textsWith(
  added: Added,
  { textOf }: PragmaReading,
): Map<string, string> | { file: string; line: number } {
  const texts = new Map<string, string>();
  for (const [file, lines] of added) {
    const own = textOf(file);
    if (own === undefined) return { file, line: [...lines.keys()][0] ?? 0 };
    texts.set(file, withMacros(own, lines));
  }
  return texts;
}

function refused(
  { name }: PragmaReading,
  place: Pick<OptionPragma, "file" | "line"> | undefined,
  why: string,
): PreprocessResult {
  const at = place === undefined ? name : `${place.file}:${place.line}`;
  const what = "GCC follows this pragma to the end only where it compiles, and";
  return {
    ok: false,
    code: undefined,
    diagnostics: `${at}: error: ${what} ${why}: put it behind the last #if of the unit, or give its option on the command line\n`,
  };
}
