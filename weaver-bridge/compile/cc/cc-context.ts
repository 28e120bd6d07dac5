/** What all units of one `weft cc` run share: the project, its aspects, the analyser. */
import {
  type CompilerCommand,
  type CompilerInput,
  loadProject,
  type Project,
} from "../../kernel-build/index.js";
import { type Problem, printProblem, type UnitWeaveMap } from "../../model/index.js";
import {
  type Analyser,
  createAnalyser,
  inProcessHost,
  type LoadedAspects,
  type UnitAnalysis,
  type WovenUnit,
} from "../../pipeline/index.js";
import { askedAspects } from "../../project/asked-aspects.js";
import { openProgramCalls, type ProgramCalls } from "../../project/program-calls.js";
import type { CcOptions } from "./cc-options.js";

/** One unit as it was compiled. */
export interface CompiledUnit {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  readonly analysis: UnitAnalysis;
  /** Absent when nothing was woven. */
  readonly woven?: WovenUnit;
}

export interface CcContext {
  readonly options: CcOptions;
  /** Milliseconds: before the project and the aspects were read. */
  readonly startedAt: number;
  readonly project: Project | undefined;
  readonly aspects: LoadedAspects;
  /** Of a unit that includes aspects of its own; the same as `aspects` without. */
  readonly aspectsOf?: (input: CompilerInput) => LoadedAspects;
  readonly analyser: Analyser;
  /** Files whose code is woven; all without it. */
  readonly isProjectFile?: (file: string) => boolean;
  /** Analyse units also when nothing can match in them. */
  readonly always?: boolean;
  /** The text of each unit is wanted, woven or not. */
  readonly allTexts?: boolean;
  /** What units are told of slices is for the compiler alone. */
  readonly isBrief?: boolean;
  /** The call compiles one unit and does nothing else. */
  readonly isSingle?: boolean;
  /** What the program's calls say to `cflow`, where aspects ask and the project keeps account of its units. */
  readonly calls?: ProgramCalls | undefined;
  /** Told of each unit that was analysed, with what was woven. */
  readonly onUnit?: (unit: CompiledUnit) => void;
  /** Told what became of each unit. */
  readonly onMap?: (map: UnitWeaveMap) => void;
  /** The project or an aspect is broken; it has been said. Compiling on would weave less than was asked for. */
  readonly failed: boolean;
}

/** Undefined when there is nothing to weave and no project that keeps account of its units. */
export function openContext(options: CcOptions, root: string | undefined): CcContext | undefined {
  if (options.aspects.length === 0 && root === undefined) return undefined;
  const startedAt = Date.now();
  const loaded = root === undefined ? { value: undefined, problems: [] } : loadProject(root);
  const named = options.aspects.length > 0;
  const aspects = askedAspects(options.aspects, loaded.value);
  const problems = [...(named ? [] : loaded.problems), ...aspects.problems];
  const failed = reportErrors(problems);
  if (!failed && aspects.files.length === 0 && loaded.value === undefined) return undefined;
  const analyser = createAnalyser({ host: inProcessHost() });
  const calls = loaded.value === undefined ? undefined : openProgramCalls(loaded.value, aspects);
  return { options, startedAt, project: loaded.value, aspects, analyser, calls, failed };
}

/** Prints errors only, warnings are for `weft check`; true when there was one. */
export function reportErrors(problems: readonly Problem[]): boolean {
  const errors = problems.filter((problem) => problem.severity === "error");
  for (const problem of errors) process.stderr.write(`${printProblem(problem)}\n`);
  return errors.length > 0;
}
