/** What a command hands out as a file. */
import { join, resolve } from "node:path";
import { isUntrusted, requireWithin, writeAtomically } from "../kernel-build/index.js";

/**
 * A file that the user named is written wherever that leads. One that the command named (`isNamed` false), and any where nothing
 * of a folder may run, is not written through a link of the working folder to elsewhere. Throws the system's error, and one of
 * its form (`EXDEV`).
 */
export function writeHandedOut(
  name: string,
  content: string | Uint8Array,
  { isNamed, encoding }: { readonly isNamed: boolean; readonly encoding?: BufferEncoding },
): void {
  const [file, here] = [resolve(name), process.cwd()];
  if ((!isNamed || isUntrusted()) && file.startsWith(join(here, "/"))) requireWithin(here, file);
  writeAtomically(file, content, encoding);
}
