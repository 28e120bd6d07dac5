/** Problems in files of declarations: of their text, of what they say of the code, and limits that fired. */
import type { Problem } from "@weft/weaver-bridge/model";
import type { Declaration } from "@weft/weaver-bridge/partial-eval";
import { mistakeIn, noDefiningUnit, type SpecFile } from "@weft/weaver-bridge/pipeline";
import type { AskedDeclaration, SpecializeAnswer } from "../../residuals/worker-protocol.js";
import type { ProjectState } from "../../workspace/index.js";

export interface Known {
  readonly answers: readonly SpecializeAnswer[];
  readonly project: ProjectState;
  /** Some unit has the function. */
  readonly isDefined: (name: string) => boolean;
}

export function specProblems(
  { spec, isListed }: { readonly spec: SpecFile; readonly isListed: boolean },
  { answers, project, isDefined }: Known,
): Problem[] {
  const refused = answers.flatMap(({ problems }) => problems);
  const limits = answers
    .flatMap(({ residuals }) => residuals)
    .filter((one) => one.spec === spec.file)
    .flatMap(({ declaration, limits: notes }) =>
      notes.map(
        (note): Problem => ({
          ...mistakeIn(spec, note, functionSpan(declaration)),
          code: "specialize/limit",
          severity: "warning",
          hint: "Raise the limit in this declaration, or declare what keeps it from growing.",
        }),
      ),
    );
  return [
    ...spec.mistakes.map((one) => mistakeIn(spec, one.message, one)),
    ...spec.declarations.flatMap((one) => (isDefined(one.function) ? [] : [withoutUnit(spec, one)])),
    ...refused.filter(({ range }) => range?.file === spec.file),
    ...limits,
    ...(isListed || !project.declared ? [] : [notListed(spec, project)]),
  ];
}

/** One for each declaration that there is no answer for. */
export function notMade(asked: readonly AskedDeclaration[], error: Error): Problem[] {
  const reason = error.message.split("\n", 1)[0] ?? "";
  return asked.map(({ spec, declaration }) => ({
    ...mistakeIn(
      spec,
      `${declaration.function} can't be specialized now: ${reason}`,
      functionSpan(declaration),
    ),
    code: "specialize/failed",
  }));
}

function functionSpan({ offset, spans }: Declaration): { offset: number; end?: number } {
  return spans === undefined ? { offset } : { offset: spans.function.start, end: spans.function.end };
}

const withoutUnit = (spec: SpecFile, declaration: Declaration): Problem => ({
  ...mistakeIn(spec, "", functionSpan(declaration)),
  ...noDefiningUnit(declaration),
});

function notListed({ file }: SpecFile, { root }: ProjectState): Problem {
  return {
    code: "project/specialization-not-listed",
    severity: "warning",
    range: { file, startLine: 1, startColumn: 1, endLine: 1, endColumn: 2 },
    message: "builds do not make what this file declares",
    hint: `Add it to "specializations" in ${root}/weft.json.`,
  };
}
