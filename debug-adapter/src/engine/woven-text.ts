/**
 * The text that was compiled, as a stop shows it in place of the source: a file's own lines with what was woven into
 * them, and the functions that the weaver made, without line markers and other headers. Line markers say where each
 * line comes from, so that a frame, known by source line and function, has a line here.
 */
import { resolve } from "node:path";
import { fileOfMarker, markerAt } from "@weft/weaver-bridge/model";

/** What is known of the instruction: its source line, 1-based, and the function, that of innermost inlined code. */
export interface WovenPlace {
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly symbol?: string;
}

export interface WovenText {
  readonly text: string;
  /** 1-based; `undefined` when nothing of this line was compiled here. */
  lineOf(place: WovenPlace): number | undefined;
}

interface Line {
  text: string;
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Made by the weaver, whatever place it names. */
  readonly isGlue: boolean;
}

/** `compiled`: the unit as the compiler gets it, in `directory`; shown is what it has of `file`, absolute, and of aspects. */
export function readWovenText(compiled: string, directory: string, file: string): WovenText {
  const lines = spaced(merged(linesOf(compiled, directory)).filter((line) => isShown(line, file)));
  const functions = generatedFunctions(lines);
  return {
    text: lines.map(({ text }) => text).join("\n"),
    lineOf: ({ file: of, line, symbol = "" }) => {
      const own = functions.get(symbol.replace(/\.(?:isra|constprop|part|cold)\b.*$/, ""));
      const isHere = (index: number) =>
        lines[index]?.file === of && lines[index]?.line === line && lines[index]?.text.trim() !== "";
      const inside = own === undefined ? undefined : numbers(own.first, own.last).find(isHere);
      if (inside !== undefined) return inside + 1;
      const others = [...functions.values()];
      const inKernel = (index: number) => !others.some(({ first, last }) => first <= index && index <= last);
      const outside = numbers(0, lines.length - 1).find((index) => inKernel(index) && isHere(index));
      return outside === undefined ? undefined : outside + 1;
    },
  };
}

function linesOf(compiled: string, directory: string): Line[] {
  const lines: Line[] = [];
  let [file, line, isGlue] = ["", 0, false];
  for (const text of compiled.split("\n")) {
    const marker = markerAt(text);
    if (marker === undefined) lines.push({ text, file, line: line++, isGlue });
    else {
      file = resolve(directory, fileOfMarker(marker.name));
      line = marker.line;
      isGlue = marker.isSystem;
    }
  }
  return lines;
}

/** A longer name in a line of advice moves what stands behind it into a line of its own, for its column: undone here. */
function merged(lines: readonly Line[]): Line[] {
  const whole: Line[] = [];
  for (const line of lines) {
    const last = whole.at(-1);
    const goesOn = last?.file === line.file && last.line === line.line && last.isGlue === line.isGlue;
    if (last === undefined || !goesOn || !isAspect(line) || line.isGlue) {
      whole.push({ ...line });
      continue;
    }
    const more = line.text.trim();
    const gap = /^(?:[()[\];,.]|->|\+\+|--)/.test(more) ? "" : " ";
    last.text = `${last.text.trimEnd()}${gap}${more}`;
  }
  return whole;
}

const isAspect = ({ file }: Line) => file.endsWith(".ah");

/** Without what only compilers need: prototypes of what is defined below, and which warnings hold. */
function isShown(line: Line, file: string): boolean {
  if (line.file !== file && !isAspect(line)) return false;
  return !/^static __inline .*\b__weft_\w+\(.*\);\s*$|^#pragma GCC diagnostic/.test(line.text);
}

/** No two empty lines beside each other. */
function spaced(lines: readonly Line[]): Line[] {
  return lines.filter(({ text }, index) => text.trim() !== "" || lines[index - 1]?.text.trim() !== "");
}

/** Indices of the lines of each function that the weaver made, by its name. */
function generatedFunctions(lines: readonly Line[]): Map<string, { first: number; last: number }> {
  const found = new Map<string, { first: number; last: number }>();
  for (const [first, { text }] of lines.entries()) {
    const name = /^static __inline .*?\b(__weft_\w+)\(.*\{/.exec(text)?.[1];
    if (name === undefined) continue;
    const isWhole = text.trimEnd().endsWith("}");
    const end = isWhole ? first : lines.findIndex((line, index) => index > first && line.text === "}");
    found.set(name, { first, last: end === -1 ? lines.length - 1 : end });
  }
  return found;
}

const numbers = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
