/** Every function of a project's C units, each once, and what pointcuts mean there. Start at `index-client.ts`. */
export { type EntityNames, entityNames } from "./entity-names.js";
export {
  type IndexEvents,
  type KernelIndex,
  openKernelIndex,
} from "./index-client.js";
export { keptBytes } from "./index-file.js";
export type {
  EffectsAnswer,
  IndexProgress,
  JoinPointHit,
  NameKind,
  SearchAnswer,
} from "./index-protocol.js";
export { type KeptIndex, openKeptIndex } from "./kept-index.js";
