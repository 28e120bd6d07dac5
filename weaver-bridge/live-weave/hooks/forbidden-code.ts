/** Code that runs where no other code may: on the way into the kernel, before it is set up, or while its text is patched. */
import type { KernelImage } from "../image/kernel-image.js";

interface Region {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly why: string;
}

const SECTIONS = /^\.(entry|noinstr|kprobes|irqentry|softirqentry|init|exit|boot)\b/;

/** Linux joins these into one section, and keeps symbols of where they were. */
const PARTS: readonly (readonly [start: string, end: string, what: string])[] = [
  [
    "__entry_text_start",
    "__entry_text_end",
    "entry code, which runs before the kernel is in a state for other code",
  ],
  ["__noinstr_text_start", "__noinstr_text_end", "marked noinstr: it runs while nothing else may"],
  ["__kprobes_text_start", "__kprobes_text_end", "code of the kernel's own probes"],
  ["__irqentry_text_start", "__irqentry_text_end", "entry code of interrupts"],
  ["__cpuidle_text_start", "__cpuidle_text_end", "code of an idle CPU"],
];

/** Undefined where it may be hooked. */
export function forbiddenAt(address: number, image: KernelImage): string | undefined {
  const section = image.sections.find((one) => one.address <= address && address < one.address + one.size);
  if (section !== undefined && SECTIONS.test(section.name))
    return `it is in ${section.name}, whose code must not be hooked`;
  return regionsOf(image).find(({ start, end }) => start <= address && address < end)?.why;
}

/** Linux switches branches on and off in its text while it runs; entries are of 12 bytes, the first word relative. */
export function isSwitchedIn(start: number, end: number, image: KernelImage): boolean {
  let known = SWITCHES.get(image);
  if (known === undefined) SWITCHES.set(image, (known = switchesOf(image)));
  return known.some((address) => start < address + SWITCH_LENGTH && address < end);
}

const SWITCHES = new WeakMap<KernelImage, readonly number[]>();
const SWITCH_LENGTH = 5;
const SWITCH_ENTRY = 12;

function switchesOf(image: KernelImage): readonly number[] {
  const at = (name: string) => image.symbols.find((symbol) => symbol.name === name)?.address;
  const [start, end] = [at("__start___jump_table"), at("__stop___jump_table")];
  const table = start === undefined || end === undefined ? undefined : image.bytesAt(start, end - start);
  if (table === undefined || start === undefined) return [];
  return Array.from({ length: Math.floor(table.length / SWITCH_ENTRY) }, (_, index) => {
    const offset = SWITCH_ENTRY * index;
    return (start + offset + table.readInt32LE(offset)) >>> 0;
  });
}

const REGIONS = new WeakMap<KernelImage, readonly Region[]>();

function regionsOf(image: KernelImage): readonly Region[] {
  let known = REGIONS.get(image);
  if (known === undefined) REGIONS.set(image, (known = [...parts(image), ...blacklist(image)]));
  return known;
}

function parts({ symbols }: KernelImage): Region[] {
  const wanted = new Set(PARTS.flatMap(([start, end]) => [start, end]));
  const places = new Map(
    symbols.flatMap(({ name, address }) => (wanted.has(name) ? [[name, address] as const] : [])),
  );
  return PARTS.flatMap(([from, to, what]) => {
    const [start, end] = [places.get(from), places.get(to)];
    return start === undefined || end === undefined ? [] : [{ start, end, why: `it is ${what}` }];
  });
}

/** Functions that Linux keeps its own probes out of (`NOKPROBE_SYMBOL`). */
function blacklist(image: KernelImage): Region[] {
  const at = (name: string) => image.symbols.find((symbol) => symbol.name === name)?.address;
  const [start, end] = [at("__start_kprobe_blacklist"), at("__stop_kprobe_blacklist")];
  const list = start === undefined || end === undefined ? undefined : image.bytesAt(start, end - start);
  if (list === undefined) return [];
  const listed = new Set(
    Array.from({ length: list.length >> 2 }, (_, index) => list.readUInt32LE(4 * index)),
  );
  return image.symbols
    .filter(({ kind, address, size }) => kind === "function" && size > 0 && listed.has(address))
    .map(({ address, size }) => ({
      ...{ start: address, end: address + size },
      why: "it is on the kernel's list of functions that probes stay out of: they run while a probe is handled",
    }));
}
