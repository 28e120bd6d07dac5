/**
 * Writes the wrapper of a join point: a member template of `::__weft` that nests the advice around the original code.
 *
 *     before A; before B;            those written before the first around, in order
 *     around C                       its `proceed()` calls a function that runs what is inside C
 *     after B; after A;              in reverse order
 */

import type { AspectClasses } from "../aspects/aspect-classes.js";
import type { CxxFrame, CxxLevel, CxxOperation, TypeParameter } from "../operation.js";
import { adviceCall, keysOf } from "./advice-call.js";
import type { GluePart } from "./glue.js";
import {
  JOIN_POINT,
  joinPointClass,
  storedType,
  templateArguments,
  templateHead,
} from "./join-point-class.js";
import { conditionOf, type TestWriters } from "./runtime-condition.js";

export interface WrapperContext {
  readonly classes: AspectClasses;
  /** Declarations in whose scope control is inside the `cflow` triggers that the join point is. */
  readonly enter?: string;
  readonly tests: TestWriters;
  /** C++11 and later. */
  readonly modern: boolean;
}

/** The part, with the type parameters that its text uses; the others are neither declared nor passed. */
export function pruned(
  operation: CxxOperation,
  make: (operation: CxxOperation) => GluePart,
): { part: GluePart; types: readonly TypeParameter[] } {
  const draft = make({ ...operation, types: [] });
  const text = [...draft.prototypes, ...draft.structs, ...draft.functions].join(" ");
  const words = new Set(text.match(/\w+/g));
  const used = new Set(
    operation.types.flatMap(({ name, ofType = name }) => (words.has(name) ? [name, ofType] : [])),
  );
  const types = operation.types.filter(({ name }) => used.has(name));
  const needed = types.length === 0 && /_run_@@/.test(text) ? [{ name: "__D", argument: "void" }] : types;
  return { part: needed.length === 0 ? draft : make({ ...operation, types: needed }), types: needed };
}

/** `::__weft::__weft_shadow_@@< int, ::n::K >`: what the place of the join point calls. */
export function wrapperName(name: string, types: readonly TypeParameter[]): string {
  const given = types.flatMap(({ argument }) => argument ?? []);
  return `::__weft::${name}${given.length === 0 ? "" : `< ${given.join(", ")} >`}`;
}

/** On the declaration too: a template that is used before its definition takes its attributes from there. */
export const GLUE = "inline __attribute__((always_inline, artificial)) ";

/** A wrapper that performs the join point and gives its result. `name` contains `@@`. */
export function performingWrapper(
  name: string,
  levels: readonly CxxLevel[],
  plain: CxxOperation,
  context: WrapperContext,
): GluePart {
  const hasAround = levels.some(isAround);
  const { valueClass } = plain.result;
  // What a template makes of a type may be a class without a default constructor.
  const isObject = (valueClass === "class" && plain.result.plain !== true) || valueClass === "dependent";
  const slotted = hasAround && isObject;
  const held = new Set(hasAround ? heldKeys(levels, plain) : []);
  const operation = { ...plain, held, result: { ...plain.result, slotted } };
  const keys = neededKeys(levels, operation, hasAround);
  const frame: CxxFrame = (key) =>
    held.has(key) ? `__weft_jp.__weft_${key}` : operation.values.get(key)!.lvalue;
  const glue = createChain(levels, operation, context, keys, frame);
  const inside = glue.statements(0, frame, "__weft_jp", hasAround);
  const parameters = [...operation.values.values()].flatMap(({ parameter }) => parameter?.declaration ?? []);
  const head = templateHead(operation);
  const { gives } = operation;
  const result = gives?.type ?? (operation.result.valueClass === "void" ? "void" : operation.result.type);
  const given = gives === undefined ? "" : ` return ${gives.text(frame)};`;
  const signature = (owner: string) => `${result} ${owner}${name}(${parameters.join(", ")})`;
  const noReturn = operation.noReturn ? "__attribute__((noreturn)) " : "";
  return {
    prototypes: [`${head}${noReturn}static ${GLUE}${signature("")};`, ...glue.prototypes],
    structs: glue.structs,
    functions: [
      `${operation.marker}\n${head}${GLUE}${signature("__weft::")} { ${context.enter ?? ""}${glue.declarations} ${inside}${given} }`,
      ...glue.functions,
    ],
  };
}

/** A wrapper that runs advice of one kind only: the join point's code stands beside its call. */
export function runningWrapper(
  name: string,
  levels: readonly CxxLevel[],
  operation: CxxOperation,
  context: WrapperContext,
): GluePart {
  const keys = neededKeys(levels, operation, false);
  const frame: CxxFrame = (key) => operation.values.get(key)!.lvalue;
  const glue = createChain(levels, operation, context, keys, frame);
  const calls = levels.map((level) => glue.advise(level, frame, "__weft_jp"));
  const parameters = [...operation.values].flatMap(([key, { parameter }]) =>
    keys.has(key) && parameter !== undefined ? [parameter.declaration] : [],
  );
  const head = templateHead(operation);
  const signature = (owner: string) => `void ${owner}${name}(${parameters.join(", ")})`;
  const set = keys.has("result") && glue.hasClass ? "__weft_jp.__weft_result = &__weft_result; " : "";
  return {
    prototypes: [`${head}static ${GLUE}${signature("")};`],
    structs: glue.structs,
    functions: [
      `${operation.marker}\n${head}${GLUE}${signature("__weft::")} { ${glue.declarations} ${set}${calls.join(" ")} }`,
    ],
  };
}

/** What the place of a running wrapper passes, in the order of its parameters. */
export function passedValues(levels: readonly CxxLevel[], operation: CxxOperation): string[] {
  const keys = neededKeys(levels, operation, false);
  return [...operation.values].flatMap(([key, { parameter }]) =>
    keys.has(key) && parameter !== undefined ? [parameter.passed] : [],
  );
}

/** For before advice alone, there is no result yet. */
export function withoutResult(operation: CxxOperation): CxxOperation {
  const values = new Map(operation.values);
  values.delete("result");
  return { ...operation, values };
}

function neededKeys(levels: readonly CxxLevel[], operation: CxxOperation, hasAround: boolean): Set<string> {
  const keys = new Set(levels.flatMap((level) => [...keysOf(level, operation)]));
  if (!hasAround) return keys;
  for (const key of operation.needs) keys.add(key);
  if (operation.result.valueClass !== "void") keys.add("result");
  return keys;
}

/** Scalars that would otherwise need an address, which costs the compiler's early passes their view of them. */
function heldKeys(levels: readonly CxxLevel[], { values, result }: CxxOperation): string[] {
  if (!levels.some(({ scan }) => scan.generic)) return [];
  const keys = [...values].flatMap(([key, { scalar }]) => (scalar === true ? [key] : []));
  return result.valueClass === "scalar" ? [...keys, "result"] : keys;
}

const isAround = ({ match }: CxxLevel) => match.advice.kind === "around";
const isBefore = ({ match }: CxxLevel) => match.advice.kind === "before";

function createChain(
  levels: readonly CxxLevel[],
  operation: CxxOperation,
  { classes, tests, modern }: WrapperContext,
  keys: ReadonlySet<string>,
  frame: CxxFrame,
) {
  const arounds = levels.filter(isAround);
  const proceeding = arounds.filter(({ scan }) => scan.generic);
  const hasClass = levels.some(({ scan }) => scan.generic || scan.needsJoinPoint === true);
  const head = templateHead(operation);
  const types = templateArguments(operation);
  const nameOf = (level: CxxLevel) => `${JOIN_POINT}_${levels.indexOf(level)}`;
  const last = proceeding.at(-1);
  const final = `${last === undefined ? JOIN_POINT : nameOf(last)}${types}`;
  const structs: string[] = [];
  const prototypes: string[] = [];
  const functions: string[] = [];
  if (hasClass) {
    structs.push(joinPointClass(levels, operation, keys));
    if (proceeding.length > 1)
      for (const level of proceeding) structs.push(`${head}struct ${nameOf(level)};`);
    let base = `${JOIN_POINT}${types}`;
    for (const level of proceeding) {
      structs.push(`${head}struct ${nameOf(level)} : ${base} { ${proceedMembers(level)} };`);
      base = `${nameOf(level)}${types}`;
    }
  }

  function proceedMembers(level: CxxLevel): string {
    const at = levels.indexOf(level);
    const run = `__weft_run_@@_${at}`;
    const multiple = level.scan.proceeds > 1 || level.scan.escapes;
    const inline = multiple ? "inline " : GLUE;
    const runHead = templateHead({ types: [...operation.types, { name: "__J" }] });
    prototypes.push(`${runHead}static ${GLUE}void ${run}(__J *__weft_jp);`);
    const inFrame: CxxFrame = (key) =>
      operation.held?.has(key) === true ? `__weft_jp->__weft_${key}` : `(*__weft_jp->__weft_${key})`;
    const inner = statements(at + 1, inFrame, "(*__weft_jp)", true);
    functions.push(`${operation.marker}\n${runHead}${GLUE}void __weft::${run}(__J *__weft_jp) { ${inner} }`);
    const action =
      level.scan.functions.has("action") || level.scan.escapes
        ? ` ::AC::Action __weft_action; static void __weft_trigger(void *__weft_p) { static_cast<${nameOf(level)} *>(__weft_p)->proceed(); } ::AC::Action &action() { __weft_action.__weft_jp = this; __weft_action.__weft_run = &__weft_trigger; return __weft_action; }`
        : "";
    return `${inline}void proceed() { ::__weft::${run}${types}(static_cast<${final} *>(this)); }${action}`;
  }

  function jpFor(level: CxxLevel, joinPoint: string): string {
    return proceeding.includes(level) && level !== last
      ? `static_cast<${nameOf(level)}${types} *>(&${joinPoint})`
      : `&${joinPoint}`;
  }

  function advise(level: CxxLevel, inFrame: CxxFrame, joinPoint: string, otherwise = ""): string {
    const call = adviceCall(level, operation, inFrame, jpFor(level, joinPoint), classes, tests.classes);
    if (level.match.test === undefined) return call;
    const { text } = conditionOf(level.match.test, inFrame, tests, operation);
    return `if (${text}) { ${call} }${otherwise === "" ? "" : ` else { ${otherwise} }`}`;
  }

  /** Everything from `from` on. In a run function the result is there already; in the wrapper it is made and returned. */
  function statements(from: number, inFrame: CxxFrame, joinPoint: string, stored: boolean): string {
    const rest = levels.slice(from);
    const index = rest.findIndex(isAround);
    const outer = index === -1 ? rest : rest.slice(0, index);
    const around = rest[index];
    const before = outer.filter(isBefore).map((level) => advise(level, inFrame, joinPoint));
    const after = outer
      .filter((level) => !isBefore(level))
      .reverse()
      .map((level) => advise(level, inFrame, joinPoint));
    const isWrapper = from === 0;
    if (around !== undefined) {
      const skipped =
        around.match.test === undefined ? "" : statements(from + index + 1, inFrame, joinPoint, true);
      const center = advise(around, inFrame, joinPoint, skipped);
      return [...before, center, ...after, ...(isWrapper ? [returnStatement(true)] : [])].join(" ");
    }
    if (stored) {
      return [...before, storeResult(operation, inFrame, modern), ...after].join(" ");
    }
    return [...before, ...performAndReturn(inFrame, after)].join(" ");
  }

  function performAndReturn(inFrame: CxxFrame, after: readonly string[]): string[] {
    const { valueClass, type } = operation.result;
    const expression = operation.perform(inFrame);
    const trap = operation.noReturn ? [" __builtin_unreachable();"] : [];
    if (valueClass === "void") return [`${expression};`, ...after, ...trap];
    if (after.length === 0) return [`return ${expression};`];
    const set = hasClass && keys.has("result") ? [`__weft_jp.__weft_result = &__weft_result;`] : [];
    if (valueClass === "reference")
      return [
        `${type} __weft_value = ${expression}; ${storedType(operation)} __weft_result = __builtin_addressof(__weft_value);`,
        ...set,
        ...after,
        returnStatement(false),
      ];
    return [`${type} __weft_result = ${expression};`, ...set, ...after, returnStatement(false)];
  }

  function returnStatement(around: boolean): string {
    const { valueClass, type } = operation.result;
    if (valueClass === "void") return operation.noReturn ? "__builtin_unreachable();" : "";
    if (valueClass === "reference") return `return static_cast<${type}>(*__weft_result);`;
    if (operation.result.slotted === true && around) return "return __weft_result.take();";
    return operation.held?.has("result") === true
      ? "return __weft_jp.__weft_result;"
      : "return __weft_result;";
  }

  const declarations = [
    ...(arounds.length > 0 && operation.result.valueClass !== "void" && operation.held?.has("result") !== true
      ? [
          operation.result.slotted === true
            ? `__weft_slot<${operation.result.type} > __weft_result;`
            : `${storedType(operation)} __weft_result;`,
        ]
      : []),
    ...[...keys].flatMap((key) => {
      const { made, type, lvalue } = operation.values.get(key)!;
      return made === undefined ? [] : [`${type} ${lvalue} = ${made};`];
    }),
    ...(hasClass
      ? [
          `${final} __weft_jp;`,
          ...[...keys]
            .filter((key) => key !== "result" || (arounds.length > 0 && operation.held?.has(key) !== true))
            .map((key) =>
              operation.held?.has(key) === true
                ? `__weft_jp.__weft_${key} = ${operation.values.get(key)!.lvalue};`
                : key === "result"
                  ? "__weft_jp.__weft_result = &__weft_result;"
                  : `__weft_jp.__weft_${key} = __builtin_addressof(${frame(key)});`,
            ),
        ]
      : []),
  ].join(" ");
  return { structs, prototypes, functions, declarations, statements, advise, hasClass };
}

/** The original code inside around advice; its result goes where the advice looks for it. */
function storeResult(operation: CxxOperation, frame: CxxFrame, modern: boolean): string {
  const expression = operation.perform(frame);
  if (operation.storesResult === true) return `${expression};`;
  switch (operation.result.valueClass) {
    case "void":
      return `${expression};`;
    case "reference":
      return `{ ${operation.result.type} __weft_value = ${expression}; ${frame("result")} = __builtin_addressof(__weft_value); }`;
    case "class":
    case "dependent":
      if (operation.result.slotted !== true) {
        const place = `__weft_place_at(__builtin_addressof(${frame("result")}))`;
        return `new (${place}) ${operation.result.type}(${expression});`;
      }
      return `new (${frame("result")}.empty()) ${made(operation, expression, modern)}; ${frame("result")}.full();`;
    default:
      return `${frame("result")} = ${expression};`;
  }
}

/** What depends on a template may be a reference, which is made as a member only. */
const made = ({ result: { type, valueClass } }: CxxOperation, expression: string, modern: boolean) =>
  valueClass === "dependent" && modern ? `__weft_made<${type} >{ ${expression} }` : `${type}(${expression})`;
