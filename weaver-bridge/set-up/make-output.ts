/**
 * Lines of shell commands (what `make -n -w` says it would do, `ninja -t commands`) as data. Reads text alone; what it
 * can't read it leaves out.
 */
import { basename, resolve } from "node:path";
import { splitWords } from "../kernel-build/index.js";
import { type BuildTrace, writeTrace } from "./build-trace.js";

/** `root`: where the build was started, absolute. `compiler`: a further name that counts as one. */
export function parseMakeOutput(text: string, root: string, compiler?: string): BuildTrace {
  const { trace, add } = writeTrace(compiler);
  const folders = [root];
  for (const line of text.replace(/\\\r?\n/g, " ").split(/\r?\n/)) {
    const moved = /^\S*make(?:\[\d+\])?: (Entering|Leaving) directory [`'](.*)'$/.exec(line);
    if (moved?.[1] === "Entering") folders.push(moved[2] as string);
    else if (moved !== null) folders.pop();
    let directory = folders.at(-1) ?? root;
    for (const command of simpleCommands(line)) {
      const words = withoutAssignments(splitWords(command));
      if (basename(words[0] ?? "") === "cd" && words[1] !== undefined)
        directory = resolve(directory, words[1]);
      else if (words.length > 0) add(words, directory);
    }
  }
  return trace;
}

/** Words of the shell before a command that do not change what it does. */
const BEFORE = /^(\w+=.*|exec|sudo|time|nohup|then|do|else|!)$/s;

function withoutAssignments(words: readonly string[]): string[] {
  const first = words.findIndex((word) => !BEFORE.test(word));
  return first < 0 ? [] : words.slice(first);
}

/** Parts of a line of the shell between `;`, `&&`, `||`, `|`, `&` and parentheses, quotes respected, without its comment. */
function simpleCommands(line: string): string[] {
  const parts: string[] = [];
  let part = "";
  let quote = "";
  for (let at = 0; at < line.length; at++) {
    const character = line[at] as string;
    if (character === "\\" && quote !== "'") part += character + (line[++at] ?? "");
    else if (quote === "" && character === "#" && /^$|\s$/.test(part)) break;
    else if (quote === "" && /[;&|()]/.test(character)) {
      parts.push(part);
      part = "";
    } else {
      if (quote === "" && /["'`]/.test(character)) quote = character;
      else if (character === quote) quote = "";
      part += character;
    }
  }
  return [...parts, part].map((one) => one.trim()).filter((one) => one !== "");
}

/** What `make -p` prints after the commands: the names of explicit targets, and of variables with their values. */
export interface MakeDatabase {
  readonly targets: ReadonlySet<string>;
  readonly variables: ReadonlyMap<string, string>;
  /** Targets with `qemu` in their rules, be it a variable's name. */
  readonly starting: readonly string[];
}

export function parseMakeDatabase(text: string): MakeDatabase {
  const targets = new Set<string>();
  const variables = new Map<string, string>();
  const starting = new Set<string>();
  let isTarget = true;
  let last: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const variable = /^(\.?[A-Za-z_]\w*) :?:?= (.*)$/.exec(line);
    if (variable !== null) variables.set(variable[1] as string, (variable[2] as string).trim());
    const target = /^([\w./+-]+):(?!=)/.exec(line);
    if (target !== null && isTarget) targets.add(target[1] as string);
    if (target !== null) last = isTarget ? target[1] : undefined;
    if (line.startsWith("\t") && last !== undefined && /qemu/i.test(line)) starting.add(last);
    isTarget = !line.startsWith("# Not a target");
  }
  return { targets, variables, starting: [...starting] };
}
