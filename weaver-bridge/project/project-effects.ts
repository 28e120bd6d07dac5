/** Everything that is done to a project, by every tool: each effect once, its target named from the project's folder. */
import { isAbsolute, relative, resolve } from "node:path";
import { readLatin1 } from "../kernel-build/index.js";
import type { Effect, Problem, SourceRange } from "../model/index.js";
import { loadSpecializations, residualEffects } from "../pipeline/index.js";
import type { AnalysedUnit } from "./analyse-units.js";
import { guardedPlaces } from "./guarded-places.js";
import { residualsOfUnits } from "./residuals-in-file.js";
import { stubsInFiles } from "./stubs-in-file.js";
import type { Target } from "./target.js";

/** An effect, and where the name of its target's file starts. */
interface PlacedEffect {
  readonly effect: Effect;
  readonly directory: string;
}

/** What specialization makes of a project's units, then the writes of guarded terms; a header's are told by each unit. */
export async function madeEffects(
  target: Pick<Target, "project" | "units">,
): Promise<{ readonly effects: readonly PlacedEffect[]; readonly problems: readonly Problem[] }> {
  const residuals = await residualsOfUnits(target);
  const effects = residuals.flatMap(({ unit: { directory }, made }) =>
    residualEffects(made, directory, readLatin1).map((effect): PlacedEffect => ({ effect, directory })),
  );
  const problems = residuals.flatMap((one) => one.problems);
  const { specs } = loadSpecializations(target.project?.specializations ?? []);
  if (specs.every(({ guards }) => guards.length === 0)) return { effects, problems };
  const places = await guardedPlaces(target.units, specs);
  const guards = places.flatMap((one) => one.effects);
  return {
    effects: [...effects, ...guards.map((effect) => ({ effect, directory: "/" }))],
    problems: [...problems, ...places.flatMap((one) => one.problems)],
  };
}

/** `analysed`: of all its units, with the aspects that are asked about. Stubs: in the units' own files. */
export async function projectEffects(
  target: Target,
  analysed: readonly AnalysedUnit[],
): Promise<{ readonly effects: readonly Effect[]; readonly problems: readonly Problem[] }> {
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
  const made = await madeEffects(target);
  for (const { effect, directory } of made.effects) add(effect, directory);
  const files = new Set(target.units.map(({ command, input }) => resolve(command.directory, input.path)));
  for (const effect of await stubsInFiles(target.project, [...files])) add(effect, "/");
  return { effects: [...found.values()], problems: made.problems };
}

const placeOf = ({ file, startLine, startColumn }: SourceRange) => `${file}:${startLine}:${startColumn}`;

/** Named from there, where it is inside. */
export function fromRoot(root: string | undefined, range: SourceRange): SourceRange {
  if (root === undefined || !isAbsolute(range.file)) return range;
  const inside = relative(root, range.file);
  return inside.startsWith("..") ? range : { ...range, file: inside };
}
