/** What stopped a command, in words: only our own mistakes show where in the code they happened. */
import { lookUp } from "../../model/index.js";
import { ProcessError } from "./process-error.js";

/** One clause for what the outside world did, with what to do next; the stack for a fault of Weft itself. */
export function sayFailure(error: unknown): { message: string; hint?: string } {
  if (error instanceof ProcessError) return { message: error.message };
  const system = error as NodeJS.ErrnoException;
  if (typeof system.code === "string" && system.syscall !== undefined) {
    // Where a folder may not be made, Node says of its inner ones that their parent is missing.
    const isFolder = system.syscall === "mkdir" && system.code === "ENOENT";
    const hint = isFolder ? WRITABLE : lookUp(HINTS, system.code);
    const message = isFolder ? `the folder ${system.path} can't be made` : system.message;
    return { message, ...(hint === undefined ? {} : { hint }) };
  }
  return {
    message: `a fault of Weft itself: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  };
}

const WRITABLE = "Weft writes there: make it writable, or work on a copy that is yours.";
const SPACE = "Make room there; nothing was left half-written.";
const HINTS: Readonly<Record<string, string>> = {
  EACCES: WRITABLE,
  EPERM: WRITABLE,
  EROFS: WRITABLE,
  ENOSPC: SPACE,
  EDQUOT: SPACE,
  EISDIR: "A folder stands in the file's place.",
  EMFILE: "Too many files are open: raise the limit (ulimit -n).",
};
