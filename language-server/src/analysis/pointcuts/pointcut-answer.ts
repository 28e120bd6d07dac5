/** The answer to `weft/searchPointcut`: join points by file, placed in what the editor shows. */
import { parsePointcut } from "@weft/weaver-bridge/pointcut";
import type { SearchPointcutResult, SelectedFile, SelectedJoinPoint } from "../../protocol/index.js";
import { type JoinPointHit, type PointcutAnswer, type Snapshot, uriOfPath } from "../../workspace/index.js";
import { rangeInText, rangeOfJoinPoint } from "../locate.js";
import type { PointcutText, ReadPointcut } from "./pointcut-at.js";

export const NOTHING: Pick<
  SearchPointcutResult,
  "total" | "files" | "unitsSearched" | "unitsTotal" | "unitsFailed" | "unitsRead"
> = {
  total: 0,
  files: [],
  unitsSearched: 0,
  unitsTotal: 0,
  unitsFailed: 0,
  unitsRead: 0,
};

export function pointcutAnswer(
  snapshot: Snapshot,
  read: ReadPointcut,
  answer: PointcutAnswer,
): SearchPointcutResult {
  const byFile = new Map<string, JoinPointHit[]>();
  for (const hit of answer.hits) {
    const list = byFile.get(hit.range.file);
    if (list === undefined) byFile.set(hit.range.file, [hit]);
    else list.push(hit);
  }
  const wrong = answer.problems[0];
  const message =
    wrong === undefined ? messageOf(read, answer) : [wrong.message, wrong.hint].filter(Boolean).join(". ");
  return {
    state: stateOf(read, answer),
    expression: read.text,
    ...(message === undefined ? {} : { message }),
    total: answer.total,
    files: [...answer.perFile].map(([path, count]) => fileOf(snapshot, path, count, byFile.get(path) ?? [])),
    unitsSearched: answer.unitsSearched,
    unitsTotal: answer.unitsTotal,
    unitsFailed: answer.unitsFailed,
    unitsRead: answer.unitsRead,
    ...(answer.unverified === true ? { unverified: true } : {}),
  };
}

function stateOf({ isWhole }: ReadPointcut, answer: PointcutAnswer): SearchPointcutResult["state"] {
  if (answer.unitsTotal === 0) return "none";
  if (!isWhole) return "partial";
  return answer.isReading ? "reading" : "whole";
}

function messageOf(
  { isWhole, text, problem }: ReadPointcut,
  { unitsTotal }: PointcutAnswer,
): string | undefined {
  if (unitsTotal === 0)
    return "There is no unit to search: this project names none, in weft.json or compile_commands.json";
  if (isWhole) return undefined;
  return `Half-typed${problem === undefined ? "" : ` (${problem})`}: read as ${text}`;
}

/** What can't be read at all. */
export function unreadable(pointcut: PointcutText | undefined): SearchPointcutResult {
  const message =
    pointcut === undefined
      ? "There is no pointcut here. Put the cursor into one, or try one with Weft: Try a Pointcut."
      : pointcut.text === ""
        ? 'Type a pointcut, for example execution("% f(...)").'
        : whatIsWrong(pointcut.text);
  return { ...NOTHING, state: "none", expression: pointcut?.text ?? "", message };
}

function whatIsWrong(text: string): string {
  const { message, hint } = parsePointcut(text).problems[0] ?? {};
  return ["Nothing of this can be read as a pointcut yet", message, hint].filter(Boolean).join(". ");
}

function fileOf(
  snapshot: Snapshot,
  path: string,
  count: number,
  hits: readonly JoinPointHit[],
): SelectedFile {
  const source = snapshot.text(path);
  const joinPoints = hits.map((hit): SelectedJoinPoint => {
    const { kind, signature, within, range, certainty } = hit;
    const place =
      kind === "name"
        ? rangeInText(range, source)
        : rangeOfJoinPoint({ ...hit, kind, inMacro: false }, source);
    const where = within === "" || kind === "execution" ? "" : ` in ${within}`;
    return {
      kind,
      label: `${kind === "name" ? "" : `${kind} `}${signature}${where}`,
      range: place,
      certainty,
    };
  });
  return { uri: source?.uri ?? uriOfPath(path), count, joinPoints };
}
