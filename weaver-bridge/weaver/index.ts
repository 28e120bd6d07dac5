/**
 * Weaving: matches in, woven text out. Touches no file, process or clock; see `weave.ts` for how.
 */
export {
  type ExpandedTail,
  renderTail,
  sectionsOf,
  splitTail,
  type TailSection,
  unexpandedTail,
} from "./aspect-tail.js";
export { blamedSites } from "./blamed-sites.js";
export { brokenAdvice } from "./broken-advice.js";
export { unreadFunctions } from "./broken-regions.js";
export { tokenize } from "./c-tokens.js";
export { currentThreadFile, withThreadFields } from "./cflow/index.js";
export { withOwnLines } from "./compiler-errors.js";
export { createCxxSpeller, nameableScope } from "./cxx/spell-type.js";
export { standingClasses, withoutRanges } from "./cxx/standing-classes.js";
export { introduceTypeInfo, usesTypeInfo } from "./cxx/type-info.js";
export { adviceTitle, type EffectOptions, effectsOf, joinPointNamer } from "./effects.js";
export * from "./explain-line.js";
export * from "./introductions/index.js";
export { adviceKey, type JoinPointShape } from "./join-point-shape.js";
export {
  asBuilt,
  explanationAsBuilt,
  type LeftOut,
  leftOutByBuild,
  leftOutOf,
} from "./left-out.js";
export { type LiveAdvice, type LiveHook, liveAdvice } from "./live-advice.js";
export { LIVE_AREA, LIVE_ENDINGS, LIVE_NODES } from "./live-functions.js";
export { LIVE_LOG } from "./live-log.js";
export { type OtherwiseRead, readOnce } from "./seen-headers.js";
export { shapesOf } from "./shapes-of.js";
export { weave } from "./weave.js";
export type { WeaveInput, WovenSite, WovenUnit } from "./woven-unit.js";
