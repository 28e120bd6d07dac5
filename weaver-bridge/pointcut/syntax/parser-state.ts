/** What the parts of the aspect-file parser share: the place in the text, the problems, and what was found so far. */
import type {
  Aspect,
  AttributeDeclaration,
  NamedPointcut,
  NonInlineMember,
  Slice,
  TextRange,
} from "../../model/index.js";
import type { createConditionals } from "./conditionals.js";
import type { ProblemSink } from "./problem-sink.js";
import type { TokenCursor } from "./token-cursor.js";

export interface ParserState {
  readonly cursor: TokenCursor;
  readonly sink: ProblemSink;
  readonly conditionals: ReturnType<typeof createConditionals>;
  readonly aspects: Aspect[];
  readonly pointcuts: NamedPointcut[];
  readonly slices: SliceDraft[];
  /** `slice int S::f() {...}` whose slice is looked for at the end. */
  readonly sliceMembers: SliceMember[];
  readonly attributes: AttributeDeclaration[];
  /** The word `aspect` of `aspect NAME;`. */
  readonly forwards: TextRange[];
}

/** A slice whose non-inline members may still come. */
export type SliceDraft = Omit<Slice, "definitions"> & {
  readonly definitions: NonInlineMember[];
};

export interface SliceMember {
  /** As written before the last `::`, without blanks. */
  readonly of: string;
  /** Scopes around it, outermost first. */
  readonly scope: readonly string[];
  readonly definition: NonInlineMember;
}

/** Name as seen from file scope. */
export function qualify(scope: readonly string[], name: string): string {
  return name.startsWith("::") ? name.slice(2) : [...scope, name].join("::");
}

/** `a::b` at the cursor, without blanks; the range of it. Undefined when no name stands there. */
export function takeQualifiedName(
  cursor: TokenCursor,
): { name: string; range: TextRange; last: TextRange } | undefined {
  const start = cursor.token.start;
  let name = cursor.accept("::") ? "::" : "";
  let last: TextRange | undefined;
  while (cursor.token.kind === "identifier") {
    const token = cursor.take();
    name += cursor.textOf(token);
    last = { start: token.start, end: token.end };
    if (!cursor.at("::") || cursor.peek().kind !== "identifier") break;
    cursor.take();
    name += "::";
  }
  return last === undefined ? undefined : { name, range: { start, end: cursor.lastEnd }, last };
}
