/** What becomes of a pointer to const at one place of a function's text, texts in quotes blanked. */
import type { TextRange, UnitFacts } from "../../model/index.js";
import { bulkWriter } from "../facts/bulk-writers.js";
import { castBefore } from "../facts/casts-before.js";
import { dimensionsOf } from "./local-objects.js";
import { closingBracket, isCallOrOperand, isDeclared } from "./pointer-uses.js";

export type ConstUse =
  /** What it leads to is only read, or the pointer is compared or changed. */
  | { readonly is: "read" }
  /** A variable is the same pointer. */
  | { readonly is: "assigned"; readonly to: string }
  /** A function gets the expression of this range. */
  | { readonly is: "given"; readonly to: string; readonly range: TextRange }
  /** The address of a part of what it leads to is taken. */
  | { readonly is: "address"; readonly range: TextRange }
  /** Whatever else: who has it may forget the const. */
  | { readonly is: "unknown" };

const READ = { is: "read" } as const;
const UNKNOWN = { is: "unknown" } as const;

/** `range` is that of the pointer itself. */
export function constUseAt(facts: UnitFacts, text: string, range: TextRange): ConstUse {
  if (
    isDeclared(text.slice(Math.max(0, range.start - 80), range.start), text.slice(range.end, range.end + 20))
  )
    return READ;
  const whole = expressionAround(facts, text, range);
  if (whole === undefined) return UNKNOWN;
  const before = text.slice(Math.max(0, whole.start - 200), whole.start);
  const after = text.slice(whole.end, whole.end + 60);
  if (/"\s*\(\s*$/.test(before)) return UNKNOWN;
  if (whole.dimensions <= 0) return useOfValue(before, after, whole);
  return useOfPointer(before, after, whole);
}

function useOfValue(before: string, after: string, { start, end }: TextRange): ConstUse {
  const [sign] = /(?<!&)&[\s(]*$/.exec(before) ?? [];
  const left = before.slice(0, before.length - (sign?.length ?? 0));
  const isBinary = /[\w)\]]\s*$/.test(left) && !/\breturn\s*$/.test(left) && castBefore(left) === undefined;
  if (sign !== undefined && !isBinary) return { is: "address", range: { start, end } };
  const isWritten =
    /^[\s)]*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--)/.test(after) || /(?:\+\+|--)[\s(]*$/.test(before);
  return isWritten ? UNKNOWN : READ;
}

function useOfPointer(before: string, after: string, { start, end }: TextRange): ConstUse {
  const to = /\b(?=[A-Za-z_])(?<![\w.>]\s*)([A-Za-z_]\w*)\s*=\s*$/.exec(before);
  if (to !== null) {
    // Its value goes on to somebody else: `q = p = r`, `f(p = r)`.
    const isStatement = /$(?<=(?:[;{}]\s*|\bfor\s*\(\s*|\belse\s*|\w\s+|\*\s*|,\s*))/.test(
      before.slice(0, to.index),
    );
    return isStatement && /^\s*[;,]/.test(after) ? { is: "assigned", to: to[1] as string } : UNKNOWN;
  }
  if (isOnlyAsked(before, after)) return READ;
  const called = /(?<!\w)([A-Za-z_]\w*)\s*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)$/.exec(before);
  if (called === null || !/^\s*[,)]/.test(after)) return UNKNOWN;
  const [, name = "", given = ""] = called;
  if (name === "sizeof") return READ;
  const writer = bulkWriter(name);
  const position = given.replace(/\((?:[^()]|\([^()]*\))*\)/g, "").split(",").length - 1;
  if (writer !== undefined && writer.to !== position && /^(?:|.*,)\s*$/s.test(given)) return READ;
  return /(?:^|,)\s*$/.test(given) ? { is: "given", to: name, range: { start, end } } : UNKNOWN;
}

/** Compared, tested, stepped, overwritten, or a statement of its own. */
function isOnlyAsked(before: string, after: string): boolean {
  return (
    /^\s*(?:[!=]=|[<>]=?(?![<>])|&&|\|\||\?(?!\s*:)|[-+]?=(?!=))/.test(after) ||
    /(?:[!=]=|[^<>-][<>]=?|!)\s*$/.test(before) ||
    (/\b(?:if|while)\s*\(\s*$|(?:&&|\|\|)\s*$/.test(before) && /^\s*(?:\)|;|\?)/.test(after)) ||
    (/[;{})]\s*$/.test(before) && /^\s*[;,]/.test(after))
  );
}

interface Expression extends TextRange {
  /** Indices that it takes before it is a value: above 0 it is an address of what is const. */
  readonly dimensions: number;
}

/** With all that is done to it by casts, `*`, members, indices and steps; undefined: a cast forgets the const. */
function expressionAround(facts: UnitFacts, text: string, range: TextRange): Expression | undefined {
  let grown: Expression | undefined = { ...range, dimensions: 1 };
  for (let next: Expression | "lost" | undefined = grown; next !== undefined; ) {
    grown = next;
    next =
      withWhatIsBehind(facts, text, grown) ??
      withBrackets(text, grown) ??
      (grown.dimensions > 0 ? withWhatIsInFront(text, grown) : undefined);
    if (next === "lost") return undefined;
  }
  return grown;
}

function withWhatIsBehind(facts: UnitFacts, text: string, one: Expression): Expression | undefined {
  const after = text.slice(one.end, one.end + 80);
  const [element] = /^\s*\[/.exec(after) ?? [];
  if (element !== undefined)
    return { ...one, end: closingBracket(text, one.end + element.length), dimensions: one.dimensions - 1 };
  const [member, name = ""] = /^\s*(?:->|\.)\s*(\w+)/.exec(after) ?? [];
  if (member !== undefined)
    return { ...one, end: one.end + member.length, dimensions: dimensionsOf(facts, name, Math.max) };
  const moved = one.dimensions > 0 ? MOVED.exec(after)?.[0] : undefined;
  return moved === undefined ? undefined : { ...one, end: one.end + moved.length };
}

/** `p++`, `p + n`, `p - (n + 1)` */
const MOVED =
  /^\s*(?:\+\+|--|[-+](?![-+=>])\s*(?:\w+(?:(?:\.|->)\w+)*|\((?:[^()]|\([^()]*\))*\))(?!\s*[[(.*/]))/;

function withBrackets(text: string, one: Expression): Expression | undefined {
  const before = text.slice(Math.max(0, one.start - 80), one.start);
  const open = /\(\s*$/.exec(before)?.[0];
  const close = /^\s*\)/.exec(text.slice(one.end, one.end + 80))?.[0];
  if (open === undefined || close === undefined || isCallOrOperand(before)) return undefined;
  return { ...one, start: one.start - open.length, end: one.end + close.length };
}

function withWhatIsInFront(text: string, one: Expression): Expression | "lost" | undefined {
  const before = text.slice(Math.max(0, one.start - 80), one.start);
  const [sign, operator] = /(\*|\+\+|--)\s*$/.exec(before) ?? [];
  if (sign !== undefined)
    return {
      ...one,
      start: one.start - sign.length,
      dimensions: one.dimensions - (operator === "*" ? 1 : 0),
    };
  const cast = castBefore(before);
  if (cast === undefined) return undefined;
  if (!cast.isConst) return "lost";
  return { ...one, start: one.start - cast.length, dimensions: cast.isIgnored ? 0 : one.dimensions };
}
