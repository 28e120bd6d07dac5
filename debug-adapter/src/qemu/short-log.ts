/**
 * A bound for QEMU's log of what a stretch of a replay executes. It has a kilobyte for each instruction, and as much for each
 * exception, of which a hostile kernel has any number at one instruction: they count for none.
 */
import { stat } from "node:fs/promises";
import { leaveToWaiters, noneIfRefused } from "@weft/weaver-bridge/model";
import { DebugError } from "./debug-error.js";

/** Five times what the longest stretch that is asked for takes. */
const MOST_BYTES = 128 << 20;
const LOOK_MS = 50;

/** Settles as `work` does; rejects with `bad-recording`, QEMU having been ended, when its log is longer before. */
export async function whileItIsShort<T>(
  work: Promise<T>,
  file: string,
  kill: (why: DebugError) => void,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const tooLong = new Promise<never>((_, reject) => {
    const look = async () => {
      const size = (await stat(file).catch(noneIfRefused))?.size ?? 0;
      if (isOver) return;
      if (size > MOST_BYTES) {
        const why = meetsTooMany();
        kill(why);
        reject(why);
      } else timer = setTimeout(() => void look().catch(reject), LOOK_MS);
    };
    void look().catch(reject);
  });
  leaveToWaiters(tooLong);
  leaveToWaiters(work); // Where it lost the race, it says that QEMU has ended.
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    isOver = true;
    clearTimeout(timer);
  }
}

function meetsTooMany(): DebugError {
  return new DebugError(
    "bad-recording",
    "The recorded run meets so many exceptions there that what it executes can't be followed: a kernel that goes from fault to fault, or a damaged log.",
  );
}
