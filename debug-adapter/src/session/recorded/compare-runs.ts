/** Where two recorded runs part: at the first hit of a pointcut that one has otherwise than the other. Pure. */
import type { RecordedHit, RecordedHits } from "../../protocol/index.js";
import { hitAsText } from "./recorded-hits.js";

/** The hits at which they part; one is absent where that run has no more. */
export interface RunsPart {
  /** Hits before it, which are the same. */
  readonly same: number;
  readonly first?: RecordedHit;
  readonly second?: RecordedHit;
}

/** `undefined` when they are the same. When something happens is no difference, and neither is where things lie in memory. */
export function wherePart(first: RecordedHits, second: RecordedHits): RunsPart | undefined {
  for (let same = 0; ; same++) {
    const [one, other] = [first.hits[same], second.hits[same]];
    if (one === undefined && other === undefined) return undefined;
    if (one !== undefined && other !== undefined && sameHit(one, other)) continue;
    // What was not searched further is no end.
    if ((one === undefined && first.isCut) || (other === undefined && second.isCut)) return undefined;
    return {
      same,
      ...(one === undefined ? {} : { first: one }),
      ...(other === undefined ? {} : { second: other }),
    };
  }
}

function sameHit(one: RecordedHit, other: RecordedHit): boolean {
  return one.joinPoint === other.joinPoint && spelled(one) === spelled(other);
}

/** Of a text GDB shows the address as well. */
function spelled({ values }: RecordedHit): string {
  return JSON.stringify(values).replace(/0x[0-9a-f]+/g, "0x");
}

export function partAsText(part: RunsPart | undefined, count: number): string {
  if (part === undefined) return `The runs are the same over ${count} hits.\n`;
  const side = (name: string, hit: RecordedHit | undefined) =>
    `${name}: ${hit === undefined ? "no more hits" : hitAsText(hit)}`;
  return [
    `After ${part.same} hits that are the same the runs part:`,
    side("first ", part.first),
    side("second", part.second),
    "",
  ].join("\n");
}
