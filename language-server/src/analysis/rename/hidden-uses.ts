/**
 * What a rename by a compiler's view leaves behind: uses in bodies of macros and in branches of conditional code that this
 * configuration leaves out, and mentions in comments and strings. A macro follows the rename where the name means nothing
 * else in all the code that is compiled; what else may mean it stays, and the user is told where.
 */
import { type DeclaredName, pointcutsIn } from "@weft/weaver-bridge/pointcut";
import { type AspectDocument, isAspectPath, type Place, type Snapshot } from "../../workspace/index.js";
import { type NamedPlace, placesNamed, type Where } from "./hidden-words.js";

export interface HiddenPlace {
  readonly path: string;
  readonly start: Place;
  readonly where: Where;
}

export interface HiddenUses {
  /** Uses in macros that follow. */
  readonly edits: readonly HiddenPlace[];
  /** Uses that may mean the name, or another of that name. */
  readonly left: readonly HiddenPlace[];
  /** Comments and strings that mention it. */
  readonly mentions: readonly HiddenPlace[];
}

/** Where the new name is written already. */
export interface KnownUse {
  readonly path: string;
  readonly start: Place;
}

/** `known` is what changes already. */
export function hiddenUses(
  snapshot: Snapshot,
  declared: DeclaredName,
  known: readonly KnownUse[],
): HiddenUses {
  const covered = new Set(known.map(keyOf));
  const all = snapshot.textsWith(declared.name).flatMap(({ path, text, lines }) =>
    placesNamed(text, declared.name).map((place) => {
      const start = lines.placeAt(place.offset);
      return { ...place, path, start, isCovered: covered.has(keyOf({ path, start })) };
    }),
  );
  const fits = shapesOf(
    declared,
    all.filter(({ isCovered }) => isCovered),
  );
  const open = all.filter(({ isCovered }) => !isCovered);
  const uses = open.filter(
    ({ path, where, shape }) =>
      where !== "comment" &&
      where !== "string" &&
      fits.has(shape) &&
      !(where === "code" && isAspectPath(path)),
  );
  const isUnique = uses.every(({ where, isPartOfMacro }) => where !== "code" && !isPartOfMacro);
  const follows = ({ where }: NamedPlace) => isUnique && where === "macro";
  // Fields of other structs may well have the name.
  const isTold = ({ where }: NamedPlace) => where !== "code" || !fits.has("member");
  const pointcuts = new Map(
    snapshot.aspects.map((document) => [document.source.path, inPointcuts(document)]),
  );
  const isMention = ({ path, where, offset }: NamedPlace & KnownUse) =>
    where === "comment" || (where === "string" && pointcuts.get(path)?.(offset) !== true);
  return {
    edits: uses.filter(follows),
    left: uses.filter((use) => !follows(use) && isTold(use)),
    mentions: open.filter(isMention),
  };
}

function keyOf({ path, start }: KnownUse): string {
  return `${path}:${start.line}:${start.character}`;
}

/** What the name looks like where it is used: in C, a struct may have the name of a function. */
function shapesOf(
  { kind, scope }: DeclaredName,
  covered: readonly NamedPlace[],
): ReadonlySet<NamedPlace["shape"]> {
  if (kind !== "type") return new Set([scope.length > 0 ? "member" : "plain"]);
  return new Set(covered.every(({ shape }) => shape === "tag") ? ["tag"] : ["tag", "plain"]);
}

/** Match expressions are strings that a rename looks at by itself. Offsets in UTF-16. */
function inPointcuts({ file, source }: AspectDocument): (offset: number) => boolean {
  const ranges = pointcutsIn(file).map(({ expression: { range } }) => [
    source.bytes.toUtf16(range.start),
    source.bytes.toUtf16(range.end),
  ]);
  return (offset) => ranges.some(([start = 0, end = 0]) => start <= offset && offset < end);
}
