/**
 * The checks of `kernel-context` on a project, in the background: when all units are analysed its sources are read in
 * slices, so that no request waits, and read again only where they changed.
 */

import {
  type ContextTable,
  contextProblemsInSlices,
  contextRules,
  readSource,
  type SourceFile,
} from "@weft/weaver-bridge/kernel-context";
import { type AspectEffect, groupBy, type Problem } from "@weft/weaver-bridge/model";
import type { ContributorHost, ProjectState } from "../../workspace/index.js";

export interface ContextChecks {
  /** Something changed and nothing waits: check again. */
  refresh(): void;
  problemsIn(path: string): readonly Problem[];
  /** A check runs, or is about to. */
  readonly isChecking: boolean;
  dispose(): void;
}

/** One turn of the event loop reads sources for so long. */
const SLICE_MS = 8;
const PAUSE_MS = 300;

export function createContextChecks(host: ContributorHost): ContextChecks {
  const { documents, projects, results, aspectsOf, announce, onIdle } = host;
  const read = new Map<string, { readonly stamp: unknown; readonly source: SourceFile }>();
  let found: ReadonlyMap<string, readonly Problem[]> = new Map();
  let timer: NodeJS.Timeout | undefined;
  let run = 0;
  let isChecking = false;

  const sourceOf = (path: string): SourceFile | undefined => {
    const text = documents.read(path);
    if (text === undefined) return undefined;
    const known = read.get(path);
    if (known?.stamp === text) return known.source;
    const source = readSource(path, text.bytes.bytes);
    read.set(path, { stamp: text, source });
    return source;
  };

  const check = async (project: ProjectState, isCurrent: () => boolean): Promise<Problem[]> => {
    const setting = project.kernelContext;
    const units = [...project.units.keys()].flatMap((path) => results.get(path) ?? []);
    const effects: AspectEffect[] = units.flatMap((unit) => unit.effects);
    if (setting === undefined || effects.length === 0) return [];
    const aspects = aspectsOf(project);
    const own = new Set(aspects.map(({ file }) => file));
    const paths = new Set(units.flatMap(({ files }) => [...files]));
    const sources: SourceFile[] = [];
    let until = performance.now() + SLICE_MS;
    /** Lets others have their turn now and then; false when the answer is no longer wanted. */
    const mayGoOn = async (): Promise<boolean> => {
      if (performance.now() < until) return true;
      await new Promise((resolve) => setImmediate(resolve));
      until = performance.now() + SLICE_MS;
      return isCurrent();
    };
    for (const path of paths) {
      if (own.has(path) || path.startsWith("/usr/")) continue;
      const source = sourceOf(path);
      if (source !== undefined) sources.push(source);
      if (!(await mayGoOn())) return [];
    }
    const rules = contextRules(setting as string | ContextTable);
    const work = contextProblemsInSlices({ rules, sources, aspects, effects: distinct(effects) });
    for (;;) {
      const slice = work.next();
      if (slice.done === true) return slice.value;
      if (!(await mayGoOn())) return [];
    }
  };

  const checkAll = async () => {
    const mine = ++run;
    const isCurrent = () => mine === run;
    const problems: Problem[] = [];
    for (const project of projects()) problems.push(...(await check(project, isCurrent)));
    if (!isCurrent()) return;
    const before = found;
    found = groupBy(problems, ({ range }) => range?.file ?? "");
    const paths = [...new Set([...before.keys(), ...found.keys()])];
    const differs = (path: string) => JSON.stringify(before.get(path)) !== JSON.stringify(found.get(path));
    const different = paths.filter(differs);
    if (different.length > 0) announce(different);
    isChecking = false;
    onIdle();
  };

  return {
    refresh() {
      clearTimeout(timer);
      run++;
      isChecking = true;
      timer = setTimeout(() => void checkAll(), PAUSE_MS);
    },
    get isChecking() {
      return isChecking;
    },
    problemsIn: (path) => found.get(path) ?? [],
    dispose() {
      clearTimeout(timer);
      run++;
    },
  };
}

/** A header's join point is one, whatever units include it. */
function distinct(effects: readonly AspectEffect[]): AspectEffect[] {
  const key = ({ by, target, binding: { adviceIndex, joinPoint } }: AspectEffect) =>
    [
      ...[by.name, adviceIndex, joinPoint.kind, joinPoint.signature],
      ...[target.file, target.startLine, target.startColumn],
    ].join("\0");
  return [...new Map(effects.map((effect) => [key(effect), effect])).values()];
}
