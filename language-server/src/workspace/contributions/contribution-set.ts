/** All contributions as one: who owns a file, and what they say together. */
import type { Effect, Problem, UnitFacts, WantedFacts } from "@weft/weaver-bridge/model";
import type { UnitAnalysis } from "@weft/weaver-bridge/pipeline";
import type { Contributor, ContributorHost } from "../contributor.js";
import type { ProjectState } from "../projects/project-set.js";
import type { Contribution, OwnFiles } from "./contribution.js";

export interface ContributionSet {
  readonly all: readonly Contribution[];
  isOwned(path: string): boolean;
  /** A file that projects list, see {@link Contributor.isListed}. */
  isListed(path: string): boolean;
  ownerOf(path: string): OwnFiles | undefined;
  /** Of files that nobody owns. */
  problemsIn(path: string): readonly Problem[];
  /** Undefined where nobody looks for anything in units of the project. */
  wanted(project: ProjectState): WantedFacts | undefined;
  foundIn(analysis: UnitAnalysis, directory: string, project: ProjectState): readonly Effect[];
  textsChanged(paths: readonly string[]): readonly string[];
  projectRead(project: ProjectState): void;
  unitAnalysed(path: string): void;
  resultsSettled(): void;
  isBusy(): boolean;
  dispose(): Promise<void>;
}

export function createContributionSet(
  contributors: readonly Contributor[],
  host: ContributorHost,
): ContributionSet {
  const pairs = contributors.map((contributor) => ({ contributor, given: contributor.contribute(host) }));
  const all = pairs.map(({ given }) => given);
  const finders = all.flatMap(({ inUnits }) => inUnits ?? []);
  return {
    all,
    isOwned: (path) => contributors.some((one) => one.owns?.(path)),
    isListed: (path) => contributors.some((one) => one.isListed === true && one.owns?.(path)),
    ownerOf: (path) => pairs.find(({ contributor }) => contributor.owns?.(path))?.given.ownFiles,
    problemsIn: (path) => all.flatMap((one) => one.problemsIn?.(path) ?? []),
    wanted: (project) => mergeWanted(finders.flatMap((one) => one.wanted(project) ?? [])),
    foundIn(analysis, directory, project) {
      const { facts } = analysis;
      // A quick analysis has no text of the whole unit.
      if (facts === undefined || analysis.unitText === "") return [];
      const read: UnitAnalysis & { readonly facts: UnitFacts } = { ...analysis, facts };
      return finders.flatMap((one) =>
        one.wanted(project) === undefined ? [] : one.effects(read, directory, project),
      );
    },
    textsChanged: (paths) => all.flatMap((one) => one.textsChanged?.(paths) ?? []),
    projectRead: (project) => forEach(all, (one) => one.projectRead?.(project)),
    unitAnalysed: (path) => forEach(all, (one) => one.unitAnalysed?.(path)),
    resultsSettled: () => forEach(all, (one) => one.resultsSettled?.()),
    isBusy: () => all.some((one) => one.isBusy?.()),
    async dispose() {
      for (const one of all) await one.dispose?.();
    },
  };
}

function forEach(all: readonly Contribution[], tell: (one: Contribution) => void): void {
  for (const one of all) tell(one);
}

function mergeWanted(all: readonly WantedFacts[]): WantedFacts | undefined {
  return all.length === 0 ? undefined : Object.assign({}, ...all);
}
