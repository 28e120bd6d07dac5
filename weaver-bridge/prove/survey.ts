/** Every distinct text of every unit in every configuration, parsed once, for those who plan a refactoring. */
import { createHash } from "node:crypto";

import { dirname, resolve, sep } from "node:path";
import { preprocess, readRegular } from "../kernel-build/index.js";
import { type AspectFile, type Problem, type UnitFacts, unlessRefused } from "../model/index.js";
import { createAnalyser, type UnitAnalysis, workerHost } from "../pipeline/index.js";
import type { AnalysedText, SourceText } from "../refactor/index.js";
import { type ProjectSide, type ProjectUnit, projectSide } from "./project-side.js";
import type { ProofOptions } from "./prove.js";

export interface SurveyedUnit extends AnalysedText {
  readonly configuration: string | undefined;
  readonly unit: ProjectUnit;
  readonly aspects: readonly AspectFile[];
  readonly analysis: UnitAnalysis;
  readonly facts: UnitFacts;
}

export interface SurveyOptions extends PlanOptions {
  /** Slices stand in the texts; otherwise units are as they are written. */
  readonly withAspects?: boolean;
  /** Only the project's own configuration. */
  readonly ownOnly?: boolean;
}

/** Where plans look: the project, or the copy of it that has an editor's texts. */
export interface PlanOptions extends ProofOptions {
  readonly pathOf?: ((path: string) => string) | undefined;
}

/** Undefined with problems when there is no project. Rejects with ProcessError. */
export async function surveyProject<Value>(
  root: string,
  options: SurveyOptions,
  use: (unit: SurveyedUnit) => Value,
): Promise<{
  readonly values: readonly Value[];
  readonly side: ProjectSide | undefined;
  readonly problems: readonly Problem[];
}> {
  const { pathOf } = options;
  const own = projectSide(root, { pathOf });
  if (own.side === undefined) return { values: [], side: undefined, problems: own.problems };
  const { configurations } = own.side.project;
  const names =
    options.ownOnly === true || configurations.length === 0
      ? [own.side.project.configuration]
      : configurations.map(({ name }) => name);
  const read = sourceReader();
  const seen = new Set<string>();
  const values: Value[] = [];
  const problems: Problem[] = [...own.problems];
  const host = workerHost();
  const analyser = createAnalyser({ host });
  try {
    for (const [index, configuration] of names.entries()) {
      const { side } = projectSide(root, { configuration, pathOf });
      if (side === undefined) continue;
      const owns = ownership(root, side);
      for (const [at, unit] of side.units.entries()) {
        options.onProgress?.({
          done: index * side.units.length + at,
          total: names.length * side.units.length,
          what: unit.input.path,
        });
        const text = await preprocess(unit.command, unit.input, { signal: options.signal });
        const key = createHash("sha1")
          .update(`${unit.file}\0${text.ok ? text.text : ""}\0${aspectKey(side, options)}`)
          .digest("hex");
        if (seen.has(key)) continue;
        seen.add(key);
        const analysis = await analyser.analyse({
          command: unit.command,
          input: unit.input,
          root: unit.root,
          always: true,
          signal: options.signal,
          aspects: options.withAspects === true ? side.aspects : [],
          wanted: { locals: true, classes: true },
        });
        const failure = analysis.failure ?? analysis.partial;
        if (analysis.facts === undefined || failure !== undefined) {
          problems.push(unread(unit, failure?.reason ?? "it can't be analysed"));
          continue;
        }
        const sourceOf = (file: string) => {
          const path = resolve(unit.command.directory, file);
          return owns(path) ? read(path) : undefined;
        };
        const { facts, unitText } = analysis;
        values.push(use({ configuration, unit, aspects: side.aspects, analysis, facts, unitText, sourceOf }));
      }
    }
  } finally {
    host.dispose();
  }
  return { values, side: own.side, problems };
}

function aspectKey({ aspects }: ProjectSide, { withAspects }: SurveyOptions): string {
  return withAspects === true ? aspects.map(({ file }) => file).join("\0") : "";
}

function unread({ file, input }: ProjectUnit, reason: string): Problem {
  return {
    code: "refactor/unread",
    severity: "warning",
    range: { file, startLine: 1, startColumn: 1, endLine: 1, endColumn: 1 },
    message: `${input.path} is left as it is: ${reason}`,
    hint: "The unit has to build without errors to be changed and compared: build it, or leave it out of weft.json.",
  };
}

/** A project owns what stands in its folder, and the folders of its units. */
function ownership(root: string, { units }: ProjectSide): (path: string) => boolean {
  const folders = [...new Set([resolve(root), ...units.map(({ file }) => dirname(file))])];
  return (path) => folders.some((folder) => path.startsWith(folder + sep));
}

export function sourceReader(): (path: string) => SourceText | undefined {
  const known = new Map<string, SourceText | undefined>();
  return (path) => {
    if (!known.has(path)) known.set(path, readSource(path));
    return known.get(path);
  };
}

function readSource(file: string): SourceText | undefined {
  return unlessRefused(() => ({ file, text: readRegular(file, "latin1") }));
}
