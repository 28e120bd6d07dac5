/** Advice as functions whose calls and regions can be asked for, with the functions of its aspect file beside it. */
import { type Advice, type AspectEffect, type AspectFile, allowedRules } from "../model/index.js";
import type { RuleName } from "./context-table.js";
import { readBody, readSource, type SourceFile, type SourceFunction } from "./read-source.js";

export interface AdviceBody {
  readonly file: AspectFile;
  readonly aspect: string;
  readonly advice: Advice;
  readonly body: SourceFunction;
  /** Of this advice, at their places in the sources. */
  readonly effects: readonly AspectEffect[];
  /** Rules that a comment `weft: allow RULE` in the advice or right before it takes back. */
  readonly allowed: ReadonlySet<string>;
}

/** The aspect files as sources, and every advice that applies somewhere. */
export function adviceBodies(
  files: readonly AspectFile[],
  effects: readonly AspectEffect[],
): { readonly sources: readonly SourceFile[]; readonly bodies: readonly AdviceBody[] } {
  const sources = files.map(({ file, text }) => readSource(file, text));
  const known = effectsByAdvice(effects);
  const bodies = files.flatMap((file, index) =>
    file.aspects.flatMap((aspect) =>
      aspect.advice.flatMap((advice): AdviceBody[] => {
        const source = sources[index] as SourceFile;
        const place = placeOf(file.text, advice.range.start);
        const found = new Set([
          ...(known.get(`${file.file} ${aspect.name} ${advice.index}`) ?? []),
          ...(known.get(`${file.file} ${place}`) ?? []),
        ]);
        if (found.size === 0) return [];
        const name = `${aspect.name}::advice ${advice.index + 1}`;
        const body = readBody(source, file.text, name, advice.body);
        return [
          {
            file,
            aspect: aspect.name,
            advice,
            body,
            effects: [...found],
            allowed: allowedRules(file.text, advice),
          },
        ];
      }),
    ),
  );
  return { sources, bodies };
}

/** By aspect and index, and by place: an aspect that inherits advice has another name than the one that declares it. */
function effectsByAdvice(effects: readonly AspectEffect[]): ReadonlyMap<string, readonly AspectEffect[]> {
  const groups = new Map<string, AspectEffect[]>();
  for (const effect of effects) {
    if (effect.binding.kind !== "advice") continue;
    const { file, startLine, startColumn } = effect.origin;
    for (const key of [
      `${file} ${effect.by.name} ${effect.binding.adviceIndex}`,
      `${file} ${startLine}:${startColumn}`,
    ]) {
      const list = groups.get(key);
      if (list === undefined) groups.set(key, [effect]);
      else list.push(effect);
    }
  }
  return groups;
}

function placeOf(text: string, offset: number): string {
  const before = text.slice(0, offset);
  return `${before.split("\n").length}:${offset - before.lastIndexOf("\n")}`;
}

export function isAllowed({ allowed }: AdviceBody, rule: RuleName): boolean {
  return allowed.has(rule) || allowed.has("all");
}
