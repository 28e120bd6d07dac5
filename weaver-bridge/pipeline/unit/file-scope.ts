/** Where the declarations of a C unit lie, by its text alone: for text that libclang can't read. */
import type { TextRange } from "../../model/index.js";
import { tokenize } from "../../weaver/index.js";

export interface DeclarationText extends TextRange {
  /** It ends with a body. */
  readonly isFunction: boolean;
}

/** Words whose parentheses are no parameters. */
const ATTRIBUTE = /^(?:__attribute(?:__)?|__declspec|_?_?alignas|_Alignas|asm|__asm(?:__)?)$/;

/** Those around these offsets, each once, in their order. */
export function declarationsAround(text: string, offsets: readonly number[]): DeclarationText[] {
  const candidates = [...offsets].sort((a, b) => a - b);
  const found: DeclarationText[] = [];
  for (const declaration of fileScope(text)) {
    const next = candidates[0];
    if (next === undefined) break;
    if (next >= declaration.end) continue;
    if (next >= declaration.start) found.push(declaration);
    while ((candidates[0] ?? Number.POSITIVE_INFINITY) < declaration.end) candidates.shift();
  }
  return found;
}

function* fileScope(text: string): Generator<DeclarationText> {
  let start: number | undefined;
  let depth = 0;
  let isAssigned = false;
  let isBody = false;
  /** The last token at file scope that is no part of an attribute. */
  let last: ReturnType<typeof tokenize>[number] | undefined;
  let isAttribute = false;
  const end = (at: number, isFunction: boolean): DeclarationText => {
    const range = { start: start ?? at, end: at, isFunction };
    start = last = undefined;
    isAssigned = isAttribute = isBody = false;
    return range;
  };
  for (const token of tokenize(text, 0, text.length)) {
    start ??= token.start;
    const { text: word } = token;
    const opens = token.kind === "punctuator" && /^[([{]$/.test(word);
    const closes = token.kind === "punctuator" && /^[)\]}]$/.test(word);
    if (opens && depth++ === 0 && word === "{")
      isBody = !isAssigned && (last === undefined || last.text === ")");
    if (closes && --depth <= 0) {
      depth = 0;
      if (!isAttribute) last = token;
      isAttribute = false;
      if (isBody) yield end(token.end, true);
    } else if (depth === 0) {
      if (word === ";") yield end(token.end, false);
      else if (ATTRIBUTE.test(word)) isAttribute = true;
      else last = token;
      isAssigned ||= word === "=";
    }
  }
}
