/** Changes as a unified diff, made from the edits themselves: no search for what differs. Pure. */
import type { TextEdit } from "../refactoring.js";
import { applyTextEdits, sortedEdits } from "./text-edits.js";

const CONTEXT = 3;

interface Block {
  /** Lines of the old text, from 0, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** `name` is shown after `a/` and `b/`; `old` undefined for a new file. */
export function unifiedDiff(
  name: string,
  old: string | undefined,
  edits: readonly TextEdit[],
  created = "",
): string {
  if (old === undefined) {
    const lines = splitLines(created);
    return [
      `--- /dev/null`,
      `+++ b/${name}`,
      `@@ -0,0 +1,${lines.length} @@`,
      ...lines.map((line) => `+${line}`),
      "",
    ].join("\n");
  }
  const lines = splitLines(old);
  const hunks = group(blocksOf(old, edits)).map((blocks) => ({ blocks, ...bounds(blocks, lines.length) }));
  if (hunks.length === 0) return "";
  let shift = 0;
  const text = hunks.flatMap(({ blocks, from, to }) => {
    const body: string[] = [];
    let at = from;
    let added = 0;
    for (const block of blocks) {
      body.push(...lines.slice(at, block.start).map((line) => ` ${line}`));
      body.push(...lines.slice(block.start, block.end).map((line) => `-${line}`));
      body.push(...block.lines.map((line) => `+${line}`));
      added += block.lines.length - (block.end - block.start);
      at = block.end;
    }
    body.push(...lines.slice(at, to).map((line) => ` ${line}`));
    const head = `@@ -${from + 1},${to - from} +${from + 1 + shift},${to - from + added} @@`;
    shift += added;
    return [head, ...body];
  });
  return [`--- a/${name}`, `+++ b/${name}`, ...text, ""].join("\n");
}

/** Edits as whole lines, those that share a line together. */
function blocksOf(old: string, edits: readonly TextEdit[]): Block[] {
  const lineStart = (offset: number) => old.lastIndexOf("\n", offset - 1) + 1;
  const lineEnd = (offset: number) => {
    const newline = old.indexOf("\n", offset);
    return newline === -1 ? old.length : newline + 1;
  };
  const groups: { start: number; end: number; edits: TextEdit[] }[] = [];
  for (const edit of sortedEdits(edits)) {
    const start = lineStart(edit.range.start);
    const isWhole = edit.range.start === start && (edit.text === "" || edit.text.endsWith("\n"));
    const end =
      isWhole && (edit.range.end === start || old[edit.range.end - 1] === "\n")
        ? edit.range.end
        : lineEnd(edit.range.end);
    const last = groups.at(-1);
    if (last !== undefined && start < last.end) {
      last.end = Math.max(last.end, end);
      last.edits.push(edit);
    } else groups.push({ start, end, edits: [edit] });
  }
  return groups.map(({ start, end, edits: own }) => {
    const moved = own.map(({ range, text }) => ({
      range: { start: range.start - start, end: range.end - start },
      text,
    }));
    const first = old.slice(0, start).split("\n").length - 1;
    const text = old.slice(start, end);
    return {
      start: first,
      end: first + splitLines(text).length,
      lines: splitLines(applyTextEdits(text, moved)),
    };
  });
}

function group(blocks: readonly Block[]): Block[][] {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1)?.at(-1);
    if (last !== undefined && block.start - last.end <= 2 * CONTEXT) groups.at(-1)?.push(block);
    else groups.push([block]);
  }
  return groups;
}

function bounds(blocks: readonly Block[], count: number): { from: number; to: number } {
  const [first, last] = [blocks[0], blocks.at(-1)];
  return {
    from: Math.max(0, (first?.start ?? 0) - CONTEXT),
    to: Math.min(count, (last?.end ?? 0) + CONTEXT),
  };
}

function splitLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
