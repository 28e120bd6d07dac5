/** What a run saw, beside what the sources say: each write that was seen is guarded, filtered wrongly, or missed. */

export interface SeenAt {
  readonly term: string;
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  readonly times: number;
  /** How often no guard had fired before it. */
  readonly unfired: number;
}

interface KnownSite {
  readonly terms: readonly string[];
  readonly range: { readonly file: string; readonly startLine: number; readonly endLine: number };
  readonly certainty: string;
  readonly guarded: string;
}

export type Verdict = "guarded" | "filtered" | "unguarded" | "missed";

/**
 * `filtered`: the filter was wrong. `unguarded`: it is listed, and has no guard, or none that fired: its unit was built
 * without. `missed`: no site tells of it.
 */
export function joinWrites<T extends SeenAt>(
  seen: readonly T[],
  sites: readonly KnownSite[],
): (T & { readonly verdict: Verdict })[] {
  return seen.map((one) => {
    const there = sites.filter(
      ({ terms, range }) =>
        terms.includes(one.term) &&
        range.file === one.file &&
        range.startLine <= one.line &&
        one.line <= range.endLine,
    );
    return { ...one, verdict: verdictOf(there, one.unfired > 0) };
  });
}

function verdictOf(sites: readonly KnownSite[], isOpen: boolean): Verdict {
  if (sites.length === 0) return "missed";
  if (sites.some(({ guarded }) => guarded === "woven" || guarded === "by hand"))
    return isOpen ? "unguarded" : "guarded";
  return sites.every(({ certainty }) => certainty === "filtered") ? "filtered" : "unguarded";
}
