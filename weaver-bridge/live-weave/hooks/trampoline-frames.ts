/**
 * How a stack goes on from the code of a trampoline: to the kernel's instruction that it runs for, as if that were about to
 * be run, or to whoever called the function that returned. What a debugger's call frame information is made of.
 */

import type { TrampolineFrame } from "../../model/index.js";

const PUSH_FLAGS = 0x9c;
const POP_FLAGS = 0x9d;
const FLAGS = 9;
const PUSH = 0x50;
const POP = 0x58;

export function createFrames(address: number) {
  const done: TrampolineFrame[] = [];
  let start = address;
  let saved: (number | null)[] = [];
  let meant: Pick<TrampolineFrame, "at" | "nodes"> = {};
  const begin = (at: number, change: () => void) => {
    if (at > start)
      done.push({ ...{ start, end: at, pushed: 4 * saved.length, saved: [...saved] }, ...meant });
    start = at;
    change();
  };
  return {
    /** Behind an instruction of one byte. */
    passed: (next: number, instruction: number) =>
      begin(next, () => {
        if (instruction === PUSH_FLAGS) saved.push(FLAGS);
        else if (instruction === POP_FLAGS || instruction >= POP) saved.pop();
        else saved.push(instruction - PUSH);
      }),
    moved: (next: number, more: number) =>
      begin(next, () => {
        if (more < 0) saved = saved.slice(0, saved.length + more / 4);
        else for (let bytes = 0; bytes < more; bytes += 4) saved.push(null);
      }),
    standsFor: (next: number, at: number) => begin(next, () => void (meant = { at })),
    returnsFrom: (next: number, nodes: number) => begin(next, () => void (meant = { nodes })),
    upTo: (end: number): readonly TrampolineFrame[] => {
      begin(end, () => {});
      return done;
    },
  };
}
