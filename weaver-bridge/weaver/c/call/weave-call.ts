/**
 * Weaving of calls: the token that names the callee is replaced by a shadow function, which runs advice and the call.
 *
 *     printk("%d", x)    ->    __weft_shadow_3("%d", x)
 *
 * The arguments stay where they are and are evaluated once, in the caller.
 */
import type { CallShadow, FunctionEntity } from "../../../model/index.js";
import { closingBracket, tokenize } from "../../text/c-tokens.js";
import { refuseSpecialCalls } from "../../text/special-calls.js";
import { Unweavable } from "../../unweavable.js";
import { admit, requireAdvice } from "../admit-advice.js";
import { requireAssignable } from "../const-members.js";
import { functionConstants } from "../function-constants.js";
import { chainBody, chainStatements } from "../glue/advice-chain.js";
import { SYMBOL } from "../glue/generated-code.js";
import { localFrame, type PassedLocal, passedLocals, withLocals } from "../glue/local-variables.js";
import type { ContextItem, Level, Operation } from "../glue/operation.js";
import { PACK, PACKED } from "../glue/passing.js";
import { declare, pointerText } from "../glue/spell-type.js";
import type { WeaveSite } from "../weave-site.js";
import { declareReturned, RETURNED, returnedCall } from "./returned-call.js";
import { isUndeclared, keepName } from "./undeclared-call.js";

/** `returnsAreRewritten`: advice of the function around the call changes its `return` statements. */
export function weaveCall(
  shadow: CallShadow,
  matched: readonly Level[],
  returnsAreRewritten: boolean,
  site: WeaveSite,
): void {
  const entity = site.facts.entities[shadow.entity] as FunctionEntity;
  refuseSpecialCalls(entity.name);
  checkArguments(shadow, site);
  const types = argumentTypes(shadow, entity, site);
  const locals = passedLocals(matched, site);
  const operation = withLocals(callOperation(shadow, entity, types, site), locals);
  const levels = admit(matched, operation, site);
  requireAdvice(site);
  requireAssignable(shadow.result, levels, site);
  const result = operation.result ?? "void";
  const returned =
    operation.aggregate === true && !returnsAreRewritten ? returnedCall(shadow, site) : undefined;
  const stores = returned !== undefined;
  const place = stores ? [declare(pointerText(result), "__weft_at_result")] : [];
  const symbol = site.code.define(
    "__weft_shadow",
    {
      marker: site.marker,
      header: `${entity.noReturn ? "__attribute__((noreturn)) " : ""}${declare(stores ? "void" : result, SYMBOL)}(${parameterText(types, locals, place)})`,
      body: shadowBody(entity, operation, levels, stores, site),
      role: "shadow",
      artificial: true,
    },
    [],
    operation.description,
  );
  if (isUndeclared(entity, site)) keepName(shadow, symbol, site);
  else site.replace(shadow.callee.start, shadow.callee.end, symbol);
  if (returned !== undefined) declareReturned(returned, result, site);
  passFirst(shadow, [...(stores ? [`&${RETURNED}`] : []), ...locals.map(({ argument }) => argument)], site);
}

/** Arguments before those that the call has. */
function passFirst(shadow: CallShadow, values: readonly string[], site: WeaveSite): void {
  const open = tokenize(site.text, shadow.callee.end, shadow.range.end).find(({ text }) => text === "(");
  if (open === undefined || values.length === 0) return;
  const passed = values.join(", ");
  site.insert(open.end, shadow.arguments.length === 0 ? passed : `${passed}, `, "open");
}

function shadowBody(
  entity: FunctionEntity,
  operation: Operation,
  levels: readonly Level[],
  stores: boolean,
  site: WeaveSite,
): string {
  const frame = localFrame((key) =>
    key === PACK ? PACKED : stores && key === "result" ? "(*__weft_at_result)" : `__weft_${key}`,
  );
  const named = operation.needs.size - 1;
  const count = operation.needs.has(PACK)
    ? `const int __weft_args = ${named} + __builtin_va_arg_pack_len(); `
    : "";
  const statements = stores
    ? chainStatements(levels, operation, frame, site.code).join(" ")
    : chainBody(levels, operation, frame, site.code);
  return `{ ${count}${site.enter}${statements}${entity.noReturn ? " __builtin_trap();" : ""} }`;
}

function callOperation(
  shadow: CallShadow,
  entity: FunctionEntity,
  types: readonly string[],
  site: WeaveSite,
): Operation {
  const items = new Map<string, ContextItem>(
    types.map((type, index) => {
      if (type === "...") return [PACK, { type, pointerType: type, assignable: false }];
      const parameter = entity.parameters[index]?.type ?? shadow.arguments[index]?.type;
      const aggregate = parameter !== undefined && site.speller.canonical(parameter).kind === "record";
      return [`arg${index}`, { type, pointerType: pointerText(type), assignable: true, aggregate }];
    }),
  );
  const keys = [...items.keys()];
  const constants = new Map([...site.constants, ...functionConstants(entity, types.length)]);
  if (types.includes("...")) {
    items.set("args", { type: "int", pointerType: "int *", assignable: false });
    constants.delete("args");
  }
  return {
    items,
    needs: new Map(keys.map((key) => [key, "value"])),
    ...(site.speller.isVoid(shadow.result) ? {} : { result: site.speller.value(shadow.result) }),
    aggregate: site.speller.canonical(shadow.result).kind === "record",
    constants,
    perform: (frame) => `${entity.name}(${keys.map(frame).join(", ")})`,
    ...(entity.blockScope && !isUndeclared(entity, site)
      ? { declaration: externalDeclaration(entity, types, site) }
      : {}),
    noReturn: entity.noReturn,
    marker: site.marker,
    description: `call of '${entity.name}'`,
  };
}

/** Declared types of named parameters; for the others (variadic, no prototype) what the arguments are promoted to. */
function argumentTypes(shadow: CallShadow, entity: FunctionEntity, { speller, text }: WeaveSite): string[] {
  return shadow.arguments.map((argument, index) => {
    const written = text.slice(argument.range.start, argument.range.end);
    if (/^__builtin_va_arg_pack\s*\(\s*\)$/.test(written)) return packed(index);
    const parameter = entity.parameters[index];
    if (parameter !== undefined) return speller.decayed(parameter.type);
    if (STRINGS.test(written)) return "const char *";
    return speller.promoted(argument.type);
  });
}

function packed(index: number): string {
  if (index > 0) return "...";
  throw new Unweavable(
    "variadic",
    "the call passes unnamed arguments only",
    "A woven function needs a named one before them. Declare the called function with its parameters.",
  );
}

/** Nothing but string literals. */
const STRINGS = /^(?:\s*(?:u8)?"(?:[^"\\]|\\.)*")+\s*$/s;

function parameterText(
  types: readonly string[],
  locals: readonly PassedLocal[],
  place: readonly string[],
): string {
  const declared = types.map((type, index) => (type === "..." ? type : declare(type, `__weft_arg${index}`)));
  return [...place, ...locals.map(({ parameter }) => parameter), ...declared].join(", ") || "void";
}

/** A function declared inside a block is declared again where it is called from. */
function externalDeclaration(
  entity: FunctionEntity,
  types: readonly string[],
  { speller }: WeaveSite,
): string {
  const result = speller.isVoid(entity.result) ? "void" : speller.value(entity.result);
  const named = entity.parameters.map((_, index) => types[index] ?? "int");
  const list = [...named, ...(entity.variadic ? ["..."] : [])].map((type) =>
    type === "..." ? type : declare(type, "").trimEnd(),
  );
  const isOpen = named.length === 0 && !entity.variadic && types.length > 0;
  const prefix = entity.noReturn ? "__attribute__((noreturn)) " : "";
  return `extern ${prefix}${declare(result, entity.name)}(${isOpen ? "" : list.join(", ") || "void"});`;
}

/** The arguments that the text has must be those of the facts, or the shadow function would take too few. */
function checkArguments(shadow: CallShadow, { text }: WeaveSite): void {
  const tokens = tokenize(text, shadow.callee.end, shadow.range.end);
  const open = tokens.findIndex((token) => token.text === "(");
  const inner = tokens.slice(open + 1, closingBracket(tokens, open));
  let depth = 0;
  let count = inner.length === 0 ? 0 : 1;
  for (const token of inner) {
    if (/^[([{]$/.test(token.text)) depth++;
    if (/^[)\]}]$/.test(token.text)) depth--;
    if (depth === 0 && token.text === ",") count++;
  }
  if (count === shadow.arguments.length) return;
  throw new Unweavable(
    "unclear-text",
    `the call has ${count} arguments, of which ${shadow.arguments.length} were understood`,
    "Please report this as a fault of Weft, with the line of code.",
  );
}
