/** What the declarations made of each unit, the last time that it was asked; the same is not asked again. */
import type { AspectEffect } from "@weft/weaver-bridge/model";
import type { LookedUp, LookUpQuestion } from "@weft/weaver-bridge/partial-eval";
import { clangUnitOf } from "@weft/weaver-bridge/pipeline";
import { createResidualWorker } from "../../residuals/residual-worker.js";
import type { AskedDeclaration, SpecializeAnswer } from "../../residuals/worker-protocol.js";
import type { ContributorHost, UnitCommand } from "../../workspace/index.js";
import { notMade } from "./spec-problems.js";

export interface AskedUnit {
  readonly unit: UnitCommand;
  readonly asked: readonly AskedDeclaration[];
}

export interface SpecResults {
  answers(): readonly SpecializeAnswer[];
  compute(asked: AskedUnit, signal: AbortSignal): Promise<void>;
  /** Of units that nothing is declared for any more nothing is known. */
  keepOnly(units: ReadonlyMap<string, unknown>): void;
  look(unit: UnitCommand, question: LookUpQuestion): Promise<LookedUp | undefined>;
  dispose(): Promise<void>;
}

const NOTHING: SpecializeAnswer = { residuals: [], problems: [] };

/** Functions that aspects advise, or that hold what they advise: builds keep their calls, see `advisedResiduals`. */
function advisedFunctions(effects: readonly AspectEffect[]): ReadonlySet<string> {
  const names = effects.flatMap(({ binding }): string[] => {
    if (binding.kind !== "advice") return [];
    const { kind, signature, within } = binding.joinPoint;
    const said = kind === "execution" || kind === "call" ? signature : within;
    return /(?<!\w)([A-Za-z_]\w*)\s*\(/.exec(said)?.slice(1) ?? [];
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

export function createSpecResults(host: ContributorHost): SpecResults {
  const worker = createResidualWorker();
  /** By unit; with what it was asked. */
  const results = new Map<string, { readonly key: string; readonly answer: SpecializeAnswer }>();
  return {
    answers: () => [...results.values()].map(({ answer }) => answer),
    async compute({ unit, asked }, signal) {
      const texts = textsFor(host, unit);
      const keep = advisedFunctions(host.results.get(unit.path)?.effects ?? []);
      const key = keyOf(host, unit, { texts, keep, asked });
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
    },
    keepOnly(units) {
      for (const [path, { answer }] of results) {
        if (units.has(path)) continue;
        results.delete(path);
        host.announce(filesOf(path, answer, NOTHING));
      }
    },
    look: (unit, question) =>
      worker
        .look({ unit: clangUnitOf(unit.command, unit.input), texts: textsFor(host, unit), question })
        .catch((error: Error) => {
          host.log("error", `looking something up in ${unit.path}: ${error.message}`);
          return undefined;
        }),
    dispose: () => worker.dispose(),
  };
}

interface Given {
  readonly texts: ReadonlyMap<string, string>;
  readonly keep: ReadonlySet<string>;
  readonly asked: readonly AskedDeclaration[];
}

function keyOf({ documents }: ContributorHost, { path }: UnitCommand, { texts, keep, asked }: Given): string {
  return JSON.stringify([
    [...keep].sort(),
    documents.read(path)?.text,
    [...texts],
    asked.map(({ spec, declaration }) => [spec.file, declaration]),
  ]);
}

function textsFor({ documents, unsavedTexts }: ContributorHost, { path }: UnitCommand): Map<string, string> {
  const own = documents.openText(path);
  const isSaved = own === undefined || documents.readDisk(path)?.text === own.text;
  const open = [...(isSaved ? [] : [own]), ...unsavedTexts(path)];
  return new Map(open.map((one) => [one.path, one.bytes.bytes]));
}
