/**
 * An ordered list of insertions and deletions, applied once to a unit's text.
 *
 *     x = p->f;          opener at `p`, `->f` replaced by `)`
 *     x = __weft_shadow_0(
 *     # 12 "f.c"
 *         p)  ;          what follows stands in the line and column where it stood before
 *
 * Several join points can begin or end at one place: closers come before openers, inner closers before outer ones,
 * outer openers before inner ones. Knows nothing of advice.
 */
import { type LineMap, markerName, type Span } from "../../model/index.js";

export interface Edit {
  /** Bytes of the original that go away; empty for an insertion. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly role: "close" | "open" | "replace";
  /** Nesting depth order: an enclosing join point has a smaller rank than the ones inside it. */
  readonly rank: number;
  /** Where the inserted text comes from; `glue` unless told. */
  readonly from?: Span["from"];
}

export interface EditedText {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** Edits that overlap a deletion made by an earlier one are dropped (they sit in text that is gone). */
export function applyEdits(original: string, edits: readonly Edit[], lines: LineMap): EditedText {
  const writer = createWriter(original);
  let at = 0;
  let restorePending = false;
  for (const edit of [...edits].sort(compareEdits)) {
    if (edit.start < at) continue;
    if (edit.start > at) {
      if (restorePending) writer.insert(restoration(original, at, lines), "glue", at);
      restorePending = false;
      writer.copy(at, edit.start);
    }
    const text = writer.pastes(edit) ? ` ${edit.text}` : edit.text;
    writer.insert(text, edit.from ?? "glue", edit.start);
    restorePending ||= movesText(original, edit);
    at = edit.end;
  }
  if (restorePending && at < original.length) writer.insert(restoration(original, at, lines), "glue", at);
  writer.copy(at, original.length);
  return writer.finish();
}

const ROLE_ORDER = { close: 0, open: 1, replace: 2 } as const;

function compareEdits(a: Edit, b: Edit): number {
  if (a.start !== b.start) return a.start - b.start;
  if (a.role !== b.role) return ROLE_ORDER[a.role] - ROLE_ORDER[b.role];
  return a.role === "close" ? b.rank - a.rank : a.rank - b.rank;
}

/** False when lines and columns after the edit stay, or when only closing punctuation follows on the line. */
function movesText(original: string, edit: Edit): boolean {
  const deleted = original.slice(edit.start, edit.end);
  if (edit.text.includes("\n") || deleted.includes("\n")) return true;
  if (edit.text.length === deleted.length) return false;
  CLOSING_LINE.lastIndex = edit.end;
  return !CLOSING_LINE.test(original);
}

/** Looked at where it stands: lines may be as long as their files. */
const CLOSING_LINE = /[^\S\n]*(?:[;,)}\]][^\S\n]*)*(?:\n|$)/y;

/**
 * Columns are kept up to here. Each edit in a line costs its column in blanks, and compilers give up on long lines, too
 * (GCC at 4096).
 */
const LAST_COLUMN = 1000;

/** Text that brings the compiler back to the source line and column of byte `at`. */
function restoration(original: string, at: number, lines: LineMap): string {
  const { file, line, column } = lines.positionAt(at);
  const system = lines.inSystemHeader(at);
  if (original[at] === "\n") return `\n${lineMarker(file, line + 1, system)}`;
  return `\n${lineMarker(file, line, system)}\n${" ".repeat(Math.min(column, LAST_COLUMN) - 1)}`;
}

/** `system` text gets no warnings, as text from system headers. */
export function lineMarker(file: string, line: number, system: boolean): string {
  return `# ${line} "${markerName(file)}"${system ? " 3" : ""}`;
}

/** `c?a():b()`, `return-a`: what is inserted must not become one token with what stands before. */
function runsInto(last: string, { text, role }: Edit): boolean {
  return (
    (text.startsWith("::") && /[:<]$/.test(last)) ||
    (role === "open" && /^[\w$]/.test(text) && /[\w$\x80-\uffff]$/.test(last))
  );
}

function createWriter(original: string) {
  const pieces: string[] = [];
  const spans: Span[] = [];
  let length = 0;
  const push = (text: string, start: number, end: number, from: Span["from"]) => {
    if (text === "") return;
    spans.push({
      generated: { start: length, end: length + text.length },
      original: { start, end },
      from,
    });
    pieces.push(text);
    length += text.length;
  };
  return {
    copy: (start: number, end: number) => push(original.slice(start, end), start, end, "unit"),
    pastes: (edit: Edit) => runsInto(pieces.at(-1) ?? "", edit),
    insert: (text: string, from: Span["from"], at: number) => push(text, at, at, from),
    finish: (): EditedText => ({ text: pieces.join(""), spans }),
  };
}
