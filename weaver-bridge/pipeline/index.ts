/** From a compile command and aspects to facts, matches, effects and woven text: chains the parts, adds no meaning. */

export { type AspectChanges, aspectChanges, type Concern, withGain } from "./aspect-changes.js";
export { targetProblems } from "./guards/guard-target.js";
export * from "./guards/guard-unit.js";
export { absentPlugs, plugsOf } from "./guards/plug-unit.js";
export { leftOutByUnit } from "./last-build.js";
export { type LoadedAspects, loadAspects, SOURCE_ENDINGS } from "./load-aspects.js";
export { changedSelections } from "./match-changes.js";
export { maybeDefines } from "./maybe-defines.js";
export { hasClang } from "./run-clang.js";
export {
  type CompiledResiduals,
  compiledResiduals,
  type TriedUnit,
} from "./specialize/compiled-residuals.js";
export { residualEffects } from "./specialize/residual-effects.js";
export { factTest, originMap, textWithResiduals } from "./specialize/residual-text.js";
export * from "./specialize/spec-file.js";
export * from "./specialize/spec-problems.js";
export * from "./specialize/spec-source.js";
export * from "./specialize/specialize-unit.js";
export { sayTried, type TriedFact, triedFacts } from "./specialize/tried-facts.js";
export { type ClangUnit, clangUnitOf, createUnitReader, type UnitReader } from "./specialize/unit-trees.js";
export * from "./stubs/header-types.js";
export {
  type ExecutedCount,
  type ExecutedCounts,
  type ExecutedRequest,
  executedCalls,
} from "./stubs/stepping/executed-calls.js";
export { STEPPER } from "./stubs/stepping/stepper.js";
export { TRACEE } from "./stubs/stepping/tracee.js";
export * from "./stubs/stub-instructions.js";
export { type Analyser, createAnalyser } from "./unit/analyse-unit.js";
export { headerConflicts } from "./unit/header-conflicts.js";
export {
  createIntroducer,
  type IntroductionRequest,
  introduceIntoC,
  preparedAspects,
} from "./unit/introduce-unit.js";
export { createKeptTexts, type KeptTexts } from "./unit/kept-texts.js";
export * from "./unit/parse-host.js";
export {
  failedAnalysis,
  isRewritten,
  type UnitAnalysis,
  type UnitFailure,
  type UnitRequest,
} from "./unit/unit-analysis.js";
export * from "./unit/weave-unit.js";
