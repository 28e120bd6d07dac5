/**
 * How a stack goes on from the code of a trampoline: to the kernel's instruction that it runs for, as if that were about to
 * be run, or to whoever called the function that returned. What a debugger's call frame information is made of.
 */

import type { TrampolineFrame } from "../../model/index.js";

/** `word`: bytes of a slot of the stack. */
export function createFrames(address: number, word: number) {
  const done: TrampolineFrame[] = [];
  let start = address;
  let saved: (number | null)[] = [];
  let meant: Pick<TrampolineFrame, "at" | "nodes"> = {};
  const begin = (at: number, change: () => void) => {
    if (at > start) done.push({ start, end: at, pushed: word * saved.length, saved: [...saved], ...meant });
    start = at;
    change();
  };
  return {
    /** Behind the instruction that does it. */
    pushed: (next: number, register: number) => begin(next, () => void saved.push(register)),
    popped: (next: number) => begin(next, () => void saved.pop()),
    moved: (next: number, more: number) =>
      begin(next, () => {
        if (more < 0) saved = saved.slice(0, saved.length + more / word);
        else for (let bytes = 0; bytes < more; bytes += word) saved.push(null);
      }),
    standsFor: (next: number, at: number) => begin(next, () => void (meant = { at })),
    returnsFrom: (next: number, nodes: number) => begin(next, () => void (meant = { nodes })),
    upTo: (end: number): readonly TrampolineFrame[] => {
      begin(end, () => {});
      return done;
    },
  };
}
