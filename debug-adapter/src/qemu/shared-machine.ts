/** A machine of the debugger that others may visit: `weft live` weaves into it while GDB has it. */
import { type GuestRecord, sharedMemory, shareGuest } from "@weft/weaver-bridge/guest";
import type { Project, RunRecipe } from "@weft/weaver-bridge/kernel-build";

export interface MachineShare {
  readonly project: Pick<Project, "root">;
  readonly recipe: RunRecipe;
  /** Shows what is woven into the machine, until its result is called. */
  readonly publish: PublishLive;
}

export type PublishLive = (project: Pick<Project, "root">, guest: GuestRecord) => () => void;

export interface Sharing {
  /** For QEMU. */
  readonly arguments: readonly string[];
  /** Path of the socket where the debugger meets the stub from then on, beside those who visit. */
  begin(): Promise<string>;
  end(): void;
}

/** `stub` is QEMU's, and is nobody else's. Nothing is shared where `share` is undefined. */
export function prepareSharing(share: MachineShare | undefined, stub: string, folder: string): Sharing {
  if (share === undefined) return { arguments: [], begin: async () => stub, end: () => {} };
  const { project, recipe, publish } = share;
  const memory = sharedMemory(recipe, `${folder}/memory`);
  const ends: (() => void)[] = [];
  return {
    arguments: memory.arguments,
    begin: async () => {
      const settings = { stub, folder, ...memory.file, standsAfterDebugger: true };
      const shared = await shareGuest(project, settings);
      ends.push(shared.forget, publish(project, shared.record));
      return shared.debugging;
    },
    end: () => {
      for (const end of ends.splice(0)) end();
    },
  };
}
