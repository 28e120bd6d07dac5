/** New aspects about what stands at a place of C or C++: tracing or timing a function, watching a member. */
import {
  aspectFile,
  aspectName,
  aspectText,
  includeAspect,
  type JsonEdit,
  type Purpose,
  type Subject,
  subjectAt,
} from "@weft/weaver-bridge/new-aspect";
import type { Range } from "../../protocol/index.js";
import type { AspectPlace, Snapshot } from "../../workspace/index.js";

export interface NewAspectAction {
  readonly title: string;
  /** Absolute; does not exist yet. */
  readonly file: string;
  readonly text: string;
  /** Of `weft.json`; empty where it takes the file already. */
  readonly settings: readonly JsonEdit[];
}

const OFFERED: Readonly<Record<Subject["kind"], readonly (readonly [Purpose, string])[]>> = {
  function: [
    ["trace", "Trace this function in a new aspect"],
    ["time", "Measure this function in a new aspect"],
  ],
  field: [["watch", "Watch this field in a new aspect"]],
};

const C_OR_CXX = /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|C|inc)$/;

/** What an aspect could be about there. */
export function subjectIn(
  snapshot: Snapshot,
  path: string,
  { line, character }: Range["start"],
): Subject | undefined {
  const source = C_OR_CXX.test(path) ? snapshot.text(path) : undefined;
  return source && subjectAt(source.text.split("\n"), line, character);
}

export function newAspectActions(
  snapshot: Snapshot,
  path: string,
  range: Range,
  place: AspectPlace,
): NewAspectAction[] {
  const subject = range.start.line === range.end.line ? subjectIn(snapshot, path, range.start) : undefined;
  if (subject === undefined) return [];
  const language = snapshot.languageAround(path);
  return OFFERED[subject.kind].flatMap(([purpose, title]) => {
    const name = aspectName(purpose, subject.name);
    const file = `aspects/${aspectFile(name)}`;
    const text = aspectText({ purpose, name, pointcut: subject.pointcut, language });
    const settings = includeAspect(place.settings, file);
    return place.has(file) ? [] : [{ title, file: place.path(file), text, settings }];
  });
}
