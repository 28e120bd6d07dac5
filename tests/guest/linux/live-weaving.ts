/** The Linux that the gate built, running another first program: one that works until it is ended. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countedText, type LiveGuest, repository, startGuest } from "../../support/live-guest/live-guest.js";
import { kernelText } from "../../support/live-guest/system-map.js";
import { packFirstProgram } from "./first-program.js";

const PROGRAM = join(repository, "sample-projects/linux-live/init/init.c");

export interface LiveLinux {
  readonly guest: LiveGuest;
  /** The kernel's own, as it is now. */
  readonly text: () => Buffer;
  /** For what the test makes. */
  readonly folder: string;
}

/** Its project's file names that program until the guest has ended. With an agent there is no debug stub, and nothing is counted. */
export async function withLiveLinux(
  sample: string,
  work: (linux: LiveLinux) => Promise<void>,
  isAgent = false,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weft-live-linux-"));
  const file = join(sample, "weft.json");
  const before = readFileSync(file, "utf8");
  const project = JSON.parse(before);
  const { from, size } = kernelText(join(sample, "build/linux"));
  const text = isAgent ? undefined : countedText(folder, from, size);
  // The program says that this kernel has no network, and goes on.
  project.run = {
    ...project.run,
    initrd: packFirstProgram(join(sample, "build/linux"), folder, PROGRAM, ["dir /tmp 0777 0 0"]),
    failure: "Kernel panic",
    arguments: text?.arguments ?? [],
  };
  writeFileSync(file, JSON.stringify(project));
  try {
    const guest = await startGuest(sample, /weft-init: works/, {
      isAgent,
      ...(text && { text }),
    });
    try {
      await work({ guest, folder, text: () => guest.text(from, size) });
    } finally {
      await guest.end();
    }
  } finally {
    writeFileSync(file, before);
    rmSync(folder, { recursive: true, force: true });
  }
}
