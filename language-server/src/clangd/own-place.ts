/** Where clangd writes, and what it reads unasked: its index is beside the commands that it finds, in `.cache/clangd/index`. */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { unlessRefused } from "@weft/weaver-bridge/model";

/**
 * Words for a folder that nobody trusts. Its .clangd may name servers, and words of compilers. Commands are looked for where
 * nobody can put any: those that clangd is told count, and its index is in the user's cache.
 */
export const ONLY_WHAT_IT_IS_TOLD = ["--enable-config=false", "--compile-commands-dir=/proc"];

/** A link in the place of that folder, or on the way to it: clangd would write where it leads. */
export function indexLink(folder: string): string | undefined {
  const places = [".cache", ".cache/clangd", ".cache/clangd/index"].map((name) => join(folder, name));
  return places.find((place) =>
    unlessRefused(() => lstatSync(place, { throwIfNoEntry: false }))?.isSymbolicLink(),
  );
}
