/**
 * Hits of pointcuts counted by the kernel itself, without stops: a counter that `weft live` weaves into the machine that
 * is debugged, one at each hook. Counters stay until `weft live unweave`, also beside what the user weaves.
 */
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isPointcut } from "../../engine/index.js";
import { makeOwnFolder } from "../../qemu/index.js";
import { askWeft } from "../project/ask-weft.js";

/** `count POINTCUT`, `counts`, in the debug console; undefined for anything else. */
export function counterCommand(text: string): ((counters: LiveCounters) => Promise<string>) | undefined {
  if (text === "counts") return (counters) => counters.told();
  const pointcut = /^count (.+)$/s.exec(text)?.[1];
  return pointcut !== undefined && isPointcut(pointcut) ? (counters) => counters.count(pointcut) : undefined;
}

export interface LiveCounters {
  /** What became of it, for the console. Throws Weft's reason when nothing is counted. */
  count(pointcut: string): Promise<string>;
  /** Pointcuts with their hits up to now, most first. The machine may run. */
  told(): Promise<string>;
  /** The session ends. */
  forget(): Promise<void>;
}

/** Hooks that are told of each pointcut. */
const MOST_TOLD = 20;

interface LiveHook {
  readonly place: string;
  readonly hits?: number;
  readonly effects: readonly { readonly by: { readonly name: string } }[];
}
interface LiveAnswer {
  readonly hooks?: readonly LiveHook[];
  readonly unreachable?: readonly unknown[];
  readonly problems?: readonly { readonly message: string; readonly severity: string }[];
}

export function createLiveCounters(project: () => string, signal: AbortSignal): LiveCounters {
  const pointcuts = new Map<string, string>();
  let folder: string | undefined;
  const live = (command: string, ...files: string[]): Promise<LiveAnswer> =>
    askWeft(["live", command, "--json", `--project=${project()}`, ...files], {
      ...{ directory: project(), signal },
      read: (output) => JSON.parse(output) as LiveAnswer,
    });
  return {
    async count(pointcut) {
      folder ??= await makeOwnFolder();
      const aspect = `Counted_${process.pid}_${pointcuts.size + 1}`;
      const file = join(folder, `${aspect}.ah`);
      await writeFile(file, `aspect ${aspect} { advice ${pointcut} : before() { } };\n`);
      const { hooks = [], unreachable = [], problems = [] } = await live("weave", file);
      const own = hooks.filter(({ effects }) => effects.some(({ by }) => by.name === aspect));
      const reason = problems.find(({ severity }) => severity === "error")?.message;
      if (own.length === 0) throw new Error(reason ?? "Nothing of it can be counted in the running kernel.");
      pointcuts.set(aspect, pointcut);
      const left =
        unreachable.length === 0 ? "" : `, ${unreachable.length} can't be (weft live why FILE:LINE)`;
      return `Counted without stops at ${own.length} place${own.length === 1 ? "" : "s"}${left}. "counts" tells; weft live unweave takes it out.`;
    },
    async told() {
      if (pointcuts.size === 0) return 'Nothing is counted. Say: count execution("% sys_%(...)")';
      const { hooks = [] } = await live("list");
      const texts = [...pointcuts].map(([aspect, pointcut]) => {
        const own = hooks.filter(({ effects }) => effects.some(({ by }) => by.name === aspect));
        const sorted = [...own].sort((a, b) => (b.hits ?? 0) - (a.hits ?? 0));
        const sum = sorted.reduce((all, { hits = 0 }) => all + hits, 0);
        const lines = sorted.slice(0, MOST_TOLD).map(({ place, hits = 0 }) => `  ${hits} ${place}`);
        const more = sorted.length - lines.length;
        return [`${sum} hits of ${pointcut}`, ...lines, ...(more > 0 ? [`  ${more} more places`] : [])].join(
          "\n",
        );
      });
      return texts.join("\n");
    },
    async forget() {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}
