// What the map says in words: tooltips, the table, and what a screen reader hears.
import { effectKindNames, joinPointKinds } from "@weft/language-server/protocol";
import type { MapAspect } from "../messages.js";
import { type AffectedLine, aspectCounts, type Bar, type IsShown } from "./map-model.js";

export function count(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

export function barWords(bar: Bar, aspects: readonly MapAspect[], isShown: IsShown): string {
  const files = bar.isFolder ? `, ${count(bar.files.length, "file")}` : "";
  const effects = countWords(bar, aspects, isShown) || "nothing affects it";
  const problems = problemWords(bar);
  return `${bar.path}${files}, ${count(bar.lines, "line")}: ${effects}${problems === "" ? "" : `; ${problems}`}`;
}

/** `Trace 3, Count 1` */
export function countWords(bar: Bar, aspects: readonly MapAspect[], isShown: IsShown): string {
  return aspectCounts(bar, isShown)
    .map(([aspect, number]) => `${aspects[aspect]?.name ?? "?"} ${number}`)
    .join(", ");
}

export function problemWords(bar: Bar): string {
  const severities = bar.files.flatMap(({ file }) => file.problems.filter((_, at) => at % 2 === 1));
  const errors = severities.filter((severity) => severity === 1).length;
  const warnings = severities.length - errors;
  return [errors === 0 ? "" : count(errors, "error"), warnings === 0 ? "" : count(warnings, "warning")]
    .filter((words) => words !== "")
    .join(", ");
}

export function lineWords({ file, line, effects }: AffectedLine, aspects: readonly MapAspect[]): string {
  const words = effects.map(({ aspect, kind: row, joinPointKind, isConditional }) => {
    const test = isConditional ? " (run-time test)" : "";
    const kind = effectKindNames[row] ?? "affected";
    const joinPoint = joinPointKinds[joinPointKind];
    const where = kind === "introduction" || joinPoint === undefined ? "" : ` ${joinPoint}`;
    return `${aspects[aspect]?.name ?? "?"}: ${kind}${where}${test}`;
  });
  return `${file.path.slice(file.path.lastIndexOf("/") + 1)}:${line + 1} ${[...new Set(words)].join("; ")}`;
}
