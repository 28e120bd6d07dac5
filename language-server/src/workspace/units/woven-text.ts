/** The woven text of a unit, or of the unit around a header: as the build would have it, or of one aspect alone. */
import type { AspectFile } from "@weft/weaver-bridge/model";
import { isSourcePath } from "../projects/file-commands.js";
import type { ProjectState, UnitCommand } from "../projects/project-set.js";
import type { SourceText } from "../texts/documents.js";
import type { WovenQuestion, WovenText } from "../workspace.js";
import type { UnitAnalyser } from "./unit-analyser.js";

export interface WovenTextParts {
  readonly analyser: UnitAnalyser;
  /** Units that hold the file, as far as known, sorted. */
  readonly including: (path: string) => readonly string[];
  readonly unitAt: (path: string) => UnitCommand | undefined;
  readonly projectAt: (path: string) => ProjectState;
  readonly aspectsOf: (project: ProjectState) => readonly AspectFile[];
  readonly openText: (path: string) => SourceText | undefined;
  readonly unsavedTexts: (unit: string) => readonly SourceText[];
}

export function createWovenText(
  parts: WovenTextParts,
): (path: string, question?: WovenQuestion) => Promise<WovenText> {
  const { analyser, including, unitAt, projectAt, aspectsOf, openText, unsavedTexts } = parts;
  return async (path, question = {}) => {
    const own = isSourcePath(path) ? unitAt(path) : undefined;
    const holders = including(path);
    const chosen = holders.find((name) => name === question.unit) ?? holders[0];
    const unit = own ?? (chosen === undefined ? undefined : unitAt(chosen));
    if (unit === undefined)
      return {
        message:
          "Only sources that belong to the project, or are open, can be woven, and headers that a unit includes",
      };
    const aspects = onlyAspect(aspectsOf(projectAt(unit.path)), question);
    const woven = await analyser.wovenText(unit, aspects, openText(unit.path), unsavedTexts(unit.path));
    if ("message" in woven) return woven;
    const units = own === undefined ? holders : [unit.path];
    return { ...woven, unit: unit.path, directory: unit.command.directory, units };
  };
}

/** The aspect files as if no other aspect, or nothing but one advice of it, had advice; what it inherits stays. */
function onlyAspect(
  files: readonly AspectFile[],
  { aspect, advice }: Pick<WovenQuestion, "aspect" | "advice">,
): readonly AspectFile[] {
  if (aspect === undefined) return files;
  if (advice !== undefined) return onlyAdvice(files, aspect, advice);
  const wanted = files.flatMap(({ aspects }) => aspects).find(({ name }) => name === aspect);
  const kept = new Set([aspect, ...(wanted?.bases ?? [])]);
  return files.map((file) => ({
    ...file,
    aspects: file.aspects.map((one) =>
      kept.has(one.name) ? one : { ...one, advice: [], order: [], introductions: [] },
    ),
  }));
}

/** The others stay and match nothing: their text is part of their classes. So do slices, which the advice may use. */
function onlyAdvice(files: readonly AspectFile[], aspect: string, wanted: number): readonly AspectFile[] {
  return files.map((file) => ({
    ...file,
    aspects: file.aspects.map((one) => ({
      ...one,
      order: [],
      advice: one.advice.map((advice) =>
        one.name === aspect && advice.index === wanted
          ? advice
          : { ...advice, pointcut: { kind: "broken" as const, range: advice.pointcut.range } },
      ),
    })),
  }));
}
