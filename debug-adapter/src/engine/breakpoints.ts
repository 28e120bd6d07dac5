/**
 * What a breakpoint of the user means for the debugger: hit conditions, log messages, and which of its machine
 * locations to keep. Woven code has one source line in several inlined functions; a kernel line must stop once.
 */
import type { WeaveIndex } from "./weave-map.js";

/** Stop at hits `n`, from `n` on, or at every `n`th. */
export interface HitCondition {
  readonly kind: "equal" | "from" | "every";
  readonly count: number;
}

/** `5`, `= 5`, `== 5`: the fifth hit; `>= 5`, `> 5`: from then on; `% 5`: every fifth. `undefined` if it is none. */
export function parseHitCondition(text: string): HitCondition | undefined {
  const match = /^\s*(?:(==?|>=?|%)\s*)?(\d{1,9})\s*$/.exec(text);
  if (match === null) return undefined;
  const count = Number(match[2]);
  if (match[1] === ">") return { kind: "from", count: count + 1 };
  if (count === 0) return undefined;
  if (match[1] === ">=") return { kind: "from", count };
  return { kind: match[1] === "%" ? "every" : "equal", count };
}

/** Whether the `hit`th hit, counted from 1, stops. */
export function isDue({ kind, count }: HitCondition, hit: number): boolean {
  if (kind === "equal") return hit === count;
  return kind === "from" ? hit >= count : hit % count === 0;
}

export type LogPart = { readonly text: string } | { readonly expression: string };

/** `opened {path}`: text and expressions. `{{` and `}}` stand for braces. */
export function parseLogMessage(message: string): LogPart[] {
  const parts: LogPart[] = [];
  let text = "";
  for (const match of message.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[^{}]+|[{}]/g)) {
    const expression = match[1]?.trim();
    if (expression === undefined || expression === "") {
      text += match[0] === "{{" ? "{" : match[0] === "}}" ? "}" : match[0];
      continue;
    }
    if (text !== "") parts.push({ text });
    text = "";
    parts.push({ expression });
  }
  return text === "" ? parts : [...parts, { text }];
}

/** One machine location of a breakpoint. */
export interface BreakLocation {
  /** GDB's number, `3.2`. */
  readonly number: string;
  readonly address: number;
  /** Function at the location, the inlined one where there is one. */
  readonly symbol: string;
  /** Function of the machine code, that others are inlined into. */
  readonly container: string;
}

/**
 * Locations that would stop a second time at the same line: a join point's glue carries the kernel's line, and so
 * does the code around it. Of each place in the kernel, the first address is kept. Glue belongs to the nearest
 * location of the kernel's own in the same machine function.
 */
export function redundantLocations(locations: readonly BreakLocation[], index: WeaveIndex): string[] {
  const isGlue = (location: BreakLocation) => index.generated(location.symbol)?.role === "shadow";
  const own = locations.filter((location) => !isGlue(location));
  const groups = new Map<string, BreakLocation[]>();
  for (const location of locations) {
    const home = isGlue(location) ? nearest(location, own) : location;
    const key = home === undefined ? location.container : home.number;
    groups.set(key, [...(groups.get(key) ?? []), location]);
  }
  return [...groups.values()].flatMap((group) => {
    const first = group.reduce((best, location) => (location.address < best.address ? location : best));
    return group.filter((location) => location !== first).map((location) => location.number);
  });
}

function nearest(location: BreakLocation, candidates: readonly BreakLocation[]): BreakLocation | undefined {
  const distance = (other: BreakLocation) => Math.abs(other.address - location.address);
  return candidates
    .filter((candidate) => candidate.container === location.container)
    .reduce<BreakLocation | undefined>(
      (best, candidate) => (best === undefined || distance(candidate) < distance(best) ? candidate : best),
      undefined,
    );
}
