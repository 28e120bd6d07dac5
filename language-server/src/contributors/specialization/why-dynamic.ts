/** Why expressions at a place are left for the running program, with places that the editor opens and facts to declare. */
import { type DynamicCause, whyDynamic } from "@weft/weaver-bridge/partial-eval";
import type { Position, TextInsertion, WhyDynamicCause, WhyDynamicResult } from "../../protocol/index.js";
import type { LiveResidual } from "../../residuals/worker-protocol.js";
import type { TitledInsertion } from "../../workspace/index.js";
import { placeOfBytes } from "./byte-places.js";
import { type SpecSnapshot, specDocumentAt } from "./spec-snapshot.js";

export function whyDynamicAt(snapshot: SpecSnapshot, path: string, position: Position): WhyDynamicResult {
  const source = snapshot.text(path);
  const all = snapshot.residualsIn(path);
  if (source === undefined || all.length === 0)
    return { message: "No declaration specializes a function that this place belongs to" };
  const { bytes, lines } = source;
  const byteAt = (character: number) => bytes.toByte(lines.offsetAt({ line: position.line, character }));
  const at = byteAt(position.character);
  const line = { file: path, start: byteAt(0), end: byteAt(Number.MAX_SAFE_INTEGER) };
  const residuals = all.flatMap((one) => {
    const { notes } = one;
    const isOnNote = notes.some(({ file, start, end }) => file === path && start <= at && at <= end);
    // Beside all expressions, as on an `if`, the line is meant.
    const causes = whyDynamic(notes, isOnNote ? { file: path, start: at, end: at } : line);
    return causes.length === 0
      ? []
      : [
          {
            residual: one.declaration.residual,
            causes: causes.map((cause) => causeOf(snapshot, cause, one)),
          },
        ];
  });
  return residuals.length === 0 ? { message: "Nothing here depends on what is not known" } : { residuals };
}

/** More stand in the list of the command. */
const MOST_OFFERED = 8;

/** The facts that would decide what stands here, the nearest first. */
export function factsToDeclare(
  snapshot: SpecSnapshot,
  path: string,
  position: Position,
): readonly TitledInsertion[] {
  const answer = whyDynamicAt(snapshot, path, position);
  if ("message" in answer) return [];
  const all = answer.residuals.flatMap(({ residual, causes }) =>
    factsIn(causes).map(({ text, edit }) => ({ title: `Declare ${text} for ${residual}`, ...edit })),
  );
  return [...new Map(all.map((one) => [one.title, one])).values()].slice(0, MOST_OFFERED);
}

function factsIn(causes: readonly WhyDynamicCause[]): NonNullable<WhyDynamicCause["fact"]>[] {
  if (causes.length === 0) return [];
  return [...causes.flatMap(({ fact }) => fact ?? []), ...factsIn(causes.flatMap((one) => one.causes))];
}

function causeOf(snapshot: SpecSnapshot, cause: DynamicCause, residual: LiveResidual): WhyDynamicCause {
  const { text, why, fact, causes } = cause;
  const place = placeOfBytes(snapshot, cause, text) ?? NOWHERE;
  const edit = fact === undefined ? undefined : insertionOf(snapshot, residual, fact);
  return {
    place,
    why,
    ...(fact === undefined || edit === undefined ? {} : { fact: { text: fact, edit } }),
    causes: causes.map((one) => causeOf(snapshot, one, residual)),
  };
}

const NOWHERE = {
  uri: "",
  range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
  label: "",
};

/** Behind the last clause of the declaration. */
function insertionOf(
  snapshot: SpecSnapshot,
  { spec, declaration }: LiveResidual,
  fact: string,
): TextInsertion | undefined {
  const document = specDocumentAt(snapshot, spec);
  const now = document?.spec.declarations.find(({ residual }) => residual === declaration.residual);
  if (document === undefined || now?.spans === undefined) return undefined;
  const { text, lines, uri } = document.source;
  const { start, end } = now.spans.body;
  const body = text.slice(start, end);
  const isOneLine = !body.includes("\n");
  const indent = /\n([ \t]+)\S/.exec(body)?.[1] ?? "\t";
  const kept = body.trimEnd();
  const close = kept === "" || kept.endsWith(";") || kept.endsWith("*/") ? "" : ";";
  return {
    uri,
    position: lines.placeAt(start + kept.length),
    newText: isOneLine ? `${close} ${fact}` : `${close}\n${indent}${fact}`,
  };
}
