/** What GDB can't do or does not know is an answer; what is wrong in Weft is none. */
import { DebugError } from "../../qemu/index.js";

/** GDB's own words, which it answers instead of a result. */
export class GdbRefusal extends Error {
  override readonly name = "GdbRefusal";
}

/** Undefined where GDB refuses, or gives no answer any more, which ends the session elsewhere. Rejects with faults of ours. */
export async function unlessGdbRefuses<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof GdbRefusal || error instanceof DebugError) return undefined;
    throw error;
  }
}
