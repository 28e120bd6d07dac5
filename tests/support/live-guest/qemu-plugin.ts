/** QEMU's plugins are made where they are used. */
import { execFileSync } from "node:child_process";

/** `source`: a file in C that declares what it needs of QEMU; `plugin`: what becomes of it. */
export function buildPlugin(source: string, plugin: string): void {
  execFileSync("gcc", ["-shared", "-fPIC", "-O2", "-o", plugin, source], { timeout: 60_000 });
}
