/**
 * Files as clangd shall read them, beside what is on the disk: an overlay in the form that clang takes with
 * `-ivfsoverlay`. Each set of texts has files and a name of its own, so that clangd sees when it changes.
 */
import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** `texts` by absolute path, latin1. Returns the path of the overlay's description; undefined without texts. */
export function writeOverlay(folder: string, texts: ReadonlyMap<string, string>): string | undefined {
  if (texts.size === 0) return undefined;
  mkdirSync(folder, { recursive: true });
  const roots = [...texts].sort().map(([path, text]) => ({
    type: "file",
    name: path,
    "external-contents": writeOnce(folder, text, ".text"),
  }));
  return writeOnce(
    folder,
    JSON.stringify({ version: 0, "case-sensitive": true, "use-external-names": false, roots }, undefined, 1),
    ".yaml",
  );
}

/** Writes a text under a name made from it; returns its path. */
export function writeOnce(folder: string, text: string, suffix: string): string {
  const path = join(folder, createHash("sha256").update(text).digest("hex").slice(0, 20) + suffix);
  writeFileSync(path, text, "latin1");
  return path;
}
