/** What became of each join point that a pointcut means in an image: the numbers add up to all of them. */

/**
 * `not-found`: the sources have it, and no instruction was found that does it; nothing proves that there is none. `hooked`: it has places. `shared`: its code is another function's, or another line's, whose hooks count it too. `gone`: the optimizer left
 * nothing of it. `refused`: it is there, and no place is passed once each time, or nothing tells of it.
 */
export type Account = "hooked" | "shared" | "gone" | "refused" | "not-found";

export const ACCOUNTS: readonly Account[] = ["hooked", "shared", "gone", "refused", "not-found"];

/** Why a join point has no place. */
export interface NoPlace {
  readonly account: Exclude<Account, "hooked">;
  readonly why: string;
}

export function totals(accounts: readonly Account[]): Record<Account, number> {
  const count = (wanted: Account) => accounts.filter((one) => one === wanted).length;
  return Object.fromEntries(ACCOUNTS.map((account) => [account, count(account)])) as Record<Account, number>;
}
