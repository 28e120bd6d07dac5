/** What the repository's package.json says: written into bundles, read where this runs from its sources. */
import { readFileSync } from "node:fs";

interface OwnPackage {
  readonly version: string;
  readonly engines: { readonly node: string; readonly npm: string };
}

declare const WEFT_PACKAGE: OwnPackage;

export function ownPackage(): OwnPackage {
  if (typeof WEFT_PACKAGE !== "undefined") return WEFT_PACKAGE;
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as OwnPackage;
}
