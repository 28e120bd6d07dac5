/** From a compile command and aspects to facts, matches, effects and woven text: chains the parts, adds no meaning. */

export { type Analyser, createAnalyser } from "./analyse-unit.js";
export { type AspectChanges, aspectChanges, type Concern, withGain } from "./aspect-changes.js";
export { type CompiledResiduals, compiledResiduals, type TriedUnit } from "./compiled-residuals.js";
export { targetProblems } from "./guard-target.js";
export * from "./guard-unit.js";
export { headerConflicts } from "./header-conflicts.js";
export * from "./header-types.js";
export {
  createIntroducer,
  type IntroductionRequest,
  introduceIntoC,
  preparedAspects,
} from "./introduce-unit.js";
export { leftOutByUnit } from "./last-build.js";
export { type LoadedAspects, loadAspects, SOURCE_ENDINGS } from "./load-aspects.js";
export { changedSelections } from "./match-changes.js";
export { maybeDefines } from "./maybe-defines.js";
export * from "./parse-host.js";
export { absentPlugs, plugsOf } from "./plug-unit.js";
export { residualEffects } from "./residual-effects.js";
export { factTest, originMap, textWithResiduals } from "./residual-text.js";
export { hasClang } from "./run-clang.js";
export * from "./spec-file.js";
export * from "./spec-problems.js";
export * from "./spec-source.js";
export * from "./specialize-unit.js";
export {
  type ExecutedCount,
  type ExecutedCounts,
  type ExecutedRequest,
  executedCalls,
} from "./stepping/executed-calls.js";
export { STEPPER } from "./stepping/stepper.js";
export { TRACEE } from "./stepping/tracee.js";
export * from "./stub-instructions.js";
export { sayTried, type TriedFact, triedFacts } from "./tried-facts.js";
export {
  failedAnalysis,
  isRewritten,
  type UnitAnalysis,
  type UnitFailure,
  type UnitRequest,
} from "./unit-analysis.js";
export { type ClangUnit, clangUnitOf, createUnitReader, type UnitReader } from "./unit-trees.js";
export * from "./weave-unit.js";
