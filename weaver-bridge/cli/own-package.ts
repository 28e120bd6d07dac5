/** What Weft's own package.json says, which stands at the same place beside sources, bundles and installed programs. */
import { readFileSync } from "node:fs";

interface OwnPackage {
  readonly version: string;
  readonly engines: { readonly node: string; readonly npm: string };
}

export function ownPackage(): OwnPackage {
  return JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as OwnPackage;
}
