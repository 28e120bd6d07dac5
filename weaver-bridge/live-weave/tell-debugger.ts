/**
 * What a debugger must know of code that was put into the guest: the advice's lines and call frames as the linker left
 * them (`.weft/live/advice.elf`), how stacks go on from trampolines, and what each function of the advice is
 * (`.weft/live/frames.json`). Written when it is woven; of what was woven before, nobody is told any more.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { liveFolder } from "../guest/index.js";
import { type Project, writeAtomically } from "../kernel-build/index.js";
import { isAdvice, type LiveFrames } from "../model/index.js";
import { LIVE_TABLE } from "../weaver/index.js";
import type { PlannedHook } from "./hooks/place-hooks.js";
import type { PreparedHooks } from "./prepare-hooks.js";

export function tellDebugger(
  project: Pick<Project, "root">,
  guest: string,
  planned: readonly PlannedHook[],
  { pieces, symbols }: PreparedHooks,
): void {
  const folder = liveFolder(project);
  const told: LiveFrames = {
    ...{ version: 1, guest, symbols: join(folder, "advice.elf") },
    advice: planned.flatMap(({ hook: { symbol, effects } }) =>
      effects.filter(isAdvice).map(({ title, by, binding }) => ({
        ...{ symbol, title, aspect: by.name, isAfter: binding.when === "after" },
        body: `__weft_advice_${by.name.replaceAll("::", "_")}_${binding.adviceIndex}`,
      })),
    ),
    table: LIVE_TABLE,
    trampolines: pieces.flatMap(({ frames }) => (frames === undefined ? [] : [frames])),
  };
  writeFileSync(told.symbols, symbols);
  writeAtomically(join(folder, "frames.json"), `${JSON.stringify(told)}\n`);
}
