/**
 * Weaving: matches in, woven text out. Touches no file, process or clock; see `weave.ts` for how.
 */
export {
  advisedAspects,
  advisedInUnit,
  renderAdvised,
  startOfAdvised,
} from "./aspect-text/advised-aspects.js";
export {
  type ExpandedTail,
  renderTail,
  sectionsOf,
  splitTail,
  type TailSection,
  unexpandedTail,
} from "./aspect-text/aspect-tail.js";
export { type BroughtCode, broughtCode, startOfBrought } from "./aspect-text/brought-code.js";
export { functionsReached } from "./aspect-text/functions-reached.js";
export { type OtherwiseRead, readOnce } from "./aspect-text/seen-headers.js";
export { unreadFunctions } from "./broken-regions.js";
export { currentThreadFile, withThreadFields } from "./cflow/index.js";
export { standingClasses, withoutRanges } from "./cxx/aspects/standing-classes.js";
export { introduceTypeInfo, usesTypeInfo } from "./cxx/glue/type-info.js";
export { createCxxSpeller, nameableScope } from "./cxx/types/spell-type.js";
export { adviceTitle, type EffectOptions, effectsOf, joinPointNamer } from "./effects.js";
export * from "./explain-line.js";
export * from "./introductions/index.js";
export { adviceKey, type JoinPointShape } from "./join-point-shape.js";
export { liveAdvice } from "./live/live-advice.js";
export { LIVE_AREA, LIVE_ENDINGS, LIVE_NODES, LIVE_TABLE } from "./live/live-functions.js";
export { type LiveAdvice, type LiveHook, liveText, sameAdviceAt } from "./live/live-hook.js";
export { CPU_NUMBER, LIVE_LOG, sizedLog } from "./live/live-log.js";
export { blamedSites } from "./rejections/blamed-sites.js";
export { brokenAdvice } from "./rejections/broken-advice.js";
export { withOwnLines } from "./rejections/compiler-errors.js";
export {
  asBuilt,
  explanationAsBuilt,
  type LeftOut,
  leftOutByBuild,
  leftOutOf,
} from "./rejections/left-out.js";
export { shapesOf } from "./shapes-of.js";
export { tokenize } from "./text/c-tokens.js";
export { weave } from "./weave.js";
export type { WeaveInput, WovenSite, WovenUnit } from "./woven-unit.js";
