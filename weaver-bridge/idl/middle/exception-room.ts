/** Room for the values of exceptions in replies. */
import type { Exception } from "../check/interface-model.js";
import { roundUp } from "../check/types.js";
import type { KernelAbi } from "./kernel-abi.js";

/** Of a stream that nothing bounds, and of any where a message has more. */
const MOST_STREAM_BYTES = 1024;

/** In front of a stream: 0 where the server handed over no value, or one that is too long for its stream. */
export const FLAG_BYTES = 4;

/** Bytes from `dataOffset` on, a multiple of four. */
export function exceptionBytes({ size, packed, mostPacked }: Exception, abi: KernelAbi): number {
  if (!packed) return roundUp(size, 4);
  const room = Math.min(MOST_STREAM_BYTES, 4 * (abi.mostWords - 1)) - FLAG_BYTES;
  return FLAG_BYTES + Math.min(roundUp(mostPacked ?? room, 4), room);
}
