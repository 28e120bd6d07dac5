/**
 * What a body of C++ advice asks of its join point, and the same body as code of a member template of its aspect:
 * `tjp->arg<0>()` and `JoinPoint::Result` depend on the template parameter `JoinPoint` and get the keywords for that.
 */
import { type Token, tokenize } from "../../text/c-tokens.js";

export interface ScannedAdvice {
  /** `tjp` or `JoinPoint` occur: the body is instantiated for each join point. */
  readonly generic: boolean;
  /** What finds the aspect's object asks for the join point. */
  readonly needsJoinPoint?: boolean;
  /** `tjp` or `JoinPoint` go elsewhere as a whole: everything may be asked for. */
  readonly escapes: boolean;
  /** Functions of `tjp` that are called: `arg`, `result`, `signature`, … */
  readonly functions: ReadonlySet<string>;
  /** Types and constants of `JoinPoint` that are named: `Arg`, `Result`, `ARGS`, … */
  readonly names: ReadonlySet<string>;
  /** Indices of `arg<i>()`; undefined when some are computed. */
  readonly argumentIndices: ReadonlySet<number> | undefined;
  readonly proceeds: number;
  /** It may look at an argument after `proceed()`: by its name, or by an address that it keeps. */
  readonly argumentsLater: boolean;
  /** Insertions of keywords: byte in the body and text. */
  readonly insertions: readonly { readonly at: number; readonly text: string }[];
  /** Identifiers that are not members of something: names that the body may mean. */
  readonly identifiers: ReadonlySet<string>;
}

/** Members of `JoinPoint` that are types. */
const TYPES = new Set(["That", "Target", "Entity", "MemberPtr", "Result", "Array", "EntityInfo"]);
/** Members of `JoinPoint` that are templates or classes of types: `Arg<0>::Type`. */
const NESTED = new Set(["Arg", "Dim", "Res", "Member", "BaseClass", "Function", "Constructor", "Destructor"]);
const NESTED_TYPES = new Set(["Type", "ReferredType", "Idx"]);
const TEMPLATE_FUNCTIONS = new Set(["arg", "idx"]);

export function scanAdvice(body: string): ScannedAdvice {
  const tokens = tokenize(body);
  const functions = new Set<string>();
  const names = new Set<string>();
  const indices = new Set<number>();
  const identifiers = new Set<string>();
  const insertions: { at: number; text: string }[] = [];
  let [computed, escapes, generic, proceeds] = [false, false, false, 0];
  const repeats = tokens.some(({ text }) => /^(?:for|while|do|goto|&)$/.test(text));
  let argumentsLater = false;
  const textAt = (index: number) => tokens[index]?.text ?? "";
  const readFunction = (index: number) => {
    const keyword = textAt(index + 2) === "template";
    const at = index + (keyword ? 3 : 2);
    const name = textAt(at);
    functions.add(name);
    if (name === "proceed") proceeds++;
    if (/^args?$/.test(name) && (proceeds > 0 || repeats || textAt(index - 1) !== "*")) argumentsLater = true;
    if (name === "arg" && textAt(at + 1) === "<") {
      if (/^\d+$/.test(textAt(at + 2)) && textAt(at + 3) === ">") indices.add(Number(textAt(at + 2)));
      else computed = true;
    } else if (name === "arg") functions.add("arg()");
    if (TEMPLATE_FUNCTIONS.has(name) && !keyword && textAt(at + 1) === "<")
      insertions.push({ at: (tokens[at] as Token).start, text: "template " });
  };
  const readName = (index: number) => {
    const keyword = textAt(index + 2) === "template";
    const at = index + (keyword ? 3 : 2);
    const name = textAt(at);
    names.add(name);
    const isTemplate = NESTED.has(name) && textAt(at + 1) === "<";
    const end = isTemplate ? closingAngle(tokens, at + 1) : at;
    const isType = NESTED.has(name)
      ? textAt(end + 1) === "::" && NESTED_TYPES.has(textAt(end + 2))
      : TYPES.has(name) && textAt(at + 1) !== "::";
    if (isType && textAt(index - 1) !== "typename")
      insertions.push({ at: (tokens[index] as Token).start, text: "typename " });
    if (isTemplate && !keyword) insertions.push({ at: (tokens[at] as Token).start, text: "template " });
  };
  tokens.forEach((token, index) => {
    if (token.kind !== "identifier") return;
    const before = textAt(index - 1);
    if (before === "." || before === "->") return;
    identifiers.add(token.text);
    if (token.text === "tjp") {
      generic = true;
      if (textAt(index + 1) === "->") readFunction(index);
      else escapes = true;
    } else if (token.text === "JoinPoint") {
      generic = true;
      if (textAt(index + 1) === "::") readName(index);
      else escapes = true;
    }
  });
  return {
    generic,
    escapes,
    functions,
    names,
    argumentIndices: computed ? undefined : indices,
    proceeds,
    argumentsLater,
    insertions,
    identifiers,
  };
}

function closingAngle(tokens: readonly Token[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const { text } = tokens[index] as Token;
    if (text === "<") depth++;
    else if (text === ">" && --depth === 0) return index;
    else if (text === ">>" && (depth -= 2) <= 0) return index;
    else if (text === ";" || text === "{") return open;
  }
  return open;
}
