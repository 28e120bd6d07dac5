/** Sums of unknowns, each times so many bytes: `12·i + 4·j`. */

export interface Term {
  /** Which unknown. */
  readonly symbol: number;
  /** Never 0. */
  readonly by: number;
}

/** By symbol, each once. */
export type Terms = readonly Term[];

export const NO_TERMS: Terms = [];
/** Compilers have no more in one address. */
const MOST = 5;

export function added(left: Terms, right: Terms): Terms {
  if (right.length === 0) return left;
  if (left.length === 0) return right;
  const found: Term[] = [];
  let [at, other] = [0, 0];
  while (at < left.length || other < right.length) {
    const [one, two] = [left[at], right[other]];
    if (two === undefined || (one !== undefined && one.symbol < two.symbol)) {
      found.push(one as Term);
      at++;
    } else if (one === undefined || two.symbol < one.symbol) {
      found.push(two);
      other++;
    } else {
      const by = (one.by + two.by) | 0;
      if (by !== 0) found.push({ symbol: one.symbol, by });
      at++;
      other++;
    }
  }
  return found.length <= MOST ? found : joined(found);
}

/** The last ones as one unknown. */
function joined(terms: Terms): Terms {
  const rest = terms.slice(MOST - 1);
  const by = rest.reduce((all, term) => byOf(all, term.by), 0);
  return [...terms.slice(0, MOST - 1), { symbol: (rest[0] as Term).symbol, by }];
}

export function times(terms: Terms, by: number): Terms {
  if (by === 1 || terms.length === 0) return terms;
  return terms.flatMap(({ symbol, by: own }) => {
    const all = Math.imul(own, by);
    return all === 0 ? [] : [{ symbol, by: all }];
  });
}

/** The greatest common divisor; 0 and 0 is 0. */
export function byOf(left: number, right: number): number {
  let [one, two] = [Math.abs(left), Math.abs(right)];
  while (two !== 0) [one, two] = [two, one % two];
  return one;
}

/** What both have, without the unknown; and what the others, and the unknown, are multiples of: 0 for none. */
export function commonTerms(left: Terms, right: Terms, symbol: number): { common: Terms; by: number } {
  if (left.length === 0 && right.length === 0) return { common: NO_TERMS, by: 0 };
  let by = 0;
  const common: Term[] = [];
  for (const term of left) {
    const other = right.find((one) => one.symbol === term.symbol);
    if (term.symbol !== symbol && other !== undefined && other.by === term.by) common.push(term);
    else by = byOf(by, term.by);
  }
  for (const term of right) if (!common.some((one) => one.symbol === term.symbol)) by = byOf(by, term.by);
  return { common, by };
}
