/** A woven text as people want to read it: exact, without what only compilers need, or between the lines of its source. */
import { resolve } from "node:path";
import { fileOfMarker, type GeneratedFunction, markerAt, type Span } from "@weft/weaver-bridge/model";
import type { WovenForm, WovenRows } from "../../protocol/index.js";
import { uriOfPath } from "../../workspace/index.js";

export interface Woven {
  /** As compiled, UTF-16. */
  readonly text: string;
  /** Of the same text as bytes. */
  readonly bytes: string;
  readonly spans: readonly Span[];
  readonly generated: readonly GeneratedFunction[];
  /** Of the compile command. */
  readonly directory: string;
}

interface Line {
  readonly text: string;
  readonly kind: WovenRows["kind"];
  /** Absolute; with the line, from 0. */
  readonly file?: string;
  readonly line?: number;
  readonly aspect?: string;
}

/** `path` is the source or header that is looked at, `source` its text. */
export function wovenForm(
  woven: Woven,
  path: string,
  source: string,
  form: WovenForm,
): { readonly text: string; readonly rows: readonly WovenRows[] } {
  const lines = readLines(woven);
  const shown =
    form === "exact"
      ? lines
      : form === "readable"
        ? readable(wholeLines(lines), path)
        : inline(wholeLines(lines), path, source, woven);
  return { text: shown.map(({ text }) => text).join("\n"), rows: toRows(shown) };
}

/** What a line says of an aspect: `__weft_advice_Trace_2_proceed` is of `Trace`. */
function aspectIn(words: string): string | undefined {
  for (const [, name = ""] of words.matchAll(/(?<!\w)__weft_(\w+)/g)) {
    const found = beforeNumbers(name.replace(/^advice_/, "")) ?? beforeNumbers(name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Behind an aspect's name come numbers, and then nothing or a word in small letters. */
function beforeNumbers(name: string): string | undefined {
  const parts = name.split("_");
  if (!/^[A-Za-z]/.test(name)) return undefined;
  for (let at = 1; at < parts.length; at++) {
    const from = at;
    while (at < parts.length && /^\d+$/.test(parts[at] as string)) at++;
    if (at === parts.length || /^[a-z]/.test(parts[at] as string)) return parts.slice(0, from).join("_");
  }
  return undefined;
}

/** Line markers say where a line comes from, spans what of it was brought. */
function readLines({ text, bytes, spans, directory }: Woven): Line[] {
  const generated = generatedLines(bytes, spans);
  let file = "";
  let line = 0;
  let isGlue = false;
  return text.split("\n").map((words, index): Line => {
    const marker = markerAt(words);
    if (marker !== undefined) {
      file = resolve(directory, fileOfMarker(marker.name));
      line = marker.line - 1;
      isGlue = marker.isSystem;
      return { text: words, kind: "marker" };
    }
    const place = { file, line: line++ };
    const aspect = aspectIn(words);
    const named = aspect === undefined ? {} : { aspect };
    if (file.endsWith(".ah")) return { text: words, kind: isGlue ? "glue" : "advice", ...place, ...named };
    const kinds = generated.get(index);
    const isWoven = kinds !== undefined || words.includes("__weft_");
    const kind = !isWoven ? "source" : isGlue || kinds?.unit !== true ? "glue" : "changed";
    return { text: words, kind, ...place, ...named };
  });
}

/** Lines that hold anything else than the unit's own text, and whether they hold that too. */
function generatedLines(bytes: string, spans: readonly Span[]): ReadonlyMap<number, { unit: boolean }> {
  const found = new Map<number, { unit: boolean }>();
  const own = new Set<number>();
  let line = 0;
  let at = 0;
  for (const { generated, from } of spans) {
    for (; at < generated.start; at++) if (bytes.charCodeAt(at) === 10) line++;
    for (; at < generated.end; at++) {
      const code = bytes.charCodeAt(at);
      if (code === 10) line++;
      else if (code === 32 || code === 9) continue;
      else if (from === "unit") own.add(line);
      else found.set(line, { unit: false });
    }
  }
  for (const [index, kinds] of found) kinds.unit = own.has(index);
  return found;
}

/** A longer name in a line of advice moves what stands behind it into a line of its own, for its column: undone here. */
function wholeLines(lines: readonly Line[]): Line[] {
  const whole: Line[] = [];
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    const last = whole.at(-1);
    const goesOn = (one: Line | undefined) =>
      last?.kind === "advice" && one?.kind === "advice" && last.file === one.file && last.line === one.line;
    if (line.kind === "marker" && goesOn(next)) continue;
    if (last === undefined || !goesOn(line)) {
      whole.push(line);
      continue;
    }
    const more = line.text.trim();
    const gap = /^(?:[()[\];,.]|->|\+\+|--)/.test(more) ? "" : " ";
    whole[whole.length - 1] = { ...last, text: `${last.text.trimEnd()}${gap}${more}` };
  }
  return whole;
}

/** Of headers only how much of them there is. */
function readable(lines: readonly Line[], path: string): Line[] {
  const shown: Line[] = [];
  let left = 0;
  const flush = () => {
    if (left > 0) shown.push({ text: `/* ${left} lines of headers */`, kind: "marker" });
    left = 0;
  };
  for (const line of lines) {
    if (line.kind === "marker") continue;
    if (line.kind === "source" && line.file !== path) {
      if (line.text.trim() !== "") left++;
      continue;
    }
    const isBlank = line.text.trim() === "";
    if (isBlank && (shown.at(-1)?.text.trim() ?? "") === "") continue;
    flush();
    shown.push(line);
  }
  flush();
  return shown;
}

/** Every line of the source, then what became of it, then the bodies of the advice that runs there. */
function inline(lines: readonly Line[], path: string, source: string, woven: Woven): Line[] {
  const made = new Map<number, Line[]>();
  for (const line of lines) {
    if (line.file !== path || line.line === undefined || line.text.trim() === "") continue;
    const list = made.get(line.line);
    if (list === undefined) made.set(line.line, [line]);
    else list.push(line);
  }
  const bodies = bodiesOf(lines, woven.generated);
  const told = new Set<string>();
  return source.split("\n").flatMap((text, index): Line[] => {
    const own: Line = { text, kind: "source", file: path, line: index };
    const here = made.get(index) ?? [];
    if (here.every((line) => line.kind === "source" || isPrototype(line.text))) return [own];
    const isSame = (line: Line) => line.kind === "source" && line.text.trim() === text.trim();
    const merged = here
      .filter((line) => !isPrototype(line.text) && !isSame(line))
      .map((line) => mergedLine(line, text));
    const called = new Set(merged.flatMap((line) => line.text.match(/__weft_advice_\w+/g) ?? []));
    const advice = [...called].flatMap((name) => {
      const body = told.has(name) ? undefined : bodies.get(name);
      told.add(name);
      return body ?? [];
    });
    return [own, ...merged, ...advice];
  });
}

/** Indented as the source line is, so that the eye keeps the column. */
function mergedLine(line: Line, source: string): Line {
  const indent = /^\s*/.exec(source)?.[0] ?? "";
  const kind = line.kind === "source" ? "changed" : line.kind;
  return { ...line, kind, text: `${indent}${line.text.trim()}` };
}

function isPrototype(text: string): boolean {
  return /^static __inline .*\b__weft_\w+\(.*\);\s*$/.test(text);
}

/** Definitions of advice functions by symbol, with a line above each that says which advice it is. */
function bodiesOf(
  lines: readonly Line[],
  generated: readonly GeneratedFunction[],
): ReadonlyMap<string, readonly Line[]> {
  const bodies = new Map<string, readonly Line[]>();
  const labels = new Map(generated.map(({ symbol, label }) => [symbol, label]));
  for (let at = 0; at < lines.length; at++) {
    const head = /^static __inline .*\b(__weft_advice_\w+)\(.*\{\s*$/.exec(lines[at]?.text ?? "");
    const symbol = head?.[1];
    if (symbol === undefined) continue;
    const first = at;
    while (at + 1 < lines.length && lines[at]?.text !== "}") at++;
    const body = lines
      .slice(first + 1, at)
      .filter(({ kind, text }) => kind !== "marker" && text.trim() !== "")
      .map((line) => ({ ...line, text: `\t${line.text}` }));
    const aspect = aspectIn(symbol);
    const label: Line = {
      text: `\t/* ${labels.get(symbol) ?? symbol} */`,
      kind: "advice",
      ...(aspect === undefined ? {} : { aspect }),
    };
    bodies.set(symbol, [label, ...body.map((line) => (aspect === undefined ? line : { ...line, aspect }))]);
  }
  return bodies;
}

function toRows(lines: readonly Line[]): WovenRows[] {
  const rows: { -readonly [K in keyof WovenRows]: WovenRows[K] }[] = [];
  const uris = new Map<string, string>();
  for (const [index, { kind, file, line, aspect }] of lines.entries()) {
    const last = rows.at(-1);
    let uri = file === undefined ? undefined : uris.get(file);
    if (file !== undefined && uri === undefined) uris.set(file, (uri = uriOfPath(file)));
    const follows =
      last !== undefined &&
      last.kind === kind &&
      last.uri === uri &&
      last.aspect === aspect &&
      (last.line === undefined) === (line === undefined) &&
      (last.line === undefined || last.line + last.count === line);
    if (follows) last.count++;
    else
      rows.push({
        first: index,
        count: 1,
        kind,
        ...(uri === undefined ? {} : { uri }),
        ...(line === undefined ? {} : { line }),
        ...(aspect === undefined ? {} : { aspect }),
      });
  }
  return rows;
}
