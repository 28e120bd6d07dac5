/**
 * The words of `weft cc [OPTIONS] [--] COMPILER ARGS…`. Parsed by hand: this runs once for each unit of a kernel, and
 * everything from COMPILER on belongs to the compiler.
 */
export interface CcOptions {
  readonly aspects: readonly string[];
  readonly project: string | undefined;
  readonly strict: boolean;
  /** Where the unit's weave map goes, when not only under the project. */
  readonly map: string | undefined;
  /** Compiler first; empty when none was given. */
  readonly compiler: readonly string[];
}

/** A string is what is wrong with the words. */
export function parseCcOptions(words: readonly string[]): CcOptions | string {
  const aspects: string[] = [];
  let project: string | undefined;
  let map: string | undefined;
  let strict = false;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as string;
    if (word === "--" || !word.startsWith("-")) break;
    const [name, joined] = splitEquals(word);
    if (name === "--strict" && joined === undefined) strict = true;
    else if (name === "--aspects" || name === "--project" || name === "--map") {
      const value = joined ?? words[++at];
      if (value === undefined) return `${name} needs a value`;
      if (name === "--aspects") aspects.push(value);
      else if (name === "--project") project = value;
      else map = value;
    } else return `unknown option ${word}; options of the compiler come after its name`;
  }
  const compiler = words.slice(words[at] === "--" ? at + 1 : at);
  return { aspects, project, strict, map, compiler };
}

function splitEquals(word: string): [string, string | undefined] {
  const equals = word.indexOf("=");
  return equals === -1 ? [word, undefined] : [word.slice(0, equals), word.slice(equals + 1)];
}

export const CC_HELP = `Usage: weft cc [--aspects FILE]... [--project DIR] [--strict] [--map FILE] [--] COMPILER ARGS...

Compiles as COMPILER ARGS would, with the aspects woven in. In a makefile: make CC="weft cc -- gcc".

  --aspects FILE  weave this aspect file (repeatable); without it, the nearest weft.json says which
  --project DIR   the folder of that weft.json
  --strict        a unit that can't be woven is an error, not a warning
  --map FILE      write what was woven as JSON

A unit that no advice matches is compiled by the untouched command: its object is byte-identical. -E, -M, -fsyntax-only,
assembly inputs, linking and questions such as --version go straight to the compiler; -E prints the text before weaving
('weft weave' prints it woven). Exit code and diagnostics are the compiler's.

Resident processes, one for each processor at most, serve the calls of one user and end 30 seconds after the last one.
They only analyse and weave; the compiler runs in this call. A compile that no advice matched is answered without them
the next time, while all that it comes from is as it was: ~/.cache/weft/known says what that is (remove it at any time).
WEFT_RESIDENT=off in the environment does without both.
`;
