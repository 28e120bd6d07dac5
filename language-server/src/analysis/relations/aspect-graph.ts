/**
 * How the declarations in aspect files relate to each other, as far as their texts say so: which pointcuts, slices and
 * bases they use, what overrides what, and what `order` advice orders. What they do to code is not here.
 */
import type { Aspect, TextRange } from "@weft/weaver-bridge/model";
import { createPointcutScopes, linkAspects, pointcutsIn } from "@weft/weaver-bridge/pointcut";
import type { Range, RelatedElement, RelationKind } from "../../protocol/index.js";
import type { AspectDocument } from "../../workspace/index.js";
import { adviceLabel, headerRange, introductionLabel, rangeOfBytes, textOfBytes } from "../advice-text.js";
import { firstLine } from "../lines/file-effects.js";
import { byStart } from "../places.js";
import { references } from "../pointcuts/pointcut-names.js";

/** A declaration of an aspect file. `item` is its object in the parsed file and identifies it. */
export interface Declaration {
  readonly item: object;
  readonly kind: RelatedElement["kind"];
  readonly label: string;
  readonly document: AspectDocument;
  /** Absent outside of aspects. */
  readonly aspect?: Aspect;
  /** What names it. */
  readonly range: Range;
  /** All of it. */
  readonly extent: Range;
}

export interface DeclarationLink {
  readonly kind: RelationKind;
  readonly inverse: RelationKind;
  readonly from: Declaration;
  readonly to: Declaration;
  readonly reason?: string;
}

export interface AspectGraph {
  /** In order of the files, then of the text. */
  readonly declarations: readonly Declaration[];
  readonly links: readonly DeclarationLink[];
}

export function aspectGraph(documents: readonly AspectDocument[]): AspectGraph {
  const declarations = documents.flatMap(declarationsOf);
  const byItem = new Map(declarations.map((declaration) => [declaration.item, declaration]));
  const links: DeclarationLink[] = [];
  const link = (
    [kind, inverse]: readonly [RelationKind, RelationKind],
    from: object | undefined,
    to: object | undefined,
    reason?: string,
  ) => {
    const [one, other] = [byItem.get(from ?? {}), byItem.get(to ?? {})];
    if (one === undefined || other === undefined || one === other) return;
    if (links.some((known) => known.kind === kind && known.from === one && known.to === other)) return;
    links.push({ kind, inverse, from: one, to: other, ...(reason === undefined ? {} : { reason }) });
  };
  const files = documents.map(({ file }) => file);
  const scopes = createPointcutScopes(files);
  for (const { file } of documents)
    for (const { user, expression, aspect } of pointcutsIn(file))
      for (const { name } of references(expression))
        link(["usesPointcut", "pointcutUsedBy"], user, scopes.find(name, aspect, undefined, file)?.pointcut);
  for (const aspect of files.flatMap(({ aspects }) => aspects)) {
    const bases = scopes.basesOf(aspect);
    for (const name of aspect.bases) link(["derivesFrom", "derivedBy"], aspect, scopes.aspect(name, aspect));
    for (const pointcut of aspect.pointcuts) {
      const base = bases.flatMap(({ pointcuts }) => pointcuts).find(({ name }) => name === pointcut.name);
      link(["overrides", "overriddenBy"], pointcut, base);
    }
  }
  const linked = linkAspects(files);
  for (const { introduction, slice } of linked.introductions)
    if ("reference" in introduction.slice) link(["usesSlice", "sliceUsedBy"], introduction, slice.slice);
  for (const { order, steps } of linked.orders)
    steps.forEach((names, index) => {
      const place = index === 0 ? "outermost" : index === steps.length - 1 ? "innermost" : "";
      const reason = `step ${index + 1} of ${steps.length}${place === "" ? "" : `, ${place}`}`;
      for (const name of names) link(["orders", "orderedBy"], order, scopes.aspect(name, undefined), reason);
    });
  return { declarations, links };
}

function declarationsOf(document: AspectDocument): Declaration[] {
  const declare = (
    kind: Declaration["kind"],
    item: { readonly range: TextRange },
    label: string,
    range: Range,
    aspect?: Aspect,
  ): Declaration => ({
    kind,
    item,
    label,
    document,
    range,
    extent: rangeOfBytes(document, item.range),
    ...(aspect === undefined ? {} : { aspect }),
  });
  const bytes = (range: TextRange) => rangeOfBytes(document, range);
  const { aspects, pointcuts, slices = [] } = document.file;
  const all = [
    ...pointcuts.map((item) => declare("pointcut", item, `pointcut ${item.name}`, bytes(item.nameRange))),
    ...slices.map((item) => declare("slice", item, `slice ${item.name}`, bytes(item.nameRange))),
    ...aspects.flatMap((aspect) => [
      declare("aspect", aspect, `aspect ${aspect.name}`, bytes(aspect.nameRange), aspect),
      ...aspect.pointcuts.map((item) =>
        declare("pointcut", item, `pointcut ${item.name}`, bytes(item.nameRange), aspect),
      ),
      ...aspect.advice.map((item) =>
        declare("advice", item, adviceLabel(document, item), headerRange(document, item), aspect),
      ),
      ...(aspect.introductions ?? []).map((item) =>
        declare(
          "introduction",
          item,
          introductionLabel(document, item),
          firstLine(bytes(item.range), document),
          aspect,
        ),
      ),
      ...aspect.order.map((item) =>
        declare("order", item, orderLabel(document, item), firstLine(bytes(item.range), document), aspect),
      ),
    ]),
  ];
  return all.sort((a, b) => byStart(a.extent, b.extent));
}

function orderLabel(document: AspectDocument, order: Aspect["order"][number]): string {
  const steps = order.sequence.map(({ range }) => textOfBytes(document, range).replace(/\s+/g, " ").trim());
  return `order ${steps.join(", ")}`;
}
