/** An expression that is carried out, and what functions that do it share. */

import { convertedByBytes } from "../objects/bytes.js";
import type { Memory } from "../objects/memory.js";
import type { Level } from "../objects/place-owners.js";
import type { State } from "../objects/state.js";
import { rootOf } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isPointer, type Place, type Pointer, type Value } from "../objects/values.js";
import { Refusal } from "../refusal.js";
import { bare, type ClangNode, offsetOf } from "../tree/clang-tree.js";

export interface Evaluated {
  readonly value?: Value | undefined;
  /** Wanted once at most; throws {@link Refusal}. */
  readonly text: () => string;
  /** How tightly its outermost operator binds; 15 for what needs no parentheses anywhere. */
  readonly level: number;
  /** Its text is not what is written. */
  readonly changed: boolean;
  /** Without it nothing would be missing. */
  readonly pure: boolean;
  /** To be carried out behind its text where nobody has a use for its value. */
  readonly whenUnwanted?: () => void;
  /** Of the value of a structure: where it stands. */
  readonly object?: Place | undefined;
}

export interface Located extends Omit<Evaluated, "value" | "object"> {
  readonly place?: Place | undefined;
  /** Where the place is not known: the object that it is in. */
  readonly within?: Place | undefined;
  /** Where the place is not known: a pointer to its bytes. */
  readonly bytes?: Pointer | undefined;
  /** Members on the way from the last pointer, for what is not known. */
  readonly levels?: readonly Level[];
  /** A write of a value there is not followed: bit-fields, volatile objects. */
  readonly isOpaque: boolean;
  /** Of a part without a name, whose text is that of what it is in: how C goes on to its members. */
  readonly joint?: "->" | "." | undefined;
  /** In a union: a write there may change what else is in it. */
  readonly isShared?: boolean;
  readonly isVolatile: boolean;
  /** A bit-field of a struct: what a declaration says of it is known until it is written. */
  readonly isBits?: boolean;
}

/** Where expressions are carried out. */
export interface Evaluation {
  readonly state: State;
  readonly memory: Memory;
  readonly around: Surroundings;
  /** Of the activation. */
  readonly depth: number;
  readonly evaluate: (node: ClangNode) => Evaluated;
  readonly locate: (node: ClangNode) => Located;
}

export const PRIMARY = 15;
export const UNARY = 14;
export const LEVELS: Readonly<Record<string, number>> = {
  "*": 13,
  "/": 13,
  "%": 13,
  "+": 12,
  "-": 12,
  "<<": 11,
  ">>": 11,
  "<": 10,
  ">": 10,
  "<=": 10,
  ">=": 10,
  "==": 9,
  "!=": 9,
  "&": 8,
  "^": 7,
  "|": 6,
  "&&": 5,
  "||": 4,
};

const UNDERSTOOD =
  /^(ParenExpr|ConstantExpr|IntegerLiteral|CharacterLiteral|FloatingLiteral|StringLiteral|PredefinedExpr|DeclRefExpr|MemberExpr|ArraySubscriptExpr|ImplicitCastExpr|CStyleCastExpr|UnaryOperator|BinaryOperator|CompoundAssignOperator|ConditionalOperator|CallExpr|UnaryExprOrTypeTraitExpr|OffsetOfExpr|AddrLabelExpr)$/;

export const isUnderstood = (node: ClangNode): boolean => UNDERSTOOD.test(node.kind);

export function isVolatileType({ type }: ClangNode): boolean {
  const said = `${type?.qualType} ${type?.desugaredQualType}`;
  if (!said.includes("volatile") && !said.includes("_Atomic")) return false;
  const first = said.indexOf("volatile");
  const isPointee = first !== -1 && said.includes("*", first);
  return /\bvolatile\b|\b_Atomic\b/.test(isPointee ? said.slice(0, first) : said);
}

export function group(found: Pick<Evaluated, "text" | "level">, atLeast: number): string {
  return groupText(found.text(), found.level, atLeast);
}

export function groupText(text: string, level: number, atLeast: number): string {
  return level < atLeast ? `(${text})` : text;
}

export function refused(node: ClangNode): Refusal {
  return new Refusal(`this expression (${node.kind}) is not understood yet`, offsetOf(node));
}

export function joined(operator: string, left: Evaluated, right: Evaluated, level: number): Evaluated {
  return {
    text: () => {
      const first = group(left, level);
      return `${first} ${operator} ${group(right, level + 1)}`;
    },
    level,
    changed: left.changed || right.changed,
    pure: left.pure && right.pure,
  };
}

/** What it does has happened before the next part is looked at. */
export function sequenced(found: Evaluated): Evaluated {
  if (found.pure) return found;
  const text = found.text();
  return { ...found, text: () => text };
}

/** A `void *`, which GNU C moves by bytes whatever it leads to. */
export function movedByBytes({ around }: Evaluation, node: ClangNode, found: Evaluated): Evaluated {
  const { value, changed } = found;
  if (!isPointer(value) || value.type === "void" || around.types.element(node.type) !== "void") return found;
  const bytes = convertedByBytes(value, "char", "char *", around);
  if (!changed) return { ...found, value: bytes };
  return { ...found, value: bytes, text: () => `(void *)${group(found, UNARY)}`, level: UNARY };
}

/** What tests on the way here have told of a condition whose value is not known. */
export function toldBefore({ around, state }: Evaluation, condition: ClangNode): boolean | undefined {
  return around.told?.(condition, state.frames);
}

/** Of a name that stands for itself. */
export function withoutValue({ text, level, changed, pure }: Located): Evaluated {
  return { text, level, changed, pure };
}

export function rootOfVariable(on: Evaluation, node: ClangNode): string | undefined {
  const { id = "", name = "" } = bare(node).referencedDecl ?? {};
  if (on.state.frames[on.depth]?.aliases.has(id)) return undefined;
  return on.around.isLocal(id) ? rootOf(id, on.depth) : on.around.globalRoot(name);
}
