/** The guest's memory as a file of the host, which is gone when the machine has ended. */
import { openSync } from "node:fs";
import { guestLost } from "./guest-error.js";

/** A descriptor of it. Throws GuestError where the machine has ended, else the system's error. */
export function openMemoryFile(file: string, mode: "r" | "r+" = "r"): number {
  try {
    return openSync(file, mode);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === "ENOENT" ? guestLost() : error;
  }
}
