/** A residual function beside its source: its text, and for each line the one that it comes from. */
import type { WovenRows, WovenTextResult } from "../../protocol/index.js";
import type { LiveResidual } from "../../residuals/worker-protocol.js";
import { uriOfPath } from "../../workspace/index.js";
import type { SpecSnapshot } from "./spec-snapshot.js";

/** Of all residual functions of the file, or of one. */
export function residualText(snapshot: SpecSnapshot, path: string, residual?: string): WovenTextResult {
  const all = snapshot.residualsIn(path).filter(({ source }) => source === path);
  const shown = all.filter(({ declaration }) => residual === undefined || declaration.residual === residual);
  if (shown.length === 0) return { message: reasonFor(snapshot, path, residual) };
  const uri = snapshot.text(path)?.uri ?? uriOfPath(path);
  const rows: WovenRows[] = [];
  let text = "";
  for (const one of shown) {
    const first = text === "" ? 0 : text.split("\n").length;
    text += `${text === "" ? "" : "\n"}${Buffer.from(one.text, "latin1").toString("utf8")}`;
    rows.push(...rowsOf(one, uri, first));
  }
  return { text, languageId: "c", rows: withoutGaps(rows, text.split("\n").length), unit: uri, units: [uri] };
}

function rowsOf({ origins }: LiveResidual, uri: string, first: number): WovenRows[] {
  return origins.flatMap((line, at): WovenRows[] =>
    line === undefined ? [] : [{ first: first + at, count: 1, kind: "source", uri, line: line - 1 }],
  );
}

function withoutGaps(rows: readonly WovenRows[], count: number): WovenRows[] {
  const all: WovenRows[] = [];
  let next = 0;
  for (const row of [...rows, { first: count, count: 0 } as WovenRows]) {
    if (row.first > next) all.push({ first: next, count: row.first - next, kind: "marker" });
    if (row.count > 0) all.push(row);
    next = row.first + row.count;
  }
  return all;
}

function reasonFor(snapshot: SpecSnapshot, path: string, residual: string | undefined): string {
  const problems = snapshot.specs
    .flatMap(({ source }) => snapshot.problemsIn(source.path))
    .filter(({ severity }) => severity === "error");
  const what = residual ?? "No function of this file";
  const [first] = problems;
  if (first !== undefined) return `${what}: ${first.message}`;
  return `${what} is specialized by a declaration; Weft: Declare Specialization… makes one (${path.replace(/^.*\//, "")})`;
}
