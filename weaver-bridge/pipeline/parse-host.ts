/**
 * Where a unit is parsed: in this process (quick to start, a crash takes the process along) or in a worker process that
 * is restarted when it dies. Callers choose by how long they live.
 */
import { createClangHost, type ParseOptions, parseInProcess } from "../clang-ast/src/index.js";
import type { UnitFacts } from "../model/index.js";

export interface ParseHost {
  /** Rejects with the parser's typed error. */
  parse(text: string, options: ParseOptions, signal?: AbortSignal): Promise<UnitFacts>;
  dispose(): void;
}

/** For one-shot commands. */
export function inProcessHost(): ParseHost {
  return { parse: async (text, options) => parseInProcess(text, options), dispose: () => {} };
}

/** For whoever must survive a crash of libclang. */
export function workerHost(): ParseHost {
  return createClangHost();
}
