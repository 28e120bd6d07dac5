/** Rename inside aspect files: named pointcuts, aspects and context variables, with all their uses. */
import type { Aspect, NamedPointcut, TextRange } from "@weft/weaver-bridge/model";
import {
  createPointcutScopes,
  everyPart,
  type PointcutScopes,
  pointcutsIn,
} from "@weft/weaver-bridge/pointcut";
import type { Range } from "../../protocol/index.js";
import type { AspectDocument, Snapshot } from "../../workspace/index.js";
import { rangeOfBytes } from "../advice-text.js";
import { wordsIn } from "./words-in.js";

export interface NameEdit {
  readonly uri: string;
  readonly range: Range;
}

export interface AspectName {
  readonly kind: "pointcut" | "aspect" | "variable";
  readonly name: string;
  readonly range: Range;
  /** Every place of the name, the declaration included. */
  readonly uses: readonly NameEdit[];
}

/** The name at the place that can be renamed here; C code is clangd's. `offset` counts UTF-16 units. */
export function aspectNameAt(
  snapshot: Snapshot,
  document: AspectDocument,
  offset: number,
): AspectName | undefined {
  const byte = document.source.bytes.toByte(offset);
  const scopes = createPointcutScopes(snapshot.aspects.map(({ file }) => file));
  const candidates = [
    ...variablesAt(document, byte),
    ...allPointcuts(snapshot).map((one) => pointcutName(snapshot, scopes, one)),
    ...allAspects(snapshot).map((one) => aspectName(snapshot, one)),
  ];
  for (const { kind, name, places } of candidates) {
    const here = places.find(
      (one) => one.document === document && one.range.start <= byte && byte <= one.range.end,
    );
    if (here === undefined) continue;
    const uses = unique(places).map(({ document: at, range }) => ({
      uri: at.source.uri,
      range: rangeOfBytes(at, range),
    }));
    return { kind, name, range: rangeOfBytes(document, here.range), uses };
  }
  return undefined;
}

interface PlaceOfName {
  readonly document: AspectDocument;
  readonly range: TextRange;
}

interface Candidate {
  readonly kind: AspectName["kind"];
  readonly name: string;
  readonly places: readonly PlaceOfName[];
}

function unique(places: readonly PlaceOfName[]): PlaceOfName[] {
  const key = ({ document, range }: PlaceOfName) => `${document.source.path}:${range.start}`;
  return [...new Map(places.map((place) => [key(place), place])).values()];
}

interface Declared<T> {
  readonly document: AspectDocument;
  readonly aspect: Aspect | undefined;
  readonly item: T;
}

function allPointcuts(snapshot: Snapshot): Declared<NamedPointcut>[] {
  return snapshot.aspects.flatMap((document) => [
    ...document.file.pointcuts.map((item) => ({ document, aspect: undefined, item })),
    ...document.file.aspects.flatMap((aspect) =>
      aspect.pointcuts.map((item) => ({ document, aspect, item })),
    ),
  ]);
}

function allAspects(snapshot: Snapshot): Declared<Aspect>[] {
  return snapshot.aspects.flatMap((document) =>
    document.file.aspects.map((item) => ({ document, aspect: undefined, item })),
  );
}

/** The last part of a qualified name, where its range ends. */
function lastPart(name: string, { end }: TextRange): { plain: string; range: TextRange } {
  const plain = name.replace(/^.*::/, "");
  return { plain, range: { start: end - plain.length, end } };
}

/** A virtual pointcut has the same name in every aspect that redefines it. */
function pointcutName(
  snapshot: Snapshot,
  scopes: PointcutScopes,
  declared: Declared<NamedPointcut>,
): Candidate {
  const { plain } = lastPart(declared.item.name, declared.item.nameRange);
  const family = allPointcuts(snapshot).filter(
    (other) =>
      other.item === declared.item ||
      (lastPart(other.item.name, other.item.nameRange).plain === plain &&
        other.aspect !== undefined &&
        declared.aspect !== undefined &&
        (scopes.basesOf(other.aspect).includes(declared.aspect) ||
          scopes.basesOf(declared.aspect).includes(other.aspect))),
  );
  const places: PlaceOfName[] = family.map(({ document, item }) => ({
    document,
    range: lastPart(item.name, item.nameRange).range,
  }));
  for (const document of snapshot.aspects)
    for (const { expression, aspect } of pointcutsIn(document.file))
      for (const part of everyPart(expression)) {
        if (part.kind !== "reference") continue;
        const target = scopes.find(part.name, aspect, undefined, document.file)?.pointcut;
        if (!family.some(({ item }) => item === target)) continue;
        const end = part.range.start + part.name.length;
        places.push({ document, range: { start: end - plain.length, end } });
      }
  return { kind: "pointcut", name: plain, places };
}

/** Its declaration, base clauses, `order` lists, and `Name::` in pointcuts and code. */
function aspectName(snapshot: Snapshot, { document, item }: Declared<Aspect>): Candidate {
  const { plain, range } = lastPart(item.name, item.nameRange);
  const places: PlaceOfName[] = [{ document, range }];
  for (const other of snapshot.aspects) {
    for (const { baseClause, advice, members } of other.file.aspects) {
      const add = (where: TextRange, isUse: (behind: string) => boolean) => {
        for (const found of wordsIn(other, where, plain))
          if (isUse(other.file.text.slice(found.end))) places.push({ document: other, range: found });
      };
      if (baseClause !== undefined) add(baseClause, () => true);
      for (const { body, header } of advice) {
        add(body, (behind) => /^\s*::/.test(behind));
        add(header, (behind) => /^\s*::/.test(behind));
      }
      for (const member of members) add(member.range, (behind) => /^\s*::/.test(behind));
    }
    for (const { order } of other.file.aspects)
      for (const part of order.flatMap(({ sequence }) => sequence).flatMap(everyPart)) {
        if (part.kind !== "match" || part.text !== plain) continue;
        places.push({ document: other, range: { start: part.range.start + 1, end: part.range.end - 1 } });
      }
  }
  return { kind: "aspect", name: plain, places };
}

/** Context variables of the advice or the named pointcut around the place. */
function variablesAt(document: AspectDocument, byte: number): Candidate[] {
  const { file } = document;
  const holders = [
    ...file.aspects.flatMap((aspect) =>
      aspect.advice.map(({ range, parameters, pointcut, body }) => ({
        range,
        parameters,
        texts: [pointcut.range, body],
      })),
    ),
    ...[...file.pointcuts, ...file.aspects.flatMap(({ pointcuts }) => pointcuts)].map(
      ({ range, parameters, expression }) => ({
        range,
        parameters,
        texts: expression ? [expression.range] : [],
      }),
    ),
  ];
  const holder = holders.find(({ range }) => range.start <= byte && byte <= range.end);
  return (holder?.parameters ?? []).map(({ name, range }): Candidate => {
    const declaration = wordsIn(document, range, name).at(-1);
    const ranges = [
      ...(declaration ? [declaration] : []),
      ...(holder?.texts ?? []).flatMap((text) => wordsIn(document, text, name)),
    ];
    return { kind: "variable", name, places: ranges.map((one) => ({ document, range: one })) };
  });
}
