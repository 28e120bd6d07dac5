/** By what a file or folder is known to be as it was: 64 bits of its device, inode, size, and times of change. */
import { type BigIntStats, statSync } from "node:fs";
import { unlessRefused } from "../../model/index.js";

/** `clang-ast/native/launcher/known.c` makes the same two numbers. */
export interface FileStamp {
  readonly low: number;
  readonly high: number;
  /** It changed a moment ago, and may change again without showing it. */
  readonly isFresh: boolean;
}

/** Nanoseconds: more than a system's clock of file times takes from tick to tick. */
const MOMENT = 100_000_000n;

/** What can't be looked at is not there for a compiler either. */
export function statusOf(path: string): BigIntStats | undefined {
  return unlessRefused(() => statSync(path, { bigint: true, throwIfNoEntry: false }));
}

export function stampOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): FileStamp {
  const changed = mtimeNs > ctimeNs ? mtimeNs : ctimeNs;
  const isFresh = BigInt(Date.now()) * 1_000_000n - changed < MOMENT;
  return { ...mixed([dev, ino, size, mtimeNs, ctimeNs]), isFresh };
}

/** Whether it is the same folder, whatever came and went in it. */
export function placeOf({ dev, ino }: BigIntStats): FileStamp {
  return { ...mixed([dev, ino]), isFresh: false };
}

/** Never of what was fresh: it is looked at again. */
export function isSameStamp(one: FileStamp | undefined, other: FileStamp): boolean {
  return one !== undefined && one.low === other.low && one.high === other.high && !one.isFresh;
}

const numbers = new BigUint64Array(5);
const words = new Uint32Array(numbers.buffer);

function mixed(values: readonly bigint[]): Pick<FileStamp, "low" | "high"> {
  values.forEach((value, at) => {
    numbers[at] = value;
  });
  let low = 0x811c9dc5 | 0;
  let high = 0x9747b28c | 0;
  for (let at = 0; at < 2 * values.length; at++) {
    const word = words[at] as number;
    low = Math.imul(low ^ word, 0x9e3779b1 | 0);
    low ^= low >>> 15;
    high = Math.imul(high ^ word, 0x85ebca6b | 0);
    high ^= high >>> 13;
  }
  return { low: low >>> 0, high: high >>> 0 };
}
