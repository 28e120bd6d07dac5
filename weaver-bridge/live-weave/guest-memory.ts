/**
 * The guest's memory, read while it runs: at addresses of the area, and of all that the kernel maps as it does the area.
 * Where it is no file, an agent in the guest reads it.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { GuestError, type GuestRecord, openAgent } from "../guest/index.js";
import type { Journal } from "./journal/journal.js";

export interface GuestMemory {
  /** Zeros where there is nothing. */
  read(address: number, length: number): Promise<Buffer>;
  close(): void;
}

/** Undefined where the memory can't be read without stopping the guest. Rejects with GuestError. */
export async function openMemory(
  guest: GuestRecord,
  { physical }: Journal,
): Promise<GuestMemory | undefined> {
  if (guest.memory === undefined) return guest.agent === undefined ? undefined : memoryOfAgent(guest.agent);
  try {
    const file = openSync(guest.memory, "r");
    return {
      read: async (address, length) => {
        const bytes = Buffer.alloc(length);
        if (address >= physical) readSync(file, bytes, 0, length, address - physical);
        return bytes;
      },
      close: () => closeSync(file),
    };
  } catch {
    return undefined;
  }
}

async function memoryOfAgent(path: string): Promise<GuestMemory> {
  const agent = await openAgent(path);
  return {
    read: async (address, length) => {
      try {
        return (await agent.read([{ address, length }]))[0] as Buffer;
      } catch (error) {
        if (error instanceof GuestError && error.code === "guest/agent-refused") return Buffer.alloc(length);
        throw error;
      }
    },
    close: agent.leave,
  };
}
