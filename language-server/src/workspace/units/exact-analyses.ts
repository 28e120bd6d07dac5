/** Units whose quick, provisional result is about to be replaced; their answers count as ready meanwhile. */

/** Pause in typing after which a quick result is replaced by a whole analysis. */
const EXACT_PAUSE_MS = 1_500;

export interface ExactAnalyses {
  /** When typing pauses, the unit is analysed whole. */
  soon(path: string): void;
  /** True while the unit waits for its whole analysis or is in it. */
  has(path: string): boolean;
  /** It was analysed whole. */
  done(path: string): void;
  /** Its text changed: what is analysed next is quick again. */
  cancel(path: string): void;
  dispose(): void;
}

export function createExactAnalyses(analyse: (path: string) => void): ExactAnalyses {
  const started = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    soon(path) {
      clearTimeout(timers.get(path));
      const start = () => {
        started.add(path);
        analyse(path);
      };
      timers.set(path, setTimeout(start, EXACT_PAUSE_MS));
    },
    has: (path) => started.has(path),
    done: (path) => void started.delete(path),
    cancel(path) {
      clearTimeout(timers.get(path));
      started.delete(path);
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
