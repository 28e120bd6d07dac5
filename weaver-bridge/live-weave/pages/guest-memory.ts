/**
 * The guest's memory, read while it runs: at addresses of the area, and of all that the kernel maps as it does the area.
 * Where it is no file, an agent in the guest reads it; of a guest that others started its debug stub does, which stops it.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { type GuestRecord, openAgent, stopGuest, stubOf, unlessUnmapped } from "../../guest/index.js";
import { unlessRefused } from "../../model/index.js";
import { type PageTables, physicalOf } from "./page-tables.js";

export interface GuestMemory {
  /** Zeros where there is nothing. */
  read(address: number, length: number): Promise<Buffer>;
  /** What is mapped in another way, as modules are; undefined where nothing is. */
  readMapped(address: number, length: number): Promise<Buffer | undefined>;
  close(): void;
}

/** How addresses become places in the guest's memory. */
interface Mapping {
  /** What to take from an address of the area for the physical one. */
  readonly physical: number;
  /** Of what is mapped page by page; undefined where nothing of that is read. */
  readonly pages?: PageTables | undefined;
}

/** Undefined where the memory can't be read without stopping the guest. Rejects with GuestError. */
export async function openMemory(
  guest: GuestRecord,
  { physical, pages }: Mapping,
): Promise<GuestMemory | undefined> {
  if (guest.isForeign === true) return memoryOfStub(guest);
  if (guest.memory === undefined) return guest.agent === undefined ? undefined : memoryOfAgent(guest.agent);
  const { memory } = guest;
  const file = unlessRefused(() => openSync(memory, "r"));
  if (file === undefined) return undefined;
  const readAt = (place: number, length: number) => {
    const bytes = Buffer.alloc(length);
    if (place >= 0) readSync(file, bytes, 0, length, place);
    return bytes;
  };
  return {
    read: async (address, length) => readAt(address - physical, length),
    readMapped: async (address, length) => {
      const pieces: Buffer[] = [];
      for (let at = address; at < address + length; ) {
        const place = pages && (await physicalOf(at, pages, readAt));
        if (place === undefined) return undefined;
        const size = Math.min(address + length, nextPage(at)) - at;
        pieces.push(readAt(place, size));
        at += size;
      }
      return Buffer.concat(pieces);
    },
    close: () => closeSync(file),
  };
}

const PAGE = 4096;
const nextPage = (address: number) => (Math.floor(address / PAGE) + 1) * PAGE;

/** Nothing else leads there: the guest stands while it is read. */
async function memoryOfStub(guest: GuestRecord): Promise<GuestMemory> {
  const stopped = await stopGuest(stubOf(guest));
  const readMapped: GuestMemory["readMapped"] = (address, length) =>
    unlessUnmapped(stopped.read(address, length));
  return { ...withZeros(readMapped), close: () => void stopped.leave() };
}

async function memoryOfAgent(path: string): Promise<GuestMemory> {
  const agent = await openAgent(path);
  const readMapped: GuestMemory["readMapped"] = async (address, length) =>
    (await unlessUnmapped(agent.read([{ address, length }]), "guest/agent-refused"))?.[0];
  return { ...withZeros(readMapped), close: agent.leave };
}

const withZeros = (readMapped: GuestMemory["readMapped"]): Pick<GuestMemory, "read" | "readMapped"> => ({
  read: async (address, length) => (await readMapped(address, length)) ?? Buffer.alloc(length),
  readMapped,
});
