/**
 * How long a recorded run is, in instructions: QEMU itself can't say it, and a replay that comes to its end takes QEMU
 * along. So the log of `-icount rr=record` is walked: one byte for the kind of event, then its data, big-endian.
 */

/** The layout that is known: of QEMU 7.2 to 10. */
const KNOWN_VERSION = 0xe0200c;
/** QEMU 11's: the same, as far as it was met. */
const LIKE_KNOWN = 0xe0200e;
const HEADER = 12;
const INSTRUCTIONS = 0;
const SHUTDOWNS = { from: 10, to: 21 };
const END = 39;

/** `undefined` when another QEMU wrote the log, or when it breaks off before its end. */
export function instructionsOf(log: Buffer): number | undefined {
  const walked = walk(log);
  return typeof walked === "number" ? walked : undefined;
}

/**
 * Where a log of the known layout is none: QEMU would wait for an event that never comes. A clause; `undefined` for a sound
 * one, and for another QEMU's, of which nothing is known.
 */
export function damageOf(log: Buffer): string | undefined {
  if (log.length < HEADER) return `it has ${log.length} bytes`;
  const walked = walk(log);
  return typeof walked === "string" ? walked : undefined;
}

/**
 * The log without requests to switch the machine off. QEMU notes one without the instructions since the event before it, so a
 * replay would end there, before the kernel did what asked for it. The kernel does it again in a replay, and that ends it.
 */
export function withoutShutdowns(log: Buffer): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  const walked = walk(log, (kind, at) => {
    if (kind < SHUTDOWNS.from || kind > SHUTDOWNS.to) return;
    kept.push(log.subarray(from, at));
    from = at + 1;
  });
  return typeof walked === "number" && from > 0 ? Buffer.concat([...kept, log.subarray(from)]) : log;
}

/** `see` is told each event's kind and where it begins. */
function walk(log: Buffer, see?: (kind: number, at: number) => void): number | string | undefined {
  const version = log.length < HEADER ? undefined : log.readUInt32BE(0);
  if (version !== KNOWN_VERSION && version !== LIKE_KNOWN) return undefined;
  const damage = (what: string) => (version === KNOWN_VERSION ? what : undefined);
  let at = HEADER;
  let total = 0;
  while (at < log.length) {
    const kind = log[at++] as number;
    if (kind === END) return total;
    see?.(kind, at - 1);
    const size = sizeOf(kind, log, at);
    if (size === undefined) return damage(`byte ${at - 1} begins no event that is known`);
    if (at + size > log.length) break;
    if (kind === INSTRUCTIONS) total += log.readUInt32BE(at);
    at += size;
  }
  return damage("it breaks off before its end");
}

/** Events of a fixed size, by kind. */
const SIZES: readonly (readonly [from: number, to: number, bytes: number])[] = [
  [0, 0, 4], // instructions
  [1, 2, 0], // interrupt, exception
  [3, 4, 8], // bottom halves
  [6, 6, 0], // input is complete
  [8, 8, 8], // block device
  [SHUTDOWNS.from, SHUTDOWNS.to, 0], // by cause
  [22, 22, 8], // characters written
  [24, 24, 4], // characters not read
  [28, 29, 8], // clocks
  [30, 38, 0], // checkpoints
];

function sizeOf(kind: number, log: Buffer, at: number): number | undefined {
  const fixed = SIZES.find(([from, to]) => kind >= from && kind <= to);
  if (fixed !== undefined) return fixed[2];
  const prefix = { 7: 1, 23: 0, 27: 4 }[kind]; // characters read, all of them, random numbers: an array
  if (prefix === undefined || at + prefix + 4 > log.length) return undefined;
  return prefix + 4 + log.readUInt32BE(at + prefix);
}
