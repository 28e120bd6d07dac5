/** How another server, of which only words are known, is started for this workspace. */
import { confinedServer, isUntrusted } from "@weft/weaver-bridge/kernel-build";

/** Where nobody trusts the folder, behind a wall that keeps it from writing and from the network, if the machine has one. */
export function serverWords(argv: readonly string[]): readonly string[] {
  return isUntrusted() ? confinedServer(argv) : argv;
}
