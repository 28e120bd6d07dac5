/** `__func__` in a body that becomes a hidden function: the name of the function that it was written in. */
import type { FunctionEntity, TextRange } from "../../../model/index.js";
import { closingBracket, type Token, tokenize } from "../../text/c-tokens.js";
import type { CxxSite } from "../cxx-site.js";

/** `__PRETTY_FUNCTION__` is spelled by each compiler in its own way and stays. */
const NAME = /^(?:__func__|__FUNCTION__)$/;

export function keepFunctionName({ start, end }: TextRange, entity: FunctionEntity, site: CxxSite): void {
  if (entity.role === "conversion" || !/\b__(?:func|FUNCTION)__/.test(site.text.slice(start, end))) return;
  const tokens = tokenize(site.text, start, end);
  for (let index = 0; index < tokens.length; index++) {
    index = endOfNested(tokens, index);
    const token = tokens[index] as Token;
    if (NAME.test(token.text)) site.replace(token.start, token.end, `"${nameOf(entity)}"`);
  }
}

function nameOf({ name, role }: FunctionEntity): string {
  return role === "operator" ? name.replace(/^operator\s+(?=\W)/, "operator") : name.replace(/<.*/s, "");
}

/** Of a lambda or a local class, whose functions have names of their own, the `}`. */
function endOfNested(tokens: readonly Token[], at: number): number {
  const { text } = tokens[at] as Token;
  const before = tokens[at - 1];
  const isIndex =
    /^[)\]]$/.test(before?.text ?? "") ||
    (before?.kind === "identifier" && !/^(?:return|co_return|co_yield)$/.test(before.text)) ||
    before?.kind === "string";
  const isLambda = text === "[" && !isIndex && tokens[at + 1]?.text !== "[";
  if (!isLambda && !/^(?:struct|class|union)$/.test(text)) return at;
  for (let index = isLambda ? closingBracket(tokens, at) : at + 1; index < tokens.length; index++) {
    const found = tokens[index]!.text;
    if (found === "{") return Math.min(closingBracket(tokens, index), tokens.length - 1);
    if (found === "(" && isLambda) index = closingBracket(tokens, index);
    else if (/^[;=)(]$/.test(found)) return at;
  }
  return at;
}
