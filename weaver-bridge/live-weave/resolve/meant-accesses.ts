/** Which accesses a pointcut or advice would mean, were they in the image: for who saw them elsewhere than in the code. */
import type { UnitFacts } from "../../model/index.js";
import type { CodeCopy, EntryId } from "../../object-code/index.js";
import { matchAspects, matchPointcut } from "../../pointcut/index.js";
import { type AccessOwners, accessOwners } from "./accesses/access-owners.js";
import { createEntityTable, createPlaceTable } from "./code/debug-entities.js";
import { createTypeTable } from "./code/debug-types.js";
import type { ImageCode } from "./code/image-code.js";
import { accessShadow } from "./machine-facts.js";
import type { Question } from "./resolve.js";

export interface SeenAccess {
  readonly kind: "get" | "set";
  /** The variable or member. */
  readonly entry: EntryId;
  /** The struct that a member is named with; undefined for a variable. */
  readonly scope: string | undefined;
  readonly instruction: number;
}

/** The indices of those that are meant. What no function has is meant by nothing. */
export function accessesMeant(
  image: ImageCode,
  question: Question,
  seen: readonly SeenAccess[],
): ReadonlySet<number> {
  const types = createTypeTable(image.debug);
  const table = createPlaceTable();
  const entities = createEntityTable(image.debug, types, table);
  const ownersIn = new Map<CodeCopy, AccessOwners>();
  const shadows = seen.map(({ kind, entry, scope, instruction }) => {
    const own = image.functions.ownAt(instruction);
    if (own === undefined) return undefined;
    const access = {
      ...{ address: instruction, leaf: { entry, scope }, whole: false },
      kind: kind === "get" ? "read" : "write",
    } as const;
    let owners = ownersIn.get(own);
    if (owners === undefined) ownersIn.set(own, (owners = accessOwners(own, image)));
    const { around, place } = owners.of(access, owners.labelled(access));
    const start = table.offset(place);
    const entity = scope === undefined ? entities.variable(entry) : entities.member(entry, scope);
    return accessShadow(kind, entity, entities.function(around.origin), { start, end: start + 1 }, entities);
  });
  const facts: UnitFacts = {
    ...{ language: "c", types: types.types, entities: entities.entities, diagnostics: [] },
    shadows: shadows.filter((shadow) => shadow !== undefined),
    lineMap: table.lineMap,
    engine: "debug information",
  };
  const found =
    "pointcut" in question
      ? matchPointcut(question.pointcut, facts, question).shadows
      : matchAspects(facts, question.files).matches;
  const meant = new Set<unknown>(found.map(({ shadow }) => shadow));
  return new Set(
    shadows.flatMap((shadow, index) => (shadow !== undefined && meant.has(shadow) ? [index] : [])),
  );
}
