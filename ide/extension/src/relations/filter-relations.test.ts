import type { RelatedElement, RelationEnd } from "@weft/language-server/protocol";
import { expect, test } from "vitest";
import { aspectsIn, everyRelation, filterRelations, type RelationFilter } from "./filter-relations.js";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const end = (label: string, aspect: string): RelationEnd => ({
  uri: "file:///a.c",
  range,
  label,
  aspect,
  certainty: "certain",
});
const elements: RelatedElement[] = [
  {
    id: "f",
    kind: "join point",
    label: "execution int f()",
    range,
    relations: [
      { kind: "advisedBy", ends: [end("Trace: before", "Trace"), end("Count: after", "Count")] },
      { kind: "implements", ends: [end("operation open", "files")] },
    ],
  },
];

function print(filter: Partial<RelationFilter>): string[] {
  return filterRelations(elements, { ...everyRelation, ...filter }).flatMap(({ relations }) =>
    relations.map(({ kind, ends }) => `${kind} ${ends.map(({ label }) => label).join(", ")}`),
  );
}

test("kinds, one aspect and text of either end narrow the list; nothing empty stays", () => {
  expect(print({})).toEqual(["advisedBy Trace: before, Count: after", "implements operation open"]);
  expect(print({ hiddenRelations: ["implements"], aspect: "Count" })).toEqual(["advisedBy Count: after"]);
  expect(print({ text: "OPEN" })).toEqual(["implements operation open"]);
  expect(print({ text: "int f" })).toHaveLength(2);
  expect(print({ text: "nothing" })).toEqual([]);
  expect(aspectsIn(elements)).toEqual(["Count", "Trace", "files"]);
});
