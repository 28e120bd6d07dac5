/**
 * Which functions of a C text another one leads to, by their names: an aspect's advice to what its headers define.
 *
 *     inline void leave() {}
 *     inline void unlock() { leave(); }      reached from `unlock();`, with leave
 *     inline void other() {}                 not reached
 */
import { type Token, tokenize } from "../text/c-tokens.js";

export interface FunctionsReached {
  readonly names: ReadonlySet<string>;
  /** Of these functions alone. */
  readonly text: string;
}

export function functionsReached(code: string, from: string): FunctionsReached {
  const functions = functionsIn(code);
  const names = new Set<string>();
  const texts: string[] = [];
  const open = [from];
  for (const text of open) {
    for (const { kind, text: name } of tokenize(text)) {
      const body = kind === "identifier" && !names.has(name) ? functions.get(name) : undefined;
      if (body === undefined) continue;
      names.add(name);
      texts.push(body);
      open.push(body);
    }
  }
  return { names, text: texts.join("\n") };
}

/** Definitions at file scope, by name. */
function functionsIn(code: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let head: Token[] = [];
  let depth = 0;
  for (const token of tokenize(code)) {
    head.push(token);
    if (token.text === "{") depth++;
    else if (token.text === "}") depth--;
    if (depth > 0 || !/^[;}]$/.test(token.text)) continue;
    const name = token.text === "}" ? functionName(head) : undefined;
    if (name !== undefined) found.set(name, code.slice(head[0]?.start, token.end));
    head = [];
  }
  return found;
}

const NO_NAME = /^(?:__attribute(?:__)?|__declspec|_Alignas|__?asm(?:__)?|(?:__)?typeof(?:__)?)$/;

/** Before the first bracket that is no attribute's. */
function functionName(definition: readonly Token[]): string | undefined {
  for (const [index, { text }] of definition.entries()) {
    if (text === "{" || text === "=") return undefined;
    const next = definition[index + 1]?.text;
    if (next === "(" && /^[A-Za-z_$]/.test(text) && !NO_NAME.test(text)) return text;
  }
  return undefined;
}
