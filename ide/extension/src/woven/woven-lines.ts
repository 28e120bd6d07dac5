// Where the lines of a woven text come from, read from its line markers (`# 42 "fs/open.c"`). Pure; knows neither
// VS Code nor what was woven.

/** Lines are 0-based; `last` is inclusive. */
export interface LineSpan {
  readonly first: number;
  readonly last: number;
}

export interface WovenLines {
  /** Line markers, which only tools read. */
  readonly markers: readonly LineSpan[];
  /** What is not the source's own: code of aspects, and lines that the weaver changed or made. */
  readonly woven: readonly LineSpan[];
  /** The line that shows the given 0-based line of the source; `undefined` when the text holds nothing of that file. */
  find(path: string, line: number): number | undefined;
}

const marker = /^#\s+(\d+)\s+"((?:[^"\\]|\\.)*)"(.*)$/;

interface Origin {
  readonly file: string;
  /** 0-based line in `file`. */
  readonly line: number;
  readonly isGenerated: boolean;
}

export function readWovenLines(text: string): WovenLines {
  const lines = text.split("\n");
  const markers: number[] = [];
  const woven: number[] = [];
  const origins: (Origin | undefined)[] = [];
  let next: Origin = { file: "", line: 0, isGenerated: false };
  for (const [at, line] of lines.entries()) {
    const found = marker.exec(line);
    if (found !== null) {
      next = {
        file: unquote(found[2] ?? ""),
        line: Number(found[1]) - 1,
        isGenerated: /\b3\b/.test(found[3] ?? ""),
      };
      markers.push(at);
      origins.push(undefined);
      continue;
    }
    if (line.trim() !== "" && (next.file.endsWith(".ah") || line.includes("__weft_"))) woven.push(at);
    origins.push(line.trim() === "" ? undefined : next);
    next = { ...next, line: next.line + 1 };
  }
  return { markers: spans(markers), woven: spans(woven), find: (path, line) => find(origins, path, line) };
}

/** The first line with that origin, else the one with the nearest origin above. */
function find(origins: readonly (Origin | undefined)[], path: string, line: number): number | undefined {
  let best: number | undefined;
  let bestLine = -1;
  for (const [at, origin] of origins.entries()) {
    if (origin === undefined || origin.isGenerated || origin.line > line || origin.line <= bestLine) continue;
    if (!isSameFile(path, origin.file)) continue;
    best = at;
    bestLine = origin.line;
  }
  return best;
}

/** Markers spell a file as the compiler was told: often relative to the folder that it ran in. */
function isSameFile(path: string, spelled: string): boolean {
  const name = spelled.replace(/^(\.\/)+/, "");
  return name !== "" && (path === name || path.endsWith(`/${name}`));
}

function unquote(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, "$1");
}

function spans(lines: readonly number[]): LineSpan[] {
  const result: { first: number; last: number }[] = [];
  for (const line of lines) {
    const before = result.at(-1);
    if (before?.last === line - 1) before.last = line;
    else result.push({ first: line, last: line });
  }
  return result;
}
