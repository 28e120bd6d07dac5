/**
 * Who may sleep, and who may be called where sleeping is forbidden, over the calls that sources name, and those through
 * pointers whose tables they name. A name that several classes define is not guessed: what is found is what may happen,
 * what isn't found is not proven.
 */
import { groupBy } from "../model/index.js";
import type { ContextRules, Region } from "./context-table.js";
import { type Held, type Regions, regionsOf } from "./held-regions.js";
import { type PointerTargets, pointerTargets } from "./pointer-targets.js";
import { lineOf, type SourceFile, type SourceFunction } from "./read-source.js";
import { type Call, callsOf } from "./read-statements.js";

/** A step of a path, for people: `calls kmalloc(size, GFP_KERNEL)` at a place. */
export interface Step {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

/** Why code runs in a context; the outermost caller first. */
export interface Context {
  readonly region: Region | "interrupt";
  /** `&rq->lock held`, `interrupts off`, `in an interrupt handler`. */
  readonly text: string;
  readonly path: readonly Step[];
}

export interface CallPaths {
  /** What all answers need, in slices: whoever asks earlier waits for the rest of it. */
  prepare(): Iterable<void>;
  /** The functions whose text holds a line, innermost last. */
  functionAt(file: string, line: number): SourceFunction | undefined;
  linesOf(file: string): readonly number[];
  regionsOf(of: SourceFunction): Regions;
  /** In which contexts the function may be called. */
  contextsOf(of: SourceFunction): readonly Context[];
  /** The shortest way from a call to a function that may sleep; undefined when none is known. */
  sleepPath(call: Call, from: SourceFunction): readonly Step[] | undefined;
}

/** Paths longer than that are told of nobody. */
const MOST_STEPS = 8;
/** So many functions are looked at for one answer. */
const MOST_VISITED = 2_000;
/** A name that more functions define than that is not followed. */
const MOST_CANDIDATES = 3;

export function callPaths(files: readonly SourceFile[], rules: ContextRules): CallPaths {
  const byFile = new Map(files.map((file) => [file.path, file]));
  const functions = files.flatMap((file) => file.functions);
  const named = groupBy(functions, ({ name }) => lastPart(name));
  const targets = pointerTargets(files, named);
  const index = indexCallSites(functions);
  const known = new Map<SourceFunction, Regions>();
  const regions = (of: SourceFunction): Regions => {
    let found = known.get(of);
    if (found === undefined) known.set(of, (found = regionsOf(of, rules)));
    return found;
  };
  const linesOf = (file: string) => byFile.get(file)?.lines ?? [0];
  const graph: Graph = {
    rules,
    regions,
    callees: (call, from) => calleesOf(call, from, named, targets, rules),
    callSites: () => {
      for (const _ of index.work);
      return index.sites;
    },
    fieldsOf: (of) => targets.fieldsOf(of),
    viaPointer: (call, from, to) => {
      const target = targets.of(call, from).find((one) => one.to === to);
      if (target === undefined) return [];
      const field = `${target.type === undefined ? "" : `${target.type}.`}${target.field}`;
      const line = lineOf(linesOf(target.file), target.start);
      return [{ file: target.file, line, text: `${field} may be ${lastPart(to.name)}` }];
    },
    step: (from, offset, text) => ({ file: from.file, line: lineOf(linesOf(from.file), offset), text }),
  };
  const contexts = new Map<SourceFunction, readonly Context[]>();
  return {
    prepare: () => index.work,
    linesOf,
    regionsOf: regions,
    functionAt(file, line) {
      const found = byFile.get(file);
      if (found === undefined) return undefined;
      const start = found.lines[line - 1] ?? 0;
      const end = (found.lines[line] ?? Number.MAX_SAFE_INTEGER) - 1;
      return found.functions.filter((one) => one.start <= end && one.end > start).at(-1);
    },
    contextsOf(of) {
      let found = contexts.get(of);
      if (found === undefined) contexts.set(of, (found = findContexts(of, graph)));
      return found;
    },
    sleepPath: (call, from) => findSleep(call, from, graph),
  };
}

interface Graph {
  readonly rules: ContextRules;
  readonly regions: (of: SourceFunction) => Regions;
  readonly callees: (call: Call, from: SourceFunction) => readonly SourceFunction[];
  /** By the last part of the called name. */
  readonly callSites: () => ReadonlyMap<string, readonly CallSite[]>;
  /** Fields of structs that hold the function. */
  readonly fieldsOf: (of: SourceFunction) => readonly string[];
  /** Where the pointer that is called gets the function; empty for a call by name. */
  readonly viaPointer: (call: Call, from: SourceFunction, to: SourceFunction) => readonly Step[];
  readonly step: (from: SourceFunction, offset: number, text: string) => Step;
}

interface CallSite {
  readonly caller: SourceFunction;
  readonly call: Call;
}

/** So many functions are looked at in one slice. */
const SLICE = 500;

function indexCallSites(functions: readonly SourceFunction[]): {
  readonly sites: ReadonlyMap<string, readonly CallSite[]>;
  readonly work: Iterable<void>;
} {
  const sites = new Map<string, CallSite[]>();
  const work = (function* () {
    for (const [index, caller] of functions.entries()) {
      if (index % SLICE === SLICE - 1) yield;
      for (const call of callsIn(caller)) {
        const name = lastPart(call.name);
        const list = sites.get(name);
        if (list === undefined) sites.set(name, [{ caller, call }]);
        else list.push({ caller, call });
      }
    }
  })();
  return { sites, work };
}

/** By the last part of the name. */
type Names = ReadonlyMap<string, readonly SourceFunction[]>;

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

function calleesOf(
  call: Call,
  from: SourceFunction,
  named: Names,
  targets: PointerTargets,
  rules: ContextRules,
): readonly SourceFunction[] {
  if (rules.isSettled(call.name)) return [];
  const pointed = targets.of(call, from);
  if (pointed.length > 0) return pointed.map(({ to }) => to);
  const all = named.get(lastPart(call.name)) ?? [];
  const own = all.filter((one) => one.file === from.file && one !== from);
  const local = own.filter(({ isLocal }) => isLocal);
  if (local.length > 0) return local;
  const fitting = all.filter(
    (one) =>
      !one.isLocal &&
      one !== from &&
      (call.name.includes("::")
        ? one.name === call.name || one.name.endsWith(`::${call.name}`)
        : call.isMember === one.name.includes("::") || sameScope(one, from)),
  );
  const members = fitting.filter((one) => sameScope(one, from) && !call.isMember);
  const candidates = members.length > 0 ? members : fitting;
  return candidates.length > MOST_CANDIDATES || (call.isMember && candidates.length > 1) ? [] : candidates;
}

function sameScope(one: SourceFunction, other: SourceFunction): boolean {
  const scope = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf("::")));
  return scope(one.name) !== "" && scope(one.name) === scope(other.name);
}

/** Breadth first, so that the shortest way is told. */
function findSleep(first: Call, from: SourceFunction, graph: Graph): readonly Step[] | undefined {
  const { rules, callees, step, viaPointer } = graph;
  const start = [step(from, first.start, `calls ${said(first)}`)];
  if (rules.sleeps(first.name, first.arguments)) return start;
  const seen = new Set<SourceFunction>();
  let front = callees(first, from).map((at) => ({ at, path: [...start, ...viaPointer(first, from, at)] }));
  for (let steps = 1; front.length > 0 && steps < MOST_STEPS; steps++) {
    const next: typeof front = [];
    for (const { at, path } of front) {
      if (seen.has(at) || seen.size > MOST_VISITED) continue;
      seen.add(at);
      for (const call of callsIn(at)) {
        const found = [...path, step(at, call.start, `${lastPart(at.name)} calls ${said(call)}`)];
        if (rules.sleeps(call.name, call.arguments)) return found;
        for (const to of callees(call, at))
          if (!seen.has(to)) next.push({ at: to, path: [...found, ...viaPointer(call, at, to)] });
      }
    }
    front = next;
  }
  return undefined;
}

/** `kmalloc(size, GFP_KERNEL)`, shortened. */
export function said({ name, arguments: given }: Call): string {
  const text = given.join(", ");
  return `${name}(${text.length > 40 ? `${text.slice(0, 37)}...` : text})`;
}

interface Caller {
  readonly at: SourceFunction;
  /** From here down to the function asked about. */
  readonly path: readonly Step[];
  /** What the functions on the path leave: whoever entered it above, it has ended. */
  readonly left: ReadonlySet<Region>;
}

/** From the function up to its callers, breadth first; each kind of context once. */
function findContexts(of: SourceFunction, graph: Graph): readonly Context[] {
  const found = new Map<Context["region"], Context>();
  const seen = new Set<SourceFunction>([of]);
  let front: Caller[] = [{ at: of, path: [], left: graph.regions(of).leaves }];
  for (let steps = 0; front.length > 0 && steps < MOST_STEPS; steps++) {
    const next: Caller[] = [];
    for (const lower of front) {
      const handler = handlerStep(lower.at, graph);
      if (handler !== undefined && !found.has("interrupt"))
        found.set("interrupt", {
          region: "interrupt",
          text: "in an interrupt handler",
          path: [handler, ...lower.path],
        });
      for (const { caller, call } of callSitesOf(lower.at, graph))
        if (seen.size <= MOST_VISITED && graph.callees(call, caller).includes(lower.at)) {
          const below = [...graph.viaPointer(call, caller, lower.at), ...lower.path];
          noteHeld({ ...lower, path: below }, caller, call, found, graph);
          if (seen.has(caller)) continue;
          seen.add(caller);
          const path = [
            graph.step(caller, call.start, `${lastPart(caller.name)} calls ${call.name}`),
            ...below,
          ];
          next.push({ at: caller, path, left: new Set([...lower.left, ...graph.regions(caller).leaves]) });
        }
    }
    front = next;
  }
  return [...found.values()];
}

/** By its name, and by the fields that hold it. */
function callSitesOf(of: SourceFunction, { callSites, fieldsOf }: Graph): readonly CallSite[] {
  return [lastPart(of.name), ...fieldsOf(of)].flatMap((name) => callSites().get(name) ?? []);
}

/** What the caller itself holds at the call. */
function noteHeld(
  lower: Caller,
  caller: SourceFunction,
  call: Call,
  found: Map<Context["region"], Context>,
  { rules, regions, step }: Graph,
): void {
  if (rules.isSettled(caller.name)) return;
  const site = regions(caller).calls.find((one) => one.call === call);
  for (const item of site?.held ?? []) {
    if (found.has(item.region) || lower.left.has(item.region)) continue;
    const text = textOf(item);
    const first = step(caller, call.start, `${lastPart(caller.name)} calls ${call.name} with ${text}`);
    found.set(item.region, { region: item.region, text, path: [first, ...lower.path] });
  }
}

/** Why the function runs in interrupts: what its definition says, or who registers it. */
function handlerStep(of: SourceFunction, { rules, callSites, step }: Graph): Step | undefined {
  if (rules.isHandler(of.name, of.head))
    return { file: of.file, line: of.line, text: `${of.name} is an interrupt handler` };
  for (const { name, argument } of rules.registering)
    for (const { caller, call } of callSites().get(name) ?? []) {
      const handler = call.arguments[argument]?.replace(/^&/, "");
      if (handler === of.name && (caller.file === of.file || !of.isLocal))
        return step(caller, call.start, `${of.name} is made a handler by ${call.name}`);
    }
  return undefined;
}

/** `&rq->lock held`, `interrupts off`. */
export function textOf({ region, lock }: Held): string {
  return region.kind === "lock" ? `${region.name}${lock === "" ? "" : ` ${lock}`} held` : region.name;
}

const known = new WeakMap<SourceFunction, readonly Call[]>();

function callsIn(one: SourceFunction): readonly Call[] {
  let found = known.get(one);
  if (found === undefined) known.set(one, (found = callsOf(one.statements)));
  return found;
}
