/**
 * Edits in bodies of advice: the join points stay the same, and what is wrong with the advice there may be something
 * else. When typing pauses, the units that it is woven into are looked at again.
 */
import type { AspectFile } from "@weft/weaver-bridge/model";
import { type AdviceTexts, adviceTexts, changedAdvice } from "./advice-texts.js";

/** Pause in typing in a body of advice. */
const BODY_PAUSE_MS = 1_000;

export interface BodyEdits {
  /** All units see the advice of the project as it is now. */
  seen(root: string): void;
  /** Bodies were edited, and nothing else. */
  edited(root: string): void;
  dispose(): void;
}

export interface BodyEditsParts {
  /** Aspect files of the project with that root. */
  readonly aspectsOf: (root: string) => readonly AspectFile[];
  /** Looks again at the units that one of these, by key, is woven into. */
  readonly confirm: (root: string, advice: readonly string[]) => void;
}

export function createBodyEdits({ aspectsOf, confirm }: BodyEditsParts): BodyEdits {
  const known = new Map<string, AdviceTexts>();
  const timers = new Map<string, NodeJS.Timeout>();
  /** Keys of what was edited since. */
  const read = (root: string): string[] => {
    const now = adviceTexts(aspectsOf(root));
    const changed = changedAdvice(known.get(root), now);
    known.set(root, now);
    return changed;
  };
  return {
    seen: (root) => void read(root),
    edited(root) {
      clearTimeout(timers.get(root));
      timers.set(
        root,
        setTimeout(() => confirm(root, read(root)), BODY_PAUSE_MS),
      );
    },
    dispose() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
