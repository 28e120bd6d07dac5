/** One advice at one join point, as insertions into the source. */
import { type AccessShadow, type CallShadow, contains, type TextRange } from "../../model/index.js";
import { type AdviceMatch, type ShadowMatch, signatureOf } from "../../pointcut/index.js";
import { type Found, isReason, spanOf } from "../pair/find-ends.js";
import {
  type FunctionSite,
  isStable,
  sourceRangeOf,
  startsStatement,
  statementEnd,
  type TokenSpan,
} from "../sources/function-site.js";
import { indentAt, reindentBlock } from "../sources/text-edits.js";
import { type BodyParts, bodyParts, type JoinPointWords } from "./advice-body.js";

/** Text that goes to `at`; `replaces` ends what goes away there. */
export interface Insertion {
  readonly file: string;
  readonly at: number;
  readonly replaces?: number;
  readonly text: string;
  readonly place: InsertionPlace;
}

/** Where several go to one place, they stand in this order. */
export const INSERTION_PLACES = ["behind statement", "begin", "end", "before statement"] as const;
export type InsertionPlace = (typeof INSERTION_PLACES)[number];

type Words = Found<{ readonly text: string }>;

/** Why a statement can't be put at a join point. */
const NO_STATEMENT = {
  get: "a read stands inside an expression",
  ref: "a reference is taken inside an expression",
  builtin: "an operator stands inside an expression",
  construction: "it reaches constructors that the compiler makes as well, and those have no text",
  destruction: "it reaches destructors that the compiler makes as well, and those have no text",
} as const;

export function inlineAt(
  match: ShadowMatch,
  advice: AdviceMatch,
  site: FunctionSite,
): Found<readonly Insertion[]> {
  if (advice.certainty === "conditional") return { reason: "it is decided at run time" };
  const { shadow } = match;
  if (shadow.kind === "execution") return inFunction(site, advice);
  if (shadow.kind === "call" || shadow.kind === "set") return atStatement(site, advice, shadow);
  return { reason: NO_STATEMENT[shadow.kind] };
}

function wordsFor(
  site: FunctionSite,
  advice: AdviceMatch,
  at: Pick<JoinPointWords, "arguments" | "result" | "that" | "target" | "signature">,
): JoinPointWords {
  const bound = new Map<string, Words>();
  for (const { name, source } of advice.bindings)
    bound.set(
      name,
      source.kind === "argument"
        ? (at.arguments[source.index] ?? { reason: `there is no argument ${source.index}` })
        : source.kind === "local"
          ? { text: source.variable.name }
          : at[source.kind],
    );
  return {
    ...at,
    ...{ language: site.facts.language, bound },
    localNames: new Set([...site.parameters, ...site.locals.map(({ name }) => name)]),
    ownNames: new Set(advice.aspect.members.map(({ name }) => name).filter(Boolean)),
  };
}

function thatOf(site: FunctionSite): Words {
  if (site.facts.language === "c") return { text: "((void *)0)" };
  return site.entity.member !== undefined && !site.entity.isStatic
    ? { text: "this" }
    : { reason: "there is no object there" };
}

function inFunction(site: FunctionSite, advice: AdviceMatch): Found<readonly Insertion[]> {
  const value = resultName(site);
  const words = wordsFor(site, advice, {
    arguments: site.parameters.map((name) =>
      name === "" ? { reason: "a parameter has no name" } : { text: name },
    ),
    result: value,
    that: thatOf(site),
    target: { reason: "an execution has no target" },
    signature: signatureOf(site.facts, site.shadow.entity),
  });
  const parts = bodyParts(advice.file, advice.advice.body, words);
  if (isReason(parts)) return parts;
  const { kind } = advice.advice;
  if (kind === "around" && parts.after === undefined)
    return { reason: "it does not proceed: the body of the function would go away" };
  const begin = kind === "after" ? "" : parts.before;
  const end = kind === "after" ? parts.before : (parts.after ?? "");
  const isShared = kind === "around" && parts.declares;
  const insertions: Insertion[] = [];
  if (begin.trim() !== "") {
    const open = sourceRangeOf(site, { from: 0, to: 1 });
    if (open === undefined) return { reason: "the function's brace stands in a macro expansion" };
    insertions.push({
      ...behind(site, open.end, block(begin, "\t", parts.declares && !isShared)),
      place: "begin",
    });
  }
  if (end.trim() === "") return insertions;
  const ends = atEnds(site, end, parts, value);
  return isReason(ends) ? ends : [...insertions, ...ends];
}

/** What every `return` returns, when it can be named twice. */
function resultName(site: FunctionSite): Words {
  const values = site.shadow.returns.map(({ value }) => value && spanOf(site, value));
  const names = new Set(
    values.map((span) =>
      span === undefined
        ? ""
        : site.tokens
            .slice(span.from, span.to)
            .map(({ text }) => text)
            .join(" "),
    ),
  );
  const [name] = names;
  if (names.size === 1 && name !== undefined && /^\w+$/.test(name)) return { text: name };
  return { reason: "the result has no name in the function" };
}

function atEnds(
  site: FunctionSite,
  text: string,
  parts: BodyParts,
  value: Words,
): Found<readonly Insertion[]> {
  const { shadow, tokens, source } = site;
  const insertions: Insertion[] = [];
  if (parts.usesResult && isReason(value)) return value;
  for (const { range, value: returned } of shadow.returns) {
    const statement = spanOf(site, range);
    const place = sourceRangeOf(site, statement);
    if (place === undefined) return { reason: "a `return` stands in a macro expansion" };
    if (returned !== undefined && !isStable(site, spanOf(site, returned)))
      return {
        reason: `what it returns, \`${source.text.slice(place.start, place.end)}\`, would be computed after the advice and not before it`,
      };
    const indent = indentAt(source.text, place.start);
    if (startsStatement(site, statement.from))
      insertions.push({ ...ahead(site, place.start, block(text, indent, parts.declares)), place: "end" });
    else {
      const inner = `${indent}\t`;
      const code = `{\n${block(text, inner, parts.declares)}\n${inner}${source.text.slice(place.start, place.end)}\n${indent}}`;
      insertions.push({ place: "end", file: source.file, at: place.start, replaces: place.end, text: code });
    }
  }
  const last = shadow.returns.at(-1);
  const closes =
    last !== undefined &&
    spanOf(site, last.range).to === tokens.length - 1 &&
    /^[{};]$/.test(tokens[spanOf(site, last.range).from - 1]?.text ?? "");
  if (closes || !site.isVoid)
    return insertions.length === 0 ? { reason: "the function has no end" } : insertions;
  const close = tokens.at(-1)?.place;
  if (close === undefined) return { reason: "the function's brace stands in a macro expansion" };
  return [...insertions, { ...ahead(site, close.start, block(text, "\t", parts.declares)), place: "end" }];
}

/** Statements at `indent`; in braces of their own when they declare something. */
function block(text: string, indent: string, inBraces: boolean): string {
  if (!inBraces) return reindentBlock(text, indent);
  return `${indent}{\n${reindentBlock(text, `${indent}\t`)}\n${indent}}`;
}

function atStatement(
  site: FunctionSite,
  advice: AdviceMatch,
  shadow: CallShadow | AccessShadow,
): Found<readonly Insertion[]> {
  const span = wholeStatement(site, shadow.range);
  if (span === undefined) return { reason: "it is part of a larger expression" };
  const place = sourceRangeOf(site, span);
  if (place === undefined) return { reason: "the statement stands in a macro expansion" };
  const operands = operandsOf(shadow);
  const object = shadow.object;
  const words = wordsFor(site, advice, {
    arguments: operands.map((range) => simple(site, range)),
    result: { reason: "the result of the statement is not kept" },
    that: thatOf(site),
    target: targetOf(site, object),
    signature: signatureOf(site.facts, shadow.entity),
  });
  // Arguments are evaluated once, names in them are those of the function.
  const parts = bodyParts(advice.file, advice.advice.body, words);
  if (isReason(parts)) return parts;
  const indent = indentAt(site.source.text, place.start);
  const { kind } = advice.advice;
  if (kind === "around" && parts.after === undefined)
    return [
      {
        place: "before statement",
        file: site.source.file,
        at: place.start,
        replaces: place.end,
        text: block(parts.before, indent, true).trimStart(),
      },
    ];
  if (kind === "around" && parts.declares)
    return { reason: "what it declares would be known to the rest of the function" };
  const [before, after] = kind === "after" ? ["", parts.before] : [parts.before, parts.after ?? ""];
  const computed = [...operands, ...(object === undefined ? [] : [object.range])];
  const late =
    before.trim() === "" ? undefined : computed.find((range) => !isStable(site, spanOf(site, range)));
  if (late !== undefined)
    return {
      reason: `\`${site.unitText.slice(late.start, late.end)}\` would be computed after the advice and not before it`,
    };
  return aroundStatement(site, place, {
    before: before.trim() === "" ? undefined : block(before, indent, parts.declares),
    after: after.trim() === "" ? undefined : block(after, indent, parts.declares),
  });
}

/** A pointer to the object; that of the function itself where none is written. */
function targetOf(site: FunctionSite, object: CallShadow["object"]): ReturnType<typeof thatOf> {
  if (object === undefined || object.range.start === object.range.end) return thatOf(site);
  return prefixed(simple(site, object.range), object.arrow ? "" : "&");
}

/** What is computed for a call or a write. */
function operandsOf(shadow: CallShadow | AccessShadow): TextRange[] {
  if (shadow.kind === "call") return shadow.arguments.map(({ range }) => range);
  return shadow.write !== undefined && "value" in shadow.write ? [shadow.write.value.range] : [];
}

function aroundStatement(
  site: FunctionSite,
  place: TextRange,
  { before, after }: { readonly before: string | undefined; readonly after: string | undefined },
): Insertion[] {
  return [
    ...(before === undefined
      ? []
      : [{ ...ahead(site, place.start, before), place: "before statement" as const }]),
    ...(after === undefined
      ? []
      : [{ ...behind(site, place.end, after), place: "behind statement" as const }]),
  ];
}

/** On lines of its own before `at`, if nothing else stands before it in its line. */
function ahead({ source: { file, text } }: FunctionSite, at: number, code: string): Omit<Insertion, "place"> {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const indent = indentAt(text, at);
  if (text.slice(start, at).trim() === "") return { file, at: start, text: `${code}\n` };
  return { file, at, text: `${code.trimStart()}\n${indent}` };
}

/** On lines of its own behind `at`, likewise. */
function behind(
  { source: { file, text } }: FunctionSite,
  at: number,
  code: string,
): Omit<Insertion, "place"> {
  const newline = text.indexOf("\n", at);
  if (newline !== -1 && text.slice(at, newline).trim() === "")
    return { file, at: newline + 1, text: `${code}\n` };
  return { file, at, text: `\n${code}` };
}

function prefixed(words: Words, prefix: string): Words {
  return isReason(words) ? words : { text: prefix + words.text };
}

/** An operand that can be said twice. */
function simple(site: FunctionSite, range: TextRange): Words {
  const span = spanOf(site, range);
  const place = sourceRangeOf(site, span);
  if (place === undefined) return { reason: "an argument stands in a macro expansion" };
  const text = site.source.text.slice(place.start, place.end);
  if (isStable(site, span)) return { text: /^[\w.]+$/.test(text) ? text : `(${text})` };
  return { reason: `\`${text}\` would be computed twice` };
}

function wholeStatement(site: FunctionSite, range: TextRange): TokenSpan | undefined {
  const { from, to } = spanOf(site, range);
  if (!startsStatement(site, from) || site.tokens[to]?.text !== ";" || statementEnd(site, from) !== to + 1)
    return undefined;
  return contains({ start: site.shadow.body.start, end: site.shadow.body.end }, range)
    ? { from, to: to + 1 }
    : undefined;
}
