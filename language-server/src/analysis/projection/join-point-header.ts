/**
 * The header that makes an aspect's projection C or C++: the declarations of a unit that the aspect reaches, and for
 * each advice a `tjp` of the right type. Only clangd reads it; nothing here is ever compiled into a kernel.
 */
import type { Advice, Language } from "@weft/weaver-bridge/model";
import type { JoinPointShape } from "@weft/weaver-bridge/weaver";
import type { AspectDocument, Snapshot } from "../../workspace/index.js";
import { adviceOpening, aspectOpening, foreignAspects, SUPPORT } from "./cxx-join-point-header.js";
import { adviceMacro, aspectMacro } from "./projection.js";

export interface JoinPointHeader {
  readonly text: string;
  readonly language: Language;
  /** Unit whose declarations the header includes; undefined while nothing matches. */
  readonly unit: string | undefined;
  /** Advice without a known join point: what clangd says about `tjp` in it means nothing. */
  readonly untyped: readonly Advice[];
}

export function joinPointHeader(snapshot: Snapshot, document: AspectDocument): JoinPointHeader {
  const { path } = document.source;
  const all = document.file.aspects.flatMap((aspect, aspectIndex) =>
    aspect.advice.map((advice) => ({
      aspect,
      advice,
      macro: adviceMacro(aspectIndex, advice.index),
      shapes: snapshot.shapesOf(path, advice),
    })),
  );
  const units = all.flatMap(({ shapes }) => shapes.map(({ unit }) => unit));
  const unit = mostFrequent(units) ?? snapshot.unitsReachedBy(path)[0];
  const language =
    all.flatMap(({ shapes }) => shapes).find((shape) => shape.unit === unit)?.language ??
    snapshot.languageAround(path);
  const shapeIn = (shapes: readonly JoinPointShape[]) =>
    shapes.find((shape) => shape.unit === unit) ?? (language === "c" ? shapes[0] : undefined);
  const typed = all.map(({ shapes, ...rest }) => ({ ...rest, shape: shapeIn(shapes) }));
  const lines = unit === undefined ? [] : [`#include "${unit.replace(/(["\\])/g, "\\$1")}"`];
  if (language === "c++") lines.push(...SUPPORT, ...foreignAspects(snapshot.aspects, document));
  for (const { aspect, advice, macro, shape } of typed)
    lines.push(
      ...(language === "c"
        ? declarations(macro, shape, shape?.unit === unit)
        : adviceOpening(macro, shape, aspect, advice)),
    );
  if (language === "c++")
    document.file.aspects.forEach((aspect, index) => {
      if (aspect.advice.length === 0) lines.push(aspectOpening(aspectMacro(index), aspect));
    });
  return {
    text: `${lines.join("\n")}\n`,
    language,
    unit,
    untyped: typed.filter(({ shape }) => shape === undefined).map(({ advice }) => advice),
  };
}

/** What every `tjp` has; `proceed` runs the join point itself. */
const CONSTANTS = "const char *signature; const char *filename; int line; int args; void (*proceed)(void);";
const UNKNOWN = ["arg0", "arg1", "arg2", "arg3", "arg4", "arg5", "result", "that", "target", "entity"];

function declarations(macro: string, shape: JoinPointShape | undefined, isOfUnit: boolean): string[] {
  const members =
    shape === undefined
      ? UNKNOWN.map((name) => `long ${name};`)
      : shape.members.map(
          ({ name, type, plainType }) => `__typeof__(${isOfUnit ? type : plainType}) ${name};`,
        );
  return [
    `struct ${macro}_tjp { ${[...members, CONSTANTS].join(" ")} };`,
    `#define ${macro}(...) static __attribute__((unused)) void ${macro}_body(struct ${macro}_tjp *tjp __attribute__((unused)), ##__VA_ARGS__)`,
  ];
}

function mostFrequent(items: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}
