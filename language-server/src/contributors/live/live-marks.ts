/**
 * Advice in running guests, with its hits: what their keepers write to `.weft/live/shown.json` of each project, looked at
 * a few times a second. Never woven text: a build knows nothing of it. What a keeper left that was killed is not shown.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { runningGuest } from "@weft/weaver-bridge/guest";
import { readRegular } from "@weft/weaver-bridge/kernel-build";
import { type LiveEffect, unlessBroken } from "@weft/weaver-bridge/model";

export interface LiveMark {
  readonly effect: LiveEffect;
  /** Of all its hooks. Undefined where the guest's memory can't be read while it runs. */
  readonly hits: number | undefined;
  /** What its advice logged last, where it did. */
  readonly last?: string;
}

export interface LiveMarks {
  /** What a timer does a few times a second. */
  look(): void;
  /** In the kernel's file, or from an `.ah` file. */
  marksIn(path: string): readonly LiveMark[];
  dispose(): void;
}

const INTERVAL = 200;

interface Shown {
  readonly stamp: string;
  readonly marks: readonly LiveMark[];
}

/** `changed` is told the files whose marks or hits differ. */
export function createLiveMarks(
  roots: () => readonly string[],
  changed: (paths: readonly string[]) => void,
): LiveMarks {
  const shown = new Map<string, Shown>();
  const look = () => {
    for (const root of roots()) {
      const file = join(root, ".weft/live/shown.json");
      const written = stampOf(file);
      const guest = written === "" ? undefined : runningGuest({ root })?.id;
      const stamp = guest === undefined ? "" : written;
      const before = shown.get(root);
      if ((before?.stamp ?? "") === stamp) continue;
      const marks = stamp === "" ? [] : readMarks(file, guest);
      shown.set(root, { stamp, marks });
      changed(differing(before?.marks ?? [], marks));
    }
  };
  const timer = setInterval(look, INTERVAL);
  timer.unref();
  const all = () => [...shown.values()].flatMap(({ marks }) => marks);
  return {
    look,
    marksIn: (path) => all().filter(({ effect }) => effect.target.file === path),
    dispose: () => clearInterval(timer),
  };
}

function differing(before: readonly LiveMark[], now: readonly LiveMark[]): string[] {
  const key = ({ effect, hits, last }: LiveMark) => `${effect.id} ${effect.title} ${hits} ${last}`;
  const [old, fresh] = [new Set(before.map(key)), new Set(now.map(key))];
  const differ = [
    ...before.filter((mark) => !fresh.has(key(mark))),
    ...now.filter((mark) => !old.has(key(mark))),
  ];
  return [...new Set(differ.map(({ effect }) => effect.target.file))];
}

/** Empty where there is none. */
function stampOf(file: string): string {
  const status = statSync(file, { throwIfNoEntry: false });
  return status === undefined ? "" : `${status.mtimeMs} ${status.ino}`;
}

/** Empty where another guest's keeper wrote it. */
function readMarks(file: string, running: string | undefined): LiveMark[] {
  // It was replaced or is gone; the next look finds out.
  return (
    unlessBroken(() => {
      const shown = JSON.parse(readRegular(file, "utf8")) as {
        guest?: string;
        hooks?: readonly { hits?: number; last?: string; effects: readonly LiveEffect[] }[];
      } | null;
      const { guest, hooks } = shown ?? {};
      if (guest !== running || hooks === undefined) return [];
      return merged(
        hooks.flatMap(({ hits, last, effects }) =>
          effects.map((effect) => ({ effect, hits, ...(last === undefined ? {} : { last }) })),
        ),
      );
    }) ?? []
  );
}

/** Copies that the compiler made of a join point have a hook each; to the source they are one. */
function merged(marks: readonly LiveMark[]): LiveMark[] {
  const byEffect = new Map<string, LiveMark>();
  for (const mark of marks) {
    const { effect, hits, last } = byEffect.get(mark.effect.id) ?? { ...mark, hits: 0 };
    const known = last ?? mark.last;
    byEffect.set(effect.id, {
      effect,
      hits: hits === undefined || mark.hits === undefined ? undefined : hits + mark.hits,
      ...(known === undefined ? {} : { last: known }),
    });
  }
  return [...byEffect.values()];
}
