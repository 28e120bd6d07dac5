/** What specialization makes of a file, by the units that define the functions; what can't be made is told by `weft specialize`. */

import { resolve } from "node:path";
import { readLatin1 } from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";
import { type DynamicCause, whyDynamic } from "../partial-eval/index.js";
import {
  type ClangUnit,
  clangUnitOf,
  declarationsFor,
  lineOf,
  loadSpecializations,
  type MadeResidual,
  maybeDefines,
  specializeUnit,
  withoutClang,
} from "../pipeline/index.js";
import { sameFile } from "./source-files.js";
import type { Target, TargetUnit } from "./target.js";

export interface ResidualsOfUnit {
  readonly target: TargetUnit;
  readonly unit: ClangUnit;
  /** Text of its file, one character a byte. */
  readonly source: string;
  readonly made: readonly MadeResidual[];
  readonly problems: readonly Problem[];
}

async function residualsOfTarget({ project, file, units }: Target): Promise<ResidualsOfUnit[]> {
  return file === undefined ? [] : residualsOfUnits({ project, units });
}

/** Of the units that define a function which the project specializes. */
export async function residualsOfUnits({
  project,
  units,
}: Pick<Target, "project" | "units">): Promise<ResidualsOfUnit[]> {
  if (project === undefined || project.specializations.length === 0) return [];
  const { specs } = loadSpecializations(project.specializations);
  const found: ResidualsOfUnit[] = [];
  for (const target of units) {
    const unit = clangUnitOf(target.command, target.input);
    const source = readLatin1(unit.path) ?? "";
    const asked = declarationsFor(source, specs);
    if (asked.length > 0) found.push({ target, unit, source, ...(await specializeUnit(unit, asked)) });
  }
  return found;
}

/** What can't be made because clang is missing: of a file, or of the whole project. Cheap where clang is there. */
export function unmadeInTarget({ project, file }: Pick<Target, "project" | "file">): Problem[] {
  const { specs } = loadSpecializations(project?.specializations ?? []);
  const source = file === undefined ? undefined : (readLatin1(file) ?? "");
  return withoutClang(specs, (one) => source === undefined || maybeDefines(source, one.function));
}

/** Why what stands on the line is left for the running program, in lines of text. */
export async function whyDynamicAtLine(target: Target, line: number): Promise<string[]> {
  const all = await residualsOfTarget(target);
  return all.flatMap(({ unit, made }) =>
    made.flatMap(({ declaration, spec, residual }) => {
      const isHere = (file: string) => sameFile(resolve(unit.directory, file), target.file ?? "");
      const onLine = residual.notes.filter(({ file, start, end }) => {
        const text = isHere(file) ? (readLatin1(resolve(unit.directory, file)) ?? "") : undefined;
        return text !== undefined && lineOf(text, start) === line && end > start;
      });
      const causes = onLine.flatMap((note) => whyDynamic(residual.notes, note));
      const distinct = [...new Map(causes.map((one) => [JSON.stringify(one), one])).values()];
      return distinct.flatMap((cause) =>
        sayCause(cause, `${declaration.residual} (${spec.file}): `, 0, unit.directory),
      );
    }),
  );
}

function sayCause(cause: DynamicCause, head: string, depth: number, directory: string): string[] {
  const text = readLatin1(resolve(directory, cause.file)) ?? "";
  const fact = cause.fact === undefined ? "" : `; to declare: ${cause.fact}`;
  return [
    `${"  ".repeat(depth)}${head}line ${lineOf(text, cause.start)}: ${cause.why}${fact}`,
    ...cause.causes.flatMap((one) => sayCause(one, "", depth + 1, directory)),
  ];
}
