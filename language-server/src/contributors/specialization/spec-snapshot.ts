/** What features of specialization are computed from: declarations, and what they make of the texts as they are. */
import type { ResidualEffect } from "@weft/weaver-bridge/model";
import type { LiveResidual } from "../../residuals/worker-protocol.js";
import type { Snapshot } from "../../workspace/index.js";
import type { SpecDocument } from "./spec-documents.js";

export interface SpecSnapshot extends Pick<Snapshot, "text" | "problemsIn"> {
  /** Files of declarations of the projects and open ones. */
  readonly specs: readonly SpecDocument[];
  /** What specialization makes of the file's places; else what the last build made, unless it was edited since. */
  residualIn(path: string): readonly ResidualEffect[];
  /** What declarations make of functions in the file, as texts are now; as far as it is computed. */
  residualsIn(path: string): readonly LiveResidual[];
  residualsOfSpec(path: string): readonly LiveResidual[];
}

export function specDocumentAt(
  { specs }: Pick<SpecSnapshot, "specs">,
  path: string,
): SpecDocument | undefined {
  return specs.find(({ source }) => source.path === path);
}
