/**
 * Flags of V8 itself, which change from one V8 to the next: a process refuses to start with one that it does not know, and
 * prints it when it is set later. So they are for the versions that they were tried with (Node 20, 22, 24, 26) alone.
 */
import { setFlagsFromString } from "node:v8";

const [OLDEST, NEWEST] = [11, 14];

/** The flags, where this process's V8 is one that knows them; none otherwise. */
export function knownFlags(flags: readonly string[], v8 = process.versions.v8): readonly string[] {
  const engine = Number.parseInt(v8, 10);
  return engine >= OLDEST && engine <= NEWEST ? flags : [];
}

/** Sets a flag of this process, where its V8 is one that knows it. */
export function setKnownFlag(flag: string): void {
  for (const known of knownFlags([flag])) setFlagsFromString(known);
}
