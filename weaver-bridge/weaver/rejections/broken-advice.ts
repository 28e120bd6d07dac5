/**
 * A compiler's errors in advice bodies, each told once, with the join points at which the body breaks. A body is compiled
 * for each shape of its join points, so the same mistake is said many times and in the words of generated code.
 */
import { type AspectEffect, buildLineMap, type Problem, type SourcePosition } from "../../model/index.js";
import type { WovenUnit } from "../woven-unit.js";
import { type CompilerError, errorsIn, type Place } from "./compiler-errors.js";
import { createWovenPlaces, type WovenPlaces } from "./woven-places.js";

interface Found {
  readonly at: SourcePosition;
  readonly message: string;
  /** Undefined in text of an aspect that is no advice. */
  readonly advice: string | undefined;
  readonly effects: Set<AspectEffect>;
}

/** `said` is about the unit's text with lines of its own, see {@link withOwnLines}. Join points are `related` places. */
export function brokenAdvice(unit: WovenUnit, said: string): Problem[] {
  const woven = createWovenPlaces(unit);
  const lines = buildLineMap(unit.text);
  const found: Found[] = [];
  for (const error of errorsIn(said)) {
    const place = error.places.find((candidate) => woven.spanAt(candidate)?.from === "aspect");
    if (place === undefined) continue;
    const at = lines.positionAt(woven.offsetOf(place));
    const met = unit.effects.filter(({ binding, origin }) => binding.kind === "advice" && holds(origin, at));
    const effects = effectsOf(unit, woven, error, place, met);
    const advice = met[0] && `${met[0].by.name}.${met[0].binding.adviceIndex}`;
    const known = found.find((one) => isSame(one, { at, advice, effects }));
    if (known === undefined) found.push({ at, advice, message: readable(error.message), effects });
    else for (const effect of effects) known.effects.add(effect);
  }
  return found.map(problemOf);
}

/** At other join points the same line is wrong in other words, and at other columns. */
function isSame(one: Found, { at, advice, effects }: Omit<Found, "message">): boolean {
  if (advice === undefined || one.advice !== advice || one.at.line !== at.line) return false;
  return one.at.column === at.column || [...effects].every((effect) => !one.effects.has(effect));
}

/** Of the advice's effects those at join points that led to the error, or whose body it stands in; else all. */
function effectsOf(
  unit: WovenUnit,
  woven: WovenPlaces,
  { places }: CompilerError,
  place: Place,
  met: readonly AspectEffect[],
): Set<AspectEffect> {
  const led = places
    .filter((candidate) => woven.spanAt(candidate)?.from !== "aspect")
    .map((candidate) => of(woven.sitesAt(candidate).flatMap(({ effects }) => effects.map(({ id }) => id))))
    .filter((effects) => effects.length > 0)
    .sort((a, b) => a.length - b.length);
  if (led[0] !== undefined) return new Set(led[0]);
  const before = unit.text.slice(0, woven.offsetOf(place));
  const symbol = [...before.matchAll(/\b__weft_advice_\w+/g)].at(-1)?.[0];
  const own = of(unit.generated.find((one) => one.symbol === symbol)?.effects ?? []);
  return new Set(own.length > 0 ? own : met);

  function of(ids: readonly string[]): AspectEffect[] {
    return met.filter(({ id }) => ids.includes(id));
  }
}

const holds = ({ file, startLine, endLine }: AspectEffect["origin"], at: SourcePosition) =>
  file === at.file && startLine <= at.line && at.line <= endLine;

/** Without the names of generated classes. */
const readable = (message: string) => message.replace(/\b__weft_jp_\d+/g, "JoinPoint");

function problemOf({ at, message, effects }: Found): Problem {
  return {
    code: "weave/compiler",
    severity: "error",
    range: {
      file: at.file,
      ...{ startLine: at.line, startColumn: at.column },
      ...{ endLine: at.line, endColumn: at.column + 1 },
    },
    message,
    hint:
      effects.size === 0
        ? "The compiler says so about the woven unit."
        : "The compiler says so of this advice at the join points below. Narrow the pointcut, or write the body so that it fits all of them.",
    related: [...effects].map(
      ({
        target,
        binding: {
          joinPoint: { kind, signature },
        },
      }) => ({
        range: target,
        message: `${kind} of '${signature}'`,
      }),
    ),
  };
}
