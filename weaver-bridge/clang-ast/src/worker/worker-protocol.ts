/** Messages between the host and its worker process (Node's IPC channel, structured clone). */
import type { ClangErrorCode } from "../clang-error.js";
import type { PackedFacts } from "../pack/pack-facts.js";
import type { ParseOptions } from "../parse-in-process.js";

export interface WorkerRequest {
  readonly id: number;
  /** Latin1. */
  readonly text: string;
  readonly options: ParseOptions;
}

export type WorkerReply =
  /** Sent once, when the worker can take requests. */
  | { readonly kind: "ready" }
  | { readonly kind: "facts"; readonly id: number; readonly facts: PackedFacts; readonly memory: number }
  | {
      readonly kind: "failed";
      readonly id: number;
      /** Absent for an error of our own. */
      readonly code?: ClangErrorCode;
      readonly message: string;
      readonly hint?: string;
    };
