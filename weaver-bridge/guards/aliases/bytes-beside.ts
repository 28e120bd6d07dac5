/**
 * Bytes that a call writes into an array beside a term, where its text does not show that they end inside:
 * `strcpy(t->name, s)`, `memcpy(t->name, s, n)`. They may write the term, and get a guard.
 */
import type { AccessShadow, TextRange, TypeId } from "../../model/index.js";
import { sizeOf } from "../facts/array-ends.js";
import { bulkWriter, countedBy } from "../facts/bulk-writers.js";
import type { ShownCode } from "../facts/called-function.js";
import { withoutPointerCasts } from "../facts/casts-before.js";
import type { RawSite } from "../facts/guard-site.js";
import { referencesWithin, shadowsOf } from "../facts/indexed-facts.js";
import { isArray, type Layout } from "../facts/layout.js";
import { placeOf } from "../facts/object-place.js";
import { filledByBuiltins } from "../facts/unit-texts.js";
import { isBounded } from "../writes/bounded-index.js";
import { writtenArgument } from "../writes/call-sites.js";
import { unboundedIndex } from "./element-writes.js";
import { isBesideTerms, pastItsEnd } from "./neighbours.js";

interface WritingCall {
  readonly name: string;
  readonly range: TextRange;
  /** With their types, where these are known. */
  readonly arguments: readonly (TextRange & { readonly type?: TypeId })[];
}

/** What surely ends elsewhere is told with its chain. */
export function bytesBeside(code: ShownCode, layout: Layout): RawSite[] {
  if (layout.own === undefined) return [];
  return [...calls(code), ...filledByBuiltins(code)].flatMap((call) => ofCall(code, layout, call));
}

function calls({ facts }: ShownCode): WritingCall[] {
  return shadowsOf(facts).calls.flatMap((shadow): WritingCall[] => {
    const written = writtenArgument(facts, shadow);
    if (written === undefined || written.isEnd) return [];
    const given = shadow.arguments.map(({ range, type }) => ({ ...range, type }));
    return [{ name: written.name, range: shadow.range, arguments: given }];
  });
}

function ofCall(code: ShownCode, layout: Layout, call: WritingCall): RawSite[] {
  const { facts, unitText } = code;
  const to = call.arguments[bulkWriter(call.name)?.to ?? -1];
  if (to === undefined) return [];
  const array = referencesWithin(facts, to).find((one) => isArrayBeside(code, layout, one));
  if (array === undefined || pastItsEnd(code, array) !== undefined) return [];
  const open = unboundedIndex(code, array);
  // The bytes of one element, which is surely inside, are its neighbours' business.
  if (open === undefined && !isArray(facts, array.type)) return [];
  const name = facts.entities[array.entity]?.name ?? "";
  const isAll = /^[\s(&]*$/.test(withoutPointerCasts(unitText.slice(to.start, array.lvalue.start)));
  const isFromStart = isAll && /^[\s)]*$/.test(unitText.slice(array.lvalue.end, to.end));
  if (open === undefined && isFromStart && endsInside(code, array, call)) return [];
  return [
    {
      terms: [...new Set(layout.terms.values())],
      how: `written past ${name} by ${call.name}`,
      certainty: "possible",
      reason: `${name} stands beside it, and ${open === undefined ? `${call.name} may write more bytes than ${name} has` : `its element ${unitText.slice(open.start, open.end)} may lie outside of ${name}`}`,
      range: call.range,
      store: { form: "call", arguments: call.arguments },
      ...placeOf(facts, layout, array),
    },
  ];
}

/** An array, or an element of one by an index. Of one without a size nobody knows where it ends. */
function isArrayBeside({ facts }: ShownCode, layout: Layout, one: AccessShadow): boolean {
  if (one.object === undefined || layout.terms.has(one.entity) || layout.siblings.has(one.entity))
    return false;
  const isOfMany = isArray(facts, one.type) ? (sizeOf(facts, one.type) ?? 0) > 1 : one.indices.length > 0;
  return isOfMany && isBesideTerms({ facts, layout }, one);
}

/** By a number, `sizeof`, a text in quotes, or a condition about what says how many bytes there are. */
function endsInside({ facts, unitText, bodyAt }: ShownCode, array: AccessShadow, call: WritingCall): boolean {
  const size = sizeOf(facts, array.type) ?? 0;
  const textOf = ({ start, end }: TextRange) => unitText.slice(start, end).trim();
  const bytes = call.arguments[countedBy(call.name, call.arguments.length)];
  if (bytes === undefined) {
    const text = /^"((?:[^"\\%]|\\[^0-9x])*)"$/.exec(textOf(call.arguments[1] ?? call.range))?.[1];
    const isCopied = !/cat/.test(call.name) && text !== undefined;
    return isCopied && text.replace(/\\./g, "?").length < size;
  }
  const said = textOf(bytes).replace(/\s+/g, "");
  const member = textOf(array.lvalue).replace(/\s+/g, "");
  const [all] = [`sizeof(${member})`, `sizeof${member}`].filter((one) => said.startsWith(one));
  if (all !== undefined && /^(?:-\d+)?$/.test(said.slice(all.length))) return true;
  const body = bodyAt(bytes);
  if (body === undefined) return false;
  return isBounded(facts, body, { range: bytes, type: bytes.type ?? -1 }, { size: size + 1, text: member });
}
