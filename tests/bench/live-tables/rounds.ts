/** What the guests of the tables print of their rounds: see `work.h`. */
import type { LiveGuest } from "../../support/live-guest/live-guest.js";

/** Instructions of one operation, by benchmark. */
export type Rounds = ReadonlyMap<string, number>;

export const FIRST_ROUND = /^round: 1$/m;

/** The mean of whole rounds that begin from now on. */
export async function roundsOf(guest: LiveGuest, count: number): Promise<Rounds> {
  let from: number | undefined;
  const whole = () => wholeRounds(guest.console().slice((from ??= guest.console().length)));
  await guest.until(() => whole().length >= count);
  return meanOf(whole().slice(0, count));
}

function wholeRounds(said: string): Map<string, number>[] {
  const pieces = said.split(/^round: \d+\n/m).slice(1, -1);
  return pieces.map(
    (piece) =>
      new Map(
        [...piece.matchAll(/^bench: (\w+) (\d+) (\d+)$/gm)].map(([, name = "", count, instructions]) => [
          name,
          Number(instructions) / Number(count),
        ]),
      ),
  );
}

function meanOf(rounds: readonly ReadonlyMap<string, number>[]): Rounds {
  const names = [...(rounds[0]?.keys() ?? [])];
  const mean = (name: string) => rounds.reduce((sum, one) => sum + (one.get(name) ?? 0), 0) / rounds.length;
  return new Map(names.map((name) => [name, mean(name)]));
}
