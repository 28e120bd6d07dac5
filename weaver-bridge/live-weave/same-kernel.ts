/**
 * Does the guest run the kernel of this file? Hooks are compared with their own text; that the rest stands where the file
 * has it is asked of functions everywhere and of the linker's note, since advice is linked against the file's addresses.
 */
import type { ReadText } from "./guest-text.js";
import type { KernelImage, KernelSymbol } from "./image/kernel-image.js";
import type { JournalText } from "./journal/journal.js";

/** Of each function, of a kernel that patches itself (calls for traces, locks) in a few bytes of many; and where each is a packet. */
const MOST = 96;
/** Smaller ones say nothing of a kernel that patches itself. */
const LEAST = 32;
/** Where each is a packet. */
const FEW = 64;
/** Of so many in a hundred the text may be anything, but of one always. */
const SHARE = 0.5;
/** Of so many in a hundred it may differ at all, where nothing says that the kernel patches itself. */
const PATCHED_SHARE = 5;
/** Sections by which a Linux patches its text. */
const PATCHES =
  /^(?:\.altinstructions|\.smp_locks|\.parainstructions|__jump_table|\.static_call_sites|__mcount_loc|__patchable_function_entries)$/;
/** What the linker made of the kernel as a whole. */
const NOTE = /^\.notes?(?:\.gnu\.build-id)?$/;

export interface Compared {
  /** To be read at once: the first function, all of the last, some between them, all that has hooks, and the kernel's note. */
  readonly some: readonly JournalText[];
  readonly functions: readonly JournalText[];
  readonly note: JournalText | undefined;
  readonly isPatched: boolean;
}

/**
 * Of the kernel's largest section of code: it keeps that, which it may not of what runs when it boots. `hooked`: where hooks
 * will be; whole functions around them are compared, of a kernel that does not patch itself.
 */
export function comparedTexts(
  { sections, symbols, opened }: Pick<KernelImage, "sections" | "symbols" | "opened">,
  area: { readonly address: number; readonly size: number },
  hooked: readonly number[],
): Compared {
  const isPatched = (opened?.elf.sections ?? sections).some(({ name }) => PATCHES.test(name));
  const found = sections.find(({ name, bytes }) => NOTE.test(name) && bytes.length > 0);
  const note = found && textOf(found.name, found.address, found.bytes);
  const [section] = sections.filter(({ isCode }) => isCode).sort((left, right) => right.size - left.size);
  if (section === undefined) return { some: [], functions: [], note, isPatched };
  const { address: start, bytes } = section;
  const replugged = repluggedIn(symbols);
  const isCompared = ({ name, address, size, kind }: KernelSymbol): boolean =>
    kind === "function" &&
    !replugged.has(name) &&
    size >= (isPatched ? LEAST : 1) &&
    address >= start &&
    address + size <= start + bytes.length &&
    (address + size <= area.address || address >= area.address + area.size);
  const sorted = symbols.filter(isCompared).sort((left, right) => left.address - right.address);
  const functions = sorted.map(({ name, address, size }) =>
    textOf(
      name,
      address,
      bytes.subarray(address - start, address - start + (isPatched ? Math.min(size, MOST) : size)),
    ),
  );
  const withHooks = new Set(isPatched ? [] : functionsAround(functions, hooked));
  const last = functions.at(-1);
  return {
    some: [
      ...spread(functions)
        .filter((text) => !withHooks.has(text))
        .map((text) => (text === last ? text : shortened(text))),
      ...withHooks,
      ...(note === undefined ? [] : [note]),
    ],
    functions,
    note,
    isPatched,
  };
}

/** Functions that jump to the version that is plugged in: Weft's own guards write there. */
function repluggedIn(symbols: readonly KernelSymbol[]): ReadonlySet<string> {
  const plugs = symbols.flatMap(({ name }) => /^weft_plug_(.+)$/.exec(name)?.[1] ?? []);
  return new Set(plugs.map((name) => `${name}_plugged`));
}

/** `functions` in the order of their addresses. */
function functionsAround(functions: readonly JournalText[], addresses: readonly number[]): JournalText[] {
  const sorted = [...addresses].sort((left, right) => left - right);
  let at = 0;
  return functions.filter(({ address, original }) => {
    while (at < sorted.length && (sorted[at] as number) < address) at++;
    return at < sorted.length && (sorted[at] as number) < address + original.length / 2;
  });
}

function textOf(place: string, address: number, bytes: Buffer): JournalText {
  const original = bytes.toString("hex");
  return { address, original, woven: original, place, isTrap: false };
}

const shortened = (text: JournalText): JournalText => {
  const original = text.original.slice(0, 2 * MOST);
  return { ...text, original, woven: original };
};

function spread(functions: readonly JournalText[]): JournalText[] {
  if (functions.length <= FEW) return [...functions];
  const step = (functions.length - 1) / (FEW - 1);
  return Array.from({ length: FEW }, (_, at) => functions[Math.round(at * step)] as JournalText);
}

export interface Comparison {
  /** What stands elsewhere, or is not there; undefined where the guest's kernel is this one. */
  readonly other?: string | undefined;
  /** Functions of which some of the code is another one, and nothing says that the kernel patches itself. */
  readonly changed: readonly JournalText[];
}

/** `isAll`: all functions can be read. */
export async function compareKernel(
  read: ReadText,
  { some, functions, note, isPatched }: Compared,
  isAll: boolean,
): Promise<Comparison> {
  const there = note && (await read(note.address, note.original.length / 2));
  // Of a kernel whose note was not loaded there are zeros.
  if (there?.some((byte) => byte !== 0) === true && there.toString("hex") !== note?.original)
    return { other: note?.place, changed: [] };
  const compared = isAll ? functions : some.filter((one) => one !== note);
  const [others, changed]: [JournalText[], JournalText[]] = [[], []];
  for (const one of compared) {
    const { address, original } = one;
    const own = Buffer.from(original, "hex");
    const now = await read(address, own.length);
    const differing = own.reduce((count, byte, at) => count + (now[at] === byte ? 0 : 1), 0);
    if (2 * differing > own.length) others.push(one);
    if (differing > 0) changed.push(one);
  }
  const isMore = (texts: readonly JournalText[], share: number) =>
    texts.length > Math.max(1, (share * compared.length) / 100);
  if (isMore(others, SHARE)) return { other: others[0]?.place, changed };
  if (isPatched) return { changed: [] };
  return isMore(changed, PATCHED_SHARE) ? { other: changed[0]?.place, changed } : { changed };
}
