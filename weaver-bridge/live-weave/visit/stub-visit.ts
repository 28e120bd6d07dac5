/** A visit to the debug stub: the whole machine stands from its beginning to its end. */
import { closeSync, readSync } from "node:fs";
import {
  GuestError,
  type GuestRecord,
  openMemoryFile,
  type StoppedGuest,
  spellAddress,
  stopGuest,
  stubOf,
} from "../../guest/index.js";
import { I686 } from "../../object-code/index.js";
import { copyOfMapped, type ReadText, readerOf, wovenText, writeArea } from "../guest-text.js";
import { linuxLayout, linuxStacks } from "../hooks/linux-stacks.js";
import { type CodeRange, rangesWithSavedAddresses } from "../hooks/saved-addresses.js";
import { handlerPieces, trapGates } from "../hooks/trap-handler.js";
import type { KernelImage } from "../image/kernel-image.js";
import { isOfModule } from "../journal/journal.js";
import { type GuestMemory, openMemory } from "../pages/guest-memory.js";
import { pagesOf } from "../pages/kernel-pages.js";
import type { PageTables } from "../pages/page-tables.js";
import { giveBackReturns } from "./give-back-returns.js";
import type { LiveVisit, TextChange } from "./live-visit.js";

/** Rejects with GuestError. */
export async function visitStub(guest: GuestRecord, image: KernelImage | undefined): Promise<LiveVisit> {
  const started = performance.now();
  const stopped = await stopGuest(stubOf(guest));
  const read: ReadText = (address, length) => stopped.read(address, length);
  let memory: GuestMemory | undefined;
  /** Of modules, whose texts may be many: a packet for each takes longer than the file. */
  const fromFile = async (physical: number, known: PageTables | undefined): Promise<ReadText> => {
    const pages = known ?? (image && pagesOf(image, physical).pages);
    if (guest.memory === undefined || pages === undefined) return read;
    memory ??= await openMemory(guest, { physical, pages });
    return async (address, length) => (await memory?.readMapped(address, length)) ?? read(address, length);
  };
  return {
    read,
    texts: async (physical, texts, pages) => {
      const direct = texts.some(isOfModule) ? await fromFile(physical, pages) : read;
      const copy = await copyOfMapped(read, guest, physical, texts);
      if (copy === undefined) return { read: direct, isCopy: false };
      return { read: readerOf(copy, direct), isCopy: true, copy };
    },
    physicalOffset: async (area) => {
      const said = await stopped.monitor(`gva2gpa ${spellAddress(area)}`);
      const place = /gpa: (0x)?([0-9a-f]+)/i.exec(said)?.[2];
      return place === undefined ? area : area - Number.parseInt(place, 16);
    },
    gates: async (known) => {
      const said = await stopped.monitor("info registers -a");
      const bases = [...said.matchAll(/^IDT=\s*([0-9a-f]+)/gim)].map(([, base = ""]) =>
        Number(BigInt.asIntN(64, BigInt(`0x${base}`))),
      );
      return trapGates(new Set(bases), read, known, (image?.machine ?? I686).traps);
    },
    place: async () => false,
    change: async (change) => {
      const busy = await busyRanges(stopped, guest, image, change);
      if (busy.length === 0) await write(stopped, guest, change);
      return busy;
    },
    standing: () => stopped.instructionPointers(),
    stood: () => performance.now() - started,
    leave: () => {
      memory?.close();
      memory = undefined;
      return stopped.leave();
    },
  };
}

/** What a CPU or an interrupted thread stands in. */
async function busyRanges(
  stopped: StoppedGuest,
  guest: GuestRecord,
  image: KernelImage | undefined,
  { leave, own, physical }: TextChange,
): Promise<CodeRange[]> {
  if (leave.length === 0) return [];
  const standing = await stopped.instructionPointers();
  const busy = leave.filter(({ start, end }) => standing.some((at) => start <= at && at < end));
  if (busy.length > 0 || guest.memory === undefined) return busy;
  const stacks = image && stacksOf(guest.memory, image, physical, await stopped.stackPointers());
  const except = { start: own.start - physical, end: own.end - physical };
  const saved = new Set(rangesWithSavedAddresses(guest.memory, leave, except, stacks, image?.machine.word));
  return leave.filter((range) => saved.has(range));
}

async function write(stopped: StoppedGuest, guest: GuestRecord, change: TextChange): Promise<void> {
  const { merged, physical, machine, area, handler, gates, woven, returns, restoredGates } = change;
  if (area.length > 0) await writeArea(stopped, guest, physical, area);
  if (handler !== undefined)
    for (const { address, bytes } of handlerPieces(handler, gates, machine))
      await stopped.write(address, bytes);
  await stopped.writeAll(merged);
  const [last] = woven.slice(-1).map(wovenText);
  if (last !== undefined && !(await stopped.read(last.address, last.bytes.length)).equals(last.bytes))
    throw notWritten();
  await giveBackReturns(stopped, returns, machine);
  for (const { address, original } of restoredGates)
    await stopped.write(address, Buffer.from(original, "hex"));
}

/** Physical addresses of the stacks, where the kernel's are known. */
function stacksOf(
  memory: string,
  image: KernelImage,
  physical: number,
  ends: readonly number[],
): CodeRange[] | undefined {
  const layout = linuxLayout(image);
  if (layout === undefined) return undefined;
  const file = openMemoryFile(memory);
  try {
    const bytes = Buffer.alloc(4);
    const word = (address: number) => {
      if (address >= physical) readSync(file, bytes, 0, 4, address - physical);
      return bytes.readUInt32LE(0);
    };
    const stacks = linuxStacks(layout, word, ends);
    return stacks?.map(({ start, end }) => ({ start: start - physical, end: end - physical }));
  } finally {
    closeSync(file);
  }
}

function notWritten(): GuestError {
  return new GuestError(
    "guest/memory",
    "the guest's memory did not take the hooks",
    "weft live unweave undoes what was written; then start the guest anew.",
  );
}
