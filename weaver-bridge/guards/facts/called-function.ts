/**
 * The function that a call runs, as far as the unit shows it: its own body, or that of another function whose name the
 * linker gives it (`__attribute__((alias("…")))`, `#pragma weak a = b`, `int a(int) __asm__("b")`).
 */
import type {
  EntityId,
  ExecutionShadow,
  FunctionEntity,
  Parameter,
  TextRange,
  UnitFacts,
} from "../../model/index.js";
import { type FunctionBody, statementStart } from "./function-text.js";
import { withoutLiterals } from "./holder-names.js";

/** What is known of one unit. */
export interface ShownCode {
  readonly facts: UnitFacts;
  /** latin1, preprocessed. */
  readonly unitText: string;
  readonly bodyAt: (at: TextRange) => FunctionBody | undefined;
}

export interface CalledFunction {
  readonly body: FunctionBody;
  /** Of the function whose body it is. */
  readonly parameters: readonly Parameter[];
  /** Another body may take its place when the kernel is linked or starts: it is weak, or only for inlining. */
  readonly isReplaceable: boolean;
}

/** Undefined: the unit does not show it. */
export function shownFunction(code: ShownCode, called: EntityId): CalledFunction | undefined {
  const { facts } = code;
  const { name } = facts.entities[called] as FunctionEntity;
  const own = definitionsOf(facts).get(called) ?? namedDefinition(facts, linkerNames(code).others.get(name));
  return own && described(code, own, name);
}

/** By its name; undefined: the unit does not show it. */
export function namedFunction(code: ShownCode, name: string): CalledFunction | undefined {
  const own = namedDefinition(code.facts, name);
  return own && described(code, own, name);
}

/** By its name, or a second one that the unit gives it. */
export function linkedFunction(code: ShownCode, name: string): CalledFunction | undefined {
  return namedFunction(code, name) ?? namedFunction(code, linkedName(code, name) ?? "");
}

/** What else the linker calls what the unit declares under a name; "" where that is not understood. */
export const linkedName = (code: ShownCode, name: string): string | undefined =>
  linkerNames(code).others.get(name);

function described(code: ShownCode, shadow: ExecutionShadow, name: string): CalledFunction | undefined {
  const body = code.bodyAt(shadow.body);
  if (body === undefined) return undefined;
  const { parameters } = code.facts.entities[shadow.entity] as FunctionEntity;
  const { replaceable } = linkerNames(code);
  return { body, parameters, isReplaceable: replaceable.has(name) || replaceable.has(body.name) };
}

/** What certainly runs when it is called. */
export function calledFunction(code: ShownCode, called: EntityId): CalledFunction | undefined {
  const shown = shownFunction(code, called);
  return shown?.isReplaceable === false ? shown : undefined;
}

/**
 * Functions of the unit whose address somebody takes, or another unit may, and which get at a position what is wanted there:
 * a call through a pointer may run each.
 */
export function calledByPointer(
  code: ShownCode,
  position: number,
  isWanted: (parameter: Parameter) => boolean,
): CalledFunction[] {
  return takenFunctions(code).flatMap((shadow) => {
    const { name, parameters } = code.facts.entities[shadow.entity] as FunctionEntity;
    const parameter = parameters[position];
    if (parameter === undefined || !isWanted(parameter)) return [];
    return described(code, shadow, name) ?? [];
  });
}

const taken = new WeakMap<UnitFacts, readonly ExecutionShadow[]>();

function takenFunctions({ facts, unitText }: ShownCode): readonly ExecutionShadow[] {
  let known = taken.get(facts);
  if (known === undefined) {
    const names = new Set(
      Array.from(
        withoutLiterals(unitText).matchAll(/(?<![\w.>])[A-Za-z_]\w*(?!\s*\()(?!\w)/g),
        ([name]) => name,
      ),
    );
    known = [...definitionsOf(facts).values()].filter(({ entity }) => {
      const { name, isStatic } = facts.entities[entity] as FunctionEntity;
      return !isStatic || names.has(name);
    });
    taken.set(facts, known);
  }
  return known;
}

const definitions = new WeakMap<UnitFacts, ReadonlyMap<EntityId, ExecutionShadow>>();

function definitionsOf(facts: UnitFacts): ReadonlyMap<EntityId, ExecutionShadow> {
  let known = definitions.get(facts);
  if (known === undefined) {
    const found = facts.shadows.flatMap((one) =>
      one.kind === "execution" ? [[one.entity, one] as const] : [],
    );
    known = new Map(found);
    definitions.set(facts, known);
  }
  return known;
}

function namedDefinition(facts: UnitFacts, name: string | undefined): ExecutionShadow | undefined {
  if (name === undefined) return undefined;
  return [...definitionsOf(facts).values()].find(({ entity }) => facts.entities[entity]?.name === name);
}

interface LinkerNames {
  /** By its name the name of the function that it is as well; "" where that is not understood. */
  readonly others: ReadonlyMap<string, string>;
  readonly replaceable: ReadonlySet<string>;
}

const SAID =
  /\b(?:weak|__weak__|ifunc|__ifunc__|gnu_inline|__gnu_inline__)\b|\b(?:alias|__alias__|weakref|__weakref__|asm|__asm|__asm__)\s*\(\s*"([^"\n]*)"\s*\)/g;
const PRAGMA = /^[ \t]*#[ \t]*pragma[ \t]+weak[ \t]+(\w+)(?:[ \t]*=[ \t]*(\w+))?/gm;

const linked = new WeakMap<UnitFacts, LinkerNames>();

function linkerNames({ facts, unitText }: ShownCode): LinkerNames {
  let known = linked.get(facts);
  if (known === undefined) {
    known = readLinkerNames(unitText);
    linked.set(facts, known);
  }
  return known;
}

export function readLinkerNames(unitText: string): LinkerNames {
  const others = new Map<string, string>();
  const replaceable = new Set<string>();
  for (const { index, 0: said, 1: other } of unitText.matchAll(SAID)) {
    const declared = declaredNames(unitText, index);
    if (/gnu_inline/.test(said) && declared.isStatic) continue;
    // Of several names in one declaration it is not looked which is meant.
    for (const name of declared.names)
      if (other === undefined) replaceable.add(name);
      else others.set(name, declared.isOne ? other : "");
  }
  for (const [, name = "", other] of unitText.matchAll(PRAGMA))
    if (other === undefined) replaceable.add(name);
    else others.set(name, other);
  return { others, replaceable };
}

/** Words of the declaration around a place that are not in brackets: its name is one of them. */
function declaredNames(unitText: string, at: number) {
  const from = statementStart(unitText, at);
  const to = at + unitText.slice(at).search(/[;{}]|$/);
  let text = withoutLiterals(unitText.slice(from, to).replace(/^#.*$/gm, " "));
  for (let before = ""; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)|\[[^[\]]*\]/g, " ");
  }
  const names: readonly string[] = text.match(/[A-Za-z_]\w*/g) ?? [];
  return { names, isStatic: names.includes("static"), isOne: !text.includes(",") };
}
