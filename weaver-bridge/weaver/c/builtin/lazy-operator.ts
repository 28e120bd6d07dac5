/**
 * Weaving of built-in operators whose operands are evaluated in turn, or not at all. The choice stays where it is; a
 * function for each way runs when what is evaluated has been, as advice on a call does:
 *
 *     a && b       ((a) ? W1(1, !!(b)) : W0(0, 0))
 *     a ? b : c    ((a) ? W1(1, (b)) : W0(0, (c)))
 *     a, b         ((a), W((b)))
 */

import type { BuiltinShadow } from "../../../model/index.js";
import { colonOf } from "../../text/conditional-colon.js";
import { Unweavable } from "../../unweavable.js";
import { admit, requireAdvice } from "../admit-advice.js";
import { chainBody } from "../glue/advice-chain.js";
import { SYMBOL } from "../glue/generated-code.js";
import { localFrame, type PassedLocal, passedLocals, withLocals } from "../glue/local-variables.js";
import type { ContextItem, Level, Operation } from "../glue/operation.js";
import { declare, pointerText } from "../glue/spell-type.js";
import type { WeaveSite } from "../weave-site.js";
import { operatorConstants } from "./operation-of.js";

export const isLazy = (shadow: BuiltinShadow, operator: string) =>
  shadow.form === "conditional" || /^(?:&&|\|\||,)$/.test(operator);

/** What one way through the operator has at hand. */
interface Way {
  /** Value of the operand that decided; undefined for `,`. */
  readonly decided?: 0 | 1;
  /** The operand whose value is passed. */
  readonly passed?: number;
}

/** An operator with its advice, of which each way gets a function. */
interface AdvisedOperator {
  readonly shadow: BuiltinShadow;
  /** As it is written, `?:` for conditionals. */
  readonly operator: string;
  readonly levels: readonly Level[];
  /** What each of the functions gets first. */
  readonly locals: readonly PassedLocal[];
}

export function weaveLazy(
  shadow: BuiltinShadow,
  operator: string,
  levels: readonly Level[],
  site: WeaveSite,
): void {
  const { speller } = site;
  const { range, operator: token } = shadow;
  const isVoid = speller.isVoid(shadow.result);
  if (speller.canonical(shadow.result).kind === "record")
    throw new Unweavable(
      "lazy-operator",
      `advice on the built-in operator ${operator}: its result is a structure, and advice would copy it`,
      "Advise what its operands do, or write an if.",
    );
  const locals = passedLocals(levels, site);
  const define = (way: Way) => wayFunction({ shadow, operator, levels, locals }, way, site);
  const extra = locals.map(({ argument }) => argument);
  const list = (...given: readonly string[]) => [...extra, ...given].join(", ");
  const before = (...given: readonly string[]) => [...extra, ...given, ""].join(", ");
  site.insert(range.start, "((", "open");
  if (operator === ",") {
    const symbol = define(isVoid ? {} : { passed: 1 });
    site.replace(token.start, token.end, isVoid ? "), (" : `), ${symbol}(${before()}(`);
    site.insert(range.end, isVoid ? `), ${symbol}(${list()}))` : ")))", "close");
    return;
  }
  if (shadow.form !== "conditional") {
    const goesOn = operator === "&&" ? 1 : 0;
    const stops = operator === "&&" ? 0 : 1;
    const on = define({ decided: goesOn, passed: 1 });
    const off = `${define({ decided: stops })}(${list(String(stops), String(stops))})`;
    const evaluated = `${on}(${before(String(goesOn))}!!(`;
    site.replace(
      token.start,
      token.end,
      operator === "&&" ? `) ? ${evaluated}` : `) ? ${off} : ${evaluated}`,
    );
    site.insert(range.end, operator === "&&" ? `)) : ${off})` : ")))", "close");
    return;
  }
  const colon = colonOf(shadow, site);
  const [yes, no] = isVoid
    ? [define({ decided: 1 }), define({ decided: 0 })]
    : [define({ decided: 1, passed: 1 }), define({ decided: 0, passed: 2 })];
  if (isVoid) {
    site.replace(token.start, token.end, ") ? ((");
    site.replace(colon.start, colon.end, `), ${yes}(${list("1")})) : ((`);
    site.insert(range.end, `), ${no}(${list("0")})))`, "close");
  } else {
    site.replace(token.start, token.end, `) ? ${yes}(${before("1")}(`);
    site.replace(colon.start, colon.end, `)) : ${no}(${before("0")}(`);
    site.insert(range.end, ")))", "close");
  }
}

/** The function for one way, its advice included. */
function wayFunction(
  { shadow, operator, levels, locals }: AdvisedOperator,
  way: Way,
  site: WeaveSite,
): string {
  const { speller } = site;
  const types = operandTypes(shadow, operator, way, site);
  const item = (type: string): ContextItem => ({ type, pointerType: pointerText(type), assignable: true });
  const items = new Map([...types].map(([key, type]) => [key, item(type)]));
  const values = [...types.keys()];
  // Of `?:` one is evaluated; both are called by its value.
  const other =
    shadow.form === "conditional" && way.passed !== undefined ? `arg${3 - way.passed}` : undefined;
  if (other !== undefined) items.set(other, item(types.get(`arg${way.passed}`)!));
  const isVoid = speller.isVoid(shadow.result);
  const operation: Operation = withLocals(
    {
      items,
      needs: new Map(isVoid ? [] : values.map((key) => [key, "value"])),
      ...(isVoid ? {} : { result: speller.decayed(shadow.result) }),
      constants: operatorConstants(shadow.operands.length, site),
      perform: (frame) => {
        if (isVoid) return "(void)0";
        if (shadow.form === "conditional" || operator === ",") return frame(`arg${way.passed}`);
        return `(${frame("arg0")} ${operator} ${frame("arg1")})`;
      },
      noReturn: false,
      marker: site.marker,
      description: `built-in operator ${operator}`,
    },
    locals,
  );
  const conditioned = levels.map((level) => decideEvaluated(level, operator, way));
  const known = site.woven.length;
  const remarks = site.remarks.length;
  const admitted = admit(conditioned, operation, site);
  requireAdvice(site);
  if (known > 0) site.remarks.length = remarks;
  const frame = localFrame((key) => `__weft_${key === other ? `arg${way.passed}` : key}`);
  const parameters = [
    ...locals.map(({ parameter }) => parameter),
    ...values.map((key) => declare(types.get(key)!, `__weft_${key}`)),
  ];
  const result = isVoid ? "void" : speller.decayed(shadow.result);
  return site.code.define(
    "__weft_shadow",
    {
      marker: site.marker,
      header: `${declare(result, SYMBOL)}(${parameters.join(", ") || "void"})`,
      body: `{ ${site.enter}${chainBody(admitted, operation, frame, site.code)} }`,
      role: "shadow",
      artificial: true,
    },
    [],
    operation.description,
  );
}

/** The values that are passed, in order. */
function operandTypes(
  shadow: BuiltinShadow,
  operator: string,
  { passed }: Way,
  { speller }: WeaveSite,
): Map<string, string> {
  if (operator === "&&" || operator === "||")
    return new Map([
      ["arg0", "int"],
      ["arg1", "int"],
    ]);
  const value: [string, string][] =
    passed === undefined ? [] : [[`arg${passed}`, speller.decayed(shadow.result)]];
  return new Map(operator === "," ? value : [["arg0", "int"], ...value]);
}

/** Advice that binds an operand runs where it has been evaluated. */
function decideEvaluated(level: Level, operator: string, { decided }: Way): Level {
  if (level.condition === undefined) return level;
  const condition = level.condition.replace(EVALUATED, (_, operand: string) => {
    const wanted = operator === "||" || (operator === "?:" && operand === "2") ? 0 : 1;
    return decided === wanted ? "1" : "0";
  });
  return { ...level, condition };
}

const EVALUATED = /__weft_evaluated_(\d+)/g;
