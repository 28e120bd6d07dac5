/**
 * Lists of numbers as bytes: most of them are small, and a kernel has millions. Kept in memory and on disk alike; who needs
 * the numbers unpacks them for the moment.
 */

/** One or more lists, see {@link packNumbers} and {@link packSet}. */
export type PackedNumbers = Uint8Array<ArrayBuffer>;

/** The lists one after another. */
export function packNumbers(...lists: readonly ArrayLike<number>[]): PackedNumbers {
  const out = createBytes(lists.reduce((sum, { length }) => sum + length + 1, 0));
  for (const list of lists) {
    out.add(list.length);
    // Small numbers below zero stay small: 0, -1, 1, -2 become 0, 1, 2, 3.
    for (let at = 0; at < list.length; at++) {
      const number = list[at] as number;
      out.add(((number << 1) ^ (number >> 31)) >>> 0);
    }
  }
  return out.take();
}

/** One of the lists. */
export function unpackNumbers(packed: PackedNumbers, which = 0): Int32Array {
  let at = 0;
  for (let skipped = 0; skipped < which; skipped++) {
    const [count, start] = readOne(packed, at);
    at = start;
    for (let left = count; left > 0; at++) if ((packed[at] as number) <= 0x7f) left--;
  }
  const [count, start] = readOne(packed, at);
  const numbers = new Int32Array(count);
  unpackInto(numbers, packed, start);
  for (let each = 0; each < count; each++) {
    const value = numbers[each] as number;
    numbers[each] = (value >>> 1) ^ -(value & 1);
  }
  return numbers;
}

/**
 * Numbers of which only matters which they are, none below zero: how many, then the gap before each, doubled; odd where more
 * follow in a row, whose count comes next. The functions of a header are long rows in each unit.
 */
export function packSet(numbers: Iterable<number>): PackedNumbers {
  const sorted = Int32Array.from(new Set(numbers)).sort();
  const out = createBytes(sorted.length + 1);
  out.add(sorted.length);
  let end = 0;
  for (let at = 0; at < sorted.length; ) {
    const first = sorted[at++] as number;
    const start = at;
    while (at < sorted.length && sorted[at] === first + 1 + at - start) at++;
    const more = at - start;
    out.add((first - end) * 2 + (more > 0 ? 1 : 0));
    if (more > 0) out.add(more);
    end = first + more;
  }
  return out.take();
}

/** Ascending. */
export function unpackSet(packed: PackedNumbers): Int32Array {
  const [count, start] = readOne(packed, 0);
  const numbers = new Int32Array(count);
  let at = start;
  let number = 0;
  for (let filled = 0; filled < count; ) {
    const [gap, behind] = readOne(packed, at);
    at = behind;
    number += gap >>> 1;
    numbers[filled++] = number;
    if ((gap & 1) === 0) continue;
    const [more, next] = readOne(packed, at);
    at = next;
    for (let left = more; left > 0 && filled < count; left--) numbers[filled++] = ++number;
  }
  return numbers;
}

/** Seven bits a byte, the lowest first; the eighth says that more follow. */
function createBytes(least: number) {
  let bytes = new Uint8Array(least * 2 + 8);
  let used = 0;
  return {
    add(value: number) {
      if (used + 5 > bytes.length) {
        const larger = new Uint8Array(bytes.length * 2);
        larger.set(bytes);
        bytes = larger;
      }
      let left = value;
      while (left > 0x7f) {
        bytes[used++] = (left & 0x7f) | 0x80;
        left >>>= 7;
      }
      bytes[used++] = left;
    },
    take: (): PackedNumbers => bytes.slice(0, used),
  };
}

/** A number, and where the next one starts. */
function readOne(bytes: PackedNumbers, start: number): readonly [number, number] {
  let at = start;
  let byte = bytes[at++] as number;
  let value = byte & 0x7f;
  for (let shift = 7; byte > 0x7f; shift += 7) {
    byte = bytes[at++] as number;
    value |= (byte & 0x7f) << shift;
  }
  return [value >>> 0, at];
}

/** As many numbers as there is room for: a kernel has millions, so nothing is called for each. */
function unpackInto(numbers: Int32Array, bytes: PackedNumbers, start: number): void {
  let at = start;
  for (let each = 0; each < numbers.length; each++) {
    let byte = bytes[at++] as number;
    let value = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at++] as number;
      value |= (byte & 0x7f) << shift;
    }
    numbers[each] = value;
  }
}

/** Keeps many short lists in a few large arrays: an array of its own takes more than most of them hold. */
export interface NumberPool {
  /** The same bytes, in an array of the pool. */
  keep(packed: PackedNumbers): PackedNumbers;
}

const CHUNK = 1 << 18;

export function createNumberPool(): NumberPool {
  let chunk = new Uint8Array(0);
  let used = 0;
  return {
    keep(packed) {
      const { length } = packed;
      if (used + length > chunk.length) {
        chunk = new Uint8Array(Math.max(CHUNK, length));
        used = 0;
      }
      const kept = chunk.subarray(used, used + length);
      kept.set(packed);
      used += length;
      return kept;
    },
  };
}
