/**
 * Default arguments that a call leaves to the compiler. A wrapper that calls the function without them would make and
 * end their temporaries itself; the caller's live to the end of its expression. They are written out at the call where
 * advice sees them, where they are literals, and where what the call gives may refer to such a temporary.
 */
import type { CallShadow, FunctionEntity, Parameter } from "../../../model/index.js";
import { type Token, tokenize } from "../../text/c-tokens.js";
import { Unweavable } from "../../unweavable.js";
import type { CxxSite } from "../cxx-site.js";
import type { CxxLevel } from "../operation.js";
import { nameableScope } from "../types/spell-type.js";

/** Each in brackets; none where the wrapper's call does as well. */
export function defaultArguments(
  shadow: CallShadow,
  entity: FunctionEntity,
  levels: readonly CxxLevel[],
  site: CxxSite,
): string[] {
  const missing = entity.parameters.slice(shadow.arguments.length);
  const written = missing.flatMap(({ defaultValue }) =>
    defaultValue === undefined ? [] : [tokenize(site.text, defaultValue.start, defaultValue.end)],
  );
  if (written.length < missing.length) return [];
  const wanted = levels.some((level) => seesArguments(level, shadow.arguments.length));
  const lasts = missing.some((parameter, index) => mayBeReturned(parameter, written[index]!, entity, site));
  if (!written.every(isLiteral) && !wanted && !lasts) return [];
  const named = written.map((tokens, index) => namedFrom(tokens, missing[index]!, shadow, entity, site));
  const nameless = named.find((tokens): tokens is Nameless => "nameless" in tokens)?.nameless;
  if (nameless === undefined) return named.map((tokens) => bracketed(tokens as readonly Token[]));
  if (wanted) refuseDefault(entity, nameless, "which the advice takes");
  if (/reference$/.test(site.speller.canonical(entity.result).kind))
    refuseDefault(entity, nameless, "and gives a reference that may be to it");
  return [];
}

const bracketed = (tokens: readonly Token[]) => `(${tokens.map(({ text }) => text).join(" ")})`;

interface Nameless {
  readonly nameless: string;
}

function refuseDefault({ name }: FunctionEntity, nameless: string, why: string): never {
  throw new Unweavable(
    "default-argument",
    `the call of '${name}' leaves an argument to its default, in which '${nameless}' can't be named at the call, ${why}`,
    "Write the argument at the call, or advise the execution of the function.",
  );
}

/** From this argument on. */
function seesArguments({ scan }: CxxLevel, first: number): boolean {
  return (
    scan.escapes ||
    scan.argumentIndices === undefined ||
    [...scan.argumentIndices].some((index) => index >= first) ||
    scan.functions.has("arg()") ||
    scan.names.has("Arg")
  );
}

const CONSTANT = /^(?:true|false|nullptr)$/;

const isLiteral = (tokens: readonly Token[]) =>
  tokens.every(({ kind, text }) => kind !== "identifier" || CONSTANT.test(text));

/** A reference to what may be a temporary, of a function that gives a place or an object that may hold one. */
function mayBeReturned(
  { type }: Parameter,
  tokens: readonly Token[],
  { result }: FunctionEntity,
  { speller }: CxxSite,
): boolean {
  const given = speller.canonical(result).kind;
  return (
    speller.valueClass(type) === "reference" &&
    !isLiteral(tokens) &&
    (/reference$/.test(given) || ["pointer", "record", "other"].includes(given))
  );
}

const WORD =
  /^(?:true|false|nullptr|this|sizeof|alignof|noexcept|const|volatile|(?:un)?signed|bool|char\w*|wchar_t|short|int|long|float|double|void|(?:static|const|reinterpret|dynamic)_cast|new|operator|decltype|typename|template|typeid|struct|class|union|enum)$/;

/** The names of a default, written so that they mean the same at the call; otherwise the one that can't be. */
function namedFrom(
  tokens: readonly Token[],
  { defaultNames = [] }: Parameter,
  { within }: CallShadow,
  { scope }: FunctionEntity,
  { facts }: CxxSite,
): readonly Token[] | Nameless {
  const around = facts.entities[within]!;
  const place = around.kind === "function" ? around.scope : [];
  const isInside = (outer: readonly string[]) => outer.every((name, index) => place[index] === name);
  const hasLambda = tokens.some(
    ({ text }, index) => text === "[" && /^[(,=]?$/.test(tokens[index - 1]?.text ?? ""),
  );
  const named: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    const isFirst = token.kind === "identifier" && !/^(?:::|\.|->)$/.test(tokens[index - 1]?.text ?? "");
    const own = isFirst && !WORD.test(token.text) ? scopeOf(token) : "";
    if (own === undefined) return { nameless: token.text };
    named.push({ ...token, text: `${own}${token.text}` });
  }
  return named;

  function scopeOf({ start, text }: Token): string | undefined {
    const meant = defaultNames.find(({ at }) => at === start);
    // A parameter of a template; the compiler's own names and those in a lambda mean the same everywhere.
    if (meant === undefined) return isInside(scope) || hasLambda || text.startsWith("__") ? "" : undefined;
    if (!meant.isPublic && !isInside(meant.scope)) return undefined;
    if (!meant.inTemplate) return ` ::${[...nameableScope(meant.scope), ""].join("::")}`;
    // What the class calls itself inside, the instance that the function is a member of elsewhere.
    const own = nameableScope(scope);
    if (own.map((part) => part.replace(/<.*/s, "")).join("::") !== meant.scope.join("::")) return undefined;
    return isInside(scope) ? `${own.at(-1)}::` : ` ::${own.join("::")}::`;
  }
}
