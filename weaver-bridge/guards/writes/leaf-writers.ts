/**
 * Calls that write a term by its address and do nothing else: `xchg(&lock->held, 1)`, where the unit shows a body that calls
 * nobody. They are as certain as an assignment; the guard stands before the call.
 */
import { type AccessShadow, type CallShadow, contains } from "../../model/index.js";
import { calledFunction, type ShownCode } from "../facts/called-function.js";
import { callsGiven } from "../facts/indexed-facts.js";
import { isConst, pointeeOf } from "../facts/layout.js";
import { callStore, type OwnAddressWrite } from "../facts/store.js";
import { usesOfPointer } from "../pointers/pointer-uses.js";

/** Of a use of a term's address. */
export function leafWrite(code: ShownCode, use: AccessShadow): OwnAddressWrite | undefined {
  const { facts, unitText } = code;
  const call = callsGiven(facts, use.range).at(-1);
  const callee = call && facts.entities[call.entity];
  if (call === undefined || callee?.kind !== "function") return undefined;
  const at = call.arguments.findIndex(({ range }) => contains(range, use.range));
  const { range } = call.arguments[at] as CallShadow["arguments"][number];
  // Casts and brackets alone.
  const before = unitText.slice(range.start, use.range.start);
  const around = before.replace(/\([\w\s]+\*\s*\)/g, "") + unitText.slice(use.range.end, range.end);
  const shown = calledFunction(code, call.entity);
  const parameter = shown?.parameters[at];
  if (!/^[\s()&]*$/.test(around) || !parameter?.name || isConst(facts, pointeeOf(facts, parameter.type)))
    return undefined;
  const body = shown?.body;
  if (body === undefined || /\b(?:return|goto)\b[^;]*&/.test(body.text)) return undefined;
  const statements = body.text.slice(body.text.indexOf("{"));
  const calls = statements.matchAll(/\b([A-Za-z_]\w*)\s*\(|\)\s*\(/g);
  const isLeaf = [...calls].every(([, name]) => name !== undefined && CALLS_NOBODY.test(name));
  const uses = usesOfPointer(parameter.name, body.text);
  if (!isLeaf || !uses.isOnlyFollowed || (!uses.isWritten && uses.kept === undefined)) return undefined;
  return {
    range: call.range,
    how: `written by ${callee.name}`,
    reason: `${callee.name} gets its address, writes there, and calls nobody`,
    store: callStore(call.arguments),
  };
}

const CALLS_NOBODY =
  /^(?:if|while|for|switch|return|sizeof|volatile|asm|goto|inline|(?:__)?(?:asm|volatile|inline|typeof|extension|attribute)(?:__)?|typeof|__builtin_expect|__atomic_\w+|__sync_\w+)$/;
