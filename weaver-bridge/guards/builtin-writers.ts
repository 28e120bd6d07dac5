/** `__builtin_memcpy(p, …)`: libclang tells no call of what the compiler has built in, so it is found in the text. */
import { contains, type TextRange, type UnitFacts } from "../model/index.js";
import { bulkWriter } from "./bulk-writers.js";
import { addressed, type FunctionBody } from "./function-text.js";
import type { RawSite } from "./guard-site.js";
import { type Layout, recordOf } from "./layout.js";

export function builtinWriters(
  facts: UnitFacts,
  unitText: string,
  layout: Layout,
  bodyAt: (at: TextRange) => FunctionBody | undefined,
): RawSite[] {
  return [...unitText.matchAll(/\b__builtin_\w+\s*\(/g)].flatMap(({ index, 0: text }): RawSite[] => {
    const name = /\w+/.exec(text)?.[0] ?? "";
    if (bulkWriter(name)?.to !== 0) return [];
    const from = index + text.length;
    const to = { start: from, end: firstArgumentEnd(unitText, from) };
    const body = bodyAt(to);
    if (body === undefined) return [];
    const terms = written(facts, unitText, layout, to, body);
    if (terms.length === 0) return [];
    const range = { start: index, end: callEnd(unitText, from) };
    const how = `filled by ${name}`;
    if (terms.length === 1 && layout.terms.size > 1)
      return [{ terms, how, reason: `${name} writes the bytes of it`, range }];
    return [
      {
        terms,
        how,
        reason: `${name} writes bytes of an object that holds it`,
        range,
        target: { range: to, is: "pointer", reach: "holder" },
        object: addressed(unitText, to),
      },
    ];
  });
}

function written(
  facts: UnitFacts,
  unitText: string,
  { terms, holders, names }: Layout,
  to: TextRange,
  { text }: FunctionBody,
): string[] {
  const all = [...new Set(terms.values())];
  const own = facts.shadows.find((one) => one.kind === "ref" && contains(to, one.range));
  if (own?.kind === "ref") {
    const term = terms.get(own.entity);
    if (term !== undefined) return [term];
    return holders.has(recordOf(facts, own.type) ?? "") ? all : [];
  }
  const name = /^\s*\(*\s*([A-Za-z_]\w*)\s*\)*\s*$/.exec(unitText.slice(to.start, to.end))?.[1];
  if (name === undefined || names.size === 0) return [];
  return new RegExp(`\\b(?:${[...names].join("|")})\\s*\\*\\s*(?:const\\s+)?${name}\\s*[;,=)]`).test(text)
    ? all
    : [];
}

function firstArgumentEnd(text: string, from: number): number {
  return endOf(text, from, ",");
}

function callEnd(text: string, from: number): number {
  return endOf(text, from, "") + 1;
}

/** Of what stands between brackets from there on. */
function endOf(text: string, from: number, stop: string): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string;
    if (depth === 0 && (sign === stop || sign === ")")) return at;
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign)) depth--;
  }
  return text.length;
}
