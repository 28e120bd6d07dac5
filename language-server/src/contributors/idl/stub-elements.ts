/** Uses of stubs in C, with the operations that they stand for. */
import { ROLE_WORDS } from "@weft/weaver-bridge/idl";
import type { PlacedElement, SourceText } from "../../workspace/index.js";
import type { IdlSnapshot } from "./idl-snapshot.js";
import { operationOf, stubUsesIn } from "./stub-effects.js";

export function stubElements(snapshot: IdlSnapshot, source: SourceText): PlacedElement[] {
  return stubUsesIn(snapshot, source).flatMap(({ name, range, role, offer }): PlacedElement[] => {
    const end = operationOf(snapshot, offer);
    if (end === undefined) return [];
    const kind = role === "client" ? ("callsStub" as const) : ("implements" as const);
    return [
      {
        id: `stub:${name}@${range.start.line}:${range.start.character}`,
        kind: "stub",
        label: `${name} (${ROLE_WORDS[role]})`,
        range,
        extent: { first: range.start.line, last: range.end.line },
        relations: [{ kind, ends: [{ ...end, certainty: "certain" }] }],
      },
    ];
  });
}
