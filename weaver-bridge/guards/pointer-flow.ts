/**
 * Where a pointer to a member beside a term gets to in its unit, and whether it is reckoned with there: through variables,
 * members, arguments and results, by name. Told with the way that it took.
 */
import type { AccessShadow, TextRange, TypeId, UnitFacts } from "../model/index.js";
import type { Unit } from "./alias.js";
import { arrayOf, sizeOf } from "./array-ends.js";
import { statementStart } from "./function-text.js";
import { isArray, recordOf } from "./layout.js";
import { placesOf, type Scope, type Use } from "./pointer-places.js";
import { type Pointer, pointerSteps } from "./pointer-steps.js";

/** More names than this are not followed. */
const MOST = 100;

/** A member as it is named somewhere, with the type of what is named there: of an element, where it is an array's. */
type Named = Pick<AccessShadow, "entity" | "lvalue" | "type">;

/** From the place where its address is taken to where it is reckoned with, one step each; undefined: it is not. */
export function reckonedWith(unit: Unit, named: Named): readonly string[] | undefined {
  const scope = unit.bodyAt(named.lvalue) ?? declarationAt(unit.unitText, named.lvalue);
  const pointer = pointerTo(unit, named);
  if (pointer === undefined) return undefined;
  const { start, end } = named.lvalue;
  const held = {
    start: start - scope.start,
    end: end - scope.start,
    steps: pointer.room === undefined ? -1 : 0,
  };
  const seen = new Set<string>();
  const open: { readonly uses: readonly Use[]; readonly chain: readonly string[] }[] = [
    { uses: [{ scope, held }], chain: [] },
  ];
  // Grows while it is gone through.
  for (const { uses, chain } of open)
    for (const use of uses)
      for (const step of pointerSteps(use.scope.text, use.held, pointer)) {
        const next = placesOf(unit, use, step, pointer);
        if (typeof next === "string") return [...chain, next];
        for (const place of next) {
          if (seen.has(place.key) || seen.size > MOST) continue;
          seen.add(place.key);
          open.push({ uses: place.uses(), chain: [...chain, place.words] });
        }
      }
  return undefined;
}

/** Beside functions, without braces in front of a place that are closed. */
function declarationAt(unitText: string, { start, end }: TextRange): Scope {
  const from = statementStart(unitText, start, ";");
  return { start: from, text: unitText.slice(from, unitText.indexOf(";", end)) };
}

/** Undefined: an array of which nobody knows where it ends. */
function pointerTo({ facts }: Unit, { type, entity }: Named): Pointer | undefined {
  const name = facts.entities[entity]?.name ?? "";
  const isPlain = recordOf(facts, type) === undefined;
  if (!isArray(facts, type)) return { name, isPlain, same: asLong(facts, type) };
  const array = arrayOf(facts, type);
  if (array?.size === undefined || array.size < 2) return undefined;
  return { name, isPlain, same: asLong(facts, array.of), room: array.size };
}

const known = new WeakMap<UnitFacts, Map<TypeId, ReadonlySet<string>>>();

/** Names of types as long as one, and of a structure its own. */
function asLong(facts: UnitFacts, id: TypeId): ReadonlySet<string> {
  const types = known.get(facts) ?? new Map<TypeId, ReadonlySet<string>>();
  known.set(facts, types);
  let names = types.get(id);
  if (names === undefined) {
    const size = sizeOf(facts, id);
    const usr = recordOf(facts, id);
    const found = facts.types.filter((_, other) =>
      usr === undefined
        ? size !== undefined && sizeOf(facts, other) === size
        : recordOf(facts, other) === usr && !isArray(facts, other),
    );
    names = new Set([facts.types[id], ...found].map((one) => unqualified(one?.spelling ?? "")));
    types.set(id, names);
  }
  return names;
}

const unqualified = (type: string) => type.replace(/\b(?:const|volatile)\b\s*/g, "").trim();
