/** The last few hundred things that happened, for problem reports; never written to standard output. */

/** `dap` requests, `mi` commands to GDB, `gdb` its console, `machine` QEMU and the build, `session` our own steps. */
export type LogTag = "dap" | "mi" | "gdb" | "machine" | "session";

export interface RingLog {
  add(tag: LogTag, text: string): void;
  /** Oldest first. */
  lines(): readonly string[];
}

/** `now` gives milliseconds; lines longer than 500 characters are cut. */
export function createRingLog(capacity = 500, now: () => number = Date.now): RingLog {
  const start = now();
  const entries: string[] = [];
  return {
    add: (tag, text) => {
      if (text === "") return;
      entries.push(`${((now() - start) / 1000).toFixed(3)} [${tag}] ${text.slice(0, 500)}`);
      if (entries.length > capacity) entries.shift();
    },
    lines: () => [...entries],
  };
}
