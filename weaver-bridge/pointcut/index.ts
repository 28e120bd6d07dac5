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
export type { ClassMatch, IntroductionMatch } from "./matching/class-match.js";
export type { ContextBinding } from "./matching/describe-match.js";
export { qualifiedName } from "./matching/describe-match.js";
export { type EntityTest, entitiesMeeting, namesMeeting } from "./matching/entity-filter.js";
export {
  type EmptyConjunct,
  type EmptyExplanation,
  explainEmpty,
  neverWovenProblem,
  noMatchProblem,
  onlyGeneratedProblem,
} from "./matching/explain-empty.js";
export {
  filterOf,
  filterOfDetails,
  filterOfIntroductions,
  type TextFilter,
} from "./matching/filter.js";
export { flowOfUnit } from "./matching/flow-of-unit.js";
export {
  type LinkedAdvice,
  type LinkedAspects,
  type LinkedIntroduction,
  linkAspects,
  problemsBetween,
} from "./matching/link-aspects.js";
export { createSliceScopes, type LinkedSlice, type SliceDefinition } from "./matching/link-slices.js";
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
export { mentionedNames } from "./matching/mentioned-names.js";
export type { MatchOptions } from "./matching/name-sets.js";
export { oneCounterProblems } from "./matching/one-counter.js";
export { flowSeenBy, type ProgramUnit, programFlow } from "./matching/program-flow.js";
export {
  type ProjectFlow,
  projectFlow,
  type TriggerFlow,
  type UnitFlow,
  type UnitTriggers,
} from "./matching/project-flow.js";
export { JOIN_KINDS } from "./matching/resolve-pointcut.js";
export type { CflowTrigger, ClassTest, InstanceTest, RuntimeTest } from "./matching/runtime-test.js";
export { kindsSelected } from "./matching/selected-kinds.js";
export { joinPointSignature, signatureOf, typeSignature } from "./matching/signature.js";
export { sourcesMayMeet } from "./matching/source-filter.js";
export { type TestedClass, testedClasses, testedNames } from "./matching/tested-classes.js";
export { outlineMentions } from "./matching/text-outline.js";
export {
  identifiersIn,
  mentions,
  type SoughtNames,
  soughtIn,
  type TextPlace,
} from "./matching/text-search.js";
export { wantedFacts } from "./matching/wanted-facts.js";
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
