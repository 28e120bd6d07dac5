/** The body of an advice as plain code at one join point: what the join point knows is written out. */
import type { AspectFile, TextRange } from "../../model/index.js";
import { stringLiteral, type Token, tokenize } from "../../weaver/text/c-tokens.js";
import type { Found } from "../pair/find-ends.js";

export interface JoinPointWords {
  readonly language: "c" | "c++";
  /** Expressions, or why there is none. */
  readonly arguments: readonly Found<{ readonly text: string }>[];
  readonly result: Found<{ readonly text: string }>;
  readonly that: Found<{ readonly text: string }>;
  readonly target: Found<{ readonly text: string }>;
  readonly signature: string;
  /** Of context variables, by name. */
  readonly bound: ReadonlyMap<string, Found<{ readonly text: string }>>;
  /** Names that mean something else where the code goes. */
  readonly localNames: ReadonlySet<string>;
  /** Members of the aspect. */
  readonly ownNames: ReadonlySet<string>;
}

export interface BodyParts {
  /** Before and behind the only `proceed()`; `after` is absent without one. */
  readonly before: string;
  readonly after?: string;
  readonly usesResult: boolean;
  /** Names are declared that would clash when the parts stand in another block. */
  readonly declares: boolean;
}

export function bodyParts(
  { text }: Pick<AspectFile, "text">,
  body: TextRange,
  words: JoinPointWords,
): Found<BodyParts> {
  const range = { start: body.start + 1, end: body.end - 1 };
  const tokens = tokenize(text, range.start, range.end);
  const pieces: string[] = [];
  const proceeds: number[] = [];
  let at = range.start;
  let usesResult = false;
  let depth = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    depth += depthOf(token.text);
    if (token.kind !== "identifier" || /^(?:\.|->|::)$/.test(tokens[index - 1]?.text ?? "")) continue;
    const use = useOf(tokens, index, words);
    const reason = refusalOf(token.text, use, words);
    if (reason !== undefined) return { reason };
    if (use === undefined || "reason" in use) continue;
    if (use.proceeds) {
      if (depth > 0 || !isStatement(tokens, index, use.to))
        return { reason: "proceed() is no statement of its own in it" };
      proceeds.push(pieces.length);
      pieces.push(text.slice(at, token.start), "");
      at = tokens[use.to]?.end ?? token.end;
      index = use.to;
      continue;
    }
    usesResult ||= use.isResult;
    const { start, written } = writtenOut(tokens, index, use);
    pieces.push(text.slice(at, start), written);
    at = tokens[use.to - 1]?.end ?? token.end;
    index = use.to - 1;
  }
  pieces.push(text.slice(at, range.end));
  if (proceeds.length > 1) return { reason: "it proceeds more than once" };
  const [proceed] = proceeds;
  const declares = /(?:^|[;{}])\s*(?:[\w:]+[\s*&]+)+\w+\s*(?:=|;|\[)/.test(
    text.slice(range.start, range.end),
  );
  if (proceed === undefined) return { before: pieces.join(""), usesResult, declares };
  return {
    before: pieces.slice(0, proceed + 1).join(""),
    after: pieces.slice(proceed + 1).join(""),
    usesResult,
    declares,
  };
}

function depthOf(token: string): number {
  if (/^[([{]$/.test(token)) return 1;
  return /^[)\]}]$/.test(token) ? -1 : 0;
}

/** Why a name can't stand in plain code at the join point. */
function refusalOf(name: string, use: Found<Use> | undefined, words: JoinPointWords): string | undefined {
  if (name === "return") return "`return` in it leaves the advice alone, but would leave the function";
  if (words.ownNames.has(name)) return `it uses \`${name}\` of its aspect`;
  if (use !== undefined) return "reason" in use ? use.reason : undefined;
  return words.localNames.has(name) ? `\`${name}\` in it is a variable of the function there` : undefined;
}

/** `proceed();` between statements; `to`: the index behind `proceed()`. */
function isStatement(tokens: readonly Token[], index: number, to: number): boolean {
  return tokens[to]?.text === ";" && /^(?:[;{}]|)$/.test(tokens[index - 1]?.text ?? "");
}

/** What stands in place of a use, and from where on: `*tjp->result()` is the result itself. */
function writtenOut(tokens: readonly Token[], index: number, use: Use): { start: number; written: string } {
  const token = tokens[index] as Token;
  const before = tokens[index - 1];
  if (!use.isPointer) return { start: token.start, written: use.text };
  return before?.text === "*" && !isOperand(tokens[index - 2])
    ? { start: before.start, written: use.text }
    : { start: token.start, written: `(&${use.text})` };
}

interface Use {
  readonly text: string;
  /** Index behind its last token. */
  readonly to: number;
  /** The expression is a pointer to `text`. */
  readonly isPointer: boolean;
  readonly proceeds: boolean;
  readonly isResult: boolean;
}

const isOperand = (token: Token | undefined) =>
  token !== undefined && (token.kind !== "punctuator" || /^[)\]]$/.test(token.text));

/** Undefined for what is no word of the join point. */
function useOf(tokens: readonly Token[], index: number, words: JoinPointWords): Found<Use> | undefined {
  const name = tokens[index]?.text ?? "";
  const bound = words.bound.get(name);
  if (bound !== undefined) return "reason" in bound ? bound : use(bound.text, index + 1);
  if (name !== "tjp" && name !== "JoinPoint" && name !== "thisJoinPoint") return undefined;
  const { member, argument, to } = memberAt(tokens, index, words.language === "c");
  if (member === "signature") return use(stringLiteral(words.signature), to);
  if (member === "args") return use(String(words.arguments.length), to);
  if (member === "proceed") return { ...use("", to), proceeds: true };
  const value = valueFor(words, name, member, argument);
  if ("reason" in value) return value;
  // In AspectC++ arguments and result are pointers.
  const isPointer = words.language !== "c" && (argument !== undefined || member === "result");
  const isResult = argument === undefined && member === "result";
  return { ...use(value.text, to), isPointer, isResult };
}

function valueFor(
  words: JoinPointWords,
  name: string,
  member: string,
  argument: string | undefined,
): Found<{ readonly text: string }> {
  const value = wordFor(words, member, argument);
  if (value !== "unknown") return value ?? { reason: `there is no \`${member}\` at the join point` };
  const use = member === "" ? "itself" : `\`${member}\``;
  return { reason: `\`${name}\` is used for ${use}, which plain code has no word for` };
}

/** What the join point is asked for, and the token behind it. */
interface Member {
  readonly member: string;
  /** Number of the argument that is asked for. */
  readonly argument: string | undefined;
  readonly to: number;
}

/** `thisJoinPoint->arg0` of C, `tjp->arg<0>()` of C++. */
function memberAt(tokens: readonly Token[], index: number, isC: boolean): Member {
  const isTemplate = tokens[index + 2]?.text === "template";
  const at = index + (isTemplate ? 3 : 2);
  const member = tokens[at]?.text ?? "";
  if (isC) {
    const argument = /^arg(\d+)$/.exec(member)?.[1];
    const length = argument !== undefined || member !== "proceed" ? 1 : 3;
    return { member, argument, to: at + length };
  }
  const argument = member === "arg" && tokens[at + 1]?.text === "<" ? tokens[at + 2]?.text : undefined;
  return { member, argument, to: at + (argument === undefined ? 3 : 6) };
}

/** What stands for it in plain code; "unknown" where plain code has no word, undefined where the place has none. */
function wordFor(
  words: JoinPointWords,
  member: string,
  argument: string | undefined,
): Found<{ readonly text: string }> | "unknown" | undefined {
  if (argument !== undefined) return words.arguments[Number(argument)];
  if (member === "result" || member === "that" || member === "target") return words[member];
  return "unknown";
}

function use(text: string, to: number): Use {
  return { text, to, isPointer: false, proceeds: false, isResult: false };
}
