/** How a kernel's own people build it, as its papers and scripts say it: shown where Weft's own way fails, never run. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readRegular } from "../kernel-build/index.js";
import { unlessRefused } from "../model/index.js";

export interface DocumentedStep {
  /** Relative to the folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** As it stands there, at most {@link LONGEST} characters. */
  readonly command: string;
}

const PAPERS = /^(?:readme|install|build(?:ing)?|compil(?:e|ing)|hacking|contributing)(?:\.\w+)?$/i;
const SCRIPTS = /^(?:bootstrap|build|make|setup|configure)\w*\.sh$|^\.travis\.yml$/i;
const MOST = 6;
const LONGEST = 80;
const PROGRAM = String.raw`(?:(?:sudo|env|[A-Z_]+=[^\s\x60]+) )*(?:g?make|cmake|meson|ninja|scons|waf|nasm|(?:[\w-]+-)?(?:gcc|clang|ld)|\./[\w./-]+)(?= |$)`;
/** A line that is a command, behind a prompt, a list's dash or a fence's indentation. */
const LINE = new RegExp(String.raw`^[ \t]*(?:[$#>] +|- (?:run: )?|\d+[.)] +)?\x60?(${PROGRAM}[^\x60#]*)`);
const SPAN = new RegExp(String.raw`\x60(${PROGRAM}[^\x60\n]*)\x60`, "g");

/** Each command once, in the order of the files' names; empty where none is named. */
export function documentedSteps(folder: string): DocumentedStep[] {
  const names = (unlessRefused(() => readdirSync(folder)) ?? []).sort();
  const files = [...names.filter((name) => PAPERS.test(name)), ...names.filter((name) => SCRIPTS.test(name))];
  const steps = files.flatMap((file) =>
    stepsOf(file, unlessRefused(() => readRegular(join(folder, file), "utf8")) ?? ""),
  );
  const isFirst = ({ command }: DocumentedStep, at: number) =>
    steps.findIndex((step) => step.command === command) === at;
  return steps.filter(isFirst).slice(0, MOST);
}

/** A sentence without its full stop, `undefined` where none is named. */
export function sayDocumentedSteps(folder: string): string | undefined {
  const steps = documentedSteps(folder);
  if (steps.length === 0) return undefined;
  const said = steps.map(({ file, line, command }) => `${command} (${file}:${line})`);
  return `The kernel's own papers say: ${said.join(", ")}`;
}

function stepsOf(file: string, text: string): DocumentedStep[] {
  return text.split("\n").flatMap((content, at) => {
    const whole = LINE.exec(content)?.[1];
    const found = whole === undefined ? [...content.matchAll(SPAN)].map(([, span = ""]) => span) : [whole];
    return found
      .map((command) => command.split(/(?:(?<!\s)\s+)?(?:&&|\|\||[;|])\s*/)[0]?.trim() ?? "")
      .filter((command) => isCommand(command))
      .map((command) => ({ file, line: at + 1, command }));
  });
}

/** `make sure that …` is prose; what is printed holds no control characters. */
function isCommand(command: string): boolean {
  return (
    /^[\x20-\x7e]+$/.test(command) &&
    command.length <= LONGEST &&
    // A compiler alone, or with its version, is what the kernel was built with.
    !/^\S*(?:gcc|clang|ld|nasm)(?:\s*$|\s+(?:\(|v?\d))/.test(command) &&
    !/^g?make (?:sure|it|the|a|an|this|your|use|changes?)\b/i.test(command)
  );
}
