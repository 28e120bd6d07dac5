/**
 * What a debugger must know of code that was put into the guest: the advice's lines, variables and call frames as the
 * linker left them (`.weft/live/advice.elf`), how stacks go on from trampolines, and what each function of the advice is
 * (`.weft/live/frames.json`), and which instructions of the kernel it displaced. Written when it is woven; of what was woven
 * before, nobody is told any more.
 */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { liveFolder } from "../guest/index.js";
import { isAlive, type Project, readRegular, writeAtomically } from "../kernel-build/index.js";
import { type HookedText, isAdvice, type LiveFrames, unlessRefused } from "../model/index.js";
import { LIVE_TABLE } from "../weaver/index.js";
import type { PlannedHook } from "./hooks/place-hooks.js";
import type { JournalHook, JournalText } from "./journal/journal.js";
import type { PreparedHooks } from "./prepare-hooks.js";

/** Returns how to tell again what was told before. */
export function tellDebugger(
  project: Pick<Project, "root">,
  guest: string,
  planned: readonly PlannedHook[],
  { pieces, symbols, hooks, texts }: PreparedHooks,
): () => void {
  const folder = liveFolder(project);
  const told: LiveFrames = {
    ...{ version: 2, guest, symbols: join(folder, "advice.elf") },
    advice: planned.flatMap(({ hook: { symbol, effects } }) =>
      effects.filter(isAdvice).map(({ title, by, binding }) => ({
        ...{ symbol, title, aspect: by.name, isAfter: binding.when === "after" },
        body: `__weft_advice_${by.name.replaceAll("::", "_")}_${binding.adviceIndex}`,
      })),
    ),
    hooked: hookedTexts(texts, hooks),
    table: LIVE_TABLE,
    trampolines: pieces.flatMap(({ frames }) => (frames === undefined ? [] : [frames])),
  };
  const files = [told.symbols, framesFile(project)];
  const before = files.map((file) => (existsSync(file) ? readRegular(file) : undefined));
  writeAtomically(told.symbols, symbols);
  writeAtomically(framesFile(project), `${JSON.stringify(told)}\n`);
  return () => {
    for (const [index, file] of files.entries()) {
      const bytes = before[index];
      if (bytes === undefined) rmSync(file, { force: true });
      else writeAtomically(file, bytes);
    }
  };
}

/** Nothing is woven, and nobody stands in what was. */
export function tellNothing(project: Pick<Project, "root">): void {
  rmSync(framesFile(project), { force: true });
}

/** One is at the guest, or was a moment ago: it wrote its process's number. */
export function isDebugged(project: Pick<Project, "root">): boolean {
  return (
    unlessRefused(() => isAlive(Number(readRegular(join(liveFolder(project), "debugger"), "utf8")))) ?? false
  );
}

const framesFile = (project: Pick<Project, "root">) => join(liveFolder(project), "frames.json");

/** Hooks that share text share the trampoline. */
function hookedTexts(texts: readonly JournalText[], hooks: readonly JournalHook[]): HookedText[] {
  const titles = new Map<number, string[]>();
  for (const { trampoline, effects } of hooks)
    titles.set(trampoline, [...(titles.get(trampoline) ?? []), ...effects.map(({ title }) => title)]);
  const trampolines = [...titles.keys()];
  return texts.map(({ address, original, isTrap }, index) => {
    const trampoline = trampolines[index] ?? 0;
    return { address, original, isTrap, trampoline, titles: titles.get(trampoline) ?? [] };
  });
}
