/** What one parse may take: a template that makes instances of itself takes hours, or all memory. */
import { totalmem } from "node:os";
import type { WorkerProcess } from "./worker-process.js";

export interface ParseLimits {
  /** Milliseconds that one parse may take before its worker is killed. */
  readonly deadline?: number;
  /** Bytes of resident memory that the worker may have meanwhile. */
  readonly mostMemory?: number;
}

export interface ParseBounds {
  /** Why the worker was killed. */
  readonly exceeded: "too long" | "too much memory" | undefined;
  /** The parse is over. */
  end(): void;
}

const DEADLINE = 60_000;
/** As compilers of a folder that is only looked at have; less where the machine has little. */
const MOST_MEMORY = Math.min(4 * 2 ** 30, totalmem() / 3);
/** Milliseconds between two looks at the memory. */
const LOOK = 250;

/** Of a parse that begins now. */
export function boundParse(worker: WorkerProcess, limits: ParseLimits): ParseBounds {
  let exceeded: ParseBounds["exceeded"];
  const stop = (why: NonNullable<typeof exceeded>) => {
    exceeded ??= why;
    worker.kill();
  };
  const timer = setTimeout(stop, limits.deadline ?? DEADLINE, "too long");
  const look = setInterval(() => {
    if (worker.memory() > (limits.mostMemory ?? MOST_MEMORY)) stop("too much memory");
  }, LOOK);
  return {
    get exceeded() {
      return exceeded;
    },
    end: () => {
      clearTimeout(timer);
      clearInterval(look);
    },
  };
}
