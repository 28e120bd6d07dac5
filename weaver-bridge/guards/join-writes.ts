/** What a run saw, beside what the sources say: each write that was seen is guarded, filtered wrongly, or missed. */

export interface SeenAt {
  readonly term: string;
  /** Absolute. */
  readonly file: string;
  readonly line: number;
  /** Where what is written there is called, if it is inlined; from the inside. */
  readonly inlinedAt?: readonly { readonly file: string; readonly line: number }[];
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
 * without. `missed`: no site tells of it. What is inlined may be told by the place of its call.
 */
export function joinWrites(
  seen: readonly SeenAt[],
  sites: readonly KnownSite[],
): (Omit<SeenAt, "inlinedAt"> & { readonly verdict: Verdict })[] {
  return seen.map(({ inlinedAt = [], ...one }) => {
    const places = [{ file: one.file, line: one.line }, ...inlinedAt];
    const told = places.map((place) => ({ place, there: sitesAt(place, one.term, sites) }));
    const { place, there } = told.find((each) => each.there.length > 0) ?? { place: {}, there: [] };
    return { ...one, ...place, verdict: verdictOf(there, one.unfired > 0) };
  });
}

function sitesAt(
  { file, line }: { readonly file: string; readonly line: number },
  term: string,
  sites: readonly KnownSite[],
): KnownSite[] {
  return sites.filter(
    ({ terms, range }) =>
      terms.includes(term) && range.file === file && range.startLine <= line && line <= range.endLine,
  );
}

function verdictOf(sites: readonly KnownSite[], isOpen: boolean): Verdict {
  if (sites.length === 0) return "missed";
  if (sites.some(({ guarded }) => guarded === "woven" || guarded === "by hand"))
    return isOpen ? "unguarded" : "guarded";
  return sites.every(({ certainty }) => certainty === "filtered") ? "filtered" : "unguarded";
}
