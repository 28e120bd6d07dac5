/**
 * Writes of a term that go through its own address, in one expression: `*(volatile int *)&p->uid = 1`, `*p->list = 1`,
 * `__atomic_store_n(&p->uid, 1, …)`. They are as certain as those that name it on the left side.
 */
import { type AccessShadow, contains, type TextRange, type UnitFacts } from "../../model/index.js";
import { argumentsFrom } from "../facts/call-arguments.js";
import { functionBodies } from "../facts/function-text.js";
import { accessOf, builtinsAround, membersAround } from "../facts/indexed-facts.js";
import { isArray } from "../facts/layout.js";
import { bitFieldName, bitsIn, type OwnAddressWrite, operatorStore, storeOf } from "../facts/store.js";
import { openingOf } from "../facts/text-brackets.js";
import { atomicWrite, isAtomicLoad } from "./atomic-blocks.js";
import { leafWrite } from "./leaf-writers.js";

/** What a use of a term's address, or of an array's, is; for any of the unit's. */
export interface AddressUses {
  /** The write that it makes right there. */
  readonly write: (use: AccessShadow) => OwnAddressWrite | undefined;
  /** It is followed there, and only read. */
  readonly isRead: (use: AccessShadow) => boolean;
}

export function addressUses(facts: UnitFacts, unitText: string): AddressUses {
  const bodyAt = functionBodies(facts, unitText);
  let calls: readonly BuiltinCall[] | undefined;
  const around = ({ range }: AccessShadow) => builtinsAround(facts, range);
  return {
    write(use) {
      for (const one of around(use).reverse()) {
        const [to] = one.operands;
        const store = operatorStore(one, unitText);
        if (store === undefined || to === undefined || !contains(to.range, use.range)) continue;
        if (follows(facts, unitText, use, to.range) !== "itself") continue;
        return {
          range: one.range,
          how: "written by its address",
          reason: "its own address is followed",
          store: { ...store, ...bitsOf(facts, to.range) },
        };
      }
      const part = membersAround(facts, use.range).find(
        (one) => one.kind === "set" && isPartOf(facts, unitText, use, one),
      );
      const store = part && storeOfAccess(facts, part);
      if (part !== undefined && store !== undefined)
        return { range: part.range, how: "written by its address", reason: "a part of it is written", store };
      calls ??= builtinCalls(unitText);
      return (
        writtenBy(calls, use.range, unitText) ??
        atomicWrite(unitText, use.range) ??
        leafWrite({ facts, unitText, bodyAt }, use)
      );
    },
    isRead(use) {
      calls ??= builtinCalls(unitText);
      return (
        isLoaded(calls, use.range) ||
        membersAround(facts, use.range).some(
          (one) => one.kind === "get" && isPartOf(facts, unitText, use, one),
        ) ||
        isAtomicLoad(unitText, use.range) ||
        around(use).some((one) => {
          const sign = unitText.slice(one.operator.start, one.operator.end);
          if (!/^(?:\*|\[.*)$/s.test(sign) || (one.form !== "prefix" && one.form !== "index")) return false;
          if (follows(facts, unitText, use, one.range) === undefined || isArray(facts, one.result))
            return false;
          return isOnlyValue(unitText, one.range);
        })
      );
    },
  };
}

/** `p->list->a`, `(p->list + 1)->a`, `(*p->list).a`: a member of an element. */
function isPartOf(facts: UnitFacts, text: string, use: AccessShadow, { object }: AccessShadow): boolean {
  if (object === undefined || !contains(object.range, use.range)) return false;
  const steps = stepsTo(text, use, object.range);
  return steps !== undefined && steps + (object.arrow ? 1 : 0) <= arrayDepth(facts, use);
}

/** `((struct flags *)&p->mode)->low = 1`: a bit-field has no address to be kept. */
function bitsOf(facts: UnitFacts, range: TextRange) {
  const part = accessOf(facts, { range });
  const name = part && bitFieldName(facts, part);
  return part === undefined || name === undefined ? {} : bitsIn(part, name);
}

const storeOfAccess = (facts: UnitFacts, part: AccessShadow) => storeOf(part, bitFieldName(facts, part));

/** Neither written to nor has its address taken, as far as what stands around tells. */
function isOnlyValue(text: string, { start, end }: TextRange): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  const after = text.slice(end, end + 40);
  // The whole is then the place that it names.
  if (
    /\b(?:_Generic|__builtin_choose_expr)\s*$/.test(
      before.slice(0, Math.max(0, openingOf(before, before.length))),
    )
  )
    return false;
  if (/(?:^|[^&])&[\s(]*$|\+\+[\s(]*$|--[\s(]*$|"\s*\([\s(]*$/.test(before)) return false;
  return !/^[\s)]*(?:(?:[-+*/%&|^]|<<|>>)?=(?!=)|\+\+|--|\[|\.|->)/.test(after);
}

/**
 * `itself`: what the expression names is the term or a part of it; `elsewhere`: what it points to. Undefined: the term is
 * not what it follows.
 */
export function follows(
  facts: UnitFacts,
  text: string,
  use: AccessShadow,
  to: TextRange,
): "itself" | "elsewhere" | undefined {
  const steps = stepsTo(text, use, to);
  if (steps === undefined) return undefined;
  return steps <= arrayDepth(facts, use) ? "itself" : "elsewhere";
}

/** How often a pointer is followed between a use and what stands around it; undefined where something else is done. */
function stepsTo(text: string, use: AccessShadow, to: TextRange): number | undefined {
  const before = withoutCasts(text.slice(to.start, use.range.start));
  if (!/^[\s(*&]*(?:\w+\s*\+[\s(&]*)?$/.test(before)) return undefined;
  const own = text.slice(use.range.start, use.range.end);
  const after = text.slice(use.range.end, to.end);
  return count(before, /\*/g) - count(before + (/^\s*&/.test(own) ? "&" : ""), /&/g) + count(after, /\[|->/g);
}

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0;

function withoutCasts(text: string): string {
  const nested = /\b(?:__)?typeof(?:__)?\s*\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;
  const cast = /\(\s*[A-Za-z_][\w\s]*(?:\*(?:[\s*]|const|volatile)*)?\)/g;
  return text.replace(nested, "int").replace(cast, " ");
}

function arrayDepth(facts: UnitFacts, { type, object: _, ...use }: AccessShadow): number {
  let depth = 0;
  for (let of = facts.types[type]; of !== undefined; ) {
    if (of.kind === "typedef") of = facts.types[of.underlying];
    else if (of.kind === "array") {
      depth++;
      of = facts.types[of.of];
    } else break;
  }
  return depth + use.indices.length;
}

interface BuiltinCall {
  readonly name: string;
  readonly range: TextRange;
  readonly arguments: readonly TextRange[];
}

const BUILTIN =
  /\b(?:__atomic_\w+|__c11_atomic_\w+|__sync_\w+|__builtin_\w+_overflow|__builtin_(?:add|sub)c\w*)\s*\(/g;

function builtinCalls(text: string): BuiltinCall[] {
  return Array.from(text.matchAll(BUILTIN), ({ index, 0: head }) => {
    const called = argumentsFrom(text, index + head.length);
    const name = /\w+/.exec(head)?.[0] ?? "";
    return { name, range: { start: index, end: called.end }, arguments: called.arguments };
  });
}

/** Positions of the arguments that are written to. */
function writtenArguments(name: string): readonly number[] {
  if (/^__atomic_load$/.test(name)) return [1];
  if (/^__(?:c11_)?atomic_(?:load_n|load|thread_fence|signal_fence|\w*is_lock_free)$/.test(name)) return [];
  if (/^__(?:c11_)?atomic_compare_exchange/.test(name)) return [0, 1];
  if (/^__atomic_exchange$/.test(name)) return [0, 2];
  if (/_overflow$/.test(name)) return [2];
  if (/^__builtin_(?:add|sub)c/.test(name)) return [3];
  return [0];
}

/** What a call of the compiler's own reads by its address. */
function isLoaded(calls: readonly BuiltinCall[], use: TextRange): boolean {
  const call = calls.findLast((one) => one.arguments.some((argument) => contains(argument, use)));
  if (call === undefined || !/^__(?:c11_)?atomic_load(?:_n)?$/.test(call.name)) return false;
  return contains(call.arguments[0] as TextRange, use);
}

function writtenBy(calls: readonly BuiltinCall[], use: TextRange, text: string): OwnAddressWrite | undefined {
  const call = calls.findLast(({ arguments: given }) => given.some((one) => contains(one, use)));
  if (call === undefined) return undefined;
  const at = call.arguments.findIndex((one) => contains(one, use));
  const argument = call.arguments[at] as TextRange;
  const before = withoutCasts(text.slice(argument.start, use.start));
  if (!writtenArguments(call.name).includes(at) || !/^[\s(&*]*(?:\w+\s*\+[\s(&]*)?$/.test(before))
    return undefined;
  return {
    range: call.range,
    how: `written by ${call.name}`,
    reason: `${call.name} gets its address`,
    store: { form: "call", arguments: call.arguments },
  };
}
