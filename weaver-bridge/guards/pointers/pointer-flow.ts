/**
 * Where a pointer to a member beside a term gets to in its unit, and whether it is reckoned with there: through variables,
 * members, arguments and results, by name. Told with the way that it took.
 */
import type {
  AccessShadow,
  LeavingPointer,
  PointerLeaves,
  TextRange,
  TypeId,
  UnitFacts,
} from "../../model/index.js";
import { arrayOf, sizeOf } from "../facts/array-ends.js";
import type { ShownCode } from "../facts/called-function.js";
import { statementStart } from "../facts/function-text.js";
import { isArray, recordOf } from "../facts/layout.js";
import { arrivalsOf, type Place, placesOf, type Scope, type Use } from "./pointer-places.js";
import { type Pointer, pointerSteps } from "./pointer-steps.js";

/** More names than this are not followed. */
const MOST = 100;

/** A member as it is named somewhere, with the type of what is named there: of an element, where it is an array's. */
type Named = Pick<AccessShadow, "entity" | "lvalue" | "type">;

export interface PointerFlow {
  /** From the place where its address is taken to where it is reckoned with, one step each; absent where it is not. */
  readonly moved?: readonly string[];
  /** Where other units get it. */
  readonly leaves: readonly { readonly to: PointerLeaves; readonly chain: readonly string[] }[];
  readonly pointer: LeavingPointer;
}

const flows = new WeakMap<UnitFacts, Map<string, PointerFlow | undefined>>();

/** Undefined: an array of which nobody knows where it ends. */
export function flowOf(code: ShownCode, named: Named): PointerFlow | undefined {
  const all = flows.get(code.facts) ?? new Map<string, PointerFlow | undefined>();
  flows.set(code.facts, all);
  const { start, end } = named.lvalue;
  const key = `${start}:${end}`;
  if (all.has(key)) return all.get(key);
  const scope = code.bodyAt(named.lvalue) ?? declarationAt(code.unitText, named.lvalue);
  const pointer = pointerTo(code.facts, named);
  const steps = pointer?.room === undefined ? -1 : 0;
  const held = { start: start - scope.start, end: end - scope.start, steps };
  const flow = pointer && follow(code, pointer, [{ uses: [{ scope, held }], chain: [] }]);
  all.set(key, flow);
  return flow;
}

export const reckonedWith = (code: ShownCode, named: Named): readonly string[] | undefined =>
  flowOf(code, named)?.moved;

/** Where a unit takes it that gets it from another one. */
export function arrivingFlow(code: ShownCode, to: PointerLeaves, leaving: LeavingPointer): PointerFlow {
  const pointer = { ...leaving, same: new Set(leaving.same) };
  const places = arrivalsOf(code, to, pointer);
  if (typeof places === "string") return { moved: [places], leaves: [], pointer: leaving };
  return follow(
    code,
    pointer,
    places.map((place) => ({ uses: place.uses(), chain: [place.words] })),
  );
}

interface Open {
  readonly uses: readonly Use[];
  readonly chain: readonly string[];
}

/** `open` grows while it is gone through. */
function follow(code: ShownCode, pointer: Pointer, open: Open[]): PointerFlow {
  const seen = new Set<string>();
  const leaves: { readonly to: PointerLeaves; readonly chain: readonly string[] }[] = [];
  const leaving = { ...pointer, same: [...pointer.same] };
  const take = (place: Place, chain: readonly string[]) => {
    if (seen.has(place.key) || seen.size > MOST) return;
    seen.add(place.key);
    const further = [...chain, place.words];
    if (place.leaves !== undefined) leaves.push({ to: place.leaves, chain: further });
    open.push({ uses: place.uses(), chain: further });
  };
  for (const { uses, chain } of open)
    for (const use of uses)
      for (const step of pointerSteps(use.scope.text, use.held, pointer)) {
        const next = placesOf(code, use, step, pointer);
        if (typeof next === "string") return { moved: [...chain, next], leaves, pointer: leaving };
        for (const place of next) take(place, chain);
      }
  return { leaves, pointer: leaving };
}

/** Beside functions, without braces in front of a place that are closed. */
function declarationAt(unitText: string, { start, end }: TextRange): Scope {
  const from = statementStart(unitText, start, ";");
  return { start: from, text: unitText.slice(from, unitText.indexOf(";", end)) };
}

/** Undefined: an array of which nobody knows where it ends. */
function pointerTo(facts: UnitFacts, { type, entity }: Named): Pointer | undefined {
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
