/** Folders for files that other programs must find, as clangd its headers. */
import { rmSync } from "node:fs";
import { privateFolder } from "@weft/weaver-bridge/kernel-build";

/** Temporary, nobody else's, gone when this process ends. Throws the system's error. */
export function ownFolder(prefix: string): string {
  const folder = privateFolder(prefix);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
