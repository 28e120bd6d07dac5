/** The names of a unit by which a pointer goes on after a step, and where they are used. */
import type { CallShadow, EntityId, PointerLeaves, TextRange, UnitFacts } from "../../model/index.js";
import { isLonger } from "../facts/array-ends.js";
import { reckonsWithOperands } from "../facts/asm-operands.js";
import { bulkWriter, bytesGiven } from "../facts/bulk-writers.js";
import { argumentsFrom } from "../facts/call-arguments.js";
import {
  type CalledFunction,
  calledByPointer,
  linkedFunction,
  type ShownCode,
  shownFunction,
} from "../facts/called-function.js";
import { type FunctionBody, statementStart } from "../facts/function-text.js";
import { isArray, isConst, pointeeOf } from "../facts/layout.js";
import { asmAround } from "../facts/store.js";
import { type Held, isSame } from "./pointer-expressions.js";
import type { Pointer, PointerStep } from "./pointer-steps.js";
import { isOwnVariable } from "./pointer-uses.js";

/** A name that has the pointer, or leads to it. */
export interface Place {
  readonly key: string;
  readonly words: string;
  readonly uses: () => readonly Use[];
  /** Other units may use it by this. */
  readonly leaves?: PointerLeaves;
}

export interface Use {
  readonly scope: Scope;
  /** In the scope's text. */
  readonly held: Held;
}

/** A function, or a declaration beside functions, which has no `shadow`. */
export type Scope = FunctionBody | (Pick<FunctionBody, "start" | "text"> & { readonly shadow?: undefined });

/** A text: how the pointer is reckoned with there. */
export function placesOf(
  unit: ShownCode,
  use: Use,
  step: PointerStep,
  pointer: Pointer,
): readonly Place[] | string {
  switch (step.is) {
    case "moved":
      return !pointer.isPlain && step.how === "becomes a number" ? [] : `its address ${step.how}`;
    case "asm":
      // Of an array only numbers are looked at.
      if (step.isAddress && pointer.room === undefined) return "asm gets its address";
      return isReckonedByAsm(unit, use) ? "asm reckons with its address" : [];
    case "variable":
      return variable(unit, use.scope, step.name, step.steps);
    case "member":
      return pointer.isPlain ? membersOf(unit, ({ name }) => name === step.name) : [];
    case "some member":
      return pointer.isPlain ? membersOf(unit, ({ to }) => isSame(to, pointer.same)) : [];
    case "result":
      return resultOf(unit, use.scope, step.steps);
    case "argument":
      return argument(unit, use, step, pointer);
  }
}

function isReckonedByAsm({ unitText }: ShownCode, { scope: { start }, held }: Use): boolean {
  const statement = asmAround(unitText, { start: start + held.start, end: start + held.end });
  return statement !== undefined && reckonsWithOperands(unitText, statement);
}

/** `__attribute__((cleanup(f))) int *name`: what gets its address in the end. */
function cleanerOf(name: string, text: string): string | undefined {
  for (const { index, 0: said, 1: cleaner } of text.matchAll(/\bcleanup(?:__)?\s?\(\s?(\w+)/g)) {
    const rest = text.slice(index + said.length);
    if (new RegExp(`\\b${name}\\b`).test(rest.slice(0, rest.search(/[;{}]/)))) return cleaner;
  }
  return undefined;
}

const usesOf = (name: string) => new RegExp(`(?<![\\w.])(?=${name}\\b)(?<!->\\s*)${name}`, "g");

/** Of the function's own in its text, of others in all functions; and by what cleans it up. */
function variable(unit: ShownCode, body: Scope, name: string, steps: number): Place[] {
  const isOwn = body.shadow !== undefined && isOwnVariable(name, body);
  const words = `${name} keeps ${steps === 0 ? "its address" : "what leads to it"}`;
  const place: Place = {
    key: isOwn ? `${body.start}:${name}:${steps}` : `${name}:${steps}`,
    words,
    uses: () => (isOwn ? usesIn(body, name, steps) : usesEverywhere(unit, name, steps)),
    ...(isOwn || isHidden(unit, name, "variable") ? {} : { leaves: { is: "variable", name, steps } }),
  };
  const cleaned = cleanerOf(name, body.text);
  const given =
    cleaned === undefined
      ? undefined
      : unit.facts.entities.findIndex((one) => one.name === cleaned && one.kind === "function");
  const shown = given === undefined || given < 0 ? undefined : shownFunction(unit, given);
  return shown === undefined ? [place] : [place, ...parameterOf(shown, 0, steps + 1)];
}

/** Whether it is known to no other unit. */
const isHidden = ({ facts }: ShownCode, name: string, kind: "function" | "variable"): boolean =>
  facts.entities.some(
    (one) =>
      one.kind === kind &&
      one.name === name &&
      one.scope.length === 0 &&
      (one.isStatic || (one.kind === "variable" && one.blockScope === true)),
  );

function usesIn(scope: Scope, name: string, steps: number): Use[] {
  return Array.from(scope.text.matchAll(usesOf(name)), ({ index }) => ({
    scope,
    held: { start: index, end: index + name.length, steps },
  }));
}

function usesEverywhere({ unitText, bodyAt }: ShownCode, name: string, steps: number): Use[] {
  return Array.from(unitText.matchAll(usesOf(name))).flatMap(({ index }) => {
    const end = index + name.length;
    const body = bodyAt({ start: index, end });
    return body === undefined
      ? []
      : { scope: body, held: { start: index - body.start, end: end - body.start, steps } };
  });
}

/** Members of structures that are pointers, by their name and by what they lead to; another member of a union is told. */
function membersOf(
  { facts, bodyAt }: ShownCode,
  isMeant: (member: { readonly name: string; readonly to: string }) => boolean,
): readonly Place[] | string {
  const found: Place[] = [];
  for (const [id, entity] of facts.entities.entries()) {
    const to =
      entity.kind === "field" && !isArray(facts, entity.type) ? pointeeOf(facts, entity.type) : undefined;
    const spelled = to === undefined ? undefined : facts.types[to]?.spelling;
    if (spelled === undefined || !isMeant({ name: entity.name, to: spelled })) continue;
    if (facts.entities.some((one) => one.kind === "class" && one.key === "union" && one.members.includes(id)))
      return `${entity.name} keeps its address in a union`;
    found.push({
      key: `.${id}`,
      words: `${entity.name} keeps its address`,
      uses: () =>
        accessesOf(facts, id).flatMap(({ start, end }) => {
          const body = bodyAt({ start, end });
          if (body === undefined) return [];
          return { scope: body, held: { start: start - body.start, end: end - body.start, steps: 0 } };
        }),
      leaves: { is: "member", name: entity.name, steps: 0 },
    });
  }
  return found;
}

const accesses = new WeakMap<UnitFacts, ReadonlyMap<EntityId, readonly TextRange[]>>();

/** Where members are used that keep their value. */
function accessesOf(facts: UnitFacts, member: EntityId): readonly TextRange[] {
  let known = accesses.get(facts);
  if (known === undefined) {
    const found = new Map<EntityId, TextRange[]>();
    for (const one of facts.shadows) {
      if (one.kind !== "get" && one.kind !== "ref") continue;
      const before = found.get(one.entity);
      if (before === undefined) found.set(one.entity, [one.lvalue]);
      else before.push(one.lvalue);
    }
    accesses.set(facts, found);
    known = found;
  }
  return known.get(member) ?? [];
}

/** What a function returns, wherever the unit calls it. */
function resultOf(unit: ShownCode, scope: Scope, steps: number): Place[] {
  if (scope.shadow === undefined) return [];
  const { name } = scope;
  const leaves = { is: "result", name, steps } as const;
  return [{ ...resultsOf(unit, name, steps), ...(isHidden(unit, name, "function") ? {} : { leaves }) }];
}

function resultsOf(unit: ShownCode, name: string, steps: number): Place {
  return {
    key: `${name}():${steps}`,
    words: `${name} returns it`,
    uses: () =>
      [...callsIn(unit.facts).values()]
        .filter(({ entity }) => unit.facts.entities[entity]?.name === name)
        .flatMap(({ range }) => {
          const body = unit.bodyAt(range);
          if (body === undefined) return [];
          return {
            scope: body,
            held: { start: range.start - body.start, end: range.end - body.start, steps },
          };
        }),
  };
}

const calls = new WeakMap<UnitFacts, ReadonlyMap<number, CallShadow>>();

/** By where they name what they call. */
function callsIn(facts: UnitFacts): ReadonlyMap<number, CallShadow> {
  let known = calls.get(facts);
  if (known === undefined) {
    known = new Map(
      facts.shadows.flatMap((one) => (one.kind === "call" ? [[one.callee.start, one] as const] : [])),
    );
    calls.set(facts, known);
  }
  return known;
}

function argument(
  unit: ShownCode,
  { scope }: Use,
  { callee, position, steps }: Extract<PointerStep, { is: "argument" }>,
  pointer: Pointer,
): readonly Place[] | string {
  const name = scope.text.slice(callee.start, callee.end);
  const at = scope.start + callee.start;
  const call = name === "" ? undefined : callsIn(unit.facts).get(at);
  const writer = bulkWriter(name);
  if (writer !== undefined) {
    const given = argumentsFrom(unit.unitText, unit.unitText.indexOf("(", at) + 1).arguments;
    const bytes = bytesGiven(unit.unitText, name, given);
    return writer.to === position && steps === 0 ? writesBeyond(unit, name, bytes, pointer) : [];
  }
  if (call === undefined) {
    if (/^__(?:builtin|atomic|sync|c11_atomic)_/.test(name)) return [];
    const leaves = { is: "argument behind a pointer", name, position, steps } as const;
    return behindPointer(unit, leaves, pointer);
  }
  const shown = shownFunction(unit, call.entity);
  if (isForText(unit, call, position)) return [];
  if (shown === undefined) return elsewhere(unit, call, position, steps);
  return position < shown.parameters.length ? parameterOf(shown, position, steps) : unnamed(name, pointer);
}

/** Wherever a pointer to functions may lead, in this unit and in others. */
function behindPointer(
  unit: ShownCode,
  leaves: Extract<PointerLeaves, { is: "argument behind a pointer" }>,
  { same }: Pointer,
): readonly Place[] {
  const { name, position, steps } = leaves;
  const isWanted = ({ type }: { readonly type: number }) => {
    const to = pointeeOf(unit.facts, type);
    return steps > 0 || (to !== undefined && isSame(unit.facts.types[to]?.spelling ?? "", same));
  };
  const words = `it is argument ${position + 1} of what ${name === "" ? "a pointer" : name} leads to`;
  const away = { key: `(*)(${position}):${steps}`, words, uses: () => [], leaves };
  return [
    away,
    ...calledByPointer(unit, position, isWanted).flatMap((one) => parameterOf(one, position, steps)),
  ];
}

/** Of an array only numbers are looked at. */
const unnamed = (name: string, { room }: Pointer): readonly Place[] | string =>
  room === undefined ? `its address is an argument that ${name} does not name` : [];

/** Declared with `format(printf, …)`, which reads what it prints. */
function isForText({ facts, unitText }: ShownCode, { entity }: CallShadow, position: number): boolean {
  const callee = facts.entities[entity];
  if (callee?.kind !== "function" || position < callee.parameters.length) return false;
  const { start, end } = callee.nameRange;
  const declared = unitText.slice(
    statementStart(unitText, start),
    end + unitText.slice(end).search(/[;{]|$/),
  );
  return /\b(?:__)?format(?:__)?\s{0,9}\(\s{0,9}_{0,2}(?:gnu_)?printf/.test(declared);
}

/** Who gets a pointer to const writes nothing by it. */
function elsewhere({ facts }: ShownCode, { entity }: CallShadow, position: number, steps: number): Place[] {
  const callee = facts.entities[entity];
  if (callee?.kind !== "function") return [];
  const { name, parameters } = callee;
  const parameter = parameters[position];
  if (parameter !== undefined && isConst(facts, pointeeOf(facts, parameter.type))) return [];
  return [
    {
      key: `${name}(${position}):${steps}`,
      words: `it is argument ${position + 1} of ${name}`,
      uses: () => [],
      leaves: { is: "argument", name, position, steps },
    },
  ];
}

/** Where a pointer goes on that another unit gave away; a text where that is no name. */
export function arrivalsOf(unit: ShownCode, to: PointerLeaves, pointer: Pointer): readonly Place[] | string {
  const { name, steps } = to;
  switch (to.is) {
    case "argument": {
      const shown = isHidden(unit, name, "function") ? undefined : linkedFunction(unit, name);
      if (shown === undefined) return [];
      return to.position < shown.parameters.length
        ? parameterOf(shown, to.position, steps)
        : unnamed(name, pointer);
    }
    case "argument behind a pointer":
      // Where it leaves again, everybody has been asked.
      return behindPointer(unit, to, pointer).filter(({ leaves }) => leaves === undefined);
    case "variable": {
      if (isHidden(unit, name, "variable")) return [];
      const words = `${name} keeps ${steps === 0 ? "its address" : "what leads to it"}`;
      return [{ key: `${name}:${steps}`, words, uses: () => usesEverywhere(unit, name, steps) }];
    }
    case "result":
      return isHidden(unit, name, "function") ? [] : [resultsOf(unit, name, steps)];
    case "member": {
      const found = membersOf(unit, (one) => one.name === name && isSame(one.to, pointer.same));
      // Of a union of its own it was told where the address went.
      return typeof found === "string" ? [] : found;
    }
  }
}

function parameterOf({ body, parameters }: CalledFunction, position: number, steps: number): Place[] {
  const name = parameters[position]?.name ?? "";
  if (name === "") return [];
  return [
    {
      key: `${body.start}:${name}:${steps}`,
      words: `it is argument ${position + 1} of ${body.name} (${name})`,
      uses: () => usesIn(body, name, steps),
    },
  ];
}

/** More bytes than are known to be its own; `text`: how many. */
function writesBeyond(
  { facts }: ShownCode,
  name: string,
  text: string,
  { same, name: member, room = 1 }: Pointer,
): readonly Place[] | string {
  const size = text.replace(/\s+/g, "");
  const [, of] = /^sizeof\(*([^()]*)\)*$/.exec(size) ?? [];
  if (of !== undefined && (/^\*\w+$|^\w+\[0\]$/.test(of) || new RegExp(`\\b${member}$`).test(of))) return [];
  if (of !== undefined && [...same].some((type) => type.replace(/\s/g, "") === of)) return [];
  const one = facts.types.findIndex(({ spelling }) => same.has(spelling));
  if (/^\d+$/.test(size) && one >= 0 && !isLonger(facts, one, Number(size), room)) return [];
  return room > 1 && !/^\d+$/.test(size) ? [] : `${name} writes ${text} bytes from there on`;
}
