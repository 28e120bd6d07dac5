/** What pragmas of options do to macros, asked of the compiler: where it compiles, and where it only preprocesses. */
import { markerAt } from "../../model/index.js";
import type { CompilerCommand } from "../command/compiler-command.js";
import { runProcess } from "../process/run-process.js";
import type { OptionPragma } from "./option-pragmas.js";

/** By name; undefined for what is no macro. */
type Macros = ReadonlyMap<string, string | undefined>;

const DEADLINE = 20_000;
/** Lines from pragma to pragma: GCC says of a macro the line of a token behind the pragma. */
const STEP = 4;
/** Options that decide what a pragma changes. */
const DECISIVE = /^(-m.*|--?target.*|-b|-B|--?specs.*|-O.*|-std=.*|-ansi|-f.*math.*|-fsignaling-nans)$/;
/** An entry of `.debug_macinfo` in assembly: what is done, the line, the macro. */
const ENTRY =
  /\.byte\s+(?:0x)?([12])\n\s*\.uleb128\s+(\w+)\n\s*\.(?:string|asciz|ascii)\s+"((?:[^"\\]|\\.)*)"/g;

type Asked = readonly Pick<OptionPragma, "words" | "isBehindFunction">[];

/**
 * Directives that, written behind each pragma, make the macros of a preprocessor run those of a compile, "" where it makes
 * them itself; undefined where the compiler tells nothing.
 */
export async function macrosOfPragmas(
  command: CompilerCommand,
  pragmas: Asked,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | undefined> {
  const lines = pragmas.flatMap(({ words, isBehindFunction }, index) => {
    const before = isBehindFunction ? `void weft_${index}(void) {}` : "";
    return words.map((one, at) => `${at === 0 ? before : ""}\n#pragma GCC ${one}${"\n".repeat(STEP - 1)}`);
  });
  const text = `${lines.join("")}int weft_end;\n`;
  const owners = pragmas.flatMap(({ words }, index) => words.map(() => index));
  const compiled = await answerTo(command, ["-gdwarf-4", "-gstrict-dwarf", "-g3", "-S"], text, signal);
  const read = await answerTo(command, ["-E", "-dD"], text, signal);
  const told = compiled === undefined ? [] : Array.from(compiled.matchAll(ENTRY));
  if (told.length === 0 || read === undefined) return undefined;
  const changes = (all: readonly Change[]) => byPragma(all, owners, pragmas.length);
  const wanted = told.map(([, kind, line, macro = ""]) => ({
    line: Number(line),
    ...macroOf(macro.replace(/\\0$/, "").replaceAll(/\\(["\\])/g, "$1"), kind === "1"),
  }));
  const first = new Map(
    wanted.flatMap(({ line, name, value }) => (line === 0 ? [[name, value] as const] : [])),
  );
  return differences(first, changes(wanted), changes(changesIn(read)));
}

interface Change {
  readonly line: number;
  readonly name: string;
  readonly value: string | undefined;
}

async function answerTo(
  { compiler, items, directory }: CompilerCommand,
  how: readonly string[],
  text: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const options = items.flatMap((item) =>
    item.kind === "option" && DECISIVE.test(item.name) ? item.words : [],
  );
  // The C library's header that is read before all has lines of its own.
  const words = [...compiler, ...options, "-w", "-nostdinc", ...how, "-o", "-", "-x", "c", "-"];
  const { code, output } = await runProcess(words, { directory, input: text, signal, deadline: DEADLINE });
  return code === 0 ? output.toString("latin1") : undefined;
}

function macroOf(text: string, isDefined: boolean): Pick<Change, "name" | "value"> {
  const name = /^\w+/.exec(text)?.[0] ?? text;
  return { name, value: isDefined ? text.slice(name.length) : undefined };
}

/** In what `-E -dD` prints of standard input. */
function changesIn(read: string): Change[] {
  let line = 0;
  const found: Change[] = [];
  for (const row of read.split("\n")) {
    const marker = markerAt(row);
    const [, word, macro = ""] = /^#(define|undef) (.*)$/.exec(row) ?? [];
    if (marker !== undefined) line = marker.name === "<stdin>" ? marker.line : 0;
    else if (word !== undefined) found.push({ line, ...macroOf(macro, word === "define") });
    if (marker === undefined && line > 0) line++;
  }
  return found;
}

/** Macros that the compiler begins with stand at line 0, which is before all. */
function byPragma(all: readonly Change[], owners: readonly number[], count: number): readonly Macros[] {
  const made = Array.from({ length: count }, () => new Map<string, string | undefined>());
  for (const { line, name, value } of all)
    made[owners[Math.floor((line - 2) / STEP)] ?? -1]?.set(name, value);
  return made;
}

/** Both begin with the same macros, `first`. */
function differences(first: Macros, wanted: readonly Macros[], read: readonly Macros[]): string[] {
  const [now, there] = [new Map(first), new Map(first)];
  return wanted.map((changes, index) => {
    for (const [name, value] of changes) now.set(name, value);
    for (const [name, value] of read[index] ?? []) there.set(name, value);
    const other = [...now].filter(([name, value]) => value !== there.get(name));
    const gone = [...there].filter(([name, value]) => value !== undefined && !now.has(name));
    for (const [name, value] of other) there.set(name, value);
    for (const [name] of gone) there.delete(name);
    return [...other, ...gone.map(([name]) => [name, undefined] as const)].flatMap(directivesOf).join("\n");
  });
}

const directivesOf = ([name, value]: readonly [string, string | undefined]) =>
  value === undefined ? [`#undef ${name}`] : [`#undef ${name}`, `#define ${name}${value}`];
