/**
 * What holds when a function is specialized, written beside the code:
 *
 *     specialize send_sig as send_usr1 {
 *       sig == SIGUSR1;  handle->op == XDR_ENCODE;
 *       limits unroll 250, statements 400;
 *     }
 *
 * or as JSON with the same content. The right sides are C expressions whose values others know.
 */
import type { Limits } from "./limits.js";

export interface Fact {
  /** A parameter, or a variable of file scope. */
  readonly subject: string;
  /** What of it: `->member`, `.member`, `[3]`. */
  readonly path: readonly string[];
  /** A constant expression of C, a function, `&VARIABLE`; without it the pointer is not null. */
  readonly value: string | undefined;
  /** Nothing but this pointer leads to what it points to, except what functions do that are called. */
  readonly isNoAlias?: boolean;
  /** Where it stands in the declaration's text, UTF-16. */
  readonly offset: number;
  /** The subject and each step of the path, and the value; absent where it is not read from text. */
  readonly spans?: { readonly steps: readonly Span[]; readonly value: Span | undefined };
}

/** UTF-16 offsets in the declarations' text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Declaration {
  readonly function: string;
  readonly residual: string;
  /** Absent where they are not read from text. */
  readonly spans?: { readonly function: Span; readonly residual: Span; readonly body: Span };
  readonly facts: readonly Fact[];
  readonly limits: Limits;
  /** The function itself goes to the residual one when the facts hold. */
  readonly dispatch: boolean;
  /** Functions that stay calls. */
  readonly keep: readonly string[];
  /** Functions that change nothing, whatever the unit shows of them: `extern suser() pure`. */
  readonly pure: readonly string[];
  /** Functions that write nothing but these: `extern log() writes log_level`, `extern wake(p) writes p->state`. */
  readonly writes: readonly SaidWrites[];
  /** Written by hand for the same facts; its price stands beside the others. */
  readonly compared?: Named | undefined;
  /** What holds of values that are not known: `assume n > 3`, `n in 1, 2, 4`. */
  readonly assumed: readonly SaidAssumption[];
  /** No other code writes these while the function runs (`p->state`, a variable): barriers keep what is known of them. */
  readonly exclusive: readonly Named[];
  /** What has to be known when the function is made. */
  readonly required: readonly Named[];
  /** For `at run time`. */
  readonly later?: AtRunTime | undefined;
  readonly offset: number;
}

export interface SaidAssumption {
  /** A parameter or variable, and what of it, without blanks. */
  readonly subject: string;
  /** `in`: it is one of the values. */
  readonly relation: "==" | "!=" | "<" | ">" | "<=" | ">=" | "in";
  /** Constant expressions of C; but for `in` one. */
  readonly values: readonly string[];
  /** `(p->flags & MASK) == 0`: it is said of these bits alone; a constant expression. */
  readonly mask?: string;
  /** The value is another parameter or variable, or what of it; as C compares the two. */
  readonly isRelation?: true;
  /** Of `in`: there is code of its own for each value, which may be a function or an object's address, too. */
  readonly isEach?: true;
  readonly span: Span;
}

/** `extern F() writes G, p->m`: F, what it calls included. */
export interface SaidWrites {
  readonly function: string;
  /** Of file scope; or a member of what a parameter of F points to, which stands for that of any such structure. */
  readonly variables: readonly Named[];
}

/** Of `require static: return, level`, for instance: what is returned, or a variable wherever it is read. */
export interface Named {
  readonly name: string;
  readonly span: Span;
}

/** The values are known while the kernel runs; then it makes the code itself. */
export interface AtRunTime {
  /** Parameters that are known then; with `[]` also what they point to. */
  readonly given: readonly { readonly name: string; readonly hasMemory: boolean; readonly span: Span }[];
  /** Variables that are left to the code, whatever is known of them. */
  readonly dynamic: readonly string[];
}

export interface DeclarationFile {
  readonly declarations: readonly Declaration[];
  /** Sources that it names, as written. */
  readonly files: readonly string[];
  readonly mistakes: readonly Mistake[];
}

export interface Mistake {
  readonly message: string;
  readonly offset: number;
  /** Of what is wrong; where it is not known, one character. */
  readonly end?: number;
  /** It says what is not used: the code is right without, and no declaration is lost. */
  readonly isUnused?: true;
}

export const LIMITS: Limits = { unroll: 250, statements: 4000, depth: 12, variants: 250, bytes: 4096 };

export const sayAssumption = (said: SaidAssumption): string =>
  `${said.isEach === true ? "each " : ""}${subjectOf(said)} ${said.relation} ${said.values.join(", ")}`;

const subjectOf = ({ subject, mask }: SaidAssumption): string =>
  mask === undefined ? subject : `(${subject} & ${mask})`;

/** As conditions of C, which hold where the fact or the assumption does. */
export function factCondition({ subject, path, value }: Fact): string {
  const said = `${subject}${path.join("")}`;
  return value === undefined ? `${said} != 0` : `${said} == (${value})`;
}

export function assumptionCondition(assumption: SaidAssumption): string {
  const { relation, values } = assumption;
  const subject = subjectOf(assumption);
  const is = relation === "in" ? "==" : relation;
  const said = values.map((value) => `${subject} ${is} (${value})`);
  return said.length === 1 ? (said[0] as string) : `(${said.join(" || ")})`;
}

/** As it is written. */
export function sayFact({ subject, path, value, isNoAlias }: Fact): string {
  const said = isNoAlias === true ? "noalias" : value === undefined ? "nonnull" : `== ${value}`;
  return `${subject}${path.join("")} ${said}`;
}
