/** How long work still takes, from how long it took so far. */

const MINUTE_MS = 60_000;
/** Before, the guess is none. */
const ENOUGH = 8;

/** `, about 4 min left`, or nothing where it can't be said yet. */
export function timeLeft(elapsedMs: number, done: number, toDo: number): string {
  if (done < ENOUGH) return "";
  const left = (elapsedMs / done) * toDo;
  return left < MINUTE_MS ? ", less than a minute left" : `, about ${Math.round(left / MINUTE_MS)} min left`;
}
