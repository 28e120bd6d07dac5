/**
 * What the last build left out of units because the compiler rejects it, which only a compiler run can tell: from the
 * build's weave map. Join points are told by what they are, not by where, so that edits elsewhere change nothing.
 */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type WeaveMap, weaveMapFile } from "@weft/weaver-bridge/kernel-build";
import type { Effect, Problem, UnitWeaveMap } from "@weft/weaver-bridge/model";

/** Why, by {@link numbered} names of the effects. */
export type LeftOut = ReadonlyMap<string, string>;

export interface LastBuild {
  leftOutOf(unit: string): LeftOut | undefined;
  /** Reads the map of the project anew; resolves with the units of which something else is left out now. */
  read(root: string): Promise<readonly string[]>;
}

export function createLastBuild(): LastBuild {
  const projects = new Map<string, ReadonlyMap<string, LeftOut>>();
  return {
    leftOutOf: (unit) => [...projects.values()].find((units) => units.has(unit))?.get(unit),
    async read(root) {
      const before = projects.get(root) ?? new Map<string, LeftOut>();
      const now = await readMap(root);
      projects.set(root, now);
      const text = (units: ReadonlyMap<string, LeftOut>, unit: string) =>
        JSON.stringify([...(units.get(unit) ?? [])]);
      return [...new Set([...before.keys(), ...now.keys()])].filter(
        (unit) => text(before, unit) !== text(now, unit),
      );
    },
  };
}

/** Without a map, or with a broken one, nothing is known. */
async function readMap(root: string): Promise<ReadonlyMap<string, LeftOut>> {
  try {
    const text = await readFile(weaveMapFile({ root }), "utf8");
    // A kernel's map is long, and mostly has none.
    if (!text.includes('"weave/rejected"')) return new Map();
    const { units } = JSON.parse(text) as WeaveMap;
    return new Map(
      units.flatMap((unit) => {
        const rejected = rejectedIn(unit);
        return rejected.size === 0 ? [] : [[resolve(unit.directory, unit.source), rejected] as const];
      }),
    );
  } catch {
    return new Map();
  }
}

function rejectedIn({ effects, leftOut = [] }: UnitWeaveMap): LeftOut {
  const rejected = leftOut.filter(({ code }) => code === "weave/rejected");
  if (rejected.length === 0) return new Map();
  const names = numbered([...effects, ...leftOut.map(({ effect }) => effect)]);
  return new Map(rejected.map(({ effect, because }) => [names.get(effect) ?? "", because]));
}

/** Unique among the effects of a unit: the how manieth it is of those that have all but the place in common. */
function numbered(effects: readonly Effect[]): ReadonlyMap<Effect, string> {
  const counts = new Map<string, number>();
  const inOrder = [...effects].sort(
    ({ joinPoint: { range: a } }, { joinPoint: { range: b } }) =>
      a.startLine - b.startLine || a.startColumn - b.startColumn,
  );
  return new Map(
    inOrder.map((effect) => {
      const { kind, signature, within } = effect.joinPoint;
      const name = JSON.stringify([effect.aspect, effect.adviceIndex, kind, signature, within]);
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [effect, `${name} ${count}`];
    }),
  );
}

/** Which of the unit's effects the build left out, and why. */
export function effectsLeftOut(
  effects: readonly Effect[],
  leftOut: LeftOut | undefined,
): ReadonlyMap<Effect, string> {
  const found = new Map<Effect, string>();
  if (leftOut === undefined) return found;
  for (const [effect, name] of numbered(effects)) {
    const because = leftOut.get(name);
    if (because !== undefined) found.set(effect, because);
  }
  return found;
}

/** What the build weaves of a unit, and what it says of the rest. */
export function asBuilt(
  effects: readonly Effect[],
  leftOut: LeftOut | undefined,
): { readonly effects: readonly Effect[]; readonly problems: readonly Problem[] } {
  const without = effectsLeftOut(effects, leftOut);
  return {
    effects: effects.filter((effect) => !without.has(effect)),
    problems: [...without].map(([effect, because]) => problemOf(effect, because)),
  };
}

function problemOf({ aspect, adviceKind, joinPoint }: Effect, because: string): Problem {
  const { kind, signature, range } = joinPoint;
  return {
    code: "weave/rejected",
    severity: "warning",
    range,
    message: `${adviceKind} advice of '${aspect}' was left out by the build: ${because}`,
    hint: `Write && !${kind}("${signature}") in the pointcut to say so yourself, or change the advice and build again.`,
  };
}
