/** QEMU's plugins are made where they are used. */
import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Of what they use of QEMU. */
const INTERFACE = fileURLToPath(new URL("../../../weaver-bridge/guest/plugin", import.meta.url));

/** `source`: a file in C that includes `qemu-interface.h`; `plugin`: what becomes of it. */
export function buildPlugin(source: string, plugin: string): void {
  execFileSync("gcc", ["-shared", "-fPIC", "-O2", "-I", INTERFACE, "-o", plugin, source], {
    timeout: 60_000,
  });
}
