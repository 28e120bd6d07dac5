/** Why a write can't break what somebody relies on: one reason each, in words. Says nothing where it is not sure. */
import type { UnitFacts } from "../../model/index.js";
import type { ShownCode } from "../facts/called-function.js";
import type { FunctionBody } from "../facts/function-text.js";
import { lowestDepth, usesOf } from "../facts/function-text.js";
import type { Layout } from "../facts/layout.js";
import { localObject, type ObjectPath, objectPath } from "../pointers/local-objects.js";
import { givesNewObject, isOnlyFollowed } from "../pointers/new-objects.js";
import { isOwnVariable } from "../pointers/pointer-uses.js";

/** The text of what is written to, and where it stands in the unit. */
interface WrittenObject {
  readonly text: string;
  readonly isArrow: boolean;
  readonly at: number;
}

export function harmlessBecause(
  object: WrittenObject,
  body: FunctionBody,
  { code, layout }: { readonly code: ShownCode; readonly layout: Layout },
): string | undefined {
  const { facts } = code;
  const path = objectPath(facts, object);
  if (path === undefined) return undefined;
  const here = object.at - body.start;
  if (path.pointers === 0) return ofLocalObject(path, body, here, { facts, names: layout.names });
  // Behind a second pointer is another object, which is as old as it likes.
  return path.pointers === 1
    ? ofFreshObject(path.name, body, here, { code, fresh: layout.guard.fresh })
    : undefined;
}

function ofLocalObject(
  { name, indices }: ObjectPath,
  body: FunctionBody,
  here: number,
  known: { readonly facts: UnitFacts; readonly names: ReadonlySet<string> },
): string | undefined {
  const declared = localObject(known, name, body, here);
  if (declared === undefined || indices > declared.dimensions) return undefined;
  const { text } = body;
  // In a loop what stands behind has happened before.
  const isRepeated = /\b(?:for|while|do|goto)\b/.test(text.slice(0, here));
  const isShown = usesOf(name, text, 0, isRepeated ? text.length : here).some(
    (use) =>
      /&[\s(]*$/.test(text.slice(0, use)) ||
      (declared.dimensions > 0 && !/^\s*\[/.test(text.slice(use + name.length))),
  );
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
  { code, fresh }: { readonly code: ShownCode; readonly fresh: readonly string[] },
): string | undefined {
  const { text } = body;
  if (!isOwnVariable(name, body)) return undefined;
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
  if (!givesNewObject(code, allocator, fresh)) return undefined;
  const from = given.index + given[0].length;
  const between = text.slice(from, here);
  if (lowestDepth(between) < 0 || /\b(for|while|do|goto|case|default)\b|[;}]\s*\w+\s*:(?!:)/.test(between))
    return undefined;
  // Assigned otherwise since then, or given away.
  const isKept = usesOf(name, text, from, here).every((use) => isOnlyFollowed(text, use, name));
  return isKept ? `${name} comes from ${allocator}() just before, and nobody else knows it yet` : undefined;
}
