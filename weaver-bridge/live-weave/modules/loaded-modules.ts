/**
 * The modules that a Linux guest has loaded, and where: `modules` leads to all, and for `/sys/module/NAME/sections` most
 * kernels keep the address of each section.
 */
import type { ReadText } from "../guest-text.js";
import type { KernelImage } from "../image/kernel-image.js";
import { memberOffsets } from "../image/member-offsets.js";
import type { ModulePlace } from "./laid-out-sections.js";

export interface LoadedModule {
  readonly name: string;
  /** Address of each section, by name; undefined where the kernel does not keep them. */
  readonly sections: ReadonlyMap<string, number> | undefined;
  /** Unknown since Linux 6.4, which gives code and data places of their own. */
  readonly place: ModulePlace | undefined;
  /** The note that the linker wrote, where there is one. */
  readonly buildId: Buffer | undefined;
}

/** Those that run, without the one that reads and patches for us. Rejects with GuestError. */
export async function loadedModules(read: ReadText, image: KernelImage): Promise<LoadedModule[]> {
  const head = image.symbols.find(({ name, kind }) => name === "modules" && kind === "object")?.address;
  if (head === undefined) return [];
  const word = async (address: number) => (await read(address, 4)).readUInt32LE(0);
  let node = await word(head);
  // Where nothing is loaded, the kernel's structs need not be looked for.
  if (node === head || node === 0) return [];
  const places = modulePlaces(image);
  if (places === undefined) return [];
  const found: LoadedModule[] = [];
  for (let count = 0; node !== head && node !== 0 && count < MOST_MODULES; count++, node = await word(node)) {
    const module = node - places.list;
    const name = await textAt(module + places.name, NAME_LENGTH, read);
    if ((await word(module + places.state)) !== RUNS || name === OWN) continue;
    const { kept, base } = places;
    const table = kept === undefined ? 0 : await word(module + kept.pointer);
    const sections = kept === undefined || table === 0 ? undefined : await sectionsIn(table, kept, read);
    const place = base === undefined ? undefined : { base: await word(module + base), module };
    const note = sections?.get(BUILD_ID);
    const buildId = note === undefined ? undefined : await read(note, NOTE_LENGTH);
    found.push({ name, sections, place, buildId });
  }
  return found;
}

/** A list that is being changed may lead anywhere. */
const MOST_MODULES = 4096;
const MOST_SECTIONS = 1024;
const NAME_LENGTH = 56;
const SECTION_NAME_LENGTH = 64;
/** `MODULE_STATE_LIVE`. */
const RUNS = 0;
const OWN = "weft_agent";
export const BUILD_ID = ".note.gnu.build-id";
/** With its head and a SHA-1. */
const NOTE_LENGTH = 36;

interface Places {
  readonly list: number;
  readonly name: number;
  readonly state: number;
  /** Of the address where it begins. */
  readonly base: number | undefined;
  /** Undefined in kernels without sysfs or without symbols of their own, and in those that keep them otherwise. */
  readonly kept: KeptPlaces | undefined;
}

/** Of the table of sections. */
interface KeptPlaces {
  /** In the module. */
  readonly pointer: number;
  readonly count: number;
  readonly first: number;
  /** In each, which begins with the pointer to its name and ends with the address. */
  readonly address: number;
}

const PLACES = new WeakMap<KernelImage, { readonly places: Places | undefined }>();

function modulePlaces(image: KernelImage): Places | undefined {
  let known = PLACES.get(image);
  if (known === undefined) PLACES.set(image, (known = { places: readPlaces(image) }));
  return known.places;
}

function readPlaces(image: KernelImage): Places | undefined {
  const records = ["module", "module_layout", "module_sect_attrs", "module_sect_attr"];
  const offsets = memberOffsets(image, records);
  const of = (name: string) => offsets.get(name);
  const [list, name, state] = [of("module::list"), of("module::name"), of("module::state")];
  if (list === undefined || name === undefined || state === undefined) return undefined;
  const [pointer, count] = [of("module::sect_attrs"), of("module_sect_attrs::nsections")];
  const [first, address] = [of("module_sect_attrs::attrs"), of("module_sect_attr::address")];
  const isKept = pointer !== undefined && count !== undefined && first !== undefined && address !== undefined;
  const [layout, start] = [of("module::core_layout"), of("module_layout::base")];
  const base = layout === undefined || start === undefined ? undefined : layout + start;
  return { list, name, state, base, kept: isKept ? { pointer, count, first, address } : undefined };
}

/** Of several with one name the first. */
async function sectionsIn(
  table: number,
  { count, first, address }: KeptPlaces,
  read: ReadText,
): Promise<Map<string, number>> {
  const each = address + 4;
  const all = Math.min((await read(table + count, 4)).readUInt32LE(0), MOST_SECTIONS);
  const entries = await read(table + first, all * each);
  const found = new Map<string, number>();
  for (let at = 0; at < entries.length; at += each) {
    const name = await textAt(entries.readUInt32LE(at), SECTION_NAME_LENGTH, read);
    if (!found.has(name)) found.set(name, entries.readUInt32LE(at + address));
  }
  return found;
}

async function textAt(address: number, length: number, read: ReadText): Promise<string> {
  const bytes = await read(address, length);
  const end = bytes.indexOf(0);
  return bytes.toString("latin1", 0, end === -1 ? length : end);
}
