/**
 * Integers and strings in two flat containers. What crosses between processes as tens of thousands of small objects
 * costs more than parsing did; as one array and one string it costs next to nothing.
 */

export interface Packed {
  readonly numbers: Int32Array;
  /** All strings, one after the other, latin1. */
  readonly strings: string;
}

export interface Writer {
  number(value: number): void;
  /** Latin1; equal strings are stored once. */
  string(value: string): void;
  flags(...values: boolean[]): void;
  list<T>(items: readonly T[], write: (item: T) => void): void;
  finish(): Packed;
}

export function createWriter(): Writer {
  let numbers = new Int32Array(4096);
  let count = 0;
  let length = 0;
  const parts: string[] = [];
  const known = new Map<string, number>();
  const number = (value: number) => {
    if (count === numbers.length) {
      const larger = new Int32Array(count * 2);
      larger.set(numbers);
      numbers = larger;
    }
    numbers[count++] = value;
  };
  return {
    number,
    string: (value) => {
      let start = known.get(value);
      if (start === undefined) {
        start = length;
        known.set(value, start);
        parts.push(value);
        length += value.length;
      }
      number(start);
      number(value.length);
    },
    flags: (...values) => number(values.reduce((bits, value, index) => bits | (value ? 1 << index : 0), 0)),
    list: (items, write) => {
      number(items.length);
      for (const item of items) write(item);
    },
    finish: () => ({ numbers: numbers.slice(0, count), strings: parts.join("") }),
  };
}

export interface Reader {
  number(): number;
  string(): string;
  list<T>(read: () => T): T[];
}

export function createReader({ numbers, strings }: Packed): Reader {
  let at = 0;
  const number = () => numbers[at++] as number;
  return {
    number,
    string: () => {
      const start = number();
      return strings.slice(start, start + number());
    },
    list: (read) => {
      const count = number();
      const items = new Array(count);
      for (let index = 0; index < count; index++) items[index] = read();
      return items;
    },
  };
}
