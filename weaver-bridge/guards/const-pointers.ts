/** Pointers to const: nothing is written by them until a cast forgets it, or somebody gets the pointer itself. */
import type { CallShadow, FunctionEntity, TextRange } from "../model/index.js";
import type { Unit } from "./alias.js";
import { isConst, pointeeOf } from "./layout.js";
import { isOwnVariable } from "./pointer-uses.js";

/** Of an expression that becomes a pointer to const: why nothing is written by it; undefined where it may be. */
export function followConst(unit: Unit, range: TextRange): string | undefined {
  const { unitText, bodyAt } = unit;
  const body = bodyAt(range);
  if (body === undefined) return undefined;
  const before = unitText.slice(body.start, range.start);
  if (
    /\(\s*(?!const\b|\w[\w\s]*\bconst\b)(?:\w+\s+)*\w+\s*\*+\s*\)[\s(]*\([^()]*\bconst\b[^()]*\)[\s(]*$/.test(
      before,
    )
  )
    return undefined;
  const name = /([A-Za-z_]\w*)\s*=\s*(?:\([^()]*\)\s*)?[\s(]*$/.exec(before)?.[1];
  if (name === undefined) return "it is a pointer to const";
  if (!isOwnVariable(name, body)) return "it is a pointer to const";
  return staysConst(unit, name, body.text, body.start, 3) ? `${name} is a pointer to const` : undefined;
}

/** Of a variable or parameter under a name in a function. `depth`: calls that are followed. */
export function staysConst(unit: Unit, name: string, text: string, start: number, depth: number): boolean {
  if (
    losesConst(name, text) ||
    new RegExp(`(?:^|[^&\\w)\\]])\\s*&\\s*\\(*\\s*${name}\\b(?!\\s*(?:->|\\[))`).test(text)
  )
    return false;
  const { facts, unitText } = unit;
  const own = new RegExp(`^[\\s(]*${name}[\\s)]*$`);
  const calls = facts.shadows.filter(
    (one): one is CallShadow =>
      one.kind === "call" && one.range.start >= start && one.range.end <= start + text.length,
  );
  return calls.every((call) =>
    call.arguments.every((argument, at) => {
      if (!own.test(unitText.slice(argument.range.start, argument.range.end))) return true;
      return depth > 0 && takesConst(unit, call, at, depth - 1);
    }),
  );
}

/** What is behind the declaration, where the unit shows it; elsewhere the declaration is believed. */
export function takesConst(unit: Unit, call: CallShadow, at: number, depth = 3): boolean {
  const { facts, bodyAt } = unit;
  const parameter = (facts.entities[call.entity] as FunctionEntity).parameters[at];
  if (!isConst(facts, pointeeOf(facts, parameter?.type))) return false;
  const body = facts.shadows.find((one) => one.kind === "execution" && one.entity === call.entity);
  const shown = body?.kind === "execution" ? bodyAt(body.body) : undefined;
  if (shown === undefined || !parameter?.name) return true;
  return staysConst(unit, parameter.name, shown.text, shown.start, depth);
}

/** A cast after which it leads to something that is not const. */
function losesConst(name: string, text: string): boolean {
  const casts = text.matchAll(
    new RegExp(
      `\\(([^()]*)\\*\\s*(?:const\\s*|volatile\\s*)*\\)[\\s(]*${name}\\b(?!\\s*(?:->|\\[|\\.))`,
      "g",
    ),
  );
  return Array.from(casts, ([, pointee = ""]) => pointee).some((pointee) => !/\bconst\b[^*]*$/.test(pointee));
}
