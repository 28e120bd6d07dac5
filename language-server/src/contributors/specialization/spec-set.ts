/**
 * Declarations of specializations as the editor sees them, and what they make of the open texts: computed in the background
 * after each edit, of one unit after the other; an edit ends what it makes outdated.
 */
import type { Problem } from "@weft/weaver-bridge/model";
import type { LookedUp, LookUpQuestion } from "@weft/weaver-bridge/partial-eval";
import type { AskedDeclaration, LiveResidual } from "../../residuals/worker-protocol.js";
import type { ContributorHost, UnitCommand } from "../../workspace/index.js";
import { createFunctionUnits, type FunctionUnits } from "./function-units.js";
import { createSpecDocuments, isSpecPath, type SpecDocument } from "./spec-documents.js";
import { specProblems } from "./spec-problems.js";
import { type AskedUnit, createSpecResults } from "./spec-results.js";

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

const PAUSE_MS = 40;

export function createSpecSet(host: ContributorHost): SpecSet {
  const documents = createSpecDocuments(host);
  const units = createFunctionUnits(host);
  const results = createSpecResults(host);
  const rounds = createRounds(host, async (signal) => {
    const asked = askedByUnit(documents(), units);
    results.keepOnly(asked);
    // What is open is looked at.
    const isOpen = ({ unit }: AskedUnit) => host.documents.openText(unit.path) !== undefined;
    const sorted = [...asked.values()].sort((one, other) => Number(isOpen(other)) - Number(isOpen(one)));
    for (const one of sorted) if (!signal.aborted) await results.compute(one, signal);
  });
  const residuals = () => results.answers().flatMap((answer) => answer.residuals);
  return {
    documents,
    residualsIn: (path) =>
      residuals().filter(({ source, notes }) => source === path || notes.some(({ file }) => file === path)),
    residualsOf: (path) => residuals().filter(({ spec }) => spec === path),
    problemsIn(path) {
      const document = documents().find(({ source }) => source.path === path);
      if (document === undefined) return [];
      return specProblems(document, {
        answers: results.answers(),
        project: host.projectAt(path),
        isDefined: (name) => units.unitOf(name, path) !== undefined,
      });
    },
    changed(paths) {
      units.changed(paths);
      if (paths.some(isSpecPath) || documents().length > 0) rounds.begin();
    },
    isBusy: rounds.isBusy,
    async look(path, question) {
      const unit = units.unitOf(question.function, path);
      return unit && results.look(unit, question);
    },
    async dispose() {
      rounds.end();
      await results.dispose();
    },
  };
}

function askedByUnit(
  documents: readonly SpecDocument[],
  units: FunctionUnits,
): ReadonlyMap<string, AskedUnit> {
  const found = new Map<string, { readonly unit: UnitCommand; readonly asked: AskedDeclaration[] }>();
  for (const { spec } of documents)
    for (const declaration of spec.declarations) {
      const unit = units.unitOf(declaration.function, spec.file);
      if (unit === undefined) continue;
      const known = found.get(unit.path) ?? { unit, asked: [] };
      known.asked.push({ spec, declaration });
      found.set(unit.path, known);
    }
  return found;
}

/** A round a while after the last edit; one that is outdated ends. */
function createRounds(host: ContributorHost, round: (signal: AbortSignal) => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let running: AbortController | undefined;
  /** Since the last round began. */
  let isStale = false;
  const run = async () => {
    running?.abort();
    const own = new AbortController();
    running = own;
    isStale = false;
    await round(own.signal);
    if (own.signal.aborted) return;
    if (running === own) running = undefined;
    host.onIdle();
  };
  return {
    begin() {
      isStale = true;
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        void run().catch((error: Error) => host.log("error", `specialization: ${error.stack}`));
      }, PAUSE_MS);
    },
    isBusy: () => isStale || running !== undefined,
    end() {
      clearTimeout(timer);
      running?.abort();
    },
  };
}
