/** The checks of `kernel-context` over a project's sources, as its units name them in their line markers. */

import { resolve } from "node:path";
import { readLatin1 } from "../kernel-build/index.js";
import { type ContextTable, contextProblems, contextRules, readSource } from "../kernel-context/index.js";
import {
  type AspectEffect,
  type AspectFile,
  filesOfMarkers,
  type Problem,
  type SourceRange,
} from "../model/index.js";
import type { AnalysedUnit } from "./analyse-units.js";

/** Files and effects are gathered unit by unit, while their texts are at hand. */
export interface ContextChecker {
  add(unit: AnalysedUnit): void;
  problems(): Problem[];
}

export function createContextChecker(
  setting: string | object,
  aspects: readonly AspectFile[],
): ContextChecker {
  const files = new Set<string>();
  const effects = new Map<string, AspectEffect>();
  return {
    add({ unit, analysis }) {
      const { directory } = unit.command;
      const place = (range: SourceRange) => ({ ...range, file: resolve(directory, range.file) });
      for (const file of filesOfMarkers(analysis.unitText)) files.add(resolve(directory, file));
      for (const effect of analysis.effects) {
        const target = place(effect.target);
        const key = [
          effect.by.name,
          effect.binding.adviceIndex,
          effect.binding.joinPoint.id,
          target.file,
        ].join("\0");
        effects.set(key, { ...effect, target, origin: place(effect.origin) });
      }
    },
    problems() {
      const own = new Set(aspects.map(({ file }) => file));
      const sources = [...files]
        .filter((file) => !own.has(file) && !file.startsWith("/usr/"))
        .flatMap((file) => {
          const text = readLatin1(file);
          return text === undefined ? [] : [readSource(file, text)];
        });
      const rules = contextRules(setting as string | ContextTable);
      return contextProblems({ rules, sources, aspects, effects: [...effects.values()] });
    },
  };
}
