/** What the weave map of a finished build says about it: that nothing was compiled through Weft, or advice is nowhere. */
import type { Project, WeaveMap } from "../kernel-build/index.js";
import { isOfAspect, type Problem } from "../model/index.js";
import type { LoadedAspects } from "../pipeline/index.js";
import { linkAspects, noMatchProblem } from "../pointcut/index.js";

export function builtProblems(project: Project, map: WeaveMap, aspects: LoadedAspects): Problem[] {
  if (project.aspects.length === 0) return [];
  return map.units.length === 0 ? [noUnits(project)] : wovenNowhere(map, aspects);
}

/** Objects of a build without Weft, or rules with a compiler of their own: the kernel would run, without its aspects. */
function noUnits(project: Project): Problem {
  return {
    code: "build/no-units",
    severity: "error",
    message: `make compiled no unit of ${project.name} with weft cc, so no advice is woven`,
    hint:
      "Where its objects were made before, without Weft, run weft build --clean. Where its rules name the compiler " +
      'otherwise than by $(CC), say so in "make": {cc} is what to compile with, as in ["make", "CXX={cc}"].',
  };
}

/** Inherited advice is somewhere when one of its aspects has it. */
export function wovenNowhere(map: Pick<WeaveMap, "units">, { files, problems }: LoadedAspects): Problem[] {
  if (problems.some(({ severity }) => severity === "error")) return [];
  const key = (aspect: string, index: number) => `${aspect}.${index}`;
  const woven = new Set(
    map.units.flatMap(({ effects, leftOut = [] }) =>
      [...effects.filter(isOfAspect), ...leftOut.map(({ effect }) => effect)].map((effect) =>
        key(effect.by.name, effect.binding.adviceIndex),
      ),
    ),
  );
  const { advice } = linkAspects(files);
  const somewhere = new Set(
    advice
      .filter((item) => woven.has(key(item.aspect.name, item.advice.index)))
      .map((item) => item.advice.range),
  );
  const nowhere = advice.filter((item) => !somewhere.has(item.advice.range));
  const empty = new Map(nowhere.map((item) => [item.advice.range, item]));
  return [...empty.values()].map((item) => ({
    ...noMatchProblem(item, []),
    message: "this pointcut matches nothing in what was built",
    hint: "weft check says what comes near it.",
  }));
}
