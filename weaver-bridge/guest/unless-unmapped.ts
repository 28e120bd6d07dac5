/** Memory that may not be there. */
import { GuestError } from "./guest-error.js";

/** What is read; undefined where the guest says by the code that nothing is there. Rejects with what else went wrong. */
export async function unlessUnmapped<T>(
  reading: Promise<T>,
  code: GuestError["code"] = "guest/memory",
): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof GuestError && error.code === code) return undefined;
    throw error;
  }
}
