// What `weft diff --json` prints, as the views group it. Pure; knows nothing of VS Code's API.

export interface Difference {
  readonly change: "gained" | "lost" | "order" | "condition";
  readonly cause: string;
  readonly joinPoint: {
    readonly kind: string;
    readonly signature: string;
    readonly within: string;
    readonly range: {
      /** Relative to the project's folder. */
      readonly file: string;
      readonly startLine: number;
      readonly startColumn: number;
    };
  };
  readonly advice: readonly { readonly title: string; readonly aspect: string; readonly reason: string }[];
  readonly before?: readonly string[];
  /** For another order: what decides it now and decided it before, in words. */
  readonly order?: readonly { readonly why: string }[];
}

export interface MatchSetDifference {
  readonly from: string;
  readonly to: string;
  readonly differences: readonly Difference[];
}

export interface Group {
  readonly name: string;
  readonly differences: readonly Difference[];
}

export type Grouping = "aspect" | "file";

/** By name; a difference of several aspects stands with each. */
export function groupsOf(differences: readonly Difference[], grouping: Grouping): Group[] {
  const groups = new Map<string, Difference[]>();
  for (const item of differences) {
    const names =
      grouping === "file" ? [item.joinPoint.range.file] : new Set(item.advice.map(({ aspect }) => aspect));
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), item]);
  }
  return [...groups]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, list]) => ({ name, differences: list }));
}

export const SIGNS: Record<Difference["change"], string> = {
  gained: "+",
  lost: "−",
  order: "~",
  condition: "?",
};

/** `+3 −1`; empty where nothing differs. */
export function summaryOf(differences: readonly Difference[]): string {
  return (Object.keys(SIGNS) as Difference["change"][])
    .flatMap((change) => {
      const count = differences.filter((item) => item.change === change).length;
      return count === 0 ? [] : [`${SIGNS[change]}${count}`];
    })
    .join(" ");
}

/** The revision in `HEAD~1 (0123456789)`; undefined for the working tree and for configurations. */
export function revisionIn(name: string): string | undefined {
  return /\(([0-9a-f]{7,40})\)$/.exec(name)?.[1];
}
