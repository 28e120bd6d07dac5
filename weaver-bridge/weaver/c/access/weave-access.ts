/**
 * Weaving of reads and writes of globals and fields. The expression becomes a call of a shadow function that takes
 * the object and the operands; only tokens at the borders of the operands change, so join points nest:
 *
 *     p->f            __weft_shadow_0(p)           s.f += 2       __weft_shadow_0(&s, 2)
 *     p->f = e        __weft_shadow_0(p, e)        g[i]++         __weft_shadow_0(&g, i)
 *
 * The object is passed, not the field, so bit-fields work. `+=`, `++` and the like are a read and then a write inside
 * one shadow function, each with its own advice.
 */
import type { VariableEntity } from "../../../model/index.js";
import type { Access } from "../../plan-jobs.js";
import { Unweavable } from "../../unweavable.js";
import { admit, requireAdvice } from "../admit-advice.js";
import { requireAssignable } from "../const-members.js";
import { chainBody, chainStatements } from "../glue/advice-chain.js";
import { SYMBOL } from "../glue/generated-code.js";
import { localFrame, type PassedLocal, passedLocals, withLocals } from "../glue/local-variables.js";
import type { Level } from "../glue/operation.js";
import { anyPlace, declare, isAtomic } from "../glue/spell-type.js";
import type { WeaveSite } from "../weave-site.js";
import { accessEdits } from "./access-edits.js";
import { type AccessPlan, accessOperations, planAccess } from "./access-operations.js";

export type AccessAdvice = Access<Level>;

/** What the expressions around an access were made into, as far as it matters for the access. */
export interface AccessSurroundings {
  /** The object of the access is itself replaced by a call, so its address can't be taken. */
  readonly objectWoven: boolean;
  /** Its brackets are, by advice on the built-in operator. */
  readonly bracketsWoven: boolean;
}

export function weaveAccess(advice: AccessAdvice, around: AccessSurroundings, site: WeaveSite): void {
  const { shadow } = advice;
  refuseAtomicUpdate(advice, site);
  const locals = passedLocals([...advice.get, ...advice.set, ...advice.ref], site);
  const { plan, symbol } = accessFunction(
    advice,
    around.bracketsWoven ? "place" : around.objectWoven ? "value" : undefined,
    locals,
    site,
  );
  const passed = locals.map(({ argument }) => argument).join(", ");
  const comma = passed !== "" && plan.parameters.length > 0 ? ", " : "";
  const call = { symbol, first: `${passed}${comma}` };
  inOwnWidth(advice, plan, site, () => accessEdits(shadow, plan, call, site));
}

/**
 * GCC computes with what a field wider than int holds in its own width: what is shifted out of it is gone. No function can give back such
 * a value, but a field of that width can be read again.
 */
function inOwnWidth(
  { shadow }: AccessAdvice,
  { valueType }: AccessPlan,
  site: WeaveSite,
  edit: () => void,
): void {
  const { bitWidth = 0 } = site.facts.entities[shadow.entity] as VariableEntity;
  const { start, end } = shadow.range;
  const isWide = bitWidth > 32;
  if (isWide) site.insert(start, `(__extension__ ((struct { ${valueType} wide : ${bitWidth}; }){ `, "open");
  edit();
  if (isWide) site.insert(end, " }).wide)", "close");
}

/** With advice between its read and its write an update is two operations, and what others write meanwhile is lost. */
function refuseAtomicUpdate({ shadow }: AccessAdvice, { facts, speller }: WeaveSite): void {
  const { form } = shadow.write ?? {};
  if (form === undefined || form === "assign" || !isAtomic(speller.canonical(shadow.type))) return;
  const { name } = facts.entities[shadow.entity] as VariableEntity;
  throw new Unweavable(
    "atomic-update",
    `'${name}' is atomic, and its update must stay one operation`,
    "Advise the function that updates it, or write the update as atomic_fetch_add(…) and the like.",
  );
}

/** `reached`: how the accessed object must be reached, where that is given. */
export function accessFunction(
  advice: AccessAdvice,
  reached: "place" | "value" | undefined,
  locals: readonly PassedLocal[],
  site: WeaveSite,
): { readonly plan: AccessPlan; readonly symbol: string } {
  const { shadow } = advice;
  const entity = site.facts.entities[shadow.entity] as VariableEntity;
  const plan = planAccess(shadow, entity, reached, site);
  const { result, body } = shadowFunction(advice, plan, locals, site);
  requireAdvice(site);
  requireAssignable(entity.type, advice.get, site);
  const declared = plan.parameters.map(({ type, key }, index) => {
    const name = `__weft_${key}`;
    return plan.address !== undefined && index === 0
      ? anyPlace(type, name, plan.space)
      : { parameter: declare(type, name), prologue: "" };
  });
  const parameters = [...locals, ...declared].map(({ parameter }) => parameter).join(", ");
  const prologue = declared.map((one) => one.prologue).join("");
  const symbol = site.code.define(
    "__weft_shadow",
    {
      marker: site.marker,
      header: `${declare(result, SYMBOL)}(${parameters || "void"})`,
      body: `{ ${prologue}${site.enter}${body} }`,
      role: "shadow",
      artificial: true,
    },
    [],
    `${shadow.kind} of '${entity.name}'`,
  );
  return { plan, symbol };
}

function shadowFunction(
  advice: AccessAdvice,
  plan: AccessPlan,
  locals: readonly PassedLocal[],
  site: WeaveSite,
): { result: string; body: string } {
  const { shadow } = advice;
  const operations = accessOperations(shadow, plan, site);
  const frame = localFrame((key) => plan.computed.get(key) ?? `__weft_${key}`);
  const chain = (matched: readonly Level[], kind: "get" | "set" | "ref") => {
    const operation = withLocals(operations[kind](), locals);
    const levels = admit(matched, operation, site);
    return chainStatements(levels, operation, frame, site.code).join(" ");
  };
  const whole = (matched: readonly Level[], kind: "get" | "ref") => {
    const operation = operations[kind]();
    return chainBody(admit(matched, operation, site), operation, frame, site.code);
  };
  const { valueType, readType } = plan;
  const { write } = shadow;
  if (write === undefined) {
    const kind = shadow.kind === "ref" ? "ref" : "get";
    const type = kind === "ref" ? plan.referenceType() : readType;
    return {
      result: type,
      body: whole(advice[kind], kind),
    };
  }
  if (write.form === "assign")
    return { result: readType, body: `${chain(advice.set, "set")} return __weft_arg0;` };
  const change =
    write.form === "compound"
      ? `${site.text.slice(write.operator.start, write.operator.end).replace(/=$/, "").trim()} __weft_operand`
      : `${write.step.charAt(0)} 1`;
  const variables = `${declare(readType, "__weft_result")}; ${declare(valueType, "__weft_arg0")};`;
  const value = write.form === "postfix" ? "__weft_result" : "__weft_arg0";
  return {
    result: readType,
    body: `${variables} ${chain(advice.get, "get")} __weft_arg0 = __weft_result ${change}; ${chain(advice.set, "set")} return ${value};`,
  };
}
