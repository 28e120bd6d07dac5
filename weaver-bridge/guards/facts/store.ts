/**
 * How a write is spelled, as far as a guard has to know: what is evaluated first, so that nothing which calls, waits or
 * faults stands between the guard and the store.
 */
import type { AccessShadow, BuiltinShadow, Operand, TextRange, UnitFacts } from "../../model/index.js";

export type Store =
  /** `place = value`, `place += value`; `whole` copies an object of a struct or union. */
  | {
      readonly form: "assign" | "compound";
      readonly operator: TextRange;
      readonly bits?: BitField;
      readonly whole?: boolean;
    }
  | { readonly form: "prefix" | "postfix"; readonly operator: TextRange; readonly bits?: BitField }
  /** A call that writes, or gives back, what one of its arguments points to. */
  | { readonly form: "call"; readonly arguments: readonly TextRange[] }
  /** From `asm` to the `)` of its statement. */
  | { readonly form: "asm"; readonly statement: TextRange };

/** A place without an address: the object that holds it, and its name. */
interface BitField {
  readonly object: TextRange;
  readonly isArrow: boolean;
  readonly name: string;
}

/** Of an assignment or a step. `name` where it is a bit-field. */
export function storeOf(shadow: AccessShadow, bitField: string | undefined): Store | undefined {
  const { write } = shadow;
  if (write === undefined) return undefined;
  const bits = bitField === undefined ? {} : bitsIn(shadow, bitField);
  return { form: write.form, operator: write.operator, ...bits };
}

/** Of an access; undefined where it is of no bit-field. */
export function bitFieldName({ entities }: UnitFacts, { entity }: AccessShadow): string | undefined {
  const field = entities[entity];
  return field?.kind === "field" && field.bitWidth !== undefined ? field.name : undefined;
}

/** Of an access of a bit-field. */
export const bitsIn = ({ object }: AccessShadow, name: string): { readonly bits?: BitField } =>
  object === undefined ? {} : { bits: { object: object.range, isArrow: object.arrow, name } };

/** Of an operator that writes to its first operand; undefined of others. */
export function operatorStore(shadow: BuiltinShadow, unitText: string): Store | undefined {
  const { form, operator } = shadow;
  const sign = unitText.slice(operator.start, operator.end);
  if (form === "infix" && sign === "=") return { form: "assign", operator };
  if (form === "infix" && /^(?:[-+*/%&|^]|<<|>>)=$/.test(sign)) return { form: "compound", operator };
  if ((form === "prefix" || form === "postfix") && (sign === "++" || sign === "--"))
    return { form, operator };
  return undefined;
}

export const callStore = (given: readonly Operand[]): Store => ({
  form: "call",
  arguments: given.map(({ range }) => range),
});

const ASM =
  /\b(?:__asm__|__asm|asm)\b(?:\s+(?:__volatile__|__volatile|volatile|__inline__|__inline|inline|goto)\b)*\s*\(/g;

/** The asm statement that a place is an operand of; undefined where it may jump away, and where there is none. */
export function asmStore(unitText: string, at: TextRange): Store | undefined {
  const statement = asmAround(unitText, at);
  if (statement === undefined || /^\w[^(]*\bgoto\b/.test(unitText.slice(statement.start, statement.end)))
    return undefined;
  return { form: "asm", statement };
}

/** All of a text, in statements and beside functions: from the word `asm` to its `)`. */
export function asmStatements(unitText: string): TextRange[] {
  return [...unitText.matchAll(ASM)].map(({ index, 0: head }) => ({
    start: index,
    end: closing(unitText, index + head.length),
  }));
}

/** From the word `asm` to its `)`. */
export function asmAround(unitText: string, at: TextRange): TextRange | undefined {
  const from = Math.max(0, at.start - 20_000);
  let last: RegExpExecArray | undefined;
  for (const found of unitText.slice(from, at.start).matchAll(ASM)) last = found;
  if (last === undefined) return undefined;
  const start = from + last.index;
  const end = closing(unitText, start + last[0].length);
  return end >= at.end ? { start, end } : undefined;
}

/** Behind the bracket that closes what is open at `from`; texts in quotes are passed over. */
export function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
    } else if ("([{".includes(sign)) depth++;
    else if (")]}".includes(sign) && --depth === 0) return at + 1;
  }
  return -1;
}

/** A write that goes through a term's own address. */
export interface OwnAddressWrite {
  readonly range: TextRange;
  readonly how: string;
  readonly reason: string;
  readonly store: Store;
}
