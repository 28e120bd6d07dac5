/** What stands in a slice, declaration by declaration. In C its data become fields and its functions the aspect's. */
import type { TextRange } from "../../model/index.js";
import { closingBracket, type Token, tokenize } from "../text/c-tokens.js";

export interface SliceMember extends TextRange {
  readonly kind: "data" | "function" | "prototype";
  /** Of functions. */
  readonly name?: { readonly text: string } & TextRange;
  readonly isStatic: boolean;
}

/** Declarations in `text` between two offsets (the inside of a slice's braces), in order. */
export function sliceMembers(text: string, start = 0, end = text.length): SliceMember[] {
  const members: SliceMember[] = [];
  const tokens = tokenize(text, start, end);
  let first = 0;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.text === ";") {
      if (index > first) members.push(declaration(tokens.slice(first, index + 1), false));
      first = index + 1;
    } else if (/^[({[]$/.test(token.text)) {
      const isBody =
        token.text === "{" && tokens[index - 1]?.text === ")" && functionName(tokens.slice(first, index));
      index = Math.min(closingBracket(tokens, index), tokens.length - 1);
      if (isBody === false || isBody === undefined) continue;
      members.push(declaration(tokens.slice(first, index + 1), true));
      first = index + 1;
    }
  }
  return members;
}

function declaration(tokens: readonly Token[], hasBody: boolean): SliceMember {
  const name = functionName(tokens);
  const isStatic = tokens.some(({ text }) => text === "static");
  const range = { start: tokens[0]!.start, end: tokens.at(-1)!.end };
  if (name === undefined) return { ...range, kind: "data", isStatic };
  return { ...range, kind: hasBody ? "function" : "prototype", name, isStatic };
}

/** The identifier before a parameter list at the outermost level; `(*f)(int)` declares a pointer. */
function functionName(tokens: readonly Token[]): Token | undefined {
  for (let index = 1; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token.text === "=" || token.text === ":") return undefined;
    if (token.text === "(") {
      const before = tokens[index - 1]!;
      const isPointer = /^[*&^]$/.test(tokens[index + 1]?.text ?? "");
      if (
        before.kind === "identifier" &&
        !isPointer &&
        !/^(?:__attribute(?:__)?|_Alignas|__?typeof_*)$/.test(before.text)
      )
        return before;
    }
    if (/^[({[]$/.test(token.text)) index = closingBracket(tokens, index);
  }
  return undefined;
}
