/**
 * What stands at a place in a file of declarations, also in one that is half typed: which declaration, which part of it, and
 * what has to be looked up in the unit to know more.
 */
import { withoutComments } from "@weft/weaver-bridge/c-text";
import type { Fact, LookUpQuestion, Span } from "@weft/weaver-bridge/partial-eval";
import type { Position, Range } from "../../protocol/index.js";
import type { SpecDocument } from "./spec-documents.js";

export type SpecPlace =
  /** Between declarations. */
  | { readonly at: "outside" }
  | { readonly at: "function" | "name" }
  /** Where a clause begins: what is typed of it names the subject, or is a keyword. */
  | { readonly at: "clause"; readonly question: LookUpQuestion }
  /** Behind `->`, `.`: the members of what is before. */
  | { readonly at: "member"; readonly question: LookUpQuestion }
  /** Behind a path, where `==` or a word is missing. */
  | { readonly at: "relation"; readonly question: LookUpQuestion }
  | { readonly at: "value"; readonly question: LookUpQuestion }
  | { readonly at: "keep"; readonly question: LookUpQuestion }
  | { readonly at: "limits" };

const PATH = /([A-Za-z_]\w*)((?:\s*(?:->|\.)\s*[A-Za-z_]\w*|\s*\[\s*\d+\s*\])*)/;
const STEPS = /(?:->|\.)\s*\w+|\[\s*\d+\s*\]/g;

/** For completion: what can stand where the cursor is. Undefined in comments. */
export function specPlaceAt({ source }: SpecDocument, position: Position): SpecPlace | undefined {
  const offset = source.lines.offsetAt(position);
  const before = withoutComments(source.text.slice(0, offset));
  if (isInComment(source.text.slice(0, offset))) return undefined;
  const head = /\bspecialize\s+([A-Za-z_]\w*)\s+as\s+[A-Za-z_]\w*\s*\{([^{}]*)$/.exec(before);
  if (head === null) {
    if (/\bspecialize\s+\w*$/.test(before)) return { at: "function" };
    return /\bspecialize\s+\w+\s+as\s+\w*$/.test(before) ? { at: "name" } : { at: "outside" };
  }
  const [, name = "", body = ""] = head;
  const said = body.slice(body.lastIndexOf(";") + 1).trimStart();
  // What is said of something begins with it behind these words, too.
  const clause = said.replace(/^(?:assume\s(?:.*,)?|for\s+each\s)\s*/s, "");
  const question = (subject?: string, path = ""): LookUpQuestion => ({
    function: name,
    subject,
    path: stepsOf(path),
  });
  if (/^limits\b/.test(clause)) return { at: "limits" };
  if (/^(?:keep|compare)\s/.test(clause)) return { at: "keep", question: question() };
  const [whole = "", subject, path] = new RegExp(`^${PATH.source}`).exec(clause) ?? [];
  const rest = clause.slice(whole.length);
  if (/^\s*(?:==|in\s)/.test(rest)) return { at: "value", question: question(subject, path) };
  if (/^\s*(->|\.)\s*$/.test(rest)) return { at: "member", question: question(subject, path) };
  if (/^\s+\w*$/.test(rest) && subject !== undefined)
    return { at: "relation", question: question(subject, path) };
  const member = /(?:->|\.)\s*\w*$/.exec(path ?? "");
  if (member !== null) return { at: "member", question: question(subject, path?.slice(0, member.index)) };
  return { at: "clause", question: question() };
}

const stepsOf = (path: string): string[] =>
  [...path.matchAll(STEPS)].map(([step]) => step.replace(/\s/g, ""));

function isInComment(before: string): boolean {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  return line.includes("//") || before.lastIndexOf("/*") > before.lastIndexOf("*/");
}

/** A name in a declaration that was read. */
export type SpecName =
  | { readonly kind: "function" | "residual"; readonly residual: string; readonly span: Span }
  | { readonly kind: "step"; readonly fact: Fact; readonly steps: number; readonly span: Span }
  | { readonly kind: "value"; readonly fact: Fact; readonly value: string; readonly span: Span };

export function specNameAt(
  { source, spec }: SpecDocument,
  position: Position,
): { readonly name: SpecName; readonly question: LookUpQuestion; readonly range: Range } | undefined {
  const offset = source.lines.offsetAt(position);
  const holds = (span: Span | undefined): span is Span =>
    span !== undefined && span.start <= offset && offset <= span.end;
  for (const { function: called, residual, spans, facts } of spec.declarations) {
    const answer = (name: SpecName, fact?: Fact, steps = 0) => ({
      name,
      question: { function: called, subject: fact?.subject, path: fact?.path.slice(0, steps) ?? [] },
      range: source.lines.rangeBetween(name.span.start, name.span.end),
    });
    if (holds(spans?.function)) return answer({ kind: "function", residual, span: spans.function });
    if (holds(spans?.residual)) return answer({ kind: "residual", residual, span: spans.residual });
    for (const fact of facts) {
      const steps = fact.spans?.steps.findIndex(holds) ?? -1;
      const span = fact.spans?.steps[steps];
      if (span !== undefined) return answer({ kind: "step", fact, steps, span }, fact, steps);
      const value = fact.spans?.value;
      if (holds(value) && fact.value !== undefined)
        return answer({ kind: "value", fact, value: fact.value, span: value }, fact, fact.path.length);
    }
  }
  return undefined;
}
