/** The answer to `weft/crosscutting`: files with the lines that aspects and problems touch, as compact numbers. */
import { type Effect, effectKindNames, kindOf } from "@weft/weaver-bridge/model";
import {
  type CrosscuttingFile,
  type CrosscuttingResult,
  type EditorEffect,
  joinPointKinds,
} from "../../protocol/index.js";
import { type Snapshot, uriOfPath } from "../../workspace/index.js";

/** Files whose lengths the map needs: those asked for, or all that have something to show. */
export function mappedFiles(snapshot: Snapshot, paths?: readonly string[]): string[] {
  const program = new Set(snapshot.programFiles());
  const asked = paths ?? [...program, ...snapshot.effectsByFile().keys()];
  return [...new Set(asked)].filter((path) => paths !== undefined || !path.includes("/.weft/"));
}

/** `lengths` in lines, of all files that are to be in the answer; 0 for a file that can't be read. */
export function crosscuttingMap(
  snapshot: Snapshot,
  lengths: ReadonlyMap<string, number>,
): Omit<CrosscuttingResult, "state"> {
  const aspects: string[] = [];
  const indexes = new Map<string, number>();
  const indexOf = (aspect: string) => {
    const known = indexes.get(aspect);
    if (known !== undefined) return known;
    indexes.set(aspect, aspects.length);
    return aspects.push(aspect) - 1;
  };
  const advised = snapshot.effectsByFile(new Set(lengths.keys()));
  const faulty = new Set(snapshot.filesWithProblems());
  const program = new Set(snapshot.programFiles());
  const files = [...lengths].map(([path, lines]): CrosscuttingFile => {
    const inFile = advised.get(path) ?? [];
    const others = othersIn(snapshot, path);
    const uri = uriOfPath(path);
    if (lines === 0 || !(program.has(path) || inFile.length + others.length > 0))
      return { uri, effects: [], problems: [] };
    return {
      uri,
      lines,
      effects: [
        ...inFile.flatMap((effect) => numbersOf(effect, indexOf(effect.by.name))),
        ...others.flatMap(({ by, kind, range, certainty }) => [
          ...[range.start.line, indexOf(by.name), effectKindNames.indexOf(kind), -1],
          certainty === "conditional" ? 1 : 0,
        ]),
      ],
      problems: faulty.has(path) ? problemNumbers(snapshot, path) : [],
    };
  });
  return { aspects, files };
}

function othersIn(snapshot: Snapshot, path: string): EditorEffect[] {
  if (snapshot.ownerOf(path) !== undefined) return [];
  return snapshot.contributions.flatMap(({ inSources }) =>
    inSources?.isOnMap === true ? (inSources.effects?.(path) ?? []) : [],
  );
}

function numbersOf(effect: Effect, name: number): number[] {
  const { target, binding, certainty } = effect;
  return [
    target.startLine - 1,
    name,
    effectKindNames.indexOf(kindOf(effect)),
    "joinPoint" in binding ? joinPointKinds.indexOf(binding.joinPoint.kind) : -1,
    certainty === "conditional" ? 1 : 0,
  ];
}

function problemNumbers(snapshot: Snapshot, path: string): number[] {
  return snapshot
    .problemsIn(path)
    .filter(({ severity }) => severity !== "note")
    .flatMap(({ range, severity }) => [
      Math.max(0, (range?.startLine ?? 1) - 1),
      severity === "error" ? 1 : 2,
    ]);
}
