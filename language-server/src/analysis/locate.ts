/**
 * Where to draw a join point in the buffer. Facts carry 1-based lines and byte columns of *preprocessed* text:
 * lines are right, columns are off behind a macro or a tab-free re-spacing. So the entity's own name is looked up
 * on the line, the columns only choose among several. Inside a macro expansion the macro's use is taken.
 */
import type { JoinPoint, SourceRange, TextRange } from "@weft/weaver-bridge/model";
import type { Position, Range } from "../protocol/index.js";
import { characterOfByteColumn, type PlaceRange, type SourceText } from "../workspace/index.js";

/**
 * A range inside one line; the trimmed line where the name isn't found, its start while the text is not known. Never
 * throws.
 */
export function rangeOfJoinPoint(
  joinPoint: Omit<JoinPoint, "id">,
  source: SourceText | undefined,
): PlaceRange {
  if (source === undefined) return startOfLine(joinPoint.range);
  const name = nameInSignature(joinPoint);
  const first = joinPoint.range.startLine - 1;
  const last = Math.min(joinPoint.range.endLine - 1, first + MAX_LINES, source.lines.lineCount - 1);
  for (let line = first; line <= Math.max(first, last); line++) {
    const text = source.lines.lineAt(line);
    const wanted = line === first ? characterOfByteColumn(text, joinPoint.range.startColumn) : 0;
    const at = chooseOccurrence(occurrences(text, name, joinPoint.kind === "execution"), wanted);
    if (at !== undefined) return inLine(line, at, at + name.length);
    if (joinPoint.inMacro) break;
  }
  return macroUse(source, joinPoint.range) ?? trimmedLine(source, first);
}

/**
 * The source range as compilers mean it, for `.ah` files and other text that was not preprocessed; the start of its
 * first line while the text is not known.
 */
export function rangeInText(range: SourceRange, source: SourceText | undefined): PlaceRange {
  if (source === undefined) return startOfLine(range);
  const place = (line: number, column: number) => ({
    line: Math.max(0, line - 1),
    character: characterOfByteColumn(source.lines.lineAt(line - 1), column),
  });
  return { start: place(range.startLine, range.startColumn), end: place(range.endLine, range.endColumn) };
}

/** UTF-16 offsets of a text as a place in it. */
export function rangeOfOffsets(source: SourceText, { start, end }: TextRange): PlaceRange {
  return source.lines.rangeBetween(start, end);
}

/** Ends count as inside: a cursor right behind a name still means it. */
export function holds(range: Range, position: Position): boolean {
  const afterStart =
    position.line > range.start.line ||
    (position.line === range.start.line && position.character >= range.start.character);
  const beforeEnd =
    position.line < range.end.line ||
    (position.line === range.end.line && position.character <= range.end.character);
  return afterStart && beforeEnd;
}

/** A signature can end in a parameter list or not: `int add(int,int)`, `unsigned int inode::i_uid`. */
export function nameInSignature(joinPoint: Pick<JoinPoint, "kind" | "signature">): string {
  const { kind, signature } = joinPoint;
  const match =
    kind === "execution" || kind === "call"
      ? /(?<![\w$])([A-Za-z_$~][\w$]*)\s*\(/.exec(signature)
      : /(?<![\w$])([A-Za-z_$][\w$]*)\s*(?:\[[^[\]]*\]\s*)*$/.exec(signature);
  return match?.[1] ?? signature;
}

const MAX_LINES = 40;

function occurrences(text: string, name: string, callable: boolean): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const whole = !/[\w$]/.test(text[at - 1] ?? " ") && !/[\w$]/.test(text[at + name.length] ?? " ");
    if (whole) found.push(at);
  }
  const called = found.filter((at) => /^\s*(\(|$)/.test(text.slice(at + name.length)));
  return callable && called.length > 0 ? called : found;
}

/** The first at or behind the wanted column, else the nearest before it. */
function chooseOccurrence(found: readonly number[], wanted: number): number | undefined {
  return found.find((at) => at >= wanted) ?? found.at(-1);
}

function macroUse(source: SourceText, range: SourceRange): PlaceRange | undefined {
  const line = range.startLine - 1;
  const text = source.lines.lineAt(line);
  const wanted = characterOfByteColumn(text, range.startColumn);
  const words = [...text.matchAll(/[A-Za-z_$][\w$]*/g)];
  const shouted = words.filter((word) => /^_*[A-Z][A-Z0-9_]+$/.test(word[0]));
  const called = words.filter((word) => /^\s*\(/.test(text.slice(word.index + word[0].length)));
  const candidates = shouted.length > 0 ? shouted : called;
  const best = candidates.filter((word) => word.index <= wanted).at(-1) ?? candidates[0];
  return best === undefined ? undefined : inLine(line, best.index, best.index + best[0].length);
}

function trimmedLine(source: SourceText, line: number): PlaceRange {
  const text = source.lines.lineAt(line);
  return inLine(line, text.length - text.trimStart().length, text.trimEnd().length);
}

function startOfLine({ startLine }: SourceRange): PlaceRange {
  return inLine(Math.max(0, startLine - 1), 0, 0);
}

function inLine(line: number, start: number, end: number): PlaceRange {
  return { start: { line, character: start }, end: { line, character: Math.max(start, end) } };
}
