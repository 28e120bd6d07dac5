/**
 * The aspect language: from the text of `.ah` files and pointcuts to the advice at each join-point shadow of a unit.
 * Pure functions over `model` data; no files, processes or clocks. Start at {@link parseAspectFile} and
 * {@link matchAspects}.
 */

export {
  type AdviceExplanation,
  applyChanges,
  createExplainer,
} from "./explaining/explain-advice.js";
export type { IntroductionExplanation } from "./explaining/explain-introduction.js";
export type { OrderExplanation } from "./explaining/explain-order.js";
export type { Finding } from "./explaining/finding.js";
export { noJoinPointReason } from "./explaining/no-join-point.js";
export { ahToKlasy } from "./klasy/ah-to-klasy.js";
export { klasyToAh } from "./klasy/klasy-to-ah.js";
export { isKlasyFile } from "./klasy/klasy-tree.js";
export type { ClassMatch, IntroductionMatch } from "./matching/aspects/class-match.js";
export { flowOfUnit } from "./matching/aspects/flow-of-unit.js";
export {
  type LinkedAdvice,
  type LinkedAspects,
  type LinkedIntroduction,
  linkAspects,
  problemsBetween,
} from "./matching/aspects/link-aspects.js";
export { createSliceScopes, type LinkedSlice, type SliceDefinition } from "./matching/aspects/link-slices.js";
export { type TestedClass, testedClasses, testedNames } from "./matching/aspects/tested-classes.js";
export type { CflowTrigger, ClassTest, InstanceTest, RuntimeTest } from "./matching/classes/runtime-test.js";
export {
  type EmptyConjunct,
  type EmptyExplanation,
  explainEmpty,
  neverWovenProblem,
  noMatchProblem,
  onlyGeneratedProblem,
} from "./matching/explain-empty.js";
export { type EntityTest, entitiesMeeting, namesMeeting } from "./matching/filters/entity-filter.js";
export {
  filterOf,
  filterOfDetails,
  filterOfIntroductions,
  type TextFilter,
} from "./matching/filters/filter.js";
export { mentionedNames } from "./matching/filters/mentioned-names.js";
export { kindsSelected } from "./matching/filters/selected-kinds.js";
export { sourcesMayMeet } from "./matching/filters/source-filter.js";
export { outlineMentions } from "./matching/filters/text-outline.js";
export {
  identifiersIn,
  mentions,
  type SoughtNames,
  soughtIn,
  type TextPlace,
} from "./matching/filters/text-search.js";
export { wantedFacts } from "./matching/filters/wanted-facts.js";
export { flowSeenBy, type ProgramUnit, programFlow } from "./matching/flow/program-flow.js";
export {
  type ProjectFlow,
  projectFlow,
  type TriggerFlow,
  type UnitFlow,
  type UnitTriggers,
} from "./matching/flow/project-flow.js";
export {
  type AdviceCoverage,
  type AdviceMatch,
  type MatchResult,
  matchAspects,
  matchIntroductions,
  type ShadowMatch,
} from "./matching/match-aspects.js";
export {
  matchPointcut,
  type PointcutMatches,
  type PointcutSelection,
  type QueryOptions,
  type ShadowHit,
  selectByPointcut,
} from "./matching/match-pointcut.js";
export { JOIN_KINDS } from "./matching/nodes/resolve-pointcut.js";
export { oneCounterProblems } from "./matching/one-counter.js";
export { joinPointSignature, signatureOf, typeSignature } from "./matching/signature.js";
export type { ContextBinding } from "./matching/units/describe-match.js";
export { qualifiedName } from "./matching/units/describe-match.js";
export type { MatchOptions } from "./matching/units/name-sets.js";
export { parseAspectFile, parseAspectSource } from "./parse-aspect-file.js";
export { createNameTest, type DeclaredName, mayName } from "./patterns/may-name.js";
export * from "./syntax/aspect-parts.js";
export { isBroken } from "./syntax/check-pointcut.js";
export { parsePointcut } from "./syntax/parse-pointcut.js";
export {
  POINTCUT_FUNCTIONS,
  type PointcutFunction,
  type PointcutKind,
} from "./syntax/pointcut-functions.js";
export { createPointcutScopes, type PointcutScopes } from "./syntax/pointcut-scopes.js";
export { printPointcut } from "./syntax/print-pointcut.js";
