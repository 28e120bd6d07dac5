/** A breakpoint at all places of a pointcut: one of GDB's for each, counted and told as one. */
import type { PointcutPlace, ResolvedPointcut } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { insertBreakpoint } from "../gdb/mi-commands.js";

export interface PlacedPointcut {
  /** By GDB's numbers. */
  readonly places: ReadonlyMap<string, PointcutPlace>;
  readonly message: string;
}

/** GDB sends all of them to the stub at each resume. */
const MOST_PLACES = 2000;

/** Throws with the reason when there is no place to stop at. */
export async function placePointcut(
  gdb: GdbConnection,
  { places, joinPoints, message }: ResolvedPointcut,
  condition: string | undefined,
): Promise<PlacedPointcut> {
  if (places.length === 0)
    throw new Error(message ?? "No instruction of the kernel belongs to this pointcut.");
  if (places.length > MOST_PLACES)
    throw new Error(
      `This pointcut has ${places.length} places, more than ${MOST_PLACES}. Narrow it, for example with && within("…").`,
    );
  const options = condition === undefined ? {} : { condition };
  const made = await Promise.allSettled(
    places.map(({ address }) => insertBreakpoint(gdb, `*0x${address.toString(16)}`, options)),
  );
  const placed = new Map<string, PointcutPlace>();
  let refused: Error | undefined;
  for (const [position, result] of made.entries())
    if (result.status === "rejected") refused ??= result.reason as Error;
    else placed.set(result.value.number, places[position] as PointcutPlace);
  if (placed.size === 0 && refused !== undefined) throw refused;
  const told = [
    `${counted(placed.size, "place")} of ${counted(joinPoints, "join point")}`,
    ...(refused === undefined ? [] : [`${places.length - placed.size} left out: ${refused.message}`]),
    ...(message === undefined ? [] : [message]),
  ];
  return { places: placed, message: told.join(". ") };
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
