/** Code that runs where no other code may: on the way into the kernel, before it is set up, or while its text is patched. */
import { addressOf, type KernelImage, type KernelSection } from "../image/kernel-image.js";
import { type Addresses, lowerBound, sortedAddresses } from "./jump-targets.js";

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

/** Why the instructions from `start` to, without, `end` must stay as and where they are: Linux knows some by address. */
export function fixedAt(start: number, end: number, image: KernelImage): string | undefined {
  let known = FIXED.get(image);
  if (known === undefined) FIXED.set(image, (known = TABLES.map((table) => fixedBy(table, image))));
  return known.find(({ addresses, length }) => meets(addresses, start - length + 1, end))?.why;
}

interface Fixed {
  /** Ascending. */
  readonly addresses: Addresses;
  /** Bytes at each. */
  readonly length: number;
  readonly why: string;
}

/** The first word of an entry is an address, relative to itself. `entry`: its bytes, by the width of the machine. */
const TABLES = [
  {
    ...{ start: "__start___jump_table", end: "__stop___jump_table", section: "__jump_table", length: 5 },
    why: "the kernel switches a branch on and off there while it runs",
    entry: { 32: 12, 64: 16 },
  },
  {
    ...{ start: "__start___ex_table", end: "__stop___ex_table", section: "__ex_table", length: 1 },
    why: "an instruction there may fault, and the kernel goes on by its address",
    entry: { 32: 12, 64: 12 },
  },
] as const;

const FIXED = new WeakMap<KernelImage, readonly Fixed[]>();

function fixedBy(table: (typeof TABLES)[number], image: KernelImage): Fixed {
  const { address: first, bytes } = tableOf(table, image);
  const entry = table.entry[image.machine.bits];
  const addresses = Array.from(
    { length: Math.floor(bytes.length / entry) },
    (_, index) => first + entry * index + bytes.readInt32LE(entry * index),
  );
  return { length: table.length, why: table.why, addresses: sortedAddresses(addresses) };
}

interface Table {
  readonly start: string;
  readonly end: string;
  readonly section: string;
}

/** Between two symbols of the kernel's; of a module, a section. Empty where there is none. */
function tableOf(
  { start, end, section }: Table,
  image: KernelImage,
): Pick<KernelSection, "address" | "bytes"> {
  const [first, last] = [addressOf(image, start), addressOf(image, end)];
  const own = image.sections.find(({ name }) => name === section);
  if (first === undefined || last === undefined) return own ?? { address: 0, bytes: Buffer.alloc(0) };
  return { address: first, bytes: image.bytesAt(first, last - first) ?? Buffer.alloc(0) };
}

function meets(ascending: Addresses, start: number, end: number): boolean {
  const at = lowerBound(ascending, start);
  return at < ascending.length && (ascending[at] as number) < end;
}

const REGIONS = new WeakMap<KernelImage, readonly Region[]>();

function regionsOf(image: KernelImage): readonly Region[] {
  let known = REGIONS.get(image);
  if (known === undefined)
    REGIONS.set(image, (known = [...parts(image), ...blacklist(image), ...textPatching(image)]));
  return known;
}

function parts(image: KernelImage): Region[] {
  return PARTS.flatMap(([from, to, what]) => {
    const [start, end] = [addressOf(image, from), addressOf(image, to)];
    return start === undefined || end === undefined ? [] : [{ start, end, why: `it is ${what}` }];
  });
}

const BLACKLIST = {
  start: "__start_kprobe_blacklist",
  end: "__stop_kprobe_blacklist",
  section: "_kprobe_blacklist",
};

/** Functions that Linux keeps its own probes out of (`NOKPROBE_SYMBOL`). */
function blacklist(image: KernelImage): Region[] {
  const { bytes: list } = tableOf(BLACKLIST, image);
  const { word, address: addressIn } = image.machine;
  const listed = new Set(
    Array.from({ length: Math.floor(list.length / word) }, (_, index) =>
      addressIn(list.readUInt32LE(word * index)),
    ),
  );
  return image.symbols
    .filter(({ kind, address, size }) => kind === "function" && size > 0 && listed.has(address))
    .map(({ address, size }) => ({
      ...{ start: address, end: address + size },
      why: "it is on the kernel's list of functions that probes stay out of: they run while a probe is handled",
    }));
}

/** Linux's, which an agent in the guest calls: bytes of it would change while it is at work. */
function textPatching({ symbols }: KernelImage): Region[] {
  return symbols
    .filter(({ name, kind, size }) => kind === "function" && size > 0 && /^(?:__)?text_poke/.test(name))
    .map(({ address, size }) => ({
      ...{ start: address, end: address + size },
      why: "it patches the kernel's text, at this place too",
    }));
}
