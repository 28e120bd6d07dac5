/**
 * A function's body as a hidden function beside the one that gets the advice. The text of the body stays where it is,
 * under its own header with another name; where the function is a member, so is the hidden one.
 */
import type { ExecutionShadow, FunctionEntity } from "../../../model/index.js";
import { returnsByItself } from "../../text/program-start.js";
import { Unweavable } from "../../unweavable.js";
import { friendStruct } from "../aspects/befriended.js";
import { asCalled } from "../called-function.js";
import type { CxxSite } from "../cxx-site.js";
import type { CxxFrame, CxxLevel } from "../operation.js";
import { isNamedWithin } from "../types/injected-name.js";
import { nameableScope } from "../types/spell-type.js";
import { bindsArguments, CLOSURE, closureOf, isPack } from "./forwarding-closure.js";
import { friendBody, isFriendInTemplate } from "./friend-body.js";
import { keepFunctionName } from "./function-names.js";
import { type HiddenBody, type HiddenHeader, readHeader } from "./hidden-header.js";
import { makeResults, type Passage, passageOf } from "./structure-passage.js";
import { copyVariadic, passesVariadic, VARIADIC } from "./variadic-body.js";

export function addProceedFunction(
  shadow: ExecutionShadow,
  entity: FunctionEntity,
  levels: readonly CxxLevel[],
  number: number,
  site: CxxSite,
): HiddenBody {
  refuse(entity);
  const symbol = `__weft_proceed_${number}`;
  const proceeds = levels.reduce((most, { scan }) => Math.max(most, scan.proceeds), 0);
  const attribute = attributesOf(shadow, proceeds, site);
  const args = entity.parameters.map((_, index) => `arg${index}`);
  const passedOn = (frame: CxxFrame) =>
    args.map((key, index) => passOn(frame(key), `__P${index}`, proceeds, site));
  if (isFriendInTemplate(shadow, entity, site))
    return friendBody(shadow, entity, passedOn, proceeds > 1 ? "" : "__attribute__((always_inline)) ", site);
  const bound = bindsArguments(shadow, entity, site);
  // The frame of a coroutine outlives the call, and what it would refer to.
  const passage =
    bound || isCoroutine(shadow, site.text) ? BY_VALUE : passageOf(shadow, entity, levels, site);
  const header = readHeader(shadow, entity, passage, site);
  const storesResult = passage.madeResult !== undefined;
  const friends =
    header.isMember || header.friendOf !== undefined || header.qualifier !== ""
      ? []
      : site.befriended.placesOf(entity);
  const position = site.facts.lineMap.positionAt(shadow.nameRange.start);
  const owner =
    friends.length === 0 ? undefined : friendStruct(number, position.file, position.line, entity.name);
  const called = owner === undefined ? symbol : `${owner}::${symbol}`;
  const closure = bound ? closureOf(called, header, entity, proceeds, site) : undefined;
  const perform = (frame: CxxFrame) => {
    if (closure !== undefined)
      return `${frame(CLOSURE)}(${args
        .filter((_, index) => !isPack(entity, index, site))
        .map(frame)
        .join(", ")})`;
    const passed = passedOn(frame).map((value, index) =>
      passage.byReference.has(index) ? frame(`arg${index}`) : value,
    );
    if (passesVariadic(entity)) passed.push(`__builtin_addressof(${frame(VARIADIC)})`);
    const list = [...(storesResult ? [`__builtin_addressof(${frame("result")})`] : []), ...passed].join(", ");
    if (header.isMember && !entity.isStatic)
      return `${asCalled(frame("that"), "__H", entity)}.${symbol}(${list})`;
    if (isNamedWithin(entity, site.facts)) return `__H::${symbol}(${list})`;
    const scope = (header.friendOf ?? nameableScope(entity.scope)).map((name) => `${name}::`).join("");
    return `::${scope}${called}(${list})`;
  };
  const own = entity.parameters.map(({ name }, index) => name || `__weft_arg${index}`);
  return {
    perform,
    storesResult,
    direct: closure?.call(own) ?? `${called}(${own.join(", ")})`,
    closure: closure?.text,
    place: (wrapper) => {
      for (const at of friends) site.insertOnce(at, `friend struct ${owner}; `);
      const names = { symbol, attribute, owner };
      declareHidden(shadow, header, names, site);
      wrapBody(shadow, entity, `${wrapper} ${hiddenDefinition(header, names)}`, site);
      if (entity.variadic) copyVariadic(shadow, entity, site);
      keepFunctionName(shadow.body, entity, site);
      makeResults(
        shadow.returns.map(({ range }) => range),
        passage,
        site,
      );
    },
  };
}

/** What stands before the result type, with a space behind it. */
function attributesOf(shadow: ExecutionShadow, proceeds: number, { text }: CxxSite): string {
  const constant = shadow.inConstexpr === true ? "constexpr " : "";
  if (shadow.pinned || isCoroutine(shadow, text)) return `${constant}__attribute__((unused, noinline)) `;
  // What uses a list of arguments can't be inlined.
  const usesList = /\b__builtin_(?:c23_)?va_/.test(text.slice(shadow.body.start, shadow.body.end));
  return proceeds > 1 || usesList
    ? `${constant}__attribute__((unused)) `
    : `${constant}__attribute__((always_inline, unused)) inline `;
}

interface HiddenNames {
  readonly symbol: string;
  readonly attribute: string;
  /** The struct that classes are friends with, in which the hidden function stands then. */
  readonly owner: string | undefined;
}

/** Before the function, or in the class of a member that is defined elsewhere. */
function declareHidden(
  { range }: ExecutionShadow,
  header: HiddenHeader,
  { symbol, attribute, owner }: HiddenNames,
  site: CxxSite,
): void {
  if (!header.isMember && header.friendOf === undefined) {
    const at = beforeLinkage(site.text, range.start);
    const { template, before, parameters, after } = header;
    const plain = `${template}static ${attribute}${before}${symbol}${parameters}${after};`;
    const declaration = owner === undefined ? plain : `struct ${owner} { ${plain} };`;
    site.insert(at, site.onOwnLine(at, `${inNamespaces(header.qualifier, declaration)} `), "open");
  } else if (header.outside !== undefined) {
    const { at, declaration } = header.outside;
    site.insert(at, site.onOwnLine(at, ` ${declaration(symbol, attribute)} `), "open");
  }
}

/** The header before the body. */
function hiddenDefinition(header: HiddenHeader, { symbol, attribute, owner }: HiddenNames): string {
  const { isMember, before, parameters, after } = header;
  if (owner !== undefined)
    return `${header.templateAgain}${attribute}${before}${owner}::${symbol}${parameters}${after}`;
  const template = isMember || header.friendOf !== undefined ? header.template : header.templateAgain;
  const isStatic = !isMember || (header.outside === undefined && header.isStatic);
  return `${template}${isStatic ? "static " : ""}${attribute}${before}${header.qualifier}${symbol}${parameters}${after}`;
}

/** The body stays where it is, behind the new header. */
function wrapBody(
  { body, tryBlock }: ExecutionShadow,
  entity: FunctionEntity,
  header: string,
  site: CxxSite,
): void {
  const whole = tryBlock ?? body;
  const handlers = tryBlock === undefined ? "" : "{ ";
  site.insert(whole.start, site.onOwnLine(whole.start, `${header} ${handlers}`), "open");
  const hasResult = site.speller.valueClass(entity.result) !== "void";
  const last = hasResult && returnsByItself(entity) ? " return 0;" : "";
  if (handlers !== "") site.insert(whole.end, `${last} }`, "close");
  else if (last !== "") site.insert(whole.end - 1, `${last} `, "close");
}

/** Its body runs in pieces, and can't be moved into a caller. */
export const isCoroutine = ({ body }: Pick<ExecutionShadow, "body">, text: string): boolean =>
  /\bco_(?:return|yield|await)\b/.test(text.slice(body.start, body.end));

const BY_VALUE: Passage = { byReference: new Map() };

/** A function that is defined as `n::f` has its hidden one declared in `n`. */
function inNamespaces(qualifier: string, declaration: string): string {
  const names = qualifier.match(/\w+/g) ?? [];
  return `${names.map((name) => `namespace ${name} { `).join("")}${declaration}${" }".repeat(names.length)}`;
}

/** `extern "C"` belongs to the function, but is not part of its range. */
function beforeLinkage(text: string, start: number): number {
  const from = Math.max(0, start - 80);
  const linkage = /\bextern\s*"C(?:\+\+)?"\s*$/.exec(text.slice(from, start));
  return linkage === null ? start : from + linkage.index;
}

/** By-value parameters of class type are moved out of the wrapper's copy, unless the body may run again. */
export function passOn(value: string, type: string, proceeds: number, { cplusplus }: CxxSite): string {
  return cplusplus >= 201103 && proceeds <= 1 ? `static_cast<${type} &&>(${value})` : value;
}

function refuse(entity: FunctionEntity): void {
  if (entity.role === "lambda")
    throw new Unweavable(
      "lambda",
      "this advice on a lambda can't be woven",
      "Use before advice, or advise the function that holds it.",
    );
}
