/**
 * Files as clangd shall read them, beside what is on the disk: an overlay in the form that clang takes with
 * `-ivfsoverlay`. Each set of texts has files and a name of its own, so that clangd sees when it changes.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** `texts` by absolute path, latin1. Returns the path of the overlay's description; undefined without texts. */
export function writeOverlay(folder: string, texts: ReadonlyMap<string, string>): string | undefined {
  if (texts.size === 0) return undefined;
  const roots = [...texts].sort().map(([path, text]) => ({
    type: "file",
    name: path,
    "external-contents": writeOnce(folder, text, ".text"),
  }));
  const description = { version: 0, "case-sensitive": true, "use-external-names": false, roots };
  return writeOnce(folder, JSON.stringify(description, undefined, 1), ".yaml", "utf8"); // It has paths.
}

/**
 * Writes a text under a name made from it; returns its path. A file that is there is left alone: clangd reads anew what
 * was written anew, and may be reading it.
 */
export function writeOnce(
  folder: string,
  text: string,
  suffix: string,
  encoding: "latin1" | "utf8" = "latin1",
): string {
  const path = join(folder, createHash("sha256").update(text, encoding).digest("hex").slice(0, 20) + suffix);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${path}.new`, text, encoding);
  renameSync(`${path}.new`, path);
  return path;
}
