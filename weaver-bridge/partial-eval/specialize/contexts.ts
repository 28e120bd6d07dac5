/** Where residual code comes from: the function, and those that were followed from it, each with what was known there. */

import type { Frame } from "../objects/state.js";
import { extentOf, type NotePlace } from "../tree/note-place.js";

/** A function as it was carried out from one call, with the same known arguments. */
export interface ResidualContext {
  readonly function: string;
  /** Known arguments as they are said: `k == 2`. */
  readonly known: readonly string[];
  /** The call. */
  readonly from?: NotePlace;
  /** Times that it was entered. */
  readonly copies: number;
  /** Residual statements and conditions in it, without those of what it calls. */
  readonly lines: number;
  readonly calls: readonly ResidualContext[];
}

interface Counted {
  readonly frame: Pick<Frame, "name" | "known" | "call">;
  copies: number;
  lines: number;
  readonly calls: Map<string, Counted>;
}

export interface ContextCounter {
  readonly enter: (frames: readonly Frame[]) => void;
  readonly line: (frames: readonly Frame[]) => void;
  readonly tree: () => ResidualContext;
}

export function countContexts(name: string): ContextCounter {
  const root: Counted = { frame: { name }, copies: 1, lines: 0, calls: new Map() };
  const at = (frames: readonly Frame[]): Counted => {
    let here = root;
    for (const frame of frames.slice(1)) {
      const key = [frame.call?.id, frame.name, ...(frame.known ?? [])].join("\n");
      const next = here.calls.get(key) ?? { frame, copies: 0, lines: 0, calls: new Map<string, Counted>() };
      here.calls.set(key, next);
      here = next;
    }
    return here;
  };
  return {
    enter: (frames) => void at(frames).copies++,
    line: (frames) => void at(frames).lines++,
    tree: () => shown(root),
  };
}

function shown({ frame, copies, lines, calls }: Counted): ResidualContext {
  const from = frame.call === undefined ? undefined : extentOf(frame.call);
  return {
    ...{ function: frame.name, known: frame.known ?? [], copies, lines },
    ...(from === undefined ? {} : { from }),
    calls: [...calls.values()].map(shown),
  };
}
