/** Marks `BUG_ON(…)`: what it tests is relied on by the code below. */
import type { GuardEffect } from "@weft/weaver-bridge/model";
import { plainEffects } from "../../../language-server/src/analysis/lines/plain-effects.js";
import type { Contributor, SourceText } from "../../../language-server/src/workspace/index.js";

export const bugOn: Contributor = {
  name: "bug-on",
  contribute: ({ snapshot }) => ({
    inSources: plainEffects(snapshot, (path) => effectsIn(snapshot().text(path))),
  }),
};

function effectsIn(source: SourceText | undefined): GuardEffect[] {
  if (source === undefined) return [];
  return [...source.text.matchAll(/\bBUG_ON\(([^()]*)\)/g)].map(({ index, 0: whole, 1: term = "" }) => {
    const { line, character } = source.lines.placeAt(index);
    const place = { file: source.path, startLine: line + 1, startColumn: character + 1, endLine: line + 1 };
    const target = { ...place, endColumn: character + 1 + whole.length };
    return {
      ...{ id: `bug-on ${line}:${character}`, target, origin: target, order: 0, certainty: "certain" },
      by: { tool: "guards", name: "BUG_ON" },
      title: `stops the kernel where ${term}`,
      reason: "the code below relies on it",
      binding: { kind: "guard", term, proof: "run time", protects: [] },
    };
  });
}
