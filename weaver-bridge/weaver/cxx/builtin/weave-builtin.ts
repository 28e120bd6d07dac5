/** Weaving of built-in operators: the operator gives way to a wrapper that takes its operands. */
import type { BuiltinShadow, FunctionEntity, TypeId } from "../../../model/index.js";
import { closingBracket, tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import { droppedObject } from "../access/dropped-object.js";
import { firstOfOperator, holdingFirst } from "../call/evaluation-order.js";
import type { CxxSite } from "../cxx-site.js";
import { contextValues, passedContext } from "../glue/context-values.js";
import { performingWrapper, pruned, wrapperName } from "../glue/wrapper.js";
import type { CxxLevel, CxxOperation, JoinPointValue, TypeParameter } from "../operation.js";
import { isLazy, weaveLazy } from "./lazy-operator.js";

/** `choosesValue`: what it gives is the value of an operand, not its place. */
export function weaveBuiltin(
  shadow: BuiltinShadow,
  levels: readonly CxxLevel[],
  site: CxxSite,
  choosesValue = false,
): void {
  const operation = builtinOperation(shadow, levels, site, choosesValue);
  const token = operatorOf(shadow, site);
  if (isLazy(shadow, token)) {
    weaveLazy(shadow, token, levels, operation, site);
    return;
  }
  const { part, types } = pruned(operation, (op) =>
    performingWrapper("__weft_shadow_@@", levels, op, site.wrapping),
  );
  const first = firstOfOperator(shadow, token, site.text);
  const held =
    first === undefined ? undefined : holdingFirst(first, part, operation, types, shadow.inTemplate === true);
  const number = site.glue(held?.part ?? part, operation.description);
  const { range, form, operator } = shadow;
  const separator = held?.separator ?? ",";
  const open = held?.open(number) ?? `${wrapperName(`__weft_shadow_${number}`, types)}(`;
  site.insert(range.start, `${droppedObject(shadow)}${open}`, "open");
  if (form === "index") {
    const tokens = tokenize(site.text, operator.start, range.end);
    const close = tokens[closingBracket(tokens, 0)];
    if (tokens[0]?.text !== "[" || close === undefined) throw unclear();
    site.replace(operator.start, operator.start + 1, separator);
    site.replace(close.start, close.end, "");
  } else if (token === "!") {
    // As a condition, an object may be converted explicitly.
    site.replace(operator.start, operator.end, "static_cast<bool>(");
    site.insert(range.end, ")", "close");
  } else site.replace(operator.start, operator.end, form === "infix" ? separator : "");
  const last = passedContext(operation);
  site.insert(range.end, last === "" ? ")" : `, ${last})`, "close");
}

/** As the standard spells it, also where it is written `and`. */
const operatorOf = ({ entity }: BuiltinShadow, { facts }: CxxSite) =>
  facts.entities[entity]!.name.replace(/^operator\s*/, "");

function builtinOperation(
  shadow: BuiltinShadow,
  levels: readonly CxxLevel[],
  site: CxxSite,
  choosesValue: boolean,
): CxxOperation {
  const entity = site.facts.entities[shadow.entity] as FunctionEntity;
  const { speller } = site;
  const operator = operatorOf(shadow, site);
  const types: TypeParameter[] = [];
  const chosen = (type: TypeId) => (choosesValue ? referred(type, site) : type);
  const result = chosen(entity.result);
  const valueClass = speller.valueClass(result);
  const isBare = valueClass === "scalar" || choosesValue;
  if (valueClass !== "void")
    types.push({ name: "__R", argument: isBare ? speller.unqualified(result) : speller.spell(result) });
  const values = new Map<string, JoinPointValue>();
  const operands = entity.parameters.slice(0, shadow.operands.length);
  operands.forEach((parameter, index) => {
    types.push({ name: `__P${index}`, argument: speller.spell(chosen(parameter.type)) });
    values.set(`arg${index}`, {
      type: `typename __weft_ref<__P${index}>::type`,
      parameter: { declaration: `__P${index} __weft_arg${index}`, passed: "" },
      lvalue: `__weft_arg${index}`,
      scalar: speller.isPlainScalar(parameter.type),
    });
  });
  const keys = operands.map((_, index) => `arg${index}`);
  const context = contextValues(shadow, levels, site);
  types.push(...context.types);
  for (const [key, value] of context.values) values.set(key, value);
  if (valueClass !== "void") values.set("result", { type: "__R", lvalue: "__weft_result" });
  return {
    joinPoint: "BUILTIN",
    id: site.id,
    types,
    values,
    argumentTypes: keys.map((_, index) => `__P${index}`),
    that: context.that,
    target: "void",
    entity: "void",
    result: { type: valueClass === "void" ? "void" : "__R", valueClass },
    needs: keys,
    perform: (frame) => {
      const [first = "", second = ""] = keys.map(frame);
      if (shadow.form === "prefix") return `(${operator}${first})`;
      if (shadow.form === "postfix") return `(${first}${operator})`;
      return shadow.form === "index" ? `${first}[${second}]` : `(${first} ${operator} ${second})`;
    },
    constants: site.constants,
    noReturn: false,
    marker: site.marker,
    description: `built-in operator ${operator}`,
  };
}

function referred(id: TypeId, { speller }: CxxSite): TypeId {
  const type = speller.canonical(id);
  return type.kind === "lvalue-reference" || type.kind === "rvalue-reference" ? type.to : id;
}

function unclear(): Unweavable {
  return new Unweavable(
    "unclear-text",
    "the expression is written in a way that the weaver can't rewrite",
    "Please report this as a fault of Weft, with the line of code.",
  );
}
