/** What features of IDL are computed from: interfaces, and the texts on both sides of them. */
import type { Snapshot } from "../../workspace/index.js";
import type { IdlDocument } from "./idl-set.js";

export interface IdlSnapshot extends Pick<Snapshot, "text" | "sources" | "problemsIn"> {
  /** IDL files of the projects and open ones. */
  readonly idl: readonly IdlDocument[];
}
