/** The guest's memory, read while it runs: at addresses of the area, and of all that the kernel maps as it does the area. */
import { closeSync, openSync, readSync } from "node:fs";
import type { GuestRecord } from "../guest/index.js";
import type { Journal } from "./journal/journal.js";

export interface GuestMemory {
  /** Zeros where there is nothing. */
  read(address: number, length: number): Buffer;
  close(): void;
}

/** Undefined where the memory can't be read without stopping the guest. */
export function openMemory({ memory }: GuestRecord, { physical }: Journal): GuestMemory | undefined {
  if (memory === undefined) return undefined;
  try {
    const file = openSync(memory, "r");
    return {
      read: (address, length) => {
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
