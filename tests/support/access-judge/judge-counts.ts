/** How often the hooks of an access were passed, held against how often the sources make it. */
import { accessClaims } from "./judge-accesses.js";
import type { RandomProgram } from "./random-program.js";

export interface AccessCount {
  /** `f1_2 get s1::pid`. */
  readonly access: string;
  readonly counted: number;
  readonly made: number;
  /** A hook says that it may be another access, or an account that some of them have no hook of their own. */
  readonly isTold: boolean;
}

/** Of all accesses of all functions. Compilers merge accesses and move them out of loops: fewer may be counted, never more. */
export function judgeAccessCounts(program: RandomProgram): AccessCount[] {
  const { claims, accounts, ownerOf } = accessClaims(program);
  const counted = new Map<string, { count: number; isTold: boolean }>();
  for (const [address, said] of claims)
    for (const [access, { isDoubted, isRest }] of said) {
      const key = `${ownerOf(address)} ${access}`;
      const known = counted.get(key) ?? { count: 0, isTold: false };
      counted.set(key, known);
      if (!isRest) known.count += program.run.executed.get(address) ?? 0;
      if (isDoubted) known.isTold = true;
    }
  return [...program.countAccesses()].map(([access, made]) => {
    const { count = 0, isTold = false } = counted.get(access) ?? {};
    const isAccounted = accounts.get(access)?.has("other") === true;
    return { access, made, counted: count, isTold: isTold || isAccounted };
  });
}
