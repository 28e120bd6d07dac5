/**
 * Which functions run only inside the join points of a `cflow`, never inside, or sometimes: decided from who calls
 * whom in a project. The input is one {@link UnitFlow} per unit, plain data keyed by USR; nothing here knows facts.
 */
import { ANY_SHAPE } from "../../../model/index.js";

/** What one unit contributes; JSON. */
export interface UnitFlow {
  /** `address`: the caller takes the callee's address. `virtual`: an overrider may be called instead. */
  readonly edges: readonly (readonly [
    caller: string,
    callee: string,
    how: "direct" | "virtual" | "address",
  ])[];
  /** Functions that call through a pointer, and the shape of what they pass. */
  readonly indirectCalls: readonly (readonly [caller: string, shape: string])[];
  /** Shapes of functions whose address is taken; without one, any call through a pointer may reach them. */
  readonly shapes?: Readonly<Record<string, string>>;
  /** Functions whose body the unit has. */
  readonly defined: readonly string[];
  /** Functions that only their own unit can name. */
  readonly internal: readonly string[];
  readonly overriders: readonly (readonly [base: string, overrider: string])[];
  /** Functions that code outside the graph (assembler, attributes) may call at any time. */
  readonly exposed?: readonly string[];
  /** Names, not USRs, by which such code of the unit may call functions of any unit. */
  readonly mentioned?: readonly string[];
  readonly triggers: readonly UnitTriggers[];
}

/** Join points of one `cflow` trigger in a unit, as far as functions are called during them. */
export interface UnitTriggers {
  readonly key: string;
  /** Functions whose whole body is inside. */
  readonly executions: readonly string[];
  /** Calls that are inside: all calls of the callee by the caller, or only some. */
  readonly calls: readonly { readonly caller: string; readonly callee: string; readonly all: boolean }[];
  /** Functions with join points at which the advice asks for the trigger. */
  readonly asked: readonly string[];
}

/** The answer for a project; JSON. */
export interface ProjectFlow {
  /** All functions that the graph knows. */
  readonly known: readonly string[];
  readonly triggers: readonly TriggerFlow[];
}

export interface TriggerFlow {
  readonly key: string;
  /** Functions that run only inside. */
  readonly always: readonly string[];
  /** Functions that run inside and outside. Known ones in neither list never run inside. */
  readonly sometimes: readonly string[];
  /** No join point needs the counter. */
  readonly decided: boolean;
}

/**
 * `complete`: the units are the whole program. Otherwise functions that other units can reach may be called from
 * anywhere. Assumed of code without a body (assembler, libraries): it calls nothing but functions whose address is
 * taken. A function that nobody calls is an entry (a thread, an interrupt): it starts outside.
 */
export function projectFlow(units: readonly UnitFlow[], complete: boolean): ProjectFlow {
  const graph = addUp(units, complete);
  const keys = new Set(units.flatMap((unit) => unit.triggers.map((item) => item.key)));
  const triggers = [...keys].map((key) => flowOf(key, units, graph));
  return {
    known: [...graph.functions],
    triggers: triggers.map((item) => ({ ...item, decided: complete && item.decided })),
  };
}

interface Graph {
  readonly functions: ReadonlySet<string>;
  /** `caller callee` of calls that are not virtual. */
  readonly direct: ReadonlySet<string>;
  /** The function and what may run in its place. */
  readonly targets: (name: string) => ReadonlySet<string>;
  /** Direct and virtual calls, overriders included. */
  readonly callees: ReadonlyMap<string, ReadonlySet<string>>;
  readonly called: ReadonlySet<string>;
  readonly addressTaken: ReadonlySet<string>;
  /** Functions that call through pointers, with the shapes of what they pass. */
  readonly indirect: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of functions whose address is taken. */
  readonly shapes: ReadonlyMap<string, string>;
  /** May be called by code that is not in the graph. */
  readonly open: (name: string) => boolean;
}

function addUp(units: readonly UnitFlow[], complete: boolean): Graph {
  const functions = new Set<string>();
  const defined = new Set(units.flatMap((unit) => unit.defined));
  const internal = new Set(units.flatMap((unit) => unit.internal));
  const overriders = new Map<string, Set<string>>();
  for (const [base, overrider] of units.flatMap((unit) => unit.overriders)) add(overriders, base, overrider);
  const callees = new Map<string, Set<string>>();
  const direct = new Set<string>();
  const called = new Set<string>();
  const addressTaken = new Set<string>();
  const virtual = new Set<string>();
  for (const [caller, callee, how] of units.flatMap((unit) => unit.edges)) {
    functions.add(callee);
    if (how === "address") {
      addressTaken.add(callee);
      continue;
    }
    functions.add(caller);
    if (how === "direct") direct.add(`${caller} ${callee}`);
    for (const target of how === "virtual" ? closure(callee, overriders) : [callee]) {
      if (how === "virtual") virtual.add(target);
      functions.add(target);
      add(callees, caller, target);
      called.add(target);
    }
  }
  for (const name of defined) functions.add(name);
  for (const [base, list] of overriders) for (const name of [base, ...list]) virtual.add(name);
  const indirect = new Map<string, Set<string>>();
  for (const [caller, shape] of units.flatMap((unit) => unit.indirectCalls)) add(indirect, caller, shape);
  for (const name of functions) if (!defined.has(name)) add(indirect, name, ANY_SHAPE);
  const shapes = new Map(units.flatMap((unit) => Object.entries(unit.shapes ?? {})));
  const isReachable = (name: string) => !internal.has(name) || virtual.has(name);
  const exposed = new Set(units.flatMap((unit) => unit.exposed ?? []));
  const open = (name: string) =>
    exposed.has(name) || (!complete && (isReachable(name) || addressTaken.has(name)));
  const targets = (name: string) => closure(name, overriders);
  return { functions, direct, targets, callees, called, addressTaken, indirect, shapes, open };
}

function flowOf(key: string, units: readonly UnitFlow[], graph: Graph): TriggerFlow {
  const own = units.flatMap((unit) => unit.triggers.filter((item) => item.key === key));
  const executions = new Set(own.flatMap((item) => item.executions));
  const covered = new Map<string, boolean>();
  for (const { caller, callee, all } of own.flatMap((item) => item.calls))
    for (const target of graph.targets(callee)) {
      const edge = `${caller} ${target}`;
      const isOnly = all && (target === callee || !graph.direct.has(edge));
      covered.set(edge, isOnly && covered.get(edge) !== false);
    }
  const inside = reach(
    graph,
    (name) => graph.open(name) || executions.has(name),
    (caller, callee) => covered.has(`${caller} ${callee}`),
    () => true,
  );
  const outside = reach(
    graph,
    (name) =>
      !executions.has(name) && (graph.open(name) || !graph.called.has(name) || graph.addressTaken.has(name)),
    () => false,
    (caller, callee) => !executions.has(callee) && covered.get(`${caller} ${callee}`) !== true,
  );
  const always: string[] = [];
  const sometimes: string[] = [];
  for (const name of graph.functions)
    if (inside.has(name)) (outside.has(name) ? sometimes : always).push(name);
  const undecided = new Set(sometimes);
  const isOpen = (name: string) => undecided.has(name) || !graph.functions.has(name);
  const decided = !own.some((item) => item.asked.some(isOpen));
  return { key, always, sometimes, decided };
}

/** Functions that start so, that an edge makes so, or that are called along an edge that keeps it so. */
function reach(
  graph: Graph,
  starts: (name: string) => boolean,
  makes: (caller: string, callee: string) => boolean,
  keeps: (caller: string, callee: string) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const name of graph.functions) if (starts(name)) found.add(name);
  for (const [caller, list] of graph.callees)
    for (const callee of list) if (makes(caller, callee)) found.add(callee);
  const spread = new Set<string>();
  for (const name of found) {
    for (const callee of graph.callees.get(name) ?? []) if (keeps(name, callee)) found.add(callee);
    for (const shape of graph.indirect.get(name) ?? []) {
      if (spread.has(shape)) continue;
      spread.add(shape);
      for (const taken of graph.addressTaken)
        if (fits(shape, graph.shapes.get(taken) ?? ANY_SHAPE) && keeps(name, taken)) found.add(taken);
    }
  }
  return found;
}

const fits = (call: string, taken: string) => call === ANY_SHAPE || taken === ANY_SHAPE || call === taken;

function closure(start: string, edges: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set([start]);
  for (const name of found) for (const next of edges.get(name) ?? []) found.add(next);
  return found;
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, new Set([value]));
  else list.add(value);
}
