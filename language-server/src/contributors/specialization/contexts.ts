/** The functions that residual code comes from, as rows that lead to the calls. */
import type { ResidualContext } from "@weft/weaver-bridge/partial-eval";
import { count } from "../../analysis/lines/file-effects.js";
import type { ContextRow } from "../../protocol/index.js";
import { placeOfBytes } from "./byte-places.js";
import { type SpecSnapshot, specDocumentAt } from "./spec-snapshot.js";

/** Of a source, or of a file of declarations. */
export function residualContexts(snapshot: SpecSnapshot, path: string): ContextRow[] {
  const residuals = new Set([...snapshot.residualsIn(path), ...snapshot.residualsOfSpec(path)]);
  return [...residuals].flatMap(({ contexts, declaration, spec }) => {
    if (contexts === undefined) return [];
    const row = rowOf(snapshot, contexts);
    const document = specDocumentAt(snapshot, spec);
    const now = document?.spec.declarations.find(({ residual }) => residual === declaration.residual);
    const span = now?.spans?.residual;
    if (document === undefined || span === undefined) return [{ ...row, name: declaration.residual }];
    const { uri, lines } = document.source;
    const place = { uri, range: lines.rangeBetween(span.start, span.end), label: declaration.residual };
    return [{ ...row, name: `${declaration.residual}: ${row.name}`, place }];
  });
}

function rowOf(snapshot: SpecSnapshot, context: ResidualContext): ContextRow {
  const { function: called, known, copies, lines, from, calls } = context;
  const place = from && placeOfBytes(snapshot, from, called);
  return {
    name: known.length === 0 ? called : `${called} (${known.join(", ")})`,
    size: [count(lines, "line"), ...(copies > 1 ? [`${copies} times`] : [])].join(", "),
    ...(place === undefined ? {} : { place }),
    calls: calls.map((one) => rowOf(snapshot, one)),
  };
}
