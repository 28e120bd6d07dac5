/** What became of each join point that a pointcut means in an image: the numbers add up to all of them. */

/**
 * `hooked`: it has places. `shared`: its code is another function's, whose hooks count it too. `gone`: the optimizer left
 * nothing of it. `refused`: it is there, and no place is passed once each time, or nothing tells of it.
 */
export type Account = "hooked" | "shared" | "gone" | "refused";

export const ACCOUNTS: readonly Account[] = ["hooked", "shared", "gone", "refused"];

/** Why a join point has no place. */
export interface NoPlace {
  readonly account: Exclude<Account, "hooked">;
  readonly why: string;
}

export function totals(accounts: readonly Account[]): Record<Account, number> {
  const count = (wanted: Account) => accounts.filter((one) => one === wanted).length;
  return { hooked: count("hooked"), shared: count("shared"), gone: count("gone"), refused: count("refused") };
}
