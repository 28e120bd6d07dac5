/**
 * What slices add to the classes of a unit, as text at places of its files: clangd reads the files with it, so that
 * introduced members are known in C and C++ as any others. Text goes where a line goes on, and never starts a new
 * one, so every place before it keeps its line and column.
 */
import { extname, resolve } from "node:path";
import { markerAt } from "@weft/weaver-bridge/model";
import type { UnitAnalysis } from "@weft/weaver-bridge/pipeline";
import { lineShift } from "../texts/edit-follower.js";

/** `text` has no line end. */
export interface IntroducedText {
  /** Absolute. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Byte column from 1: the text stands before this byte of the line. */
  readonly column: number;
  readonly text: string;
}

/** Bodies and bases of classes only; what slices define outside of them is the linker's. */
export function introducedText(directory: string, analysis: UnitAnalysis): IntroducedText[] {
  const { introduced, facts } = analysis;
  if (introduced === undefined || facts === undefined) return [];
  const found: IntroducedText[] = [];
  const own = introduced.spans
    .filter(({ from }) => from === "unit")
    .sort((a, b) => a.generated.start - b.generated.start);
  own.forEach((span, index) => {
    const before = own[index - 1];
    if (before === undefined || before.generated.end >= span.generated.start) return;
    const added = introduced.text.slice(before.generated.end, span.generated.start);
    const next = introduced.text.slice(span.generated.start, span.generated.start + 200).trimStart();
    // Before a class stands what its slices need of their files; headers are included there on their own.
    const inClass = facts.language === "c" || /^[{}]/.test(next);
    const text = oneLine(inClass ? added : aspectLines(added));
    if (text === "") return;
    const { file, line, column } = facts.lineMap.positionAt(span.generated.start);
    found.push({ file: resolve(directory, file), line, column, text });
  });
  return found;
}

/** Of the aspect files, without what slices bring to classes of headers that stand here: these are told in the header. */
function aspectLines(text: string): string {
  let file = "";
  let depth = 0;
  return text
    .split("\n")
    .filter((line) => {
      const marked = markerAt(line)?.name;
      file = marked ?? file;
      if (marked !== undefined || extname(file) === ".ah") return marked === undefined && depth === 0;
      for (const sign of line.replace(/"(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\]){0,16}'/g, "").match(/[{}]/g) ?? [])
        depth += sign === "{" ? 1 : -1;
      return false;
    })
    .join("\n");
}

const COMMENT = /("(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\.|[^'\\\n]){0,16}')|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g;

/** Without line markers, directives and comments. */
function oneLine(text: string): string {
  return text
    .replace(COMMENT, (_, literal?: string) => literal ?? " ")
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .join(" ")
    .replace(/__attribute__\(\(designated_init\)\)/, "")
    .trim();
}

/** Where it stands in the file's text `now` that it had in the text `before`; undefined where that can't be told. */
export function movedText(item: IntroducedText, before: string, now: string): IntroducedText | undefined {
  if (before === now) return item;
  const old = before.split("\n");
  const current = now.split("\n");
  const by = current.length - old.length;
  const shift = lineShift(before, now);
  const behind = shift !== undefined && item.line >= shift.from;
  const likely = behind ? [item.line + by] : [item.line, item.line + by];
  for (const line of likely) {
    const moved = placedIn(item, bytesOf(old[item.line - 1]), bytesOf(current[line - 1]));
    if (moved !== undefined) return { ...moved, line };
  }
  // Edits at several places since then: the line is known by the one before it.
  const same = current.flatMap((text, index) =>
    text === old[item.line - 1] && current[index - 1] === old[item.line - 2] ? [index + 1] : [],
  );
  const [line] = same.sort((a, b) => Math.abs(a - item.line) - Math.abs(b - item.line));
  return line === undefined ? undefined : { ...item, line };
}

/** Less than this may stand in any line. */
const TELLING = 8;

/** The line may have been edited, at one side of the place. */
function placedIn(item: IntroducedText, old: string | undefined, now: string | undefined) {
  if (old === undefined || now === undefined) return undefined;
  if (old === now) return item;
  const [head, rest] = [old.slice(0, item.column - 1), old.slice(item.column - 1)];
  if (head.trim().length >= TELLING && now.startsWith(head)) return item;
  return rest.trim().length >= TELLING && now.endsWith(rest)
    ? { ...item, column: now.length - rest.length + 1 }
    : undefined;
}

function bytesOf(line: string | undefined): string | undefined {
  return line === undefined ? undefined : Buffer.from(line).toString("latin1");
}

/** The file's text with all of it; latin1. What no longer fits the text (it was edited since) is left out. */
export function withIntroducedText(text: string, introduced: readonly IntroducedText[]): string {
  const lines = text.split("\n");
  const byPlace = [...introduced].sort((a, b) => a.line - b.line || a.column - b.column);
  for (const { line, column, text: added } of byPlace.reverse()) {
    const before = lines[line - 1];
    if (before === undefined || column > before.length + 1) continue;
    lines[line - 1] = `${before.slice(0, column - 1)} ${added} ${before.slice(column - 1)}`;
  }
  return lines.join("\n");
}
