/** `offsetof(T, m)`: clang tells neither the type nor the member, so both are read where they are written. */
import type { ClangNode } from "../tree/clang-tree.js";
import { argumentsAt, expandedTo } from "../tree/expanded.js";
import { invocationOf } from "../tree/spelled.js";
import { type Evaluated, type Evaluation, PRIMARY, refused } from "./evaluated.js";
import { literalOf } from "./residual-text.js";

export function evaluateOffset(on: Evaluation, node: ClangNode): Evaluated {
  const spelled = on.around.spelling(node);
  const asked = askedIn(on, node);
  const value = asked === undefined ? undefined : offsetIn(on, asked);
  const text = () => {
    if (spelled !== undefined) return spelled;
    if (asked === undefined) throw refused(node);
    return value === undefined
      ? `__builtin_offsetof(${asked.type}, ${asked.member})`
      : literalOf(on, value, node).text();
  };
  return { value, text, level: PRIMARY, changed: spelled === undefined, pure: true };
}

const ASKS = "__builtin_offsetof";

interface Asked {
  readonly type: string;
  readonly member: string;
}

/** All that the macro there makes, or the expression itself, asks for one member. */
function askedIn({ around }: Evaluation, node: ClangNode): Asked | undefined {
  const { program } = around;
  const written = invocationOf(node, program);
  const text = written && expandedTo(ASKS, written, program);
  const found = [...(text ?? "").matchAll(new RegExp(`\\b${ASKS}\\b`, "g"))].map(({ 0: name, index }) =>
    argumentsAt(text as string, index + name.length),
  );
  const [first] = found;
  const [type = "", member = ""] = first?.parts ?? [];
  const isOne = found.every((one) => one?.parts.join() === first?.parts.join());
  const isPlain = /^(?:(?:struct|union)\s+)?\w+$/.test(type) && /^\w+(?:\.\w+|\[\d+\])*$/.test(member);
  return isOne && isPlain ? { type, member } : undefined;
}

function offsetIn({ around: { types } }: Evaluation, { type, member }: Asked): bigint | undefined {
  let owner: string = types.canonical(type);
  let at = 0n;
  for (const [step, index] of member.matchAll(/\w+|\[(\d+)\]/g)) {
    const inner: string | undefined = index === undefined ? types.member(owner, step) : types.element(owner);
    const size = index === undefined ? undefined : types.size(types.canonical(inner));
    const by = index === undefined ? types.offset(owner, step) : size && size * BigInt(index);
    if (inner === undefined || by === undefined) return undefined;
    at += by;
    owner = types.canonical(inner);
  }
  return at;
}
