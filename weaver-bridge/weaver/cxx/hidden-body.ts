/**
 * A function's body as a hidden function beside the one that gets the advice. The text of the body stays where it is,
 * under its own header with another name; where the function is a member, so is the hidden one.
 */
import type { ClassEntity, ExecutionShadow, FunctionEntity } from "../../model/index.js";
import { closingBracket, type Token, tokenize } from "../c-tokens.js";
import { insertName } from "../parameter-names.js";
import { Unweavable } from "../unweavable.js";
import type { CxxSite } from "./cxx-site.js";
import type { CxxFrame, CxxLevel } from "./operation.js";
import { nameableScope } from "./spell-type.js";
import { makeResults, type Passage, passageOf, passedParameters } from "./structure-passage.js";
import { splitAtCommas, splitTemplate, templateParameters } from "./template-header.js";
import { wordsOf } from "./token-text.js";
import { copyVariadic, passesVariadic, VARIADIC } from "./variadic-body.js";

export interface HiddenBody {
  /** Calls it from a wrapper. */
  readonly perform: (frame: CxxFrame) => string;
  /** The hidden function makes its result where {@link perform} says, in place of returning it. */
  readonly storesResult: boolean;
  /** Calls it in the function itself. */
  readonly direct: string;
  /** Of a template: what the function passes for the wrapper to call, since only it knows its own arguments. */
  readonly closure?: string | undefined;
  /** Edits the unit: `wrapper` is the new body of the function. */
  place(wrapper: string): void;
}

/** The name of the function itself as a value of the join point, see {@link HiddenBody.closure}. */
export const CLOSURE = "closure";

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
  const inlining = shadow.pinned
    ? "__attribute__((unused, noinline)) "
    : // What uses a list of arguments can't be inlined.
      proceeds > 1 || /\b__builtin_(?:c23_)?va_/.test(site.text.slice(shadow.body.start, shadow.body.end))
      ? "__attribute__((unused)) "
      : "__attribute__((always_inline, unused)) inline ";
  const attribute = `${shadow.inConstexpr === true ? "constexpr " : ""}${inlining}`;
  const bound = bindsArguments(shadow, entity, site);
  const passage = bound ? BY_VALUE : passageOf(shadow, entity, levels, site);
  const header = readHeader(shadow, entity, passage, site);
  const storesResult = passage.madeResult !== undefined;
  const isMember = header.isMember;
  const text = (forDeclaration: boolean) =>
    `${forDeclaration || isMember || header.friendOf !== undefined ? header.template : header.templateAgain}${isMember && header.outside === undefined && header.isStatic ? "static " : ""}${isMember ? "" : "static "}${attribute}${header.before}${header.qualifier}${symbol}${header.parameters}${header.after}${forDeclaration ? ";" : ""}`;
  const args = entity.parameters.map((_, index) => `arg${index}`);
  const keyword = header.isTemplate && isMember ? "template " : "";
  const closure = bound ? closureOf(symbol, header, entity, proceeds, site) : undefined;
  const perform = (frame: CxxFrame) => {
    if (closure !== undefined)
      return `${frame(CLOSURE)}(${args
        .filter((_, index) => !isPack(entity, index, site))
        .map(frame)
        .join(", ")})`;
    const passed = args.map((key, index) =>
      passage.byReference.has(index) ? frame(key) : passOn(frame(key), `__P${index}`, proceeds, site),
    );
    if (passesVariadic(entity)) passed.push(`__builtin_addressof(${frame(VARIADIC)})`);
    const list = [...(storesResult ? [`__builtin_addressof(${frame("result")})`] : []), ...passed].join(", ");
    if (isMember && !entity.isStatic)
      return `${frame("that")}.${header.isTemplate ? "" : keyword}${symbol}(${list})`;
    if (isOfTemplate(entity)) return `__H::${symbol}(${list})`;
    const scope = (header.friendOf ?? nameableScope(entity.scope)).map((name) => `${name}::`).join("");
    return `::${scope}${symbol}(${list})`;
  };
  const own = entity.parameters.map(({ name }, index) => name || `__weft_arg${index}`);
  return {
    perform,
    storesResult,
    direct: closure?.call(own) ?? `${symbol}(${own.join(", ")})`,
    closure: closure?.text,
    place: (wrapper) => {
      const { body, tryBlock } = shadow;
      const whole = tryBlock ?? body;
      const handlers = tryBlock === undefined ? "" : "{ ";
      if (!isMember && header.friendOf === undefined) {
        const at = beforeLinkage(site.text, shadow.range.start);
        site.insert(at, site.onOwnLine(at, `${text(true)} `), "open");
      } else if (header.outside !== undefined) {
        const { at, declaration } = header.outside;
        site.insert(at, site.onOwnLine(at, ` ${declaration(symbol, attribute)} `), "open");
      }
      site.insert(whole.start, site.onOwnLine(whole.start, `${wrapper} ${text(false)} ${handlers}`), "open");
      if (handlers !== "") site.insert(whole.end, " }", "close");
      if (entity.variadic) copyVariadic(shadow, entity, site);
      makeResults(
        shadow.returns.map(({ range }) => range),
        passage,
        site,
      );
    },
  };
}

const BY_VALUE: Passage = { byReference: new Map() };

/** Packs, and arguments of a template that nothing deduces, are known to the function alone. */
function bindsArguments(shadow: ExecutionShadow, entity: FunctionEntity, site: CxxSite): boolean {
  const hasPack = entity.parameters.some((_, index) => isPack(entity, index, site));
  const canBind = site.cplusplus >= (shadow.inConstexpr === true ? 201703 : 201103) && !entity.variadic;
  if (hasPack && !canBind)
    throw new Unweavable(
      "pack-around",
      `this advice on '${entity.name}', a constexpr template with a variable number of parameters`,
      "It needs C++17 (-std=gnu++17). Use before advice, or advise the calls instead.",
    );
  return canBind && (hasPack || isOwnTemplate(entity));
}

/** A static member whose class only the function itself can name. */
export const isOfTemplate = ({ template, member, isStatic }: FunctionEntity) =>
  template === "pattern" && member !== undefined && isStatic;

/** Not only a member of a class template. */
const isOwnTemplate = ({ usr }: FunctionEntity) => usr.includes("@FT@");

interface Closure {
  readonly text: string;
  readonly call: (names: readonly string[]) => string;
}

/**
 * Calls the hidden function with the arguments of this instance. What advice may change comes in, packs stay here:
 *
 *     [&](decltype((a)) __weft_p0) -> T { return hidden<T, N, Args...>(static_cast<decltype(a) &&>(__weft_p0), static_cast<decltype(args) &&>(args)...); }
 */
function closureOf(
  symbol: string,
  header: Header,
  entity: FunctionEntity,
  proceeds: number,
  site: CxxSite,
): Closure {
  const template = header.ownTemplate === undefined ? "" : givenArguments(header.ownTemplate, site);
  const object = header.isMember && !header.isStatic ? `this->${template === "" ? "" : "template "}` : "";
  const names = entity.parameters.map(({ name }, index) => name || `__weft_arg${index}`);
  const isReference = (index: number) =>
    site.speller.valueClass(entity.parameters[index]!.type) === "reference";
  const forwarded = (name: string, value: string, index: number) =>
    proceeds > 1 && !isReference(index) && !isPack(entity, index, site)
      ? value
      : `static_cast<__decltype(${name}) &&>(${value})${isPack(entity, index, site) ? "..." : ""}`;
  const call = (values: readonly string[]) =>
    `${object}${symbol}${template}(${names.map((name, index) => forwarded(name, values[index]!, index)).join(", ")})`;
  const parameters = names.flatMap((name, index) =>
    isPack(entity, index, site) ? [] : [`__decltype((${name})) __weft_p${index}`],
  );
  const passed = names.map((name, index) => (isPack(entity, index, site) ? name : `__weft_p${index}`));
  const attribute = proceeds > 1 ? "" : "__attribute__((always_inline)) ";
  const isDeduced = /\bauto\b/.test(header.result);
  const result = isDeduced ? "decltype(auto)" : header.result;
  return {
    text: `[&](${parameters.join(", ")}) ${attribute}-> ${result} { return ${call(passed)}; }`,
    call,
  };
}

/** `<T, N, Args...>`: up to a parameter that has a default and no name; others without a name get one. */
function givenArguments(clause: readonly Token[], site: CxxSite): string {
  const written = splitAtCommas(clause.slice(2, -1));
  const given: string[] = [];
  for (const [index, { name, isPack: many }] of templateParameters(clause).entries()) {
    const tokens = written[index] ?? [];
    const last = tokens.at(-1);
    if (last === undefined || (name === "" && withoutDefault(tokens).length < tokens.length)) break;
    const own = `__weft_T${index}`;
    if (name === "") site.nameParameter(endOfParameter(clause, index === written.length - 1, last), own);
    given.push(`${name || own}${many ? "..." : ""}`);
  }
  return given.length === 0 ? "" : `<${given.join(", ")}>`;
}

/** The last `>` of a clause may be a part of `>>`. */
function endOfParameter(clause: readonly Token[], isLast: boolean, { end }: Token): number {
  const close = clause.at(-1);
  return isLast && close?.text === ">>" ? close.start + 1 : end;
}

/** `Args... args` */
export const isPack = (entity: FunctionEntity, index: number, { facts }: CxxSite): boolean =>
  facts.types[entity.parameters[index]!.type]?.spelling.endsWith("...") === true;

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

interface Header {
  readonly isMember: boolean;
  readonly isTemplate: boolean;
  readonly isStatic: boolean;
  /** The `template <…>` of the function itself, not of its class. */
  readonly ownTemplate: readonly Token[] | undefined;
  /** As it can be written behind an arrow. */
  readonly result: string;
  /** Path of the class in which a friend is defined: its hidden body is a static member there. */
  readonly friendOf?: readonly string[] | undefined;
  readonly template: string;
  /** Without the defaults, which stand in the declaration before. */
  readonly templateAgain: string;
  /** Result type and what precedes it. */
  readonly before: string;
  /** `C::` of a member that is defined outside its class. */
  readonly qualifier: string;
  readonly parameters: string;
  /** cv, ref and exception qualifiers, trailing result. */
  readonly after: string;
  /** The member's declaration in its class, when it is defined elsewhere. */
  readonly outside?:
    | { readonly at: number; readonly declaration: (symbol: string, attribute: string) => string }
    | undefined;
}

const DROPPED =
  /^(?:virtual|explicit|friend|inline|static|extern|constexpr|consteval|__extension__|__inline|__inline__)$/;

function readHeader(
  shadow: ExecutionShadow,
  entity: FunctionEntity,
  passage: Passage,
  site: CxxSite,
): Header {
  const { text, facts } = site;
  const start = Math.min(
    shadow.range.start,
    shadow.topLevel <= shadow.range.start ? shadow.range.start : shadow.topLevel,
  );
  const tokens = tokenize(text, outerClause(text, start), shadow.nameRange.start);
  const names = parameterNames(shadow, entity, site);
  const { clauses, rest } = splitTemplate(tokens);
  const template = wordsOf(clauses.flat());
  const { before, qualifier } = splitQualifier(rest);
  const declared = entity.declarationRange;
  const isMember = entity.member !== undefined;
  const isOutside = isMember && qualifier !== "";
  const isLifecycle = entity.role === "constructor" || entity.role === "destructor";
  const tail = isLifecycle
    ? []
    : tokenize(text, shadow.parameterList.end, (shadow.tryBlock ?? shadow.body).start);
  const result =
    isLifecycle || passage.madeResult !== undefined
      ? "void"
      : entity.role === "conversion"
        ? `${site.speller.spell(entity.result)} `
        : wordsOf(withoutSpecifiers(before));
  const parameters = `(${passedParameters(names, entity, passage)})`;
  const owner = isOutside ? (facts.entities[entity.member!.ofClass] as ClassEntity).definition : undefined;
  const isSpecialisation = tokens[0]?.text === "template" && template === "";
  const atEnd = (symbol: string, attribute: string) =>
    `${entity.isStatic ? "static " : ""}${attribute}${result} ${symbol}${parameters}${trailing(tail)};`;
  return {
    isMember,
    isTemplate: template !== "",
    ownTemplate: isOwnTemplate(entity) ? clauses.at(-1) : undefined,
    result: trailingResult(tail) ?? result,
    isStatic: entity.isStatic,
    friendOf: isMember ? undefined : classAround(shadow, site),
    template: template === "" ? "" : `${template} `,
    templateAgain: clauses.map((clause) => `${withoutDefaults(clause)} `).join(""),
    before: result === "" ? "" : `${result} `,
    qualifier,
    parameters,
    after: trailing(tail),
    outside: isSpecialisation
      ? owner && { at: owner.range.end - 1, declaration: atEnd }
      : isOutside && declared !== undefined
        ? inClass(entity, declared.start, passage, site)
        : undefined,
  };
}

/** A member template's range begins after the `template <…>` of its class. */
function outerClause(text: string, start: number): number {
  const from = Math.max(0, start - 2000);
  const clause = /\btemplate\s*<[^;{}]*>\s*$/.exec(text.slice(from, start));
  return clause === null ? start : from + clause.index;
}

/** The innermost class in whose definition the function stands. */
function classAround({ range }: ExecutionShadow, { facts }: CxxSite): readonly string[] | undefined {
  let found: ClassEntity | undefined;
  for (const entity of facts.entities) {
    const body = entity.kind === "class" ? entity.definition?.body : undefined;
    if (body === undefined || body.start >= range.start || body.end < range.end) continue;
    if (found === undefined || body.start > found.definition!.body.start) found = entity as ClassEntity;
  }
  if (found === undefined) return undefined;
  if (found.template !== undefined || found.local === true)
    throw new Unweavable(
      "friend-in-template",
      "this advice on a friend that is defined in a class template or a local class",
      "Define it outside the class, or use before advice.",
    );
  return nameableScope([...found.scope, found.name]);
}

/** Each parameter as written, without its default argument and with a name. */
function parameterNames(shadow: ExecutionShadow, entity: FunctionEntity, { text }: CxxSite): string[] {
  const { start, end } = shadow.parameterList;
  return splitAtCommas(tokenize(text, start, end).slice(1, -1)).map((tokens, index) => {
    const name = entity.parameters[index]?.name;
    if (tokens.length === 0 || (tokens.length === 1 && tokens[0]?.text === "void")) return "";
    const cut = withoutDefault(tokens);
    if (name !== "" && name !== undefined) return wordsOf(cut);
    if (tokens.at(-1)?.text === "...") return wordsOf(tokens);
    const at = insertName(text, shadow.parameterList, index);
    const head = cut.filter((token) => token.end <= at);
    const rest = cut.filter((token) => token.start >= at);
    return `${wordsOf(head)} __weft_arg${index} ${wordsOf(rest)}`;
  });
}

function withoutDefault(tokens: readonly Token[]): Token[] {
  let depth = 0;
  for (const [index, { text }] of tokens.entries()) {
    if (/^[([{]$/.test(text)) depth++;
    if (/^[)\]}]$/.test(text)) depth--;
    if (depth === 0 && text === "=") return tokens.slice(0, index);
  }
  return [...tokens];
}

/** Splits `T n::C<U>::` into the result type and the qualifier of the name that follows. */
function splitQualifier(tokens: readonly Token[]): { before: Token[]; qualifier: string } {
  let at = tokens.length;
  while (at > 0 && tokens[at - 1]?.text === "::") {
    at--;
    if (tokens[at - 1]?.text === ">" || tokens[at - 1]?.text === ">>") {
      let depth = 0;
      for (at--; at >= 0; at--) {
        const { text } = tokens[at] as Token;
        if (text === ">") depth++;
        if (text === ">>") depth += 2;
        if (text === "<" && --depth === 0) break;
      }
    }
    if (tokens[at - 1]?.kind === "identifier" && !/^(?:const|volatile)$/.test(tokens[at - 1]?.text ?? ""))
      at--;
    else break;
  }
  return { before: tokens.slice(0, at), qualifier: wordsOf(tokens.slice(at)) };
}

function withoutSpecifiers(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const { text } = tokens[index] as Token;
    if (
      text === "__attribute__" ||
      text === "__attribute" ||
      (text === "[" && tokens[index + 1]?.text === "[")
    ) {
      const open = text === "[" ? index : index + 1;
      index = closingBracket(tokens, open);
      continue;
    }
    if (text === "extern" && tokens[index + 1]?.kind === "string") {
      index++;
      continue;
    }
    if (!DROPPED.test(text)) kept.push(tokens[index] as Token);
  }
  return kept;
}

/** `const noexcept -> T` of `const noexcept override -> T`. */
function trailing(tokens: readonly Token[]): string {
  const kept: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const { text } = tokens[index] as Token;
    if (text === "override" || text === "final" || text === "try") continue;
    if (text === "__attribute__" || (text === "[" && tokens[index + 1]?.text === "[")) {
      index = closingBracket(tokens, text === "[" ? index : index + 1);
      continue;
    }
    kept.push(tokens[index] as Token);
  }
  return kept.length === 0 ? "" : ` ${wordsOf(kept)}`;
}

/** `template <class T, class>` of `template <class T, class = X>`. */
const withoutDefaults = (clause: readonly Token[]) =>
  `template <${splitAtCommas(clause.slice(2, -1))
    .map((parameter) => wordsOf(withoutDefault(parameter)))
    .join(", ")}${clause.at(-1)?.text ?? ">"}`;

/** `T` of `const noexcept -> T`. */
function trailingResult(tokens: readonly Token[]): string | undefined {
  const arrow = tokens.findIndex(({ text }) => text === "->");
  return arrow === -1 ? undefined : wordsOf(tokens.slice(arrow + 1));
}

/** Where the hidden member is declared: after the member's own declaration in its class. */
function inClass(
  entity: FunctionEntity,
  parameters: number,
  passage: Passage,
  site: CxxSite,
): Exclude<Header["outside"], undefined> {
  const { text } = site;
  const from = Math.max(0, text.lastIndexOf("{", parameters), parameters - 4000);
  const before = tokenize(text, from, parameters);
  let first = before.length;
  let depth = 0;
  while (first > 0) {
    const token = before[first - 1] as Token;
    if (/^[)\]]$/.test(token.text)) depth++;
    if (/^[([]$/.test(token.text)) depth--;
    if (depth === 0 && /^[;{}]$/.test(token.text)) break;
    if (
      depth === 0 &&
      token.text === ":" &&
      /^(?:public|protected|private|signals|slots)$/.test(before[first - 2]?.text ?? "")
    )
      break;
    first--;
  }
  const own = before.slice(first);
  const rest = tokenize(text, parameters, Math.min(text.length, parameters + 20000));
  const close = closingBracket(rest, 0);
  let end = close + 1;
  let nested = 0;
  for (; end < rest.length; end++) {
    const token = rest[end] as Token;
    if (/^[([{]$/.test(token.text)) nested++;
    if (/^[)\]}]$/.test(token.text)) nested--;
    if (nested === 0 && token.text === ";") break;
  }
  const semicolon = rest[end];
  if (semicolon === undefined) throw unclear(entity);
  const { clauses, rest: specifiers } = splitTemplate(own);
  const template = wordsOf(clauses.flat());
  const nameLength = tokenize(entity.name).length;
  const isLifecycle = entity.role === "constructor" || entity.role === "destructor";
  const result =
    isLifecycle || passage.madeResult !== undefined
      ? "void"
      : entity.role === "conversion"
        ? site.speller.spell(entity.result)
        : wordsOf(withoutSpecifiers(specifiers.slice(0, -nameLength)));
  const written = splitAtCommas(rest.slice(1, close)).map((tokens) => wordsOf(withoutDefault(tokens)));
  const parametersText = passedParameters(written, entity, passage);
  const after = rest.slice(close + 1, end);
  const pure = after.findIndex(({ text: word }) => word === "=");
  const suffix = isLifecycle ? "" : trailing(pure === -1 ? after : after.slice(0, pure));
  const storage = entity.isStatic ? "static " : "";
  return {
    at: semicolon.end,
    declaration: (symbol, attribute) =>
      `${template === "" ? "" : `${template} `}${storage}${attribute}${result} ${symbol}(${parametersText})${suffix};`,
  };
}

function refuse(entity: FunctionEntity): void {
  if (entity.role === "lambda")
    throw new Unweavable(
      "lambda",
      "this advice on a lambda can't be woven",
      "Use before advice, or advise the function that holds it.",
    );
}

function unclear(entity: FunctionEntity): Unweavable {
  return new Unweavable(
    "unclear-text",
    `the declaration of '${entity.name}' in its class was not found`,
    "Please report this as a fault of Weft, with the line of code.",
  );
}
