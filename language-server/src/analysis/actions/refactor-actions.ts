/** Which refactorings could begin at a place. Cheap: whether they can be done, and what they do, is found out when asked. */
import type { Range, RefactoringQuestion } from "../../protocol/index.js";
import { aspectDocumentAt, type Snapshot, type SourceText } from "../../workspace/index.js";
import { holds } from "../locate.js";

export interface RefactorAction {
  readonly title: string;
  readonly kind: "refactor.extract" | "refactor.inline" | "refactor.move";
  readonly question: RefactoringQuestion;
}

export function refactorActions(snapshot: Snapshot, path: string, range: Range): RefactorAction[] {
  const document = aspectDocumentAt(snapshot, path);
  if (document !== undefined) return inAspect(document, range);
  const source = snapshot.text(path);
  return source === undefined || !/\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|C|inc)$/.test(path)
    ? []
    : inCode(source, range);
}

function inAspect(
  document: NonNullable<ReturnType<typeof aspectDocumentAt>>,
  range: Range,
): RefactorAction[] {
  const { file, source } = document;
  const covers = (own: { readonly start: number; readonly end: number }) =>
    holds(
      source.lines.rangeBetween(source.bytes.toUtf16(own.start), source.bytes.toUtf16(own.end)),
      range.start,
    );
  return file.aspects.flatMap((aspect) => [
    ...aspect.advice
      .filter((one) => covers(one.range))
      .map(
        ({ index, kind }): RefactorAction => ({
          title: `Write this ${kind} advice out at its join points`,
          kind: "refactor.inline",
          question: { kind: "inline", aspect: aspect.name, index },
        }),
      ),
    ...(aspect.introductions ?? [])
      .filter((one) => covers(one.range))
      .map(
        ({ index }): RefactorAction => ({
          title: "Move the introduced members into the struct or class",
          kind: "refactor.move",
          question: { kind: "push-in", aspect: aspect.name, index },
        }),
      ),
  ]);
}

function inCode({ path: file, text }: SourceText, { start, end }: Range): RefactorAction[] {
  const lines = text.split("\n");
  const first = (lines[start.line] ?? "").trim();
  const feature = /^#\s*(?:ifdef\s+(\w+)|if\s+defined\s*(?:\(\s*)?(\w+)\s*(?:\)\s*)?$)/.exec(first);
  if (feature !== null) {
    const name = feature[1] ?? feature[2] ?? "";
    return [
      {
        title: `Extract what stands under ${name} into an aspect`,
        kind: "refactor.extract",
        question: { kind: "extract-feature", feature: name },
      },
    ];
  }
  if (
    !first
      .replace(/\/\*.*?(?:\*\/|$)|\/\/.*/g, "")
      .trimEnd()
      .endsWith(";")
  )
    return [];
  const line = start.line + 1;
  const owner = openerOf(lines, start.line);
  if (/\b(?:struct|class)\b[^()]*$/.test(owner))
    return [
      {
        title: "Move this member into an aspect",
        kind: "refactor.move",
        question: { kind: "pull-out", file, line },
      },
    ];
  if (owner === "") return [];
  // A selection that ends at the start of a line does not reach into it.
  const last = (end.character === 0 && end.line > start.line ? end.line - 1 : end.line) + 1;
  const extract = (
    title: string,
    at: { readonly begin?: number; readonly end?: number },
  ): RefactorAction => ({ title, kind: "refactor.extract", question: { kind: "extract-pair", file, ...at } });
  if (last > line)
    return [extract("Extract the first and the last statement into an aspect", { begin: line, end: last })];
  return [
    extract("Extract this statement, with which functions begin, into an aspect", { begin: line }),
    extract("Extract this statement, with which functions end, into an aspect", { end: line }),
  ];
}

/** The text before the brace that is open at the line; empty at file scope. */
function openerOf(lines: readonly string[], line: number): string {
  let depth = 0;
  for (let at = line - 1; at >= 0 && at > line - 2000; at--) {
    const text = (lines[at] ?? "").replace(
      /"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.){0,16}'|\/\/.*|\/\*.*?(?:\*\/|$)/g,
      "",
    );
    for (let index = text.length - 1; index >= 0; index--) {
      if (text[index] === "}") depth++;
      else if (text[index] === "{" && depth-- === 0) {
        const head = text.slice(0, index).trim();
        return head === "" ? (lines[at - 1] ?? "{").trim() || "{" : head;
      }
    }
  }
  return "";
}
