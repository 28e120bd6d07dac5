/** Which instructions of an image a pointcut means, from the image alone. Pure; start at {@link resolveInImage}. */

export { ACCOUNTS, totals } from "./accounts.js";
export { declaredStructs } from "./declared-structs.js";
export { entryDoubts } from "./execution-places.js";
export { firstMembersMeant } from "./first-members.js";
export { functionsAt } from "./functions-at.js";
export {
  type ImageCode,
  type KeptFacts,
  openImageCode,
  spellAddress,
  splitText,
  splitUnits,
} from "./image-code.js";
export type { MachinePlace } from "./machine-places.js";
export { accessesMeant, type SeenAccess } from "./meant-accesses.js";
export { mergedAt, mergedInto } from "./merged-functions.js";
export { inlinedCopies, type NamedAccess, namedAccesses } from "./named-accesses.js";
export { whyMerged, whyNoCode } from "./no-execution.js";
export { adviceIdOf, factsAbout, type Question, type ResolvedJoinPoint, resolveInImage } from "./resolve.js";
export {
  accountFor,
  type SourceJoinPoint,
} from "./source-accounts.js";
export type { SourceText } from "./source-names.js";
export { typelessUnits } from "./typeless-units.js";
export { undescribedAccesses } from "./undescribed-variables.js";
export {
  chooseSource,
  gapsOf,
  hasUnit,
  isSamePath,
  sourcesOf,
  toldByImage,
  type UnitsWithCode,
  unitAt,
  unitsOf,
  unitsWithCode,
} from "./units-with-code.js";
export { unreadSources } from "./unread-sources.js";
export { advicePointcuts, kindsMeant } from "./wanted-names.js";
