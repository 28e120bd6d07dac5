// Which relations a list shows. Pure.
import type { RelatedElement, RelationKind } from "@weft/language-server/protocol";

export interface RelationFilter {
  readonly hiddenRelations: readonly RelationKind[];
  /** Only relations that this aspect makes. */
  readonly aspect?: string | undefined;
  /** Part of a label, of either end, in any case. */
  readonly text: string;
}

export const everyRelation: RelationFilter = { hiddenRelations: [], text: "" };

/** An element whose own label has the text keeps all its ends. Nothing in the answer is empty. */
export function filterRelations(
  elements: readonly RelatedElement[],
  { hiddenRelations, aspect, text }: RelationFilter,
): RelatedElement[] {
  const wanted = text.trim().toLowerCase();
  const has = (label: string) => label.toLowerCase().includes(wanted);
  return elements.flatMap((element) => {
    const relations = element.relations
      .filter(({ kind }) => !hiddenRelations.includes(kind))
      .map(({ kind, ends }) => ({
        kind,
        ends: ends.filter(
          (end) => (aspect === undefined || end.aspect === aspect) && (has(end.label) || has(element.label)),
        ),
      }))
      .filter(({ ends }) => ends.length > 0);
    return relations.length === 0 ? [] : [{ ...element, relations }];
  });
}

/** Aspects that make any of the relations, by name. */
export function aspectsIn(elements: readonly RelatedElement[]): string[] {
  const names = elements.flatMap(({ relations }) =>
    relations.flatMap(({ ends }) => ends.flatMap(({ aspect }) => (aspect === undefined ? [] : [aspect]))),
  );
  return [...new Set(names)].sort();
}
