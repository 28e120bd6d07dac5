/** Writes, with the read that precedes them: each half is a wrapper of its own where it has advice. */
import type { CxxSite } from "../cxx-site.js";
import { GLUE } from "../glue/advice-chain.js";
import type { GluePart } from "../glue/glue.js";
import { templateHead } from "../glue/join-point-class.js";
import { performingWrapper, pruned } from "../glue/wrapper.js";
import type { CxxFrame, CxxLevel, TypeParameter } from "../operation.js";
import { accessOperation } from "./access-operation.js";
import type { CxxAccess } from "./cxx-access.js";
import type { PlacePlan } from "./place-plan.js";
import { operatorAround } from "./write-operator.js";

interface WritingPart {
  readonly part: GluePart;
  readonly types: readonly TypeParameter[];
}

export function writingWrapper(access: CxxAccess, plan: PlacePlan, site: CxxSite): WritingPart {
  const write = access.shadow.write!;
  const { operator } = access;
  if (write.form === "assign" && operator === undefined && access.get.length === 0)
    return assigningWrapper(access, plan, site);
  const place = plan.lvalue((key) => plan.values.get(key)!.lvalue);
  const read = halfOf("get", access, plan, site);
  const stored = halfOf("set", access, plan, site);
  const operand = operandOf(write, site);
  const whole = wholeWrite(
    {
      ...operand,
      read: read?.call ?? place,
      stored: stored?.call ?? `${place} = __weft_arg0`,
      parts: [read, stored].flatMap((half) => half?.part ?? []),
    },
    write.form,
    plan,
    site,
  );
  if (operator === undefined) return whole;
  return operatorAround(
    {
      ...whole,
      place: plan.values,
      context: plan.context.values,
      that: plan.context.that,
      written: place,
      ...(operand.type !== undefined && { operand: operand.type }),
    },
    operator.shadow,
    operator.levels,
    site,
  );
}

type Write = NonNullable<CxxAccess["shadow"]["write"]>;

/** What stands behind the operator: the value itself, another one, or nothing where a step is written. */
interface WriteOperand {
  readonly types: readonly TypeParameter[];
  readonly type?: string;
  readonly parameters: readonly string[];
  /** From the old value to the new one. */
  readonly change: string;
}

function operandOf(write: Write, { text }: CxxSite): WriteOperand {
  switch (write.form) {
    case "assign":
      return { types: [], type: "__R", parameters: ["__R __weft_arg0"], change: "" };
    case "compound": {
      const operator = text.slice(write.operator.start, write.operator.end).replace(/=$/, "").trim();
      return {
        types: [{ name: "__O" }],
        type: "const __O &",
        parameters: ["const __O &__weft_operand"],
        change: `${operator} __weft_operand`,
      };
    }
    default:
      return { types: [], parameters: [], change: `${write.step.charAt(0)} 1` };
  }
}

/** The read or the write alone, with its advice, called in the whole; undefined without any. */
function halfOf(
  kind: "get" | "set",
  access: CxxAccess,
  plan: PlacePlan,
  site: CxxSite,
): { readonly call: string; readonly part: GluePart } | undefined {
  const levels: readonly CxxLevel[] = access[kind];
  if (levels.length === 0) return undefined;
  const operation = accessOperation(kind, access.shadow, plan, site);
  const full = performingWrapper(`__weft_${kind}_@@`, levels, operation, site.wrapping);
  const passed = [...operation.values].flatMap(([key, { parameter, lvalue }]) => {
    if (parameter === undefined) return [];
    return key !== "entity" && parameter.declaration.includes(" *")
      ? [`__builtin_addressof(${lvalue})`]
      : [lvalue];
  });
  const types = operation.types.map(({ name }) => name).join(", ");
  return { call: `__weft_${kind}_@@<${types}>(${passed.join(", ")})`, part: renamed(full, kind) };
}

interface WriteSteps extends WriteOperand {
  /** Expressions of both halves. */
  readonly read: string;
  readonly stored: string;
  readonly parts: readonly GluePart[];
}

function wholeWrite(
  { types: operandTypes, parameters: operands, change, read, stored, parts }: WriteSteps,
  form: Write["form"],
  plan: PlacePlan,
  site: CxxSite,
): WritingPart {
  const place = plan.lvalue((key) => plan.values.get(key)!.lvalue);
  const types = [...plan.types, ...plan.deduced, ...operandTypes, ...plan.context.types];
  const parameters = [
    ...[...plan.values.values()].flatMap(({ parameter }) => parameter?.declaration ?? []),
    ...operands,
    ...[...plan.context.values.values()].flatMap(({ parameter }) => parameter?.declaration ?? []),
  ].join(", ");
  const written = plan.isPlaceless ? "__weft_arg0" : place;
  const body =
    form === "assign"
      ? `${stored}; return ${written};`
      : `__R __weft_old = ${read}; __R __weft_arg0 = static_cast<__R>(__weft_old ${change}); ${stored}; return ${form === "postfix" ? "__weft_old" : written};`;
  const result = form === "postfix" || plan.isPlaceless ? "__R" : "__L &";
  const head = templateHead({ types });
  const signature = (owner: string) => `${result} ${owner}__weft_shadow_@@(${parameters})`;
  return {
    part: {
      prototypes: [`${head}static ${GLUE}${signature("")};`, ...parts.flatMap((part) => part.prototypes)],
      structs: parts.flatMap((part) => part.structs),
      functions: [
        `${site.marker}\n${head}${GLUE}${signature("__weft::")} { ${body} }`,
        ...parts.flatMap((part) => part.functions),
      ],
    },
    types,
  };
}

/** `a = b` alone: one function, so that compilers see the copies of a structure as soon as in code written by hand. */
function assigningWrapper(access: CxxAccess, plan: PlacePlan, site: CxxSite): WritingPart {
  const operation = accessOperation("set", access.shadow, plan, site);
  const values = new Map(operation.values);
  values.set("arg0", {
    ...values.get("arg0")!,
    parameter: { declaration: "__R __weft_arg0", passed: "" },
    scalar: site.speller.isPlainScalar(access.shadow.type),
  });
  const gives = plan.isPlaceless
    ? { type: "__R", text: (frame: CxxFrame) => frame("arg0") }
    : { type: "__L &", text: plan.lvalue };
  return pruned({ ...operation, values, gives }, (op) =>
    performingWrapper("__weft_shadow_@@", access.set, op, site.wrapping),
  );
}

/** Both halves have the number of the whole; their classes and functions are told apart by the kind. */
function renamed({ prototypes, structs, functions }: GluePart, kind: string): GluePart {
  const rename = (text: string) => text.replace(/\b__weft_(jp|run)_@@/g, `__weft_$1_${kind}_@@`);
  return {
    prototypes: prototypes.map(rename),
    structs: structs.map(rename),
    functions: functions.map(rename),
  };
}
