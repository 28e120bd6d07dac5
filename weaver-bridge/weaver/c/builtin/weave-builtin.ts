/**
 * Weaving of built-in operators in C: the operator gives way to a function that takes its operands.
 *
 *     a + b     __weft_shadow_0(a, b)            x = e     __weft_shadow_0(&x, e)
 *     *p        (*__weft_shadow_0(p))            a[i]++    __weft_shadow_1(&(*__weft_shadow_0(a, i)))
 *
 * Where advice is given to a write (`set`) and to the operator that writes, the operator's is outside: what it
 * performs is the function that stands in for the write.
 */
import type { BuiltinShadow } from "../../../model/index.js";
import { closingBracket, tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import { type AccessAdvice, accessFunction } from "../access/weave-access.js";
import { admit, requireAdvice } from "../admit-advice.js";
import { chainBody } from "../glue/advice-chain.js";
import { SYMBOL } from "../glue/generated-code.js";
import { localFrame, passedLocals, withLocals } from "../glue/local-variables.js";
import type { Level } from "../glue/operation.js";
import { addressOf } from "../glue/passing.js";
import { addressIn, declare } from "../glue/spell-type.js";
import type { WeaveSite } from "../weave-site.js";
import { isLazy, weaveLazy } from "./lazy-operator.js";
import { isAssignment, type OperatorUse, operatorOf, operatorUse } from "./operation-of.js";

/** `access`: advice on the write or reference that the operator makes. */
export function weaveBuiltin(
  shadow: BuiltinShadow,
  levels: readonly Level[],
  access: AccessAdvice | undefined,
  site: WeaveSite,
): void {
  const operator = operatorOf(shadow, site);
  if (shadow.address === true) site.insert(shadow.range.start, "(__typeof__((char *)0 - (char *)0))", "open");
  if (isLazy(shadow, operator)) {
    weaveLazy(shadow, operator, levels, site);
    return;
  }
  if (shadow.placeless === true)
    throw new Unweavable(
      "no-address",
      `the operand of the built-in operator ${operator} is a bit-field or a register variable, which has no address`,
      "Advise the access with `get` or `set`, or exclude the function with `!within(...)`.",
    );
  const use = operatorUse(shadow, operator, site);
  const locals = passedLocals(levels, site);
  const performing = access === undefined ? use.operation : performingAccess(use, access, site);
  const operation = withLocals(performing, locals);
  const admitted = admit(levels, operation, site);
  requireAdvice(site);
  const frame = localFrame(use.frame);
  const chain = chainBody(admitted, operation, frame, site.code);
  const last = use.assignsRecord ? " return *__weft_at_arg0;" : "";
  const parameters = [...locals.map(({ parameter }) => parameter), ...use.parameters];
  const symbol = site.code.define(
    "__weft_shadow",
    {
      marker: site.marker,
      header: `${declare(use.result, SYMBOL)}(${parameters.join(", ")})`,
      body: `{ ${use.prologue}${site.enter}${chain}${last} }`,
      role: "shadow",
      artificial: true,
    },
    [],
    operation.description,
  );
  const call = `${symbol}(${locals.map(({ argument }) => `${argument}, `).join("")}`;
  rewrite(shadow, operator, use, call, site);
}

/** The operator's operation, done by the function that stands in for the access. */
function performingAccess(use: OperatorUse, access: AccessAdvice, site: WeaveSite): OperatorUse["operation"] {
  const { symbol } = accessFunction(access, "place", [], site);
  const hasOperand = access.shadow.write?.form === "assign" || access.shadow.write?.form === "compound";
  return {
    ...use.operation,
    perform: (frame) => `${symbol}(${addressOf(frame("arg0"))}${hasOperand ? `, ${frame("arg1")}` : ""})`,
  };
}

/** `call`: what stands before the operands, from the function's name on. */
function rewrite(
  shadow: BuiltinShadow,
  operatorName: string,
  use: OperatorUse,
  call: string,
  site: WeaveSite,
): void {
  const { range, form, operator, operands } = shadow;
  const [open, close] = use.givesPlace
    ? ["(*", "))"]
    : use.cast !== undefined
      ? [`(${use.cast}`, "))"]
      : ["", ")"];
  const held = heldFirst(shadow, operatorName, site);
  if (held === undefined) site.insert(range.start, `${open}${call}`, "open");
  else site.insert(range.start, `${open}__extension__ ({ ${held.declaration} = (`, "open");
  if (use.place && operatorName !== "&")
    site.insert(operands[0]!.range.start, addressOfFirst(shadow, site), "open");
  use.casts.forEach((cast, index) => {
    if (cast === undefined) return;
    site.insert(operands[index]!.range.start, `${cast}(`, "open");
    site.insert(operands[index]!.range.end, ")", "close");
  });
  const separator = held === undefined ? "," : `); ${call}${held.name},`;
  if (form === "index") {
    const tokens = tokenize(site.text, operator.start, range.end);
    const bracket = tokens[closingBracket(tokens, 0)];
    if (tokens[0]?.text !== "[" || bracket === undefined) throw unclear();
    site.replace(operator.start, operator.start + 1, separator);
    site.replace(bracket.start, bracket.end, "");
  } else if (operatorName === "&" && form === "prefix") {
    // The address that is taken is what the function gets; that of a function is no `void *`.
    const { kind } = site.speller.canonical(operands[0]!.type);
    if (kind !== "function") site.replace(operator.start, operator.end, addressOfFirst(shadow, site));
  } else site.replace(operator.start, operator.end, form === "infix" ? separator : "");
  site.insert(range.end, held === undefined ? close : `); })${use.givesPlace ? ")" : ""}`, "close");
}

const addressOfFirst = ({ operands }: BuiltinShadow, { speller }: WeaveSite) =>
  addressIn(speller.addressSpace(operands[0]!.type));

/**
 * Compilers evaluate arguments in an order of their own. Where both operands do something, the left one is held, so
 * that it comes first as without advice; the right side of an assignment comes first either way.
 */
function heldFirst(
  { form, operands }: BuiltinShadow,
  operator: string,
  site: WeaveSite,
): { name: string; declaration: string } | undefined {
  const [first, second] = operands;
  if (first === undefined || second === undefined || isAssignment(operator)) return undefined;
  if (form !== "infix" && form !== "index") return undefined;
  if (![first, second].every(({ range }) => hasEffects(site.text.slice(range.start, range.end))))
    return undefined;
  const name = site.code.freshSymbol("__weft_first");
  return { name, declaration: declare(site.speller.decayed(first.type), name) };
}

const hasEffects = (text: string) => /\w\s*\(|\+\+|--|[^=!<>]=(?!=)/.test(text);

function unclear(): Unweavable {
  return new Unweavable(
    "unclear-text",
    "the expression is written in a way that the weaver can't rewrite",
    "Please report this as a fault of Weft, with the line of code.",
  );
}
