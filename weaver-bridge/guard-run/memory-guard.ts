/**
 * MemGuard: a run of the built kernel in which the memory of plugged objects is watched, and each write of a guarded term is
 * told by the line that made it. An object is watched from when it is plugged until a guard has fired and its function has
 * done what it was to guard: from then on nothing relies on the object, and its memory may become another's. Who judges is
 * QEMU's own trace; where there is none, the debug stub, which sees less.
 */
import { join, resolve } from "node:path";
import type { GuardDeclaration, SeenAt } from "../guards/index.js";
import { keepGuest, pluginOfQemu, type StoppedGuest, stopGuest } from "../guest/index.js";
import {
  type GuestOutcome,
  guestProgram,
  type Project,
  type RunRecipe,
  removeTemporary,
  runGuest,
  temporaryFolder,
} from "../kernel-build/index.js";
import { judgeByStops } from "./judge-by-stops.js";
import { judgeByTrace } from "./judge-by-trace.js";
import { type Line, lineFinder } from "./line-of-address.js";
import { createSeenWrites } from "./seen-writes.js";
import { createStoreFile, type StoreFile } from "./store-file.js";
import { wordsInTurns } from "./trace-words.js";
import { watch } from "./watch-words.js";
import { wordsOf } from "./watched-words.js";

export interface WatchedRun {
  readonly seen: readonly SeenAt[];
  /** Objects that were watched, and guards that fired. */
  readonly objects: number;
  readonly hits: number;
  /** How the guest ended. */
  readonly outcome: GuestOutcome["outcome"];
  readonly ended: string;
  /** Why writes may be missing from what was seen; undefined where the trace is whole. */
  readonly untraced?: string | undefined;
}

export interface WatchRequest {
  readonly guards: readonly GuardDeclaration[];
  /** Whether an object is over after the guard that stands there. */
  readonly isEnd: (place: Pick<Line, "file" | "line">) => boolean;
  readonly seconds: number;
  /** The C file of QEMU's plugin that tells stores. */
  readonly plugin: string;
}

/** A string says why nothing could be watched. */
export async function watchWrites(project: Project, asked: WatchRequest): Promise<WatchedRun | string> {
  const symbols = project.build?.symbols ?? project.build?.image;
  if (project.run === undefined || symbols === undefined)
    return "weft.json does not say how the kernel is run";
  const image = resolve(project.root, symbols);
  const words = await wordsOf(asked.guards, image);
  if (typeof words === "string") return words;
  const kept = await keepGuest(project, project.run);
  const trace = await traceOf(kept, guestProgram(project.run), asked.plugin);
  const given = (typeof trace === "string" ? kept.recipe.arguments : trace.words) ?? [];
  const recipe: RunRecipe = { ...kept.recipe, arguments: [...given, "-S"] };
  const cancel = new AbortController();
  const running = runGuest(project, recipe, { deadline: asked.seconds, signal: cancel.signal });
  try {
    const guest = await reach(kept.record.stub);
    const judged = { words, seen: createSeenWrites(), lineOf: lineFinder(image, project.root) };
    const judge =
      typeof trace === "string" ? judgeByStops(judged) : judgeByTrace(judged, { ...trace, image });
    const log = await watch(guest, {
      ...judged,
      judge,
      isEnd: asked.isEnd,
      end: Date.now() + asked.seconds * 1000,
    });
    const { outcome, reason } = await running;
    const untraced = typeof trace === "string" ? trace : lostBy(trace.file, reason);
    return { ...log, seen: judged.seen.all(), outcome, ended: `${outcome}: ${reason}`, untraced };
  } catch (error) {
    cancel.abort();
    const { reason, outcome } = await running;
    if (outcome === "not-started") return reason;
    return (error as Error).message;
  } finally {
    if (typeof trace !== "string") trace.forget();
    kept.forget();
  }
}

interface TracedGuest {
  readonly file: StoreFile;
  readonly memory: string;
  /** QEMU's. */
  readonly words: readonly string[];
  forget(): void;
}

/** A string says why there is none. */
async function traceOf(
  { recipe, record }: Awaited<ReturnType<typeof keepGuest>>,
  qemu: string,
  source: string,
): Promise<TracedGuest | string> {
  const words = wordsInTurns(recipe.arguments ?? []);
  const { memory } = record;
  if (words === undefined) return "the guest does not run under TCG, and QEMU has no trace of others";
  if (memory === undefined)
    return 'its memory is no file, because "arguments" of weft.json say -m or -numa: say "memory" in their place';
  const plugin = await pluginOfQemu(source, qemu);
  if (typeof plugin !== "string") return plugin.message;
  const folder = temporaryFolder("weft-stores-");
  const name = join(folder, "stores");
  const file = createStoreFile(name);
  const spelled = [plugin, `stores=${name}`, `memory=${memory}`].map((one) => one.replaceAll(",", ",,"));
  return {
    ...{ file, memory, words: [...words, "-plugin", spelled.join(",")] },
    forget: () => {
      file.close();
      removeTemporary(folder);
    },
  };
}

function lostBy(file: StoreFile, reason: string): string | undefined {
  return file.isLoaded() ? file.lost() : `QEMU did not run the plugin: ${reason}`;
}

const RETRIES = 50;

/** The stub answers a moment after QEMU was started. */
async function reach(stub: string): Promise<StoppedGuest> {
  for (let left = RETRIES; ; left--) {
    try {
      return await stopGuest(stub);
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}
