/** Declarations of an aspect file with everything they relate to: the code they reach, and each other. */
import type { Advice } from "@weft/weaver-bridge/model";
import type { LabelledPlace, Position, Relation, RelationEnd, RelationKind } from "../../protocol/index.js";
import type { AspectDocument, PlacedElement, Snapshot } from "../../workspace/index.js";
import { effectsByDeclaration } from "../lines/file-effects.js";
import { holds } from "../locate.js";
import { aspectGraph, type Declaration } from "./aspect-graph.js";
import { targetEnd } from "./target-elements.js";

/** In order of the text; declarations without any relation are left out. */
export function aspectElements(snapshot: Snapshot, document: AspectDocument): PlacedElement[] {
  const graph = aspectGraph(snapshot.aspectsWith(document.source.path));
  const reached = effectsByDeclaration(snapshot, document);
  return graph.declarations
    .filter((declaration) => declaration.document.source.path === document.source.path)
    .map((declaration) => {
      const ends = new Map<RelationKind, RelationEnd[]>();
      const add = (kind: RelationKind, end: RelationEnd) => ends.set(kind, [...(ends.get(kind) ?? []), end]);
      const effects = (reached.get(declaration.item as Advice) ?? []).map((effect) =>
        targetEnd(snapshot, effect),
      );
      if (effects.length > 0) ends.set(declaration.kind === "advice" ? "advises" : "declaredOn", effects);
      for (const { kind, inverse, from, to, reason } of graph.links) {
        if (from === declaration) add(kind, endOf(to, reason));
        if (to === declaration) add(inverse, endOf(from, reason));
      }
      return elementOf(
        declaration,
        [...ends].map(([kind, list]): Relation => ({ kind, ends: list })),
      );
    })
    .filter(({ relations }) => relations.length > 0);
}

/** Uses of the named pointcut or slice, the aspects derived from an aspect, the code that an advice reaches. */
export function declarationReferences(
  snapshot: Snapshot,
  document: AspectDocument,
  at: Position,
  withDeclaration: boolean,
): LabelledPlace[] {
  const graph = aspectGraph(snapshot.aspectsWith(document.source.path));
  const here = graph.declarations.filter(
    ({ document: { source }, range }) => source.path === document.source.path && holds(range, at),
  );
  const used = graph.links.find(
    ({ kind, from, to }) =>
      /^uses/.test(kind) && here.includes(from) && wordAt(document, at) === plainName(to),
  )?.to;
  const subject = used ?? here.at(-1);
  if (subject === undefined) return [];
  const uses = graph.links.filter(({ to }) => to === subject).map(({ from }) => placeOf(from));
  const reached = (effectsByDeclaration(snapshot, subject.document).get(subject.item as Advice) ?? []).map(
    (effect) => targetEnd(snapshot, effect),
  );
  return [...(withDeclaration ? [placeOf(subject)] : []), ...uses, ...reached];
}

function plainName({ label }: Declaration): string {
  return /(?<![\w$])([A-Za-z_$][\w$]*)$/.exec(label)?.[1] ?? label;
}

function wordAt({ source }: AspectDocument, at: Position): string {
  const text = source.lines.lineAt(at.line);
  const before = /(?<![\w$])[\w$]*$/.exec(text.slice(0, at.character))?.[0] ?? "";
  return before + (/^[\w$]*/.exec(text.slice(at.character))?.[0] ?? "");
}

function elementOf(declaration: Declaration, relations: readonly Relation[]): PlacedElement {
  const { kind, label, range, extent, aspect, document } = declaration;
  const { line, character } = extent.start;
  return {
    id: `${kind}@${document.source.path}:${line}:${character}`,
    kind,
    label,
    ...(aspect === undefined || kind === "aspect" ? {} : { within: aspect.name }),
    range,
    extent: { first: extent.start.line, last: extent.end.line },
    relations,
  };
}

function placeOf({ document, range, label, aspect, kind }: Declaration): LabelledPlace {
  const owner = aspect === undefined || kind === "aspect" ? "" : `${aspect.name}: `;
  return { uri: document.source.uri, range, label: `${owner}${label}` };
}

function endOf(declaration: Declaration, reason: string | undefined): RelationEnd {
  const { aspect } = declaration;
  return {
    ...placeOf(declaration),
    certainty: "certain",
    ...(aspect === undefined ? {} : { aspect: aspect.name }),
    ...(reason === undefined ? {} : { reason }),
  };
}
