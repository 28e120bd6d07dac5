/** The prepared heads of the open units: at most a few, made in the background, dropped when they no longer fit. */
import type { AspectFile } from "@weft/weaver-bridge/model";
import type { UnitCommand } from "../projects/project-set.js";
import { isCurrent, prepareHead, type WarmHead } from "./warm-unit.js";

export interface HeadStore {
  /** Undefined unless a head is ready, fits the text, and the last whole analysis was against these very aspects. */
  current(unit: UnitCommand, text: string, aspects: readonly AspectFile[]): WarmHead | undefined;
  /** The unit was analysed whole, with this text and these aspects. */
  prepare(unit: UnitCommand, text: string, aspects: readonly AspectFile[]): void;
  dispose(): void;
}

interface Entry {
  readonly aspects: readonly AspectFile[];
  readonly head: WarmHead | undefined;
  readonly controller?: AbortController;
}

/** A kernel unit's head takes some megabytes. */
const MAX_HEADS = 6;

export function createHeadStore(log: (level: "error", message: string) => void): HeadStore {
  const entries = new Map<string, Entry>();
  const put = (path: string, entry: Entry) => {
    entries.delete(path);
    entries.set(path, entry);
    for (const oldest of [...entries.keys()].slice(0, -MAX_HEADS)) drop(oldest);
  };
  const drop = (path: string) => {
    entries.get(path)?.controller?.abort();
    entries.delete(path);
  };
  return {
    current(unit, text, aspects) {
      const entry = entries.get(unit.path);
      if (entry?.head === undefined || entry.aspects !== aspects) return undefined;
      return isCurrent(entry.head, unit, text) ? entry.head : undefined;
    },
    prepare(unit, text, aspects) {
      const known = entries.get(unit.path);
      if (known?.head !== undefined && isCurrent(known.head, unit, text))
        return put(unit.path, { ...known, aspects });
      drop(unit.path);
      const controller = new AbortController();
      const entry: Entry = { aspects, head: undefined, controller };
      put(unit.path, entry);
      prepareHead(unit, text, controller.signal).then(
        (head) => {
          if (entries.get(unit.path) === entry) put(unit.path, { aspects, head });
        },
        (error: Error) => {
          if (!controller.signal.aborted) log("error", `the head of ${unit.path}: ${error.message}`);
          if (entries.get(unit.path) === entry) drop(unit.path);
        },
      );
    },
    dispose() {
      for (const path of [...entries.keys()]) drop(path);
    },
  };
}
