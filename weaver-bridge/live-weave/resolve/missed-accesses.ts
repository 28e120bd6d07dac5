/** Accesses that the sources have and no instruction does, each with what is known of why. */
import type { EntityId, SourcePosition } from "../../model/index.js";
import { AT } from "../../object-code/index.js";
import type { NoPlace } from "./accounts.js";
import type { EntityTable } from "./debug-entities.js";
import type { ImageCode } from "./image-code.js";
import type { WantedNames } from "./wanted-names.js";
import { type WrittenAccess, writtenAccesses } from "./written-accesses.js";

interface KnownAccess {
  readonly kind: "get" | "set" | "ref";
  readonly entity: EntityId;
  readonly within: EntityId;
  readonly file: string;
  readonly line: number;
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
  const known = new Map<string, KnownAccess[]>();
  for (const one of found) known.set(keyOf(one), [...(known.get(keyOf(one)) ?? []), one]);
  const missed = new Map<string, MissedAccess>();
  for (const written of writtenAccesses(image)) {
    const { kind, entry, scope, place } = written;
    const variable = { kind: "variable", name: debug.text(entry, AT.name) ?? "", scope: [scope] } as const;
    if (names?.(kind, variable) === false) continue;
    if (only?.has(debug.text(written.within, AT.name) ?? "") === false) continue;
    const one = { kind, entity: entities.member(entry, scope), within: entities.function(written.within) };
    const alike = known.get(keyOf(one)) ?? [];
    if (alike.some((other) => isOf(other, written))) continue;
    const why = whyMissed(alike, written, image);
    missed.set(`${keyOf(one)} ${place.file}:${place.line}`, { ...one, place, why });
  }
  return [...missed.values()];
}

const isOf = ({ file, line }: KnownAccess, { place, firstLine, lastLine }: WrittenAccess) =>
  file === place.file && firstLine <= line && line <= lastLine;

function whyMissed(
  alike: readonly KnownAccess[],
  { within, kind }: WrittenAccess,
  image: ImageCode,
): NoPlace {
  if (image.functions.copiesOf.get(within).length === 0)
    return { account: "gone", why: "the optimizer removed all code of the function" };
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
        : "no instruction was found that does it: the optimizer folded it, or Weft missed it",
  };
}
