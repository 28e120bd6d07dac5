/**
 * Commands as compilation databases have them: a line for the shell, `sh -c` around one, a change of folder first, the
 * compiler proper (`clang -cc1`) where a tool wrote down what the driver runs. Pure.
 */
import { basename, resolve } from "node:path";
import { driverWords } from "./cc1-command.js";
import { launchersThatTell, launcherWords } from "./launchers.js";
import { splitWords } from "./response-file.js";

export interface FoundCommand {
  /** Absolute: where the compiler runs. */
  readonly directory: string;
  readonly words: readonly string[];
}

/** Separators of a shell stand alone in the result; those in quotes are words with `;` in them. */
export function shellWords(line: string): string[] {
  return splitWords(spacedSeparators(line));
}

/** The compiler's call in what the words of a command run, from `directory`; the words themselves where none is seen. */
export function commandOfWords(words: readonly string[], directory: string): FoundCommand {
  let folder = directory;
  let last: readonly string[] = [];
  for (const one of parts(words)) {
    const part = withoutWeft(withoutKeywords(withSplitStrings(one)));
    if (part[0] === "cd" || part[0] === "pushd") {
      folder = resolve(folder, part.find((word, at) => at > 0 && !word.startsWith("-")) ?? ".");
      continue;
    }
    if (isAside(part)) continue;
    last = part;
    if (compiles(part)) break;
  }
  if (last.length === 0) return { directory, words };
  const first = launcherWords(last);
  const launchers = splitLaunchers(launchersThatTell(last.slice(0, first)), folder);
  const line = shellLine(last.slice(first));
  if (line !== undefined) {
    const inner = commandOfWords(shellWords(line), launchers.folder);
    return setsVariables(launchers.words)
      ? { ...inner, words: runnable([...launchers.words, ...inner.words]) }
      : inner;
  }
  const call = [...launchers.words, ...last.slice(first)];
  return { directory: launchers.folder, words: runnable(driverWords(call, launchers.words.length)) };
}

/** What a compiler reads too (`CPATH`, `SYSROOT` in a script's words): `env A=1`, `A=1`, `env -i`. */
const setsVariables = (launchers: readonly string[]) =>
  launchers.some((word) => basename(word) === "env" || /^[A-Za-z_]\w*=/.test(word));

/** Without a shell: `env` sets what only shells assign, and what only shells have goes. */
function runnable(words: readonly string[]): readonly string[] {
  const set = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  const isBuiltIn = /^(?:exec|command)$/.test(words[set] ?? "");
  const rest = words.slice(isBuiltIn ? set + 1 : set);
  return set > 0 ? ["env", ...words.slice(0, set), ...rest] : rest;
}

/** `env -S "A=1 gcc -c b.c"`: the words in it are words of the command. */
function withSplitStrings(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => SPLITS.test(word));
  if (at < 0 || basename(words[0] ?? "") !== "env" || at >= launcherWords(words)) return words;
  const joined = (words[at] ?? "").replace(SPLITS, "");
  const [text = "", rest] = joined === "" ? [words[at + 1], at + 2] : [joined, at + 1];
  return [...words.slice(0, at), ...splitWords(text), ...words.slice(rest)];
}

const SPLITS = /^(?:-S|--split-string(?:=|$))/;

/** `if test -f a; then gcc -c b.c; fi` */
function withoutKeywords(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !/^(?:if|then|elif|else|while|until|do|time|!|\{)$/.test(word));
  return first < 0 ? words : words.slice(first);
}

/** What was configured for a woven build says `weft cc … --` before the compiler already. */
export function withoutWeft(words: readonly string[]): readonly string[] {
  const at = words.findIndex((word, index) => word === "cc" && basename(words[index - 1] ?? "") === "weft");
  const end = at < 0 ? -1 : words.indexOf("--", at);
  return end < 0 ? words : [...words.slice(0, at - 1), ...words.slice(end + 1)];
}

const SEPARATORS = new Set(["&&", ";", "||", "|", "(", ")", "&"]);

function parts(words: readonly string[]): string[][] {
  const found: string[][] = [[]];
  for (const word of words)
    if (SEPARATORS.has(word)) found.push([]);
    else found.at(-1)?.push(word);
  return found.filter((part) => part.length > 0);
}

/** What builds run beside a compiler. */
const ASIDE = new Set(
  "mkdir echo printf test [ true false : rm mv cp ln export set unset umask touch sed fi done }".split(" "),
);

const isAside = ([program = ""]: readonly string[]) => ASIDE.has(basename(program));

/** As far as words tell: `-c`, `-S`, `-cc1`, or a shell's line. */
const compiles = (part: readonly string[]) =>
  part.some((word) => /^-(c|S|cc1)$/.test(word)) || shellLine(part.slice(launcherWords(part))) !== undefined;

/** Of `sh -c LINE`, `bash -ec LINE`. */
function shellLine([shell = "", ...rest]: readonly string[]): string | undefined {
  if (!/^(ba|da|k|z|a)?sh$/.test(basename(shell))) return undefined;
  const at = rest.findIndex((word) => /^-[a-z]*c$/.test(word));
  const isOption = (word: string, place: number) =>
    /^[-+]/.test(word) || /^(?:[-+]o|-O|--(?:rc|init-)file)$/.test(rest[place - 1] ?? "");
  return at >= 0 && rest.slice(0, at).every(isOption) ? rest[at + 1] : undefined;
}

/** Without the folder into which they change (`env -C DIR`, `-CDIR`, `--chdir=DIR`), which is the second. */
function splitLaunchers(
  launchers: readonly string[],
  directory: string,
): { readonly words: readonly string[]; readonly folder: string } {
  const env = launchers.findIndex((word) => basename(word) === "env");
  const at = launchers.findIndex((word, place) => env >= 0 && place > env && CHANGES_FOLDER.test(word));
  if (at < 0) return { words: launchers, folder: directory };
  const joined = (launchers[at] ?? "").replace(CHANGES_FOLDER, "");
  const count = joined === "" ? 2 : 1;
  return {
    words: [...launchers.slice(0, at), ...launchers.slice(at + count)],
    folder: resolve(directory, joined === "" ? (launchers[at + 1] ?? "") : joined),
  };
}

const CHANGES_FOLDER = /^(?:-C|--chdir(?:=|$))/;

/** Spaces around what separates commands outside of quotes; what a shell would put in is no command of ours, and one word. */
function spacedSeparators(line: string): string {
  return line.replace(/'[^']*'|"(?:\\[\s\S]|[^"\\])*"|\\[\s\S]|\$\([^()'"]*\)|&&|\|\||[;|()]/g, (found) => {
    if (found.startsWith("$(")) return `'${found}'`;
    return /^(&&|\|\||[;|()])$/.test(found) ? ` ${found} ` : found;
  });
}
