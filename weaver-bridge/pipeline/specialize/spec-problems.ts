/** What is said of declarations that are wrong, refused, or of which nothing can be made here; and where. */
import { howToInstall, type Problem, type SourceRange } from "../../model/index.js";
import type { Declaration, Mistake, Refusal } from "../../partial-eval/index.js";
import { placeIn } from "../place-in-text.js";
import { hasClang } from "../run-clang.js";
import type { SpecFile } from "./spec-source.js";
import type { ClangUnit } from "./unit-trees.js";

export const functionAt = ({ offset, spans }: Declaration): { offset: number; end?: number } =>
  spans === undefined ? { offset } : { offset: spans.function.start, end: spans.function.end };

export function refusedAt(
  declaration: Declaration,
  unit: ClangUnit,
  source: string,
  refusal: Refusal,
): Problem {
  const range =
    refusal.offset === undefined ? undefined : rangeAt(unit.path, source, refusal.offset, "latin1");
  return {
    code: "specialize/refused",
    severity: "error",
    message: `${declaration.function} is not specialized: ${refusal.message}`,
    hint: "The generic function stays as it is. Take the part out into a function of its own.",
    ...(range === undefined ? {} : { range }),
  };
}

/**
 * Of a declaration that nothing can be made of here: a warning, because the generic function does the same. An error where the
 * declaration requires what nobody can look at then.
 */
export function noClang({ spec, declaration }: { spec: SpecFile; declaration: Declaration }): Problem {
  const { function: name, residual, required } = declaration;
  const isRequired = required.length > 0;
  const install = `install clang (${howToInstall("clang")}).`;
  return {
    ...mistakeIn(
      spec,
      `${residual} is not made: clang, which reads ${name}, is not on this machine`,
      functionAt(declaration),
    ),
    ...{ code: NO_CLANG, severity: isRequired ? "error" : "warning" },
    hint: isRequired
      ? `What it requires is not known without it: ${install}`
      : `The generic function is used in its place. To have it made, ${install}`,
  };
}

export const NO_CLANG = "specialize/no-clang";

/** Of all declarations that `isMeant`; none where clang is there. */
export function withoutClang(
  specs: readonly SpecFile[],
  isMeant: (declaration: Declaration) => boolean = () => true,
): Problem[] {
  if (hasClang()) return [];
  return specs.flatMap((spec) =>
    spec.declarations.filter(isMeant).map((declaration) => noClang({ spec, declaration })),
  );
}

/** Of a declaration whose function nobody has seen. */
export function noDefiningUnit({ function: name, residual }: Declaration): Problem {
  return {
    ...{ code: "specialize/no-unit", severity: "error" },
    message: `no unit defines ${name}, so ${residual} is not made`,
    hint: "Correct the name, remove the declaration, or let a unit include the header that defines the function.",
  };
}

export function mistakeIn(
  { file, text }: Pick<SpecFile, "file" | "text">,
  message: string,
  { offset, end, isUnused }: Pick<Mistake, "offset" | "isUnused"> & { readonly end?: number | undefined },
): Problem {
  const from = rangeAt(file, text, offset);
  const to = end === undefined || end <= offset ? undefined : rangeAt(file, text, end);
  const range = to === undefined ? from : { ...from, endLine: to.startLine, endColumn: to.startColumn };
  const severity = isUnused === true ? "warning" : "error";
  return { code: "specialize/declaration", severity, message, range };
}

export function rangeAt(
  file: string,
  text: string,
  offset: number,
  encoding: "utf8" | "latin1" = "utf8",
): SourceRange {
  const line = lineOf(text, offset);
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  // Columns count bytes.
  const column = Buffer.byteLength(text.slice(start, offset), encoding) + 1;
  return { file, startLine: line, startColumn: column, endLine: line, endColumn: column + 1 };
}

export function lineOf(text: string, offset: number): number;
export function lineOf(text: string, offset: number | undefined): number | undefined;
export function lineOf(text: string, offset: number | undefined): number | undefined {
  return offset === undefined ? undefined : placeIn(text, offset).line;
}
