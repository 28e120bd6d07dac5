/**
 * Where a unit is parsed: in this process (quick to start, a crash takes the process along) or in a worker process that
 * is restarted when it dies. Callers choose by how long they live.
 */
import { createHash } from "node:crypto";
import { createClangHost, type ParseOptions, parseInProcess } from "../../clang-ast/src/index.js";
import type { UnitFacts } from "../../model/index.js";

export interface ParseHost {
  /** Rejects with the parser's typed error. */
  parse(text: string, options: ParseOptions, signal?: AbortSignal): Promise<UnitFacts>;
  dispose(): void;
}

/** For one-shot commands. */
export function inProcessHost(): ParseHost {
  return { parse: async (text, options) => parseInProcess(text, options), dispose: () => {} };
}

/** For a command that reads the same units again and again. */
export function remembering(host: ParseHost): ParseHost {
  return {
    parse: async (text, options, signal) => {
      const key = createHash("sha256").update(text, "latin1").update(JSON.stringify(options)).digest("hex");
      const facts = REMEMBERED.get(key) ?? (await host.parse(text, options, signal));
      REMEMBERED.delete(key);
      REMEMBERED.set(key, facts);
      for (const oldest of [...REMEMBERED.keys()].slice(0, -MOST)) REMEMBERED.delete(oldest);
      return facts;
    },
    dispose: () => host.dispose(),
  };
}

const REMEMBERED = new Map<string, UnitFacts>();
const MOST = 24;

/** For whoever must survive a crash of libclang. */
export function workerHost(): ParseHost {
  return createClangHost();
}
