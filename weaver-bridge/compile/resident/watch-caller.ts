import { isAlive } from "../../kernel-build/index.js";

/** Milliseconds. */
const WATCH = 250;

/**
 * `onGone` when the caller is found dead twice: one whose call is answered dies, too, and on a busy machine that may be
 * seen before its last word is read. Returns what ends the watch.
 */
export function watchCaller(pid: number, onGone: () => void): () => void {
  let misses = 0;
  const watch = setInterval(() => {
    misses = isAlive(pid) ? 0 : misses + 1;
    if (misses > 1) onGone();
  }, WATCH);
  return () => clearInterval(watch);
}
