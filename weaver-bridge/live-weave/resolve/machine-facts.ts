/**
 * What the matcher needs to know of an image that has no sources: functions, variables and members of its debug
 * information as entities, and as shadows what the machine code does with them, each with its instructions.
 */
import type {
  AccessShadow,
  CallShadow,
  EntityId,
  ExecutionShadow,
  FunctionEntity,
  Shadow,
  SourcePosition,
  TextRange,
  UnitFacts,
} from "../../model/index.js";
import { AT, type CodeCopy, type EntryId } from "../../object-code/index.js";
import { foundAccess } from "./accesses/access-places.js";
import { accessTable, type MeantAccess, nameOf } from "./accesses/access-table.js";
import type { CodeAccess } from "./accesses/accesses-of-copy.js";
import { copiesWith } from "./accesses/named-accesses.js";
import type { NoPlace } from "./accounts/accounts.js";
import { bareSymbols } from "./accounts/bare-symbols.js";
import { missedAccesses } from "./accounts/missed-accesses.js";
import { NO_CODE, whyNoExecution } from "./accounts/no-execution.js";
import { createEntityTable, createPlaceTable, type EntityTable } from "./code/debug-entities.js";
import { createTypeTable } from "./code/debug-types.js";
import type { ImageCode } from "./code/image-code.js";
import type { MachinePlace } from "./code/machine-places.js";
import type { WantedNames } from "./code/wanted-names.js";
import { isGenerated } from "./code/woven-functions.js";
import { callsIn, inlinedCall } from "./executions/call-places.js";
import { executionPlaces } from "./executions/execution-places.js";

export interface MachineFacts {
  readonly facts: UnitFacts;
  /** By index of the shadow. */
  placesOf(shadow: number): readonly MachinePlace[];
  /** Why an execution has no instructions. */
  whyNone(shadow: number): NoPlace;
  /** Of an execution: what tells of the function, in each unit that has it. */
  originsOf(shadow: number): readonly EntryId[];
}

export interface WantedPlaces {
  readonly executions: boolean;
  readonly calls: boolean;
  readonly accesses: boolean;
  /** Nothing else can be meant. */
  readonly names?: WantedNames;
  /** Accesses are asked for in functions of these names alone. */
  readonly within?: ReadonlySet<string>;
  /** Nothing is asked for outside of functions of these names. */
  readonly functions?: ReadonlySet<string>;
  /** Also accesses that only the sources have. */
  readonly misses?: boolean;
}

interface Collected {
  readonly shadow: Shadow;
  places(): readonly MachinePlace[];
  why?(): NoPlace;
  readonly origins?: readonly EntryId[];
}

export function machineFacts(image: ImageCode, wanted: WantedPlaces): MachineFacts {
  const types = createTypeTable(image.debug);
  const table = createPlaceTable();
  const entities = createEntityTable(image.debug, types, table);
  const at = (place: SourcePosition): TextRange => {
    const start = table.offset(place);
    return { start, end: start + 1 };
  };
  const found: Collected[] = [
    ...(wanted.executions
      ? [...executions(image, entities, wanted), ...bareExecutions(image, entities, wanted)]
      : []),
    ...(wanted.calls ? calls(image, entities, at, wanted) : []),
    ...(wanted.accesses
      ? accesses(image, entities, { at, positionAt: table.lineMap.positionAt }, wanted)
      : []),
  ];
  const facts: UnitFacts = {
    ...{ language: "c", types: types.types, entities: entities.entities, diagnostics: [] },
    shadows: found.map(({ shadow }) => shadow),
    lineMap: table.lineMap,
    engine: "debug information",
  };
  return {
    facts,
    placesOf: (shadow) => found[shadow]?.places() ?? [],
    whyNone: (shadow) => found[shadow]?.why?.() ?? NO_CODE,
    originsOf: (shadow) => found[shadow]?.origins ?? [],
  };
}

/** All functions that the image has code of, or had before the optimizer. */
function executions(
  image: ImageCode,
  entities: EntityTable,
  { names: isMeant = () => true, functions: only }: WantedPlaces,
): Collected[] {
  const { debug, functions } = image;
  const known = new Map<EntityId, { readonly copies: CodeCopy[]; readonly origins: EntryId[] }>();
  for (const origin of functions.origins) {
    const name = debug.text(origin, AT.name) ?? "";
    if (
      name === "" ||
      isGenerated(debug, origin) ||
      only?.has(name) === false ||
      !isMeant("execution", { kind: "function", name, scope: [] })
    )
      continue;
    const copies = functions.copiesOf.get(origin);
    // What is only declared has its body elsewhere.
    if (copies.length === 0 && debug.has(origin, AT.declaration)) continue;
    const id = entities.function(origin);
    const one = known.get(id);
    if (one === undefined) known.set(id, { copies: [...copies], origins: [origin] });
    else {
      one.copies.push(...copies);
      one.origins.push(origin);
    }
  }
  return [...known].map(([id, { copies, origins }]) => ({
    shadow: execution(id, entities),
    places: () => executionPlaces(copies, image),
    why: () => whyNoExecution(origins, copies, image),
    origins,
  }));
}

function bareExecutions(
  image: ImageCode,
  entities: EntityTable,
  { names: isMeant = () => true, functions: only }: WantedPlaces,
): Collected[] {
  const bare = bareSymbols(image, isMeant).filter(({ name }) => only?.has(name) !== false);
  return bare.map(({ name, account, why }) => ({
    shadow: execution(entities.symbol(name), entities),
    places: () => [],
    why: () => ({ account, why }),
  }));
}

function execution(id: EntityId, { entities }: EntityTable): ExecutionShadow {
  const { nameRange } = entities[id] as FunctionEntity;
  return {
    ...{ kind: "execution", entity: id, within: id, range: nameRange, nameRange, topLevel: nameRange.start },
    ...{ parameterList: nameRange, body: nameRange, returns: [], pinned: false },
  };
}

interface Places {
  readonly at: ToRange;
  positionAt(offset: number): SourcePosition;
}

type ToRange = (place: SourcePosition) => TextRange;

function calls(
  image: ImageCode,
  entities: EntityTable,
  at: ToRange,
  { names, functions: only }: WantedPlaces,
): Collected[] {
  const isMeant = (name: string) => names?.("call", { kind: "function", name, scope: [] }) !== false;
  const byKey = new Map<string, { shadow: CallShadow; list: MachinePlace[] }>();
  const add = (call: ReturnType<typeof inlinedCall>) => {
    if (call === undefined) return;
    const { callee, within, place, machine } = call;
    const key = `${within} ${callee} ${place.line}:${place.column}:${place.file}`;
    const known = byKey.get(key);
    if (known !== undefined) known.list.push(machine);
    else byKey.set(key, { shadow: callShadow(callee, within, at(place), entities), list: [machine] });
  };
  const isInside = ({ inside }: CodeCopy) =>
    only === undefined || (inside !== undefined && only.has(image.debug.text(inside.origin, AT.name) ?? ""));
  for (const copy of only === undefined ? image.functions.own : copiesWith(only, image))
    for (const call of callsIn(copy, image, entities, isMeant)) add(call);
  for (const copy of image.functions.inlined)
    if (isInside(copy)) add(inlinedCall(copy, image, entities, isMeant));
  return [...byKey.values()].map(({ shadow, list }) => ({ shadow, places: () => list }));
}

function callShadow(
  callee: EntityId,
  within: EntityId,
  range: TextRange,
  { entities }: EntityTable,
): CallShadow {
  const { parameters, result } = entities[callee] as FunctionEntity;
  return {
    ...{ kind: "call", entity: callee, within, range, callee: range, topLevel: range.start, result },
    arguments: parameters.map(({ type }) => ({ range, type })),
  };
}

function accesses(
  image: ImageCode,
  entities: EntityTable,
  { at, positionAt }: Places,
  wanted: WantedPlaces,
): Collected[] {
  const byKey = new Map<string, { shadow: AccessShadow; list: MachinePlace[] }>();
  for (const access of accessesWanted(image, wanted)) {
    const { entity, within: around, kind, place, machine } = foundAccess(access, entities);
    const key = `${kind} ${around} ${entity} ${place.line}:${place.column}:${place.file}`;
    const known = byKey.get(key);
    if (known !== undefined) known.list.push(machine);
    else byKey.set(key, { shadow: accessShadow(kind, entity, around, at(place), entities), list: [machine] });
  }
  const found = [...byKey.values()].map(({ shadow, list }) => ({ shadow, places: () => list }));
  if (wanted.misses !== true) return found;
  const places = found.map(({ shadow: { kind, entity, within, range } }) => ({
    ...{ kind, entity, within },
    ...positionAt(range.start),
  }));
  return [
    ...found,
    ...missedAccesses(places, image, entities, wanted).map(({ kind, entity, within, place, why }) => ({
      shadow: accessShadow(kind, entity, within, at(place), entities),
      ...{ places: () => [], why: () => why },
    })),
  ];
}

function* accessesWanted(
  image: ImageCode,
  { names, functions, within = functions }: WantedPlaces,
): Generator<CodeAccess> {
  const table = accessTable(image);
  const isMeant = names && meantAccesses(names);
  if (within === undefined) yield* table.all(isMeant);
  else
    for (const copy of copiesWith(within, image))
      for (const access of table.of(copy))
        if (isMeant?.(access, nameOf(access, image)) !== false) yield access;
}

function meantAccesses(names: WantedNames): MeantAccess {
  return ({ kind, scope }, name) => {
    const scopes = scope === undefined || scope === "" ? [] : [scope];
    return names(kind, { kind: "variable", name, scope: scopes });
  };
}

export function accessShadow(
  kind: AccessShadow["kind"],
  entity: EntityId,
  within: EntityId,
  range: TextRange,
  { entities }: EntityTable,
): AccessShadow {
  const type = entities[entity]?.type ?? 0;
  return {
    ...{ kind, entity, within, range, topLevel: range.start, lvalue: range, nameRange: range, indices: [] },
    type,
  };
}
