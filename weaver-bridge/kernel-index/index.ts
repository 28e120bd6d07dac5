/** Every function of a project's C units, each once, and what pointcuts mean there. Start at `index-client.ts`. */

export { keptBytes } from "./disk/index-file.js";
export { type KeptIndex, openKeptIndex } from "./kept-index.js";
export { setKnownFlag } from "./process/engine-flags.js";
export {
  type IndexEvents,
  type KernelIndex,
  openKernelIndex,
} from "./process/index-client.js";
export { type EntityNames, entityNames } from "./protocol/entity-names.js";
export type {
  EffectsAnswer,
  IndexProgress,
  JoinPointHit,
  NameKind,
  SearchAnswer,
} from "./protocol/index-protocol.js";
