/**
 * Which functions give an object that nobody else knows: the well-known allocators, whose objects are given back by a
 * function that is guarded; of one that the unit shows each `return` is looked at. A name alone is not believed elsewhere:
 * a pool gives the same object again, and no guard saw it go.
 */
import { linkedName, namedFunction, type ShownCode } from "../facts/called-function.js";
import { type FunctionBody, usesOf } from "../facts/function-text.js";
import { plainTextOf } from "../facts/unit-texts.js";
import { closingBracket, isDeclared, isOwnVariable } from "./pointer-uses.js";

/** Of each `bulk-writers.ts` knows what gives its objects back. */
export const isWellKnownAllocator = (name: string): boolean => WELL_KNOWN.test(name);
const WELL_KNOWN = /^(?:__)?(?:[kv]|kv)?(?:m|z|c)alloc(?:_\w+)?$|^(?:__)?kmem_cache_z?alloc\w*$/;

/** Functions that are followed one into the other. */
const DEPTH = 6;

export function givesNewObject(
  code: ShownCode,
  name: string,
  fresh: readonly string[],
  depth = DEPTH,
): boolean {
  if (fresh.includes(name)) return true;
  const isKnown = WELL_KNOWN.test(name) && linkedName(code, name) === undefined && isOnlyCalled(code, name);
  if (depth <= 0 || !isKnown) return false;
  const shown = namedFunction(code, name);
  if (shown === undefined) return true;
  if (shown.isReplaceable) return false;
  const { body } = shown;
  const returned = [...body.text.matchAll(/\breturn\b([^;]*);/g)];
  const isNew = (given: string): boolean => {
    const value = bare(given);
    if (/^\d\w*$/.test(value)) return true;
    const [head, called = ""] = /^([A-Za-z_]\w*)\s*\(/.exec(value) ?? [];
    if (head !== undefined)
      return (
        closingBracket(value, head.length) === value.length && givesNewObject(code, called, fresh, depth - 1)
      );
    return /^[A-Za-z_]\w*$/.test(value) && isNewVariable(value, body, isNew);
  };
  return returned.length > 0 && returned.every(([, given = ""]) => isNew(given));
}

/** Without casts and brackets around. */
function bare(text: string): string {
  const value = text.trim();
  if (!value.startsWith("(")) return value;
  const end = closingBracket(value, 1);
  if (end === value.length) return bare(value.slice(1, -1));
  return /^\(\s*[A-Za-z_][\w\s]*(?:\*[\s*]*)?\)$/.test(value.slice(0, end)) ? bare(value.slice(end)) : value;
}

/** All that it ever is is a new object, and until it is returned it is only followed or tested. */
function isNewVariable(name: string, body: FunctionBody, isNew: (given: string) => boolean): boolean {
  if (!isOwnVariable(name, body)) return false;
  const { text } = body;
  // Its parameters come from elsewhere.
  if (usesOf(name, text, 0, body.shadow.body.start - body.start).length > 0) return false;
  let isGiven = false;
  const isKept = usesOf(name, text, 0, text.length).every((use) => {
    const behind = use + name.length;
    const before = text.slice(Math.max(0, use - 80), use);
    const after = text.slice(behind, behind + 80);
    const sign = /^\s*=(?!=)/.exec(after)?.[0];
    const isFirst = isDeclared(before, after);
    if (sign !== undefined && (isFirst || !/\*\s*$/.test(before))) {
      isGiven = true;
      const value = text.slice(behind + sign.length, valueEnd(text, behind + sign.length));
      // A variable that is itself would be followed for ever.
      return !new RegExp(`\\b${name}\\b`).test(value) && isNew(value);
    }
    // `, *p = q` is another declaration.
    if (sign !== undefined && !isFirst) return /[;{})]\s*\*\s*$/.test(before);
    if (isFirst) return true;
    if (/\breturn\b[\s(]*(?:\([\w\s]+\*[\s*]*\)[\s(]*)?$/.test(before)) return /^[\s)]*;/.test(after);
    return isOnlyFollowed(text, use, name);
  });
  return isKept && isGiven;
}

/** Of an expression that begins there: where `;`, `,` or a bracket ends it. */
function valueEnd(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string;
    if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && --depth < 0) return at;
    else if ((sign === ";" || sign === ",") && depth === 0) return at;
  }
  return text.length;
}

/** `p->member` that is not an address, `!p`, `p == NULL`, `*p`, `kfree(p)`; anything else gives the pointer away. */
export function isOnlyFollowed(text: string, use: number, name: string): boolean {
  const before = text.slice(Math.max(0, use - 40), use);
  const after = text.slice(use + name.length, use + name.length + 80);
  if (/sizeof\s*(?:\(\s*)?\*\s*\(?$/.test(before)) return true;
  if (/^\s*(?:\)\s*)?->/.test(after)) return !/&\s*(?:\(+\s*)?$/.test(before);
  if (/!\s*(?:\(+\s*)?$/.test(before) || /^\s*(==|!=)/.test(after)) return true;
  if (/\bif\s*\(\s*$/.test(before) && /^\s*\)/.test(after)) return true;
  return /\b(kfree|free|memset|__builtin_memset)\s*\(\s*$/.test(before);
}

/** A pointer to functions of that name may be any of them. */
function isOnlyCalled(code: ShownCode, name: string): boolean {
  if (!/^\w+$/.test(name)) return false;
  const uses = plainTextOf(code).matchAll(
    new RegExp(`(?<![\\w.])(?=${name}\\b)(?<!->\\s*)${name}\\b(?!\\s*\\()`, "g"),
  );
  return uses.next().done === true;
}
