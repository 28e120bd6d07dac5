/** What stub generation does to lines: calls of client stubs and implementations in C, operations in IDL. */

import { NO_LAYOUT, stubTitle } from "@weft/weaver-bridge/idl";
import type { EditorEffect, LabelledPlace } from "../../protocol/index.js";
import type { SourceText } from "../../workspace/index.js";
import { idlReferences } from "./idl-navigation.js";
import { declarationOf, offersOf, rangeOfSpan, wordsOf } from "./idl-places.js";
import type { IdlDocument } from "./idl-set.js";
import type { IdlSnapshot } from "./idl-snapshot.js";
import { type StubUse, stubNames, stubUses } from "./stub-uses.js";

/** Effects on the lines of a C file. */
export function stubEffects(snapshot: IdlSnapshot, source: SourceText): EditorEffect[] {
  return stubUsesIn(snapshot, source).map((use) => effectOf(snapshot, use));
}

/** Uses that mean something to a reader; generated files have none. */
export function stubUsesIn(snapshot: IdlSnapshot, source: SourceText): StubUse[] {
  if (snapshot.idl.some(({ out }) => out !== undefined && source.path.startsWith(`${out}/`))) return [];
  return stubUses(source, stubNames(snapshot)).filter(({ role }) => role !== "publish");
}

/** The operation in its IDL file. */
export function operationOf(snapshot: IdlSnapshot, offer: StubUse["offer"]): LabelledPlace | undefined {
  const place = declarationOf(offer);
  const at = place === undefined ? undefined : rangeOfSpan(snapshot, place.nameSpan);
  return at === undefined ? undefined : { ...at, label: `operation ${offer.operation.name}` };
}

function effectOf(snapshot: IdlSnapshot, { name, range, role, offer }: StubUse): EditorEffect {
  const operation = operationOf(snapshot, offer);
  return {
    id: `stub:${name}@${range.start.line}:${range.start.character}`,
    kind: "stub",
    role: "target",
    range,
    by: { tool: "idl", name: offer.owner.name },
    title: stubTitle(offer, role),
    reason: wordsOf(offer) ?? NO_LAYOUT,
    certainty: "certain",
    order: 0,
    other: operation === undefined ? [] : [operation],
  };
}

/** Operations of an IDL file, with where their stubs are used. */
export function operationEffects(snapshot: IdlSnapshot, document: IdlDocument): EditorEffect[] {
  const { source, checked } = document;
  return checked.navigation.declarations.flatMap((place): EditorEffect[] => {
    if (place.nameSpan.file.name !== source.path) return [];
    const [offer] = offersOf(document, place);
    const at = rangeOfSpan(snapshot, place.nameSpan);
    if (offer === undefined || at === undefined) return [];
    return [
      {
        id: `operation:${place.path}`,
        kind: "stub",
        role: "source",
        range: at.range,
        by: { tool: "idl", name: offer.owner.name },
        title: `${place.path}: ${wordsOf(offer) ?? "no layout"}`,
        reason: `stub ${offer.symbols.client}, implementation ${offer.symbols.implementation}`,
        certainty: "certain",
        order: 0,
        other: idlReferences(snapshot, source.path, at.range.start, false),
      },
    ];
  });
}
