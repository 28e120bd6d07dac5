/** Where a Linux that was built has what: `System.map` beside it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** `build`: the folder that Linux was built in. */
export function symbolOf(build: string, name: string): number {
  const symbols = readFileSync(join(build, "System.map"), "latin1");
  const found = new RegExp(`^(\\w+) \\w ${name}$`, "m").exec(symbols)?.[1];
  if (found === undefined) throw new Error(`${build} has no symbol ${name}`);
  return Number.parseInt(found, 16);
}

export function kernelText(build: string): { readonly from: number; readonly size: number } {
  const from = symbolOf(build, "_text");
  return { from, size: symbolOf(build, "_etext") - from };
}
