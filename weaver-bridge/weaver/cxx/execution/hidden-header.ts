/**
 * The header of a hidden body: that of the function as written, with another name, without defaults and specifiers; and
 * where a member that is defined outside its class is declared in it.
 */
import type { ClassEntity, ExecutionShadow, FunctionEntity } from "../../../model/index.js";
import { closingBracket, type Token, tokenize } from "../../text/c-tokens.js";
import { insertName } from "../../text/parameter-names.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import type { CxxFrame } from "../operation.js";
import { classAt } from "../types/class-at.js";
import { nameableScope } from "../types/spell-type.js";
import {
  isOwnTemplate,
  splitAtCommas,
  splitTemplate,
  withoutDefault,
  withoutDefaults,
} from "../types/template-header.js";
import { wordsOf } from "../types/token-text.js";
import { type Passage, passedParameters } from "./structure-passage.js";

export interface HiddenHeader {
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

export function readHeader(
  shadow: ExecutionShadow,
  entity: FunctionEntity,
  passage: Passage,
  site: CxxSite,
): HiddenHeader {
  const { text, facts } = site;
  const { start } = shadow.range;
  const tokens = tokenize(text, outerClause(text, start), shadow.nameRange.start);
  const names = parameterNames(shadow, entity, site);
  const { clauses, rest } = splitTemplate(tokens);
  const template = wordsOf(clauses.flat());
  const { before, qualifier } = splitQualifier(rest);
  const isMember = entity.member !== undefined;
  const isOutside = isMember && qualifier !== "";
  const tail = isLifecycle(entity)
    ? []
    : tokenize(text, shadow.parameterList.end, (shadow.tryBlock ?? shadow.body).start);
  const result = hiddenResult(entity, passage, before, site);
  const parameters = `(${passedParameters(names, entity, passage)})`;
  const owner = isOutside ? (facts.entities[entity.member!.ofClass] as ClassEntity).definition : undefined;
  const isSpecialisation = tokens[0]?.text === "template" && tokens[2]?.text === ">";
  if (isOutside && isSpecialisation && (owner === undefined || template !== ""))
    throw memberSpecialisation(entity);
  const atEnd = (symbol: string, attribute: string) =>
    `${entity.isStatic ? "static " : ""}${attribute}${result} ${symbol}${parameters}${trailing(tail)};`;
  return {
    isMember,
    isTemplate: template !== "",
    ownTemplate: ownClause(clauses, shadow, entity),
    result: trailingResult(tail) ?? result,
    isStatic: entity.isStatic,
    friendOf: isMember ? undefined : classAround(shadow, site),
    template: spacedBehind(template),
    templateAgain: clauses.map((clause) => `${withoutDefaults(clause)} `).join(""),
    before: spacedBehind(result),
    qualifier,
    parameters,
    after: trailing(tail),
    outside: isSpecialisation
      ? owner && { at: owner.range.end - 1, declaration: atEnd }
      : isOutside
        ? besideDeclaration(entity, passage, site)
        : undefined,
  };
}

function besideDeclaration(entity: FunctionEntity, passage: Passage, site: CxxSite): HiddenHeader["outside"] {
  const declared = entity.declarationRange;
  return declared && inClass(entity, declared.start, passage, site);
}

function spacedBehind(text: string): string {
  return text === "" ? "" : `${text} `;
}

function isLifecycle({ role }: FunctionEntity): boolean {
  return role === "constructor" || role === "destructor";
}

/** The result type of the hidden function; `written` is what stands before the name. */
function hiddenResult(
  entity: FunctionEntity,
  passage: Passage,
  written: readonly Token[],
  { speller }: CxxSite,
): string {
  if (isLifecycle(entity) || passage.madeResult !== undefined) return "void";
  return entity.role === "conversion" ? speller.spell(entity.result) : wordsOf(withoutSpecifiers(written));
}

/** A parameter `auto` makes a template too, behind the clause of its class. */
function ownClause(
  clauses: readonly (readonly Token[])[],
  { range }: ExecutionShadow,
  entity: FunctionEntity,
): readonly Token[] | undefined {
  return isOwnTemplate(entity)
    ? clauses.findLast(([first]) => (first?.start ?? 0) >= range.start)
    : undefined;
}

function memberSpecialisation(entity: FunctionEntity): Unweavable {
  return new Unweavable(
    "member-specialisation",
    `this advice on '${entity.name}', an explicit specialisation of a member of a class template`,
    "Use before advice, or specialise the class.",
  );
}

/** A member template's range begins after the `template <…>` of its class. */
function outerClause(text: string, start: number): number {
  const before = text.slice(Math.max(0, start - 2000), start).replace(/^[\s\S]*[;{}]/, "");
  const clause = before.search(/\btemplate\s*</);
  return clause < 0 || !before.trimEnd().endsWith(">") ? start : start - before.length + clause;
}

/** Of a friend that is defined in a class, the path of that. */
function classAround({ range }: ExecutionShadow, { facts }: CxxSite): readonly string[] | undefined {
  const found = classAt(facts, range.start);
  if (found === undefined) return undefined;
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

/** `T` of `const noexcept -> T final`. */
function trailingResult(tokens: readonly Token[]): string | undefined {
  const arrow = tokens.findIndex(({ text }) => text === "->");
  const written = tokens.slice(arrow + 1).filter(({ text }) => !/^(?:override|final|try)$/.test(text));
  return arrow === -1 ? undefined : wordsOf(written);
}

/** The result of a function as written behind its parameters: of a template, the only way to say what its instances give. */
export function writtenResult(shadow: ExecutionShadow, { text }: CxxSite): string | undefined {
  return trailingResult(tokenize(text, shadow.parameterList.end, (shadow.tryBlock ?? shadow.body).start));
}

/** Where the hidden member is declared: after the member's own declaration in its class. */
function inClass(
  entity: FunctionEntity,
  parameters: number,
  passage: Passage,
  site: CxxSite,
): Exclude<HiddenHeader["outside"], undefined> {
  const { text } = site;
  const from = Math.max(0, text.lastIndexOf("{", parameters), parameters - 4000);
  const own = lastDeclaration(tokenize(text, from, parameters));
  const found = declarationFrom(text, parameters);
  if (found === undefined) throw unclear(entity);
  const { tokens: rest, close, end, semicolon } = found;
  const { clauses, rest: specifiers } = splitTemplate(own);
  const template = wordsOf(clauses.flat());
  const nameLength = tokenize(entity.name).length;
  const result = hiddenResult(entity, passage, specifiers.slice(0, -nameLength), site);
  const written = splitAtCommas(rest.slice(1, close)).map((tokens) => wordsOf(withoutDefault(tokens)));
  const parametersText = passedParameters(written, entity, passage);
  const after = rest.slice(close + 1, end);
  const pure = after.findIndex(({ text: word }) => word === "=");
  const suffix = isLifecycle(entity) ? "" : trailing(pure === -1 ? after : after.slice(0, pure));
  const storage = entity.isStatic ? "static " : "";
  return {
    at: semicolon.end,
    declaration: (symbol, attribute) =>
      `${template === "" ? "" : `${template} `}${storage}${attribute}${result} ${symbol}(${parametersText})${suffix};`,
  };
}

/** What stands behind the last end of a declaration, or the last access label, of a class. */
function lastDeclaration(tokens: readonly Token[]): readonly Token[] {
  let first = tokens.length;
  for (let depth = 0; first > 0; first--) {
    const { text } = tokens[first - 1] as Token;
    if (/^[)\]]$/.test(text)) depth++;
    if (/^[([]$/.test(text)) depth--;
    if (depth === 0 && (/^[;{}]$/.test(text) || isAccessLabel(text, tokens[first - 2]))) break;
  }
  return tokens.slice(first);
}

function isAccessLabel(text: string, before: Token | undefined): boolean {
  return text === ":" && /^(?:public|protected|private|signals|slots)$/.test(before?.text ?? "");
}

/** Bytes of text behind the name in which the end of a declaration is looked for, the next when there is none. */
const WINDOWS = [500, 20_000];

/** Of a declaration from its parameters on: where they close, and the `;` that ends it. */
function declarationFrom(text: string, parameters: number) {
  for (const window of WINDOWS) {
    const tokens = tokenize(text, parameters, Math.min(text.length, parameters + window));
    const close = closingBracket(tokens, 0);
    let nested = 0;
    for (let end = close + 1; end < tokens.length; end++) {
      const token = tokens[end] as Token;
      if (/^[([{]$/.test(token.text)) nested++;
      if (/^[)\]}]$/.test(token.text)) nested--;
      if (nested === 0 && token.text === ";") return { tokens, close, end, semicolon: token };
    }
  }
  return undefined;
}

function unclear(entity: FunctionEntity): Unweavable {
  return new Unweavable(
    "unclear-text",
    `the declaration of '${entity.name}' in its class was not found`,
    "Please report this as a fault of Weft, with the line of code.",
  );
}
