/** The Linux that the gate built, running another first program: one that works until it is ended. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countedText, type LiveGuest, repository, startGuest } from "../../support/live-guest/live-guest.js";
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
  const { from, size } = textOf(sample);
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

function textOf(sample: string): { readonly from: number; readonly size: number } {
  const symbols = readFileSync(join(sample, "build/linux/System.map"), "latin1");
  const at = (name: string) =>
    Number.parseInt(new RegExp(`^(\\w+) \\w ${name}$`, "m").exec(symbols)?.[1] ?? "", 16);
  return { from: at("_text"), size: at("_etext") - at("_text") };
}
