/** Writes of a term by asm that says so: its outputs, and its inputs in memory where it may change them. */
import type { AccessShadow, TextRange, UnitFacts } from "../../model/index.js";
import { isOnlyRead } from "../facts/asm-instructions.js";
import { type AsmOperand, asmOperandAround, asmOperandAt } from "../facts/asm-operands.js";
import type { RawSite } from "../facts/guard-site.js";
import { isArray, type Layout, recordOf } from "../facts/layout.js";
import { placeOf } from "../facts/object-place.js";
import { asmStore } from "../facts/store.js";
import { follows } from "./own-address.js";

/** `asm("…" : "=m"(p->uid))`; libclang shows the operand as a reference. */
export function asmWrite(
  facts: UnitFacts,
  unitText: string,
  layout: Layout,
  shadow: AccessShadow,
): RawSite | undefined {
  const terms = termsOf(facts, layout, shadow);
  if (terms.length === 0) return undefined;
  return asmWriteOf({ facts, unitText }, shadow, terms, placeOf(facts, layout, shadow));
}

/** `shadow` is a term, a part of one, or what holds some; `place` is that of its object. */
export function asmWriteOf(
  { facts, unitText }: { readonly facts: UnitFacts; readonly unitText: string },
  shadow: AccessShadow,
  terms: readonly string[],
  place: Pick<RawSite, "target" | "object">,
): RawSite | undefined {
  const behind = followedOperand(facts, unitText, shadow);
  const at = behind ?? asmOperandAt(unitText, shadow.range);
  if (at === undefined) return undefined;
  const { constraint, isOutput } = at.operand;
  const isInMemory = isMemory(constraint);
  if (behind === undefined && isGivenAddress(facts, shadow, at.operand)) return undefined;
  // What changes memory beside its outputs, or has none, may mean its inputs; and so may what does not say so.
  const isSpoilt =
    !isOutput &&
    isInMemory &&
    (spoilsMemory(unitText, at.statement) || !isOnlyRead(unitText, at.statement, at.operand));
  const store = asmStore(unitText, shadow.range);
  return {
    terms,
    ...judgedOperand(constraint, isOutput ? "output" : isSpoilt ? "spoilt" : "input"),
    range: shadow.range,
    ...(store === undefined ? {} : { store, ...place }),
  };
}

const isMemory = (constraint: string) => /[moVX<>,g]/.test(constraint);

/** Of an array in a register: told as an alias. */
const isGivenAddress = (facts: UnitFacts, { type }: AccessShadow, { constraint, isOutput }: AsmOperand) =>
  !isOutput && !isMemory(constraint) && isArray(facts, type);

/** `"+m"(*(volatile int *)&p->uid)`: the operand that a term is by its own address. */
export function followedOperand(facts: UnitFacts, unitText: string, shadow: AccessShadow) {
  const { start } = shadow.range;
  if (!/"\s{0,20}\([\s(]{0,20}\*[^;{}"]{0,200}$/.test(unitText.slice(Math.max(0, start - 200), start)))
    return undefined;
  const found = asmOperandAround(unitText, shadow.range);
  if (found === undefined) return undefined;
  return follows(facts, unitText, shadow, found.operand.range) === "itself" ? found : undefined;
}

/** Of a member, or of an object that holds some. */
function termsOf(facts: UnitFacts, { terms, holders }: Layout, { entity, type }: AccessShadow): string[] {
  const own = terms.get(entity);
  if (own !== undefined) return [own];
  return holders.has(recordOf(facts, type) ?? "") ? [...terms.values()] : [];
}

function judgedOperand(
  constraint: string,
  is: "output" | "spoilt" | "input",
): Pick<RawSite, "how" | "reason" | "certainty"> {
  if (is === "output") return { how: "written by asm", reason: `it is an output of asm ("${constraint}")` };
  if (is === "input")
    return {
      how: "read by asm",
      certainty: "filtered",
      reason: `it is an input of asm ("${constraint}"), which only reads it`,
    };
  return {
    how: "written by asm",
    certainty: "possible",
    reason: `it is an operand in memory ("${constraint}") of asm that changes memory, has no output, or does more with it than read it`,
  };
}

function spoilsMemory(unitText: string, { start, end }: TextRange): boolean {
  const text = unitText.slice(start, end);
  const isWithoutOutput = /^\w[^(]*\(\s*(?:""\s*)+:\s*:/.test(text.replace(/"(?:[^"\\]|\\[\s\S])*"?/g, '""'));
  return isWithoutOutput || /"memory"/.test(text);
}
