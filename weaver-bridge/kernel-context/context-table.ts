/**
 * What a kernel's functions do to the context that code runs in, as a declarative table (`kernelContext` in `weft.json`;
 * schema in `schemas/weft.schema.json`). Shipped tables can be extended by a project: lists are joined, later rules win.
 */
import { lookUp } from "../model/index.js";
import linux from "./tables/linux.json" with { type: "json" };
import miniEcos from "./tables/mini-ecos.json" with { type: "json" };
import miniUnix from "./tables/mini-unix.json" with { type: "json" };

/** Names are functions or macros as written in the source; `%` stands for any characters. */
export interface ContextTable {
  /** Shipped tables that this one adds to. */
  readonly extends?: readonly string[];
  readonly maySleep?: readonly SleepingFunction[];
  /** Functions that are known not to sleep, whatever they call. */
  readonly neverSleep?: readonly string[];
  readonly regions?: readonly Region[];
  readonly handlers?: Handlers;
  readonly annotations?: Annotations;
  readonly rules?: Readonly<Partial<Record<RuleName, RuleLevel>>>;
}

/** With `whenArgument`, a regular expression, only calls with an argument that it fits. */
export type SleepingFunction = string | { readonly name: string; readonly whenArgument: string };

/** What is entered by one function and left by another: a lock, interrupts off, preemption off. */
export interface Region {
  /** For messages: `spin lock`, `interrupts off`. */
  readonly name: string;
  readonly kind: "lock" | "interrupts-off" | "preemption-off";
  readonly enter: readonly string[];
  readonly leave: readonly string[];
  /** Code inside may sleep: a mutex. */
  readonly maySleep?: boolean;
  /** Interrupt handlers can't come in between: `spin_lock_irqsave`. */
  readonly interruptsOff?: boolean;
  /** May be entered again by who is inside. */
  readonly recursive?: boolean;
}

/** Functions that interrupts run. */
export interface Handlers {
  readonly names?: readonly string[];
  /** Words before the parameter list of their definition, such as the result's type `irqreturn_t`. */
  readonly words?: readonly string[];
  /** Functions that make one of their arguments (from 0) a handler. */
  readonly registeredBy?: readonly { readonly function: string; readonly argument: number }[];
}

/** Words beside a function's definition that say what holds when it is called. */
export interface Annotations {
  /** The lock in parentheses is held from start to end. */
  readonly holds?: readonly string[];
  readonly takes?: readonly string[];
  readonly releases?: readonly string[];
}

export type RuleName =
  | "sleeps-in-atomic"
  | "sleeps-holding-lock"
  | "takes-held-lock"
  | "interrupt-lock"
  | "leaves-lock";
export type RuleLevel = "error" | "warning" | "note" | "off";

const SHIPPED: Readonly<Record<string, ContextTable>> = {
  linux: linux as ContextTable,
  "mini-ecos": miniEcos as ContextTable,
  "mini-unix": miniUnix as ContextTable,
};

/** What a table says about a name, ready for many questions. */
export interface ContextRules {
  sleeps(name: string, argumentsText: readonly string[]): boolean;
  /** What is said of the name is all there is to know of it: its body need not be looked at. */
  isSettled(name: string): boolean;
  enters(name: string): readonly Region[];
  leaves(name: string): readonly Region[];
  isHandler(name: string, head: readonly string[]): boolean;
  /** Functions that make an argument, counted from 0, a handler. */
  readonly registering: readonly { readonly name: string; readonly argument: number }[];
  readonly holds: ReadonlySet<string>;
  readonly takes: ReadonlySet<string>;
  readonly releases: ReadonlySet<string>;
  /** The region of annotations, which name a lock and not its kind. */
  readonly annotated: Region | undefined;
  level(rule: RuleName): RuleLevel;
}

/** `setting` is that of `weft.json`: a shipped table's name, or a table. */
export function contextRules(setting: string | ContextTable): ContextRules {
  const tables = tablesOf(typeof setting === "string" ? { extends: [setting] } : setting);
  const all = <T>(pick: (table: ContextTable) => readonly T[] | undefined): T[] =>
    tables.flatMap((table) => pick(table) ?? []);
  const regions = all(({ regions: list }) => list);
  const sleeping = nameTable(
    all(({ maySleep }) => maySleep).map((item): [string, RegExp | undefined] =>
      typeof item === "string" ? [item, undefined] : [item.name, new RegExp(item.whenArgument)],
    ),
  );
  const awake = nameTable(all(({ neverSleep }) => neverSleep).map((name) => [name, true]));
  const enter = nameTable(regions.flatMap((region) => region.enter.map((name) => [name, region] as const)));
  const leave = nameTable(regions.flatMap((region) => region.leave.map((name) => [name, region] as const)));
  const handlers = nameTable(all((table) => table.handlers?.names).map((name) => [name, true]));
  const words = new Set(all((table) => table.handlers?.words));
  const levels = Object.assign({}, ...tables.map(({ rules }) => rules)) as Partial<
    Record<RuleName, RuleLevel>
  >;
  return {
    sleeps: (name, given) =>
      awake(name).length === 0 &&
      sleeping(name).some((when) => when === undefined || given.some((text) => when.test(text))),
    isSettled: (name) =>
      awake(name).length + sleeping(name).length + enter(name).length + leave(name).length > 0,
    enters: enter,
    leaves: leave,
    isHandler: (name, head) => handlers(name).length > 0 || head.some((word) => words.has(word)),
    registering: all((table) => table.handlers?.registeredBy).map(({ function: name, argument }) => ({
      name,
      argument,
    })),
    holds: new Set(all((table) => table.annotations?.holds)),
    takes: new Set(all((table) => table.annotations?.takes)),
    releases: new Set(all((table) => table.annotations?.releases)),
    annotated: regions.find(({ kind, maySleep }) => kind === "lock" && maySleep !== true),
    level: (rule) => levels[rule] ?? "warning",
  };
}

export const SHIPPED_TABLES: readonly string[] = Object.keys(SHIPPED);

/** The tables that a table extends come first; each once. */
function tablesOf(table: ContextTable, seen = new Set<string>()): ContextTable[] {
  const bases = (table.extends ?? []).flatMap((name) => {
    const base = lookUp(SHIPPED, name);
    if (base === undefined || seen.has(name)) return [];
    seen.add(name);
    return tablesOf(base, seen);
  });
  return [...bases, table];
}

/** Lookup by exact name, or by pattern with `%`. */
function nameTable<T>(entries: readonly (readonly [string, T])[]): (name: string) => readonly T[] {
  const exact = new Map<string, T[]>();
  const patterns: [(name: string) => boolean, T][] = [];
  for (const [name, value] of entries) {
    if (name.includes("%")) patterns.push([fits(name), value]);
    else exact.set(name, [...(exact.get(name) ?? []), value]);
  }
  if (patterns.length === 0) return (name) => exact.get(name) ?? NONE;
  return (name) => [
    ...(exact.get(name) ?? NONE),
    ...patterns.filter(([fitsName]) => fitsName(name)).map(([, value]) => value),
  ];
}

/** Part by part, each where it comes first: in one way, however many `%` there are. */
function fits(pattern: string): (name: string) => boolean {
  const parts = pattern.split("%");
  const [first = ""] = parts;
  const last = parts.at(-1) as string;
  return (name) => {
    if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last))
      return false;
    let at = first.length;
    for (const part of parts.slice(1, -1)) {
      const found = name.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at + last.length <= name.length;
  };
}

const NONE: readonly never[] = [];
