/** Calls that a text of somebody can make endless: patterns that are tried in ever more ways. */
import { Script } from "node:vm";

const PLACE = Symbol.for("weft.within-time");
let call: Script | undefined;

/** What `work` returns; undefined where it took more than so many milliseconds, and was ended wherever it was. */
export function withinTime<T>(milliseconds: number, work: () => T): T | undefined {
  call ??= new Script('globalThis[Symbol.for("weft.within-time")]()');
  const places = globalThis as { [PLACE]?: () => unknown };
  places[PLACE] = work;
  try {
    return call.runInThisContext({ timeout: milliseconds }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return undefined;
    throw error;
  } finally {
    delete places[PLACE];
  }
}
