/** Which instructions of an image a pointcut means, from the image alone. Pure; start at {@link resolveInImage}. */

export { firstMembersMeant } from "./accesses/first-members.js";
export { inlinedCopies, type NamedAccess, namedAccesses } from "./accesses/named-accesses.js";
export { undescribedAccesses } from "./accesses/undescribed-variables.js";
export { ACCOUNTS, totals } from "./accounts/accounts.js";
export { whyMerged, whyNoCode } from "./accounts/no-execution.js";
export { declaredStructs } from "./code/declared-structs.js";
export { functionsAt } from "./code/functions-at.js";
export {
  type ImageCode,
  type KeptFacts,
  openImageCode,
  spellAddress,
  splitText,
  splitUnits,
} from "./code/image-code.js";
export type { MachinePlace } from "./code/machine-places.js";
export type { SourceText } from "./code/source-names.js";
export { typelessUnits } from "./code/typeless-units.js";
export { unreadSources } from "./code/unread-sources.js";
export { advicePointcuts, kindsMeant } from "./code/wanted-names.js";
export { entryDoubts } from "./executions/execution-places.js";
export { mergedAt, mergedInto } from "./executions/merged-functions.js";
export { accessesMeant, type SeenAccess } from "./meant-accesses.js";
export { adviceIdOf, factsAbout, type Question, type ResolvedJoinPoint, resolveInImage } from "./resolve.js";
export {
  accountFor,
  type SourceJoinPoint,
} from "./source-accounts.js";
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
