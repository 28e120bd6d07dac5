/**
 * State per thread: `weft.json` names the running thread, and the counters of `cflow` become fields of its struct, by
 * introduction. Every unit that sees the struct gets all of them, whether it counts or not.
 */
import type { AspectFile, CurrentThread, Language } from "../../model/index.js";
import { type CflowTrigger, parseAspectFile } from "../../pointcut/index.js";
import { type ExpandedTail, sectionText } from "../aspect-text/aspect-tail.js";
import { tokenize } from "../text/c-tokens.js";
import { threadField } from "./cflow-state.js";

/** `expression` as data that travels with the aspect files. `file` is where it is written. */
export function currentThreadFile(
  file: string,
  expression: string,
  thread: Omit<CurrentThread, "expression">,
): AspectFile {
  const range = { start: 0, end: expression.length };
  return {
    file,
    text: expression,
    aspects: [],
    prelude: [],
    pointcuts: [],
    problems: [],
    thread: { ...thread, expression: range },
  };
}

/** The files with the fields for `triggers` in the thread's struct; without triggers, the files as they are. */
export function withThreadFields(
  files: readonly AspectFile[],
  triggers: readonly CflowTrigger[],
): readonly AspectFile[] {
  if (triggers.length === 0 || files.every(({ thread }) => thread === undefined)) return files;
  return files.map((file) => (file.thread === undefined ? file : extend(file, file.thread, triggers)));
}

function extend(file: AspectFile, thread: CurrentThread, triggers: readonly CflowTrigger[]): AspectFile {
  const place = thread.beforeField === undefined ? "" : `before("${thread.beforeField}") `;
  const fields = triggers.map(threadField).join(" ");
  const aspect = `aspect CurrentThread { advice "${thread.struct}" : ${place}slice struct { ${fields} }; };`;
  const { start, end } = thread.expression;
  const expression = file.text.slice(start, end);
  // As blanks, the expression is no declaration to the parser.
  const parsed = parseAspectFile(file.file, `${" ".repeat(end)} ${aspect}`);
  return { ...parsed, text: `${expression} ${aspect}`, prelude: [], thread };
}

/** The expanded expression on one line; undefined when the project has none, or the unit's tail lacks it. */
export function threadExpression(
  files: readonly AspectFile[],
  tail: ExpandedTail,
  language: Language,
): string | undefined {
  const file = files.find(({ thread }) => thread !== undefined);
  if (file?.thread === undefined) return undefined;
  const text = sectionText(tail, files, file, file.thread.expression, language);
  if (text === undefined) return undefined;
  return tokenize(text)
    .map((token) => token.text)
    .join(" ");
}
