/** Accesses that the sources have and no instruction does, each with what is known of why. */
import { type EntityId, groupBy, type SourcePosition } from "../../../model/index.js";
import { AT } from "../../../object-code/index.js";
import { type WrittenAccess, writtenAccesses } from "../accesses/written-accesses.js";
import type { EntityTable } from "../code/debug-entities.js";
import type { ImageCode } from "../code/image-code.js";
import type { WantedNames } from "../code/wanted-names.js";
import { mergedCode } from "../executions/merged-functions.js";
import type { NoPlace } from "./accounts.js";

interface KnownAccess {
  readonly kind: "get" | "set" | "ref";
  readonly entity: EntityId;
  readonly within: EntityId;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface MissedAccess {
  readonly kind: KnownAccess["kind"];
  readonly entity: EntityId;
  readonly within: EntityId;
  readonly place: SourcePosition;
  readonly why: NoPlace;
}

interface Asked {
  readonly names?: WantedNames;
  readonly functions?: ReadonlySet<string>;
  readonly within?: ReadonlySet<string>;
}

/** `found`: what instructions do. */
export function missedAccesses(
  found: readonly KnownAccess[],
  image: ImageCode,
  entities: EntityTable,
  { names, functions, within: only = functions }: Asked,
): MissedAccess[] {
  const { debug } = image;
  const keyOf = ({ kind, entity, within }: Pick<KnownAccess, "kind" | "entity" | "within">) =>
    `${kind} ${entity} ${within}`;
  const known = groupBy(found, keyOf);
  const written = new Map<string, Written[]>();
  for (const one of writtenAccesses(image)) {
    const { kind, entry, scope } = one;
    const variable = { kind: "variable", name: debug.text(entry, AT.name) ?? "", scope: [scope] } as const;
    if (names?.(kind, variable) === false) continue;
    if (only?.has(debug.text(one.within, AT.name) ?? "") === false) continue;
    const access = { kind, entity: entities.member(entry, scope), within: entities.function(one.within) };
    const list = written.get(keyOf(access));
    if (list === undefined) written.set(keyOf(access), [{ one, access }]);
    else list.push({ one, access });
  }
  return [...written].flatMap(([key, all]) => {
    const alike = known.get(key) ?? [];
    const done = paired(distinct(all.map(({ one }) => one)), alike);
    return distinct(all.map(({ one }) => one))
      .filter((one) => !done.has(one))
      .map((one) => {
        const { access } = all.find((other) => other.one === one) as Written;
        return { ...access, place: one.place, why: whyMissed(alike, one, image) };
      });
  });
}

interface Written {
  readonly one: WrittenAccess;
  readonly access: Pick<KnownAccess, "kind" | "entity" | "within">;
}

/** A header's function is told by each unit that has it. */
function distinct(all: readonly WrittenAccess[]): WrittenAccess[] {
  const places = new Map<string, WrittenAccess>();
  for (const one of all) {
    const key = `${one.place.file}:${one.place.line}:${one.place.column}`;
    if (!places.has(key)) places.set(key, one);
  }
  return [...places.values()];
}

/** Those of the sources for which the code has an access of its own, the nearest first; compilers' columns are near. */
function paired(written: readonly WrittenAccess[], found: readonly KnownAccess[]): Set<WrittenAccess> {
  const pairs = written.flatMap((one) =>
    found
      .filter((other) => isOf(other, one))
      .map((other) => ({
        ...{ one, other },
        distance: Math.abs(other.line - one.place.line) * LINE + Math.abs(other.column - one.place.column),
      })),
  );
  pairs.sort((left, right) => left.distance - right.distance);
  const done = new Set<WrittenAccess>();
  const used = new Set<KnownAccess>();
  for (const { one, other } of pairs) {
    if (done.has(one) || used.has(other)) continue;
    done.add(one);
    used.add(other);
  }
  return done;
}

/** More columns than a line has. */
const LINE = 10_000;

const isOf = ({ file, line }: KnownAccess, { place, firstLine, lastLine }: WrittenAccess) =>
  file === place.file && firstLine <= line && line <= lastLine;

function whyMissed(alike: readonly KnownAccess[], written: WrittenAccess, image: ImageCode): NoPlace {
  const { within, kind } = written;
  const copies = image.functions.copiesOf.get(within);
  const merged = mergedCode(within, copies, image);
  if (merged !== undefined) return { account: "shared", why: merged };
  if (copies.length === 0) return { account: "gone", why: "the optimizer removed all code of the function" };
  const here = alike.find((other) => isOf(other, written));
  if (here !== undefined)
    return {
      account: "shared",
      why: `merged, as far as the code tells, with another one of line ${here.line}, whose hook counts both`,
    };
  const lines = [...new Set(alike.map(({ line }) => line))].sort((left, right) => left - right);
  if (lines.length > 0)
    return {
      account: "shared",
      why: `merged, as far as the code tells, into line ${lines.join(" and ")}, whose hook counts it`,
    };
  return {
    account: "not-found",
    why:
      kind === "ref"
        ? "no instruction was found that computes the address; one that uses it at once has no need to"
        : "no instruction was found that does it: the optimizer folded it, the preprocessor left it out, or Weft missed it",
  };
}
