/**
 * Weaving of built-in operators whose operands are evaluated in turn, or not at all. The choice stays where it is; the
 * wrapper runs when what is evaluated has been, as advice on a call does, and gets the value that decided:
 *
 *     a && b       ((a) ? W(true, static_cast<bool>(b)) : W(false, false))
 *     a ? b : c    ((a) ? W(true, (b)) : W(false, (c)))
 *     a, b         ((a), W((b)))
 */

import type { BuiltinShadow, FunctionEntity } from "../../../model/index.js";
import { tokenize } from "../../text/c-tokens.js";
import { colonOf } from "../../text/conditional-colon.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import { keysOf } from "../glue/advice-call.js";
import { passedContext } from "../glue/context-values.js";
import { performingWrapper, pruned, wrapperName } from "../glue/wrapper.js";
import type { CxxFrame, CxxLevel, CxxOperation, JoinPointValue } from "../operation.js";

export const isLazy = (shadow: BuiltinShadow, operator: string) =>
  shadow.form === "conditional" || /^(?:&&|\|\||,)$/.test(operator);

/** `plain`: the operation as if all operands were values. */
export function weaveLazy(
  shadow: BuiltinShadow,
  operator: string,
  levels: readonly CxxLevel[],
  plain: CxxOperation,
  site: CxxSite,
): void {
  const kind = shadow.form === "conditional" ? "?:" : operator;
  refuse(shadow, kind, levels, plain, site);
  const operation = lazyOperation(kind, plain, site);
  const { part, types } = pruned(operation, (op) =>
    performingWrapper("__weft_shadow_@@", levels, op, site.wrapping),
  );
  const number = site.glue(part, operation.description);
  const wrapper = wrapperName(`__weft_shadow_${number}`, types);
  const last = passedContext(operation);
  const call = (...given: readonly string[]) =>
    `${wrapper}(${[...given, last].filter((text) => text !== "").join(", ")})`;
  const open = (...given: readonly string[]) => `${wrapper}(${given.map((text) => `${text}, `).join("")}`;
  const close = last === "" ? ")" : `, ${last})`;
  const isVoid = operation.result.valueClass === "void";
  const { range, operator: token } = shadow;
  site.insert(range.start, "((", "open");
  if (kind === "&&") {
    site.replace(token.start, token.end, `) ? ${open("true")}static_cast<bool>(`);
    site.insert(range.end, `)${close} : ${call("false", "false")})`, "close");
  } else if (kind === "||") {
    site.replace(token.start, token.end, `) ? ${call("true", "true")} : ${open("false")}static_cast<bool>(`);
    site.insert(range.end, `)${close})`, "close");
  } else if (kind === ",") {
    site.replace(token.start, token.end, isVoid ? "), (" : `), ${open()}(`);
    site.insert(range.end, isVoid ? `), ${call()})` : `)${close})`, "close");
  } else {
    const colon = colonOf(shadow, site);
    site.replace(token.start, token.end, isVoid ? ") ? ((" : `) ? ${open("true")}(`);
    site.replace(
      colon.start,
      colon.end,
      isVoid ? `), ${call("true")}) : ((` : `)${close} : ${open("false")}(`,
    );
    site.insert(range.end, isVoid ? `), ${call("false")}))` : `)${close})`, "close");
  }
}

function lazyOperation(kind: string, plain: CxxOperation, { cplusplus }: CxxSite): CxxOperation {
  const values = new Map<string, JoinPointValue>(plain.values);
  const isVoid = plain.result.valueClass === "void";
  if (kind === ",") {
    values.delete("arg0");
    if (isVoid) values.delete("arg1");
  }
  if (kind === "?:" && isVoid) {
    values.delete("arg1");
    values.delete("arg2");
  } else if (kind === "?:") {
    // One of the two is evaluated; both are called by its value.
    const type = plain.result.valueClass === "reference" ? "typename __weft_ref<__R>::type" : "__R";
    values.set("arg1", {
      type,
      parameter: { declaration: "__R __weft_chosen", passed: "" },
      lvalue: "__weft_chosen",
    });
    values.set("arg2", { type, lvalue: "__weft_chosen" });
  }
  return {
    ...plain,
    values: inOrder(values),
    argumentTypes: kind === "?:" && !isVoid ? ["__P0", "__R", "__R"] : plain.argumentTypes,
    needs: plain.needs.filter((key) => values.has(key)),
    perform: (frame: CxxFrame) => {
      const value = perform(kind, isVoid, frame);
      return plain.result.valueClass === "class" && cplusplus >= 201103
        ? `static_cast<__R &&>(${value})`
        : value;
    },
    evaluated: (operand, frame) => {
      const wanted = kind === "&&" || (kind === "?:" && operand === 1);
      return { text: wanted ? frame("arg0") : `!${frame("arg0")}`, keys: ["arg0"] };
    },
  };
}

/** Operands before what comes from around the join point. */
function inOrder(values: ReadonlyMap<string, JoinPointValue>): Map<string, JoinPointValue> {
  const isOperand = ([key]: readonly [string, JoinPointValue]) => key.startsWith("arg");
  const all = [...values];
  return new Map([...all.filter(isOperand), ...all.filter((entry) => !isOperand(entry))]);
}

function perform(kind: string, isVoid: boolean, frame: CxxFrame): string {
  if (isVoid) return "(void)0";
  if (kind === ",") return `(${frame("arg1")})`;
  if (kind === "?:") return `(${frame("arg0")} ? ${frame("arg1")} : ${frame("arg2")})`;
  return `(${frame("arg0")} ${kind} ${frame("arg1")})`;
}

function refuse(
  shadow: BuiltinShadow,
  kind: string,
  levels: readonly CxxLevel[],
  operation: CxxOperation,
  site: CxxSite,
): void {
  const say = (what: string, next: string) => {
    throw new Unweavable("lazy-operator", `advice on the built-in operator ${kind}: ${what}`, next);
  };
  const { valueClass } = operation.result;
  if (kind === "?:" || kind === ",") {
    if (valueClass === "dependent")
      say("its result may be an object or a value", "Advise what its operands do, or write an if.");
    if (valueClass !== "reference" && isChanged(shadow, site))
      say("its result is changed where it stands", "Write an if, and advise its assignments.");
    const entity = site.facts.entities[shadow.entity] as FunctionEntity;
    const operands = entity.parameters.slice(1).map(({ type }) => site.speller.valueClass(type));
    if (kind === "?:" && valueClass !== "void" && operands.includes("void"))
      say("one of its operands throws", "Write an if.");
  }
  const keys = new Set(levels.flatMap((level) => [...keysOf(level, operation)]));
  if (kind === "," && keys.has("arg0"))
    say("the value of its left operand is gone when advice runs", "Use tjp->arg<1>() only.");
  if (valueClass === "void" && (keys.has("arg1") || keys.has("arg2")))
    say("its operands have no value", "Use tjp->arg<0>() only.");
}

/** `(a ? b : c) = 1`, `++(a ? b : c)` */
function isChanged({ range }: BuiltinShadow, { text }: CxxSite): boolean {
  const after = tokenize(text, range.end, Math.min(text.length, range.end + 200)).filter(
    (t) => t.text !== ")",
  );
  const before = tokenize(text, Math.max(0, range.start - 200), range.start).filter((t) => t.text !== "(");
  return (
    /^(?:(?:[-+*/%&|^]|<<|>>)?=|\+\+|--)$/.test(after[0]?.text ?? "") ||
    /^(?:\+\+|--)$/.test(before.at(-1)?.text ?? "")
  );
}
