/**
 * What an advice body uses of its join point: which fields of `tjp` are read, which are written or have their address
 * taken, how often it proceeds. From this follow the parameters of the function that the body becomes, so that an
 * advice that uses nothing costs a plain call. Works on tokens of the expanded body; knows no join point.
 */
import type { Token } from "../text/c-tokens.js";
import { tokenize } from "../text/c-tokens.js";

/** `pointer`: the body assigns it, takes its address or selects in it, so it needs the object and not a copy. */
export type Mode = "value" | "pointer";

export interface ContextReference {
  /** `arg0`, `result`, `target`, `signature`, …, `proceed` */
  readonly name: string;
  /** From `tjp` to the end of the name, and of `()` for `proceed`; byte offsets in the body's text. */
  readonly start: number;
  readonly end: number;
  /** `(` follows: a value that is called, or the C++ spelling `tjp->result()`. */
  readonly called: boolean;
}

export interface AdviceUse {
  readonly references: readonly ContextReference[];
  /** How each field that is not a constant is used, `proceed` left out. */
  readonly modes: ReadonlyMap<string, Mode>;
  readonly proceeds: number;
  /** `return;` statements, from `return` to before the `;`. */
  readonly returns: readonly { readonly start: number; readonly end: number }[];
  /** The first `return` with a value, which advice can't have. */
  readonly valueReturn?: { readonly start: number; readonly end: number };
  /** `tjp` used in a way that is no field of a join point. */
  readonly misuses: readonly { readonly text: string; readonly start: number; readonly end: number }[];
}

/** Fields whose value is known when weaving. */
export const CONSTANT_FIELDS: ReadonlySet<string> = new Set(["signature", "filename", "line", "args"]);

const FIELD = /^(?:arg\d+|idx\d+|result|that|target|entity|signature|filename|line|args|proceed)$/;
const ASSIGNMENT = /^(?:[-+*/%&|^]|<<|>>)?=$/;

export function adviceUse(body: string): AdviceUse {
  const tokens = tokenize(body);
  const references: ContextReference[] = [];
  const modes = new Map<string, Mode>();
  const misuses: { text: string; start: number; end: number }[] = [];
  const returns = tokens.filter((token) => token.kind === "identifier" && token.text === "return");
  const [plain, valued] = [true, false].map((wanted) =>
    returns.filter((token) => (tokens[tokens.indexOf(token) + 1]?.text === ";") === wanted),
  ) as [Token[], Token[]];
  let proceeds = 0;
  tokens.forEach((token, index) => {
    if (token.text !== "tjp" || isMember(tokens, index)) return;
    const name = tokens[index + 2];
    if (tokens[index + 1]?.text !== "->" || name === undefined || !FIELD.test(name.text)) {
      const end = tokens[index + 1]?.text === "->" && name?.kind === "identifier" ? name : token;
      misuses.push({ text: body.slice(token.start, end.end), start: token.start, end: end.end });
      return;
    }
    if (name.text === "proceed") {
      const close = tokens[index + 4];
      if (tokens[index + 3]?.text !== "(" || close?.text !== ")") {
        misuses.push({ text: "tjp->proceed", start: token.start, end: name.end });
        return;
      }
      proceeds++;
      references.push({ name: "proceed", start: token.start, end: close.end, called: true });
      return;
    }
    const called = tokens[index + 3]?.text === "(";
    if (CONSTANT_FIELDS.has(name.text) && called) {
      misuses.push({ text: `tjp->${name.text}()`, start: token.start, end: name.end });
      return;
    }
    references.push({ name: name.text, start: token.start, end: name.end, called });
    if (CONSTANT_FIELDS.has(name.text)) return;
    const mode = modeOf(tokens, index, index + 2);
    if (mode === "pointer" || !modes.has(name.text)) modes.set(name.text, mode);
  });
  const valueReturn = valued[0];
  return {
    references,
    modes,
    proceeds,
    misuses,
    returns: plain,
    ...(valueReturn === undefined ? {} : { valueReturn }),
  };
}

/** The token follows `.` or `->`, so it names a member of something. */
export function isMember(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.text;
  return before === "." || before === "->";
}

function modeOf(tokens: readonly Token[], first: number, last: number): Mode {
  let [before, after] = [first - 1, last + 1];
  while (tokens[before]?.text === "(" && tokens[after]?.text === ")") {
    before--;
    after++;
  }
  const next = tokens[after]?.text ?? "";
  if (next === "." || next === "[" || next === "++" || next === "--" || ASSIGNMENT.test(next))
    return "pointer";
  const previous = tokens[before]?.text ?? "";
  if (previous === "++" || previous === "--") return "pointer";
  return previous === "&" && isUnary(tokens, before) ? "pointer" : "value";
}

/** `&` after an operand is binary, except after the `)` of a cast; then the pointer is a harmless over-estimate. */
function isUnary(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  if (before === undefined) return true;
  if (before.text === ")") return true;
  if (before.kind === "punctuator") return before.text !== "]";
  return (
    before.kind === "identifier" && /^(?:return|case|sizeof|__typeof__|typeof|else|do)$/.test(before.text)
  );
}
