/** What is asked of one unit, and what is known of it then. */
import {
  type CompilerCommand,
  type CompilerInput,
  type DependencyRule,
  unitLanguage,
} from "../../kernel-build/index.js";
import type {
  AspectEffect,
  AspectFile,
  Language,
  Problem,
  UnitFacts,
  WantedFacts,
} from "../../model/index.js";
import type {
  AdviceCoverage,
  CflowTrigger,
  ProjectFlow,
  ShadowMatch,
  TestedClass,
  TextFilter,
  UnitFlow,
} from "../../pointcut/index.js";
import type { IntroducedUnit, OtherwiseRead, splitTail } from "../../weaver/index.js";
import type { KeptTexts } from "./kept-texts.js";

export interface UnitRequest {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  readonly aspects: readonly AspectFile[];
  /** Folder of the project whose unit it is: where files are named from. */
  readonly root?: string | undefined;
  /** Unsaved text, latin1. */
  readonly overlay?: string | undefined;
  /** Unsaved texts of headers: latin1, by absolute path. */
  readonly headers?: ReadonlyMap<string, string> | undefined;
  /** What slices include is read before the classes that get them, wherever the unit includes it. */
  readonly hasIncludesFirst?: "at classes" | "in cycles";
  /** Expand the aspects' text with the unit, as weaving needs; queries don't, except of slices and aspects' headers. */
  readonly withTail?: boolean;
  /** Collect the make rule as well (options of `dependencyRequest`). */
  readonly dependencyOptions?: readonly string[] | undefined;
  /** Names that must occur, where a query asks for less or more than the aspects do. */
  readonly filter?: TextFilter | undefined;
  /** Facts that a query needs beyond what the aspects do. */
  readonly wanted?: WantedFacts | undefined;
  /** Only code in these files is woven; all files' without it. Asked for the names in the unit's line markers. */
  readonly isProjectFile?: ((file: string) => boolean) | undefined;
  /** Parse even when the text filter says that nothing can match. */
  readonly always?: boolean | ((text: string) => boolean);
  /** The project has said how `cflow` counts where there are threads: nothing is to be told of it. */
  readonly knowsThreads?: boolean | undefined;
  /** The text is for a compiler alone: without functions of slices that it would make no code of. */
  readonly isBrief?: boolean | undefined;
  /** The result has the text without introductions as well. */
  readonly keepsOwnText?: boolean;
  /** Nothing is asked of a unit in which nothing can match, not even its text. */
  readonly onlyMatched?: boolean;
  /** What a whole program's calls say to `cflow`, asked with what this unit adds to them. */
  readonly flow?: ((own: UnitFlow) => ProjectFlow | undefined) | undefined;
  /** Where several questions are asked about the same units, one after the other. */
  readonly texts?: KeptTexts | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for the preprocessor. */
  readonly deadline?: number | undefined;
  /** Of the compiler and the parser, for what nobody waits for. */
  readonly niceness?: number | undefined;
}

export interface UnitAnalysis {
  /** `skipped`: nothing can match, facts are empty. `failed`: see {@link failure}; nothing is known about the unit. */
  readonly status: "analysed" | "skipped" | "failed";
  /** With introductions in it. */
  readonly unitText: string;
  /** As the preprocessor gave it; where it was asked for. */
  readonly ownText?: string;
  /** The unit's own text holds aspects (it includes their file), which stand in {@link unitText} as the compiler may see them. */
  readonly holdsAspects?: boolean;
  /** What slices did to the text; absent when they did nothing. */
  readonly introduced?: IntroducedUnit;
  /** Expanded aspect text; absent when it wasn't asked for or failed to expand (see {@link tailFailure}). */
  readonly tail?: ReturnType<typeof splitTail>["tail"];
  readonly facts: UnitFacts | undefined;
  readonly aspects: readonly AspectFile[];
  readonly matches: readonly ShadowMatch[];
  /** Where control flow is watched for advice of this unit or another. */
  readonly cflows: readonly CflowTrigger[];
  /** Classes of which woven code may ask an object that can't say it (`-fno-rtti`); known `withTail`. */
  readonly tested?: readonly TestedClass[];
  /** What the unit adds to the program's calls; when {@link UnitRequest.flow} was given and aspects use `cflow`. */
  readonly flow?: UnitFlow | undefined;
  /** Each thread of the program may have objects of its own. */
  readonly isThreadLocal?: boolean;
  /** As asked for. */
  readonly isBrief?: boolean | undefined;
  /** Triple of the compile's target. */
  readonly target?: string | undefined;
  /** How often each advice applies; empty unless analysed. */
  readonly coverage: readonly AdviceCoverage[];
  readonly effects: readonly AspectEffect[];
  readonly problems: readonly Problem[];
  /** Why the unit can't be analysed or must not be woven. */
  readonly failure?: UnitFailure;
  /** Why functions are left as they are: libclang reads the unit, but not all of their bodies. */
  readonly partial?: UnitFailure;
  /** What the compiler said about the aspects' text; an error only when something matches. */
  readonly tailFailure?: string;
  /** Headers without include guards that say something else to an aspect than they said before. */
  readonly otherwiseRead?: readonly OtherwiseRead[];
  /** Warnings of the preprocessor. */
  readonly diagnostics: string;
  readonly dependencies?: DependencyRule;
}

export interface UnitFailure {
  /** `preprocess`: the compiler rejects the unit. `parse`: libclang does. `crash`: libclang could not be used. */
  readonly stage: "preprocess" | "parse" | "crash";
  readonly reason: string;
}

/** True when the compiler gets another text than the unit's own. */
export function isRewritten(analysis: UnitAnalysis): boolean {
  const { matches, cflows, tested = [], introduced, holdsAspects = false } = analysis;
  const watches = cflows.some(({ shadows }) => shadows.length > 0);
  return holdsAspects || matches.length > 0 || introduced !== undefined || tested.length > 0 || watches;
}

export const NOTHING: Pick<
  UnitAnalysis,
  "unitText" | "facts" | "matches" | "cflows" | "coverage" | "effects" | "problems" | "diagnostics"
> = {
  unitText: "",
  facts: undefined,
  matches: [],
  cflows: [],
  coverage: [],
  effects: [],
  problems: [],
  diagnostics: "",
};

/** The analysis of a unit that nothing could be learned about. */
export function failedAnalysis(aspects: readonly AspectFile[], failure: UnitFailure): UnitAnalysis {
  return { ...NOTHING, aspects, status: "failed", failure };
}

export function languageOf(input: CompilerInput): Language {
  return unitLanguage(input) ?? "c";
}
