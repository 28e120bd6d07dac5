/**
 * Writes the wrapper of a join point: a member template of `::__weft` that nests the advice around the original code.
 *
 *     before A; before B;            those written before the first around, in order
 *     around C                       its `proceed()` calls a function that runs what is inside C
 *     after B; after A;              in reverse order
 */

import type { CxxFrame, CxxLevel, CxxOperation, TypeParameter } from "../operation.js";
import { keysOf } from "./advice-call.js";
import { AdviceChain, GLUE, isAround, type WrapperContext } from "./advice-chain.js";
import type { GluePart } from "./glue.js";
import { templateHead } from "./join-point-class.js";

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
  const glue = new AdviceChain({ levels, operation, context, keys, frame });
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
  const glue = new AdviceChain({ levels, operation, context, keys, frame });
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
