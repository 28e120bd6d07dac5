/**
 * Declarations of specializations as the editor sees them, and what they make of the open texts: computed in the background
 * after each edit, of one unit after the other; an edit ends what it makes outdated.
 */
import type { AspectEffect, Problem } from "@weft/weaver-bridge/model";
import type { LookedUp, LookUpQuestion } from "@weft/weaver-bridge/partial-eval";
import { clangUnitOf, maybeDefines, parseSpecFile, type SpecFile } from "@weft/weaver-bridge/pipeline";
import { createResidualWorker } from "../../residuals/residual-worker.js";
import type { AskedDeclaration, LiveResidual, SpecializeAnswer } from "../../residuals/worker-protocol.js";
import type { ContributorHost, SourceText, UnitCommand } from "../../workspace/index.js";
import { notMade, specProblems } from "./spec-problems.js";

/** A file of declarations with the text that its offsets are in. */
export interface SpecDocument {
  readonly source: SourceText;
  readonly spec: SpecFile;
  /** The project's builds make what it declares. */
  readonly isListed: boolean;
}

export interface SpecSet {
  /** Of the projects, and open ones. */
  documents(): readonly SpecDocument[];
  /** What is known of the functions of a file by the last computation. */
  residualsIn(path: string): readonly LiveResidual[];
  /** What a file of declarations makes. */
  residualsOf(spec: string): readonly LiveResidual[];
  /** Problems in a file of declarations. */
  problemsIn(path: string): readonly Problem[];
  /** These texts changed: what depends on them is computed anew. */
  changed(paths: readonly string[]): void;
  isBusy(): boolean;
  look(path: string, question: LookUpQuestion): Promise<LookedUp | undefined>;
  dispose(): Promise<void>;
}

export function isSpecPath(path: string): boolean {
  return path.endsWith(".spec");
}

const PAUSE_MS = 40;
const NOTHING: SpecializeAnswer = { residuals: [], problems: [] };

/** Functions that aspects advise, or that hold what they advise: builds keep their calls, see `advisedResiduals`. */
function advisedFunctions(effects: readonly AspectEffect[]): ReadonlySet<string> {
  const names = effects.flatMap(({ binding }): string[] => {
    if (binding.kind !== "advice") return [];
    const { kind, signature, within } = binding.joinPoint;
    const said = kind === "execution" || kind === "call" ? signature : within;
    return /([A-Za-z_]\w*)\s*\(/.exec(said)?.slice(1) ?? [];
  });
  return new Set(names);
}

/** Files that show something of either answer. */
function filesOf(unit: string, ...answers: readonly SpecializeAnswer[]): string[] {
  const files = new Set([unit]);
  for (const { residuals, problems } of answers) {
    for (const { spec, notes } of residuals) {
      files.add(spec);
      for (const { file } of notes) files.add(file);
    }
    for (const { range } of problems) if (range !== undefined) files.add(range.file);
  }
  return [...files];
}

export function createSpecSet(host: ContributorHost): SpecSet {
  const { documents, projectAt, unitAt } = host;
  const parsed = new Map<string, SpecDocument>();
  const worker = createResidualWorker();
  /** By unit; with what it was asked, so that the same is not asked again. */
  const results = new Map<string, { readonly key: string; readonly answer: SpecializeAnswer }>();
  const unitsByFunction = new Map<string, string | undefined>();
  let timer: NodeJS.Timeout | undefined;
  let running: AbortController | undefined;
  /** Since the last round began. */
  let isStale = false;

  const read = (path: string, isListed: boolean): SpecDocument[] => {
    const source = documents.read(path);
    if (source === undefined) return [];
    const before = parsed.get(path);
    if (before?.source === source && before.isListed === isListed) return [before];
    const document = { source, spec: parseSpecFile(path, source.text), isListed };
    parsed.set(path, document);
    return [document];
  };
  const all = (): SpecDocument[] => {
    const listed = new Set(host.projects().flatMap(({ specializations }) => specializations));
    const open = documents.all().flatMap(({ path }) => (isSpecPath(path) ? [path] : []));
    return [...new Set([...listed, ...open])].flatMap((path) => read(path, listed.has(path)));
  };

  /** The unit whose file defines the function. */
  const unitOf = (name: string, near: string): UnitCommand | undefined => {
    const project = projectAt(near);
    const defines = (path: string) => {
      const source = documents.readWith(path, name);
      return source !== undefined && maybeDefines(source.text, name);
    };
    const key = `${project.root}\0${name}`;
    const known = unitsByFunction.get(key);
    if (known !== undefined && defines(known)) return unitAt(known);
    if (unitsByFunction.has(key) && known === undefined) return undefined;
    const open = documents.all().flatMap(({ path }) => (/\.c$/.test(path) ? [path] : []));
    const found = [...open, ...project.units.keys()].find((path) => defines(path));
    unitsByFunction.set(key, found);
    return found === undefined ? undefined : unitAt(found);
  };

  const textsFor = (unit: UnitCommand): Map<string, string> => {
    const own = documents.openText(unit.path);
    const isSaved = own === undefined || documents.readDisk(unit.path)?.text === own.text;
    const open = [...(isSaved ? [] : [own]), ...host.unsavedTexts(unit.path)];
    return new Map(open.map(({ path, bytes }) => [path, bytes.bytes]));
  };

  const computeUnit = async (unit: UnitCommand, asked: readonly AskedDeclaration[], signal: AbortSignal) => {
    const texts = textsFor(unit);
    const keep = advisedFunctions(host.results.get(unit.path)?.effects ?? []);
    const key = JSON.stringify([
      [...keep].sort(),
      documents.read(unit.path)?.text,
      [...texts],
      asked.map(({ spec, declaration }) => [spec.file, declaration]),
    ]);
    if (results.get(unit.path)?.key === key) return;
    const started = performance.now();
    const answer = await worker
      .specialize({ unit: clangUnitOf(unit.command, unit.input), texts, asked, keep }, signal)
      .catch((error: Error): SpecializeAnswer => {
        host.log("error", `specialization of ${unit.path} failed: ${error.message}`);
        return { residuals: [], problems: notMade(asked, error) };
      });
    if (answer === undefined || signal.aborted) return;
    const before = results.get(unit.path)?.answer ?? NOTHING;
    results.set(unit.path, { key, answer });
    host.log("debug", `specialized ${unit.path} in ${Math.round(performance.now() - started)} ms`);
    host.announce(filesOf(unit.path, before, answer));
  };

  const compute = async () => {
    running?.abort();
    const own = new AbortController();
    running = own;
    isStale = false;
    const byUnit = new Map<string, { unit: UnitCommand; asked: AskedDeclaration[] }>();
    for (const { spec } of all())
      for (const declaration of spec.declarations) {
        const unit = unitOf(declaration.function, spec.file);
        if (unit === undefined) continue;
        const known = byUnit.get(unit.path) ?? { unit, asked: [] };
        known.asked.push({ spec, declaration });
        byUnit.set(unit.path, known);
      }
    for (const [path, { answer }] of results)
      if (!byUnit.has(path)) {
        results.delete(path);
        host.announce(filesOf(path, answer, NOTHING));
      }
    // What is open is looked at.
    const units = [...byUnit.values()].sort(
      (a, b) =>
        Number(documents.openText(b.unit.path) !== undefined) -
        Number(documents.openText(a.unit.path) !== undefined),
    );
    for (const { unit, asked } of units) {
      if (own.signal.aborted) return;
      await computeUnit(unit, asked, own.signal);
    }
    if (running === own) running = undefined;
    host.onIdle();
  };

  const residuals = () => [...results.values()].flatMap(({ answer }) => answer.residuals);
  return {
    documents: all,
    residualsIn: (path) =>
      residuals().filter(({ source, notes }) => source === path || notes.some(({ file }) => file === path)),
    residualsOf: (path) => residuals().filter(({ spec }) => spec === path),
    problemsIn(path) {
      const document = all().find(({ source }) => source.path === path);
      if (document === undefined) return [];
      return specProblems(document, {
        answers: [...results.values()].map(({ answer }) => answer),
        project: projectAt(path),
        isDefined: (name) => unitOf(name, path) !== undefined,
      });
    },
    changed(paths) {
      for (const [key, unit] of unitsByFunction) {
        const name = key.slice(key.indexOf("\0") + 1);
        if (unit === undefined && paths.some((path) => documents.readWith(path, name) !== undefined))
          unitsByFunction.delete(key);
      }
      const isConcerned = paths.some(isSpecPath) || all().length > 0;
      if (!isConcerned) return;
      isStale = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        void compute().catch((error: Error) => host.log("error", `specialization: ${error.stack}`));
      }, PAUSE_MS);
    },
    isBusy: () => isStale || running !== undefined,
    async look(path, question) {
      const unit = unitOf(question.function, path);
      return (
        unit && worker.look({ unit: clangUnitOf(unit.command, unit.input), texts: textsFor(unit), question })
      );
    },
    async dispose() {
      clearTimeout(timer);
      running?.abort();
      await worker.dispose();
    },
  };
}
