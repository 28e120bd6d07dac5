/** Weaving into a kernel that runs: hooks in its code, advice in its free memory, and the journal of both. */

export { ObjectError } from "../object-code/index.js";
export type { AdvisedUnit } from "./advice/compile-advice.js";
export { advisedSources } from "./advised-sources.js";
export { findArea } from "./find-area.js";
export type { CodeRange } from "./hooks/saved-addresses.js";
export { imageCode, openImageFile } from "./image/image-code-of.js";
export { ImageError, type KernelImage, readKernelImage } from "./image/kernel-image.js";
export {
  type Journal,
  type JournalGap,
  type JournalHook,
  journalMark,
  readJournal,
} from "./journal/journal.js";
export { lastValues } from "./last-values.js";
export { type GuestKernel, guestKernel } from "./modules/guest-kernel.js";
export { moduleCommands } from "./modules/module-units.js";
export { presentJournal } from "./modules/present-journal.js";
export { publishLive } from "./publish.js";
export { readHits } from "./read-hits.js";
export { type LogEntry, type LogPiece, type LogPosition, readLog } from "./read-log.js";
export {
  ACCOUNTS,
  accessesMeant,
  accountFor,
  adviceIdOf,
  declaredStructs,
  factsAbout,
  functionsAt,
  type ImageCode,
  isSamePath,
  type MachinePlace,
  type Question,
  type ResolvedJoinPoint,
  resolveInImage,
  type SeenAccess,
  type SourceJoinPoint,
  spellAddress,
  splitText,
  splitUnits,
  totals,
  typelessUnits,
  undescribedAccesses,
  unreadSources,
} from "./resolve/index.js";
export { hooksWith, type SharedPlan, sharedAdvice, sharedPlan } from "./shared-advice.js";
export { type Bin, histogramOf, type Span, spansBetween } from "./time-between.js";
export { type LiveOutcome, unweaveLive, type WeaveRequest, weaveLive } from "./weave-live.js";
