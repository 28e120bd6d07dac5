/**
 * What the weave maps of the last builds tell that only a build knows: what was left out of units because the compiler
 * rejects it, and what specialization made of lines.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { readRegularSoon, type WeaveMap, weaveMapFile } from "@weft/weaver-bridge/kernel-build";
import { noneIfRefused, type ResidualEffect } from "@weft/weaver-bridge/model";
import { leftOutByUnit } from "@weft/weaver-bridge/pipeline";
import type { LeftOut } from "@weft/weaver-bridge/weaver";

export interface LastBuild {
  leftOutOf(unit: string): LeftOut | undefined;
  /** Effects of residual code on a file; none where the file has been saved since the build. */
  residualIn(path: string): readonly ResidualEffect[];
  /** Reads the map of the project anew; resolves with the files of which something else is told now. */
  read(root: string): Promise<readonly string[]>;
}

interface Told {
  readonly leftOut: ReadonlyMap<string, LeftOut>;
  /** By file; absolute names. */
  readonly residual: ReadonlyMap<string, readonly ResidualEffect[]>;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
}

const NOTHING: Told = { leftOut: new Map(), residual: new Map(), builtAt: 0 };

export function createLastBuild(log: (level: "error", message: string) => void): LastBuild {
  const projects = new Map<string, Told>();
  return {
    leftOutOf: (unit) => [...projects.values()].find(({ leftOut }) => leftOut.has(unit))?.leftOut.get(unit),
    residualIn: (path) =>
      [...projects.values()].flatMap(({ residual, builtAt }) => {
        const effects = residual.get(path) ?? [];
        return effects.length === 0 || savedAt(path) > builtAt ? [] : effects;
      }),
    async read(root) {
      const before = projects.get(root) ?? NOTHING;
      const now = await readMap(root, log);
      projects.set(root, now);
      const text = ({ leftOut, residual }: Told, path: string) =>
        JSON.stringify([[...(leftOut.get(path) ?? [])], residual.get(path) ?? []]);
      const paths = [before, now].flatMap(({ leftOut, residual }) => [...leftOut.keys(), ...residual.keys()]);
      return [...new Set(paths)].filter((path) => text(before, path) !== text(now, path));
    },
  };
}

/** Without a map, or with a broken one, nothing is known. */
async function readMap(root: string, log: (level: "error", message: string) => void): Promise<Told> {
  const file = weaveMapFile({ root });
  const text = (await readRegularSoon(file).catch(noneIfRefused))?.toString("utf8");
  if (text === undefined) return NOTHING;
  try {
    return { leftOut: leftOutByUnit(text), residual: residualByFile(text), builtAt: savedAt(file) };
  } catch (error) {
    log("error", `${file} is no weave map: ${(error as Error).message}`);
    return NOTHING;
  }
}

function residualByFile(text: string): ReadonlyMap<string, readonly ResidualEffect[]> {
  const found = new Map<string, ResidualEffect[]>();
  // A kernel's map is long, and mostly has none.
  if (!text.includes('"kind":"residual"')) return found;
  for (const { directory, effects } of (JSON.parse(text) as WeaveMap).units)
    for (const effect of effects.filter((one) => one.binding.kind === "residual") as ResidualEffect[]) {
      const path = resolve(directory, effect.target.file);
      const origin = { ...effect.origin, file: resolve(directory, effect.origin.file) };
      const absolute = { ...effect, target: { ...effect.target, file: path }, origin };
      found.set(path, [...(found.get(path) ?? []), absolute]);
    }
  return found;
}

function savedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
