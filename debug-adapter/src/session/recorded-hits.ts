/** When the join points of a pointcut ran in a recording: found by running it once more, and as text for a console. */
import type { ResolvedPointcut } from "../engine/index.js";
import { MOST_HITS, type RecordedHits } from "../protocol/index.js";
import type { TimeMachine } from "../qemu/index.js";

/** Milliseconds; what was found by then is the answer. */
const DEADLINE = 60_000;

/** Throws with the reason when there is no place to look at. */
export async function recordedHits(
  time: TimeMachine,
  { places, message }: ResolvedPointcut,
  most = MOST_HITS,
): Promise<RecordedHits> {
  if (places.length === 0)
    throw new Error(message ?? "No instruction of the kernel belongs to this pointcut.");
  if (!(Number.isInteger(most) && most > 0))
    throw new Error(`At most how many hits? ${most} is no number of them.`);
  const names = new Map(places.map(({ address, joinPoint }) => [address, joinPoint]));
  const points = places.map(({ address }) => ({ kind: "instruction", address }) as const);
  const { met, isCut } = await time.meetings(points, most, AbortSignal.timeout(DEADLINE));
  return {
    hits: met.map(({ position, programCounter }) => ({
      position,
      joinPoint: names.get(programCounter) ?? "",
    })),
    places: places.length,
    isCut,
  };
}

/** A line for each, and one that counts them. */
export function hitsAsText({ hits, places, isCut }: RecordedHits): string {
  const width = Math.max(0, ...hits.map(({ position }) => String(position).length));
  const lines = hits.map(({ position, joinPoint }) => `${String(position).padStart(width)}  ${joinPoint}`);
  const count = `${hits.length} ${hits.length === 1 ? "hit" : "hits"} of ${places} ${places === 1 ? "place" : "places"}`;
  return [...lines, `${count}${isCut ? "; the run goes on, and was not searched further" : ""}`, ""].join(
    "\n",
  );
}
