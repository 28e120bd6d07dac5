/** Why a write can't break what somebody relies on: one reason each, in words. Says nothing where it is not sure. */
import type { FunctionBody } from "./function-text.js";
import { rootOf, usesOf } from "./function-text.js";

const ALLOCATOR =
  /^(?:__)?(?:\w*_)?(?:[kvm]?(?:m|z|c)alloc(?:_\w+)?|alloc|allocate|kmem_cache_z?alloc\w*|kzalloc\w*)$/;

/** `object` is the text of the object that is written to, `at` where it stands in the unit. */
export function harmlessBecause(
  object: string,
  isArrow: boolean,
  at: number,
  body: FunctionBody,
  fresh: readonly string[],
): string | undefined {
  const root = rootOf(object);
  if (root === undefined) return undefined;
  const { name } = root;
  const isPointer = isArrow || root.isPointer;
  const here = at - body.start;
  const declared = declarationOf(name, body.text, here);
  if (declared === undefined) return undefined;
  if (!isPointer) return ofLocalObject(name, body, here, declared);
  return ofFreshObject(name, body, here, fresh);
}

/** Where the function declares the variable; its pointer stars. */
function declarationOf(
  name: string,
  text: string,
  before: number,
): { isPointer: boolean; at: number } | undefined {
  const pattern = new RegExp(
    `(?:\\b(?:struct|union)\\s+\\w+|\\b[A-Za-z_]\\w*)\\s*(\\*?)\\s*\\b${name}\\s*(?=[;,=)\\[])`,
    "g",
  );
  for (const found of text.slice(0, before).matchAll(pattern)) {
    if (/^(return|goto|else|case|sizeof)\b/.test(found[0])) continue;
    return { isPointer: found[1] === "*", at: found.index };
  }
  return undefined;
}

function ofLocalObject(
  name: string,
  body: FunctionBody,
  here: number,
  declared: { isPointer: boolean; at: number },
): string | undefined {
  if (declared.isPointer || /\bstatic\b[^;{}]*$/.test(body.text.slice(0, declared.at))) return undefined;
  const isShown = usesOf(name, body.text, 0, here).some((use) => /&\s*\(?\s*$/.test(body.text.slice(0, use)));
  return isShown ? undefined : `${name} is a local object, and nobody has its address yet`;
}

/**
 * From the allocation to the write the pointer is only followed or tested, in straight code: no loop, label or way around
 * the allocation.
 */
function ofFreshObject(
  name: string,
  body: FunctionBody,
  here: number,
  fresh: readonly string[],
): string | undefined {
  const { text } = body;
  const given = [
    ...text
      .slice(0, here)
      .matchAll(
        new RegExp(
          `(?:[;{}]|!\\s*\\(|\\bif\\s*\\(|\\*)\\s*${name}\\s*=(?!=)\\s*(?:\\([^()]*\\)\\s*)?([A-Za-z_]\\w*)\\s*\\(`,
          "g",
        ),
      ),
  ].at(-1);
  if (given === undefined) return undefined;
  const allocator = given[1] as string;
  if (!ALLOCATOR.test(allocator) && !fresh.includes(allocator)) return undefined;
  const from = given.index + given[0].length;
  const between = text.slice(from, here);
  if (lowestDepth(between) < 0 || /\b(for|while|do|goto|case|default)\b|[;}]\s*\w+\s*:(?!:)/.test(between))
    return undefined;
  // Assigned otherwise since then, or given away.
  const isKept = usesOf(name, text, from, here).every((use) => isOnlyFollowed(text, use, name));
  return isKept ? `${name} comes from ${allocator}() just before, and nobody else knows it yet` : undefined;
}

/** `p->member` that is not an address, `!p`, `p == NULL`, `*p`, `kfree(p)`; anything else gives the pointer away. */
function isOnlyFollowed(text: string, use: number, name: string): boolean {
  const before = text.slice(Math.max(0, use - 40), use);
  const after = text.slice(use + name.length, use + name.length + 80);
  if (/sizeof\s*\(?\s*\*\s*\(?$/.test(before)) return true;
  if (/^\s*\)?\s*->/.test(after)) return !/&\s*\(*\s*$/.test(before);
  if (/!\s*\(*\s*$/.test(before) || /^\s*(==|!=)/.test(after)) return true;
  if (/\bif\s*\(\s*$/.test(before) && /^\s*\)/.test(after)) return true;
  return /\b(kfree|free|memset|__builtin_memset)\s*\(\s*$/.test(before);
}

function lowestDepth(text: string): number {
  let depth = 0;
  let lowest = 0;
  for (const sign of text) {
    if (sign === "{") depth++;
    else if (sign === "}") lowest = Math.min(lowest, --depth);
  }
  return lowest;
}
