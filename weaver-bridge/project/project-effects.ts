/** Everything that is done to a project, by every tool: each effect once, its target named from the project's folder. */
import { isAbsolute, relative, resolve } from "node:path";
import type { Effect, Problem, SourceRange } from "../model/index.js";
import { loadSpecializations, residualEffects } from "../pipeline/index.js";
import type { AnalysedUnit } from "./analyse-units.js";
import { guardedPlaces } from "./guarded-places.js";
import { readLatin1, residualsOfUnits } from "./residuals-in-file.js";
import { stubsInFile } from "./stubs-in-file.js";
import type { Target } from "./target.js";

/** `analysed`: of all its units, with the aspects that are asked about. Stubs: in the units' own files. */
export async function projectEffects(
  target: Target,
  analysed: readonly AnalysedUnit[],
): Promise<{ readonly effects: readonly Effect[]; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = [];
  const found = new Map<string, Effect>();
  const add = (effect: Effect, directory: string) => {
    const { root } = target.project ?? {};
    const origin = fromRoot(root, effect.origin);
    const place = { ...effect.target, file: resolve(directory, effect.target.file) };
    const named = { ...effect, origin, target: fromRoot(root, place) };
    const { file, startLine, startColumn } = named.target;
    found.set([file, startLine, startColumn, effect.title, placeOf(origin)].join("\0"), named);
  };
  for (const { unit, analysis } of analysed)
    for (const effect of analysis.effects) add(effect, unit.command.directory);
  for (const residual of await residualsOfUnits(target)) {
    problems.push(...residual.problems);
    const { unit, made } = residual;
    for (const effect of residualEffects(made, unit.directory, readLatin1)) add(effect, unit.directory);
  }
  const { specs } = loadSpecializations(target.project?.specializations ?? []);
  if (specs.some(({ guards }) => guards.length > 0))
    for (const places of await guardedPlaces(target.units, specs)) {
      problems.push(...places.problems);
      for (const effect of places.effects) add(effect, "/");
    }
  for (const { command, input } of target.units) {
    const file = resolve(command.directory, input.path);
    for (const effect of await stubsInFile({ project: target.project, file })) add(effect, "/");
  }
  return { effects: [...found.values()], problems };
}

const placeOf = ({ file, startLine, startColumn }: SourceRange) => `${file}:${startLine}:${startColumn}`;

/** Named from there, where it is inside. */
export function fromRoot(root: string | undefined, range: SourceRange): SourceRange {
  if (root === undefined || !isAbsolute(range.file)) return range;
  const inside = relative(root, range.file);
  return inside.startsWith("..") ? range : { ...range, file: inside };
}
