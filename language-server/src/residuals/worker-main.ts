/**
 * The thread that specializes while the user types. It keeps the trees of the last units, so that a change of a declaration
 * asks no compiler again.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { readLatin1 } from "@weft/weaver-bridge/kernel-build";
import { lookUp, type NotePlace, type ResidualContext } from "@weft/weaver-bridge/partial-eval";
import {
  createUnitReader,
  type MadeResidual,
  residualEffects,
  specializeUnit,
  type UnitReader,
} from "@weft/weaver-bridge/pipeline";
import { writeOverlay } from "../clangd/header-overlay.js";
import {
  CANCELLED,
  type LiveResidual,
  type ResidualUnit,
  type SpecializeQuestion,
  type WorkerAnswer,
  type WorkerData,
  type WorkerQuestion,
} from "./worker-protocol.js";

class Ended extends Error {}

const { flags: shared, overlays } = workerData as WorkerData;
const flags = new Int32Array(shared);
/** Trees take a hundred times the text. */
const MOST_UNITS = 3;

interface Kept {
  readonly reader: UnitReader;
  readonly asked: ResidualUnit;
  /** Files that it was made of, as they were. */
  stamps: ReadonlyMap<string, string>;
}

const kept = new Map<string, Kept>();

parentPort?.on("message", (question: WorkerQuestion) => {
  void answer(question).then((said) => parentPort?.postMessage(said));
});

async function answer(question: WorkerQuestion): Promise<WorkerAnswer> {
  const { id } = question;
  try {
    if (question.kind === "specialize") return { id, kind: "specialize", answer: await specialize(question) };
    const { function: name } = question.question;
    const { reader, program } = await programOf(question, name);
    const found =
      typeof program === "string"
        ? undefined
        : lookUp(program, reader.unit.longBits, question.question, await reader.macros());
    const absolute = placed(reader.unit.directory);
    return {
      id,
      kind: "look",
      answer: found && {
        ...found,
        function: found.function && absolute(found.function),
        ...(found.declared === undefined ? {} : { declared: absolute(found.declared) }),
      },
    };
  } catch (error) {
    if (error instanceof Ended) return { id, kind: "ended" };
    return { id, kind: "failed", message: (error as Error).stack ?? String(error) };
  }
}

async function specialize(question: SpecializeQuestion & { readonly id: number }) {
  const onProgress = () => {
    if (Atomics.load(flags, CANCELLED) === question.id) throw new Ended();
  };
  const kept = await readerOf(question);
  const { made, problems } = await specializeUnit(kept.reader, question.asked, {
    keep: question.keep,
    onProgress,
    isBrief: true,
  });
  const name = question.asked[0]?.declaration.function;
  const program = name === undefined ? undefined : await kept.reader.program(name);
  if (program !== undefined && typeof program !== "string")
    kept.stamps = stampsOf(program.files, kept.reader, question);
  const { directory } = question.unit;
  return { residuals: made.map((one) => liveOf(one, directory, kept.reader.readText)), problems };
}

async function programOf(asked: ResidualUnit, name: string) {
  const one = await readerOf(asked);
  const program = await one.reader.program(name);
  if (typeof program !== "string") one.stamps = stampsOf(program.files, one.reader, asked);
  return { reader: one.reader, program };
}

async function readerOf(asked: ResidualUnit): Promise<Kept> {
  const { unit, texts } = asked;
  const key = JSON.stringify([unit, [...texts].sort()]);
  const known = kept.get(key);
  if (known !== undefined && [...known.stamps].every(([file, stamp]) => stampOf(file) === stamp)) {
    kept.delete(key);
    kept.set(key, known);
    return known;
  }
  const overlay = writeOverlay(overlays, texts);
  const options = overlay === undefined ? unit.options : [...unit.options, "-ivfsoverlay", overlay];
  const readText = (file: string) => texts.get(file) ?? readLatin1(file);
  const before = [...kept.values()].find((one) => isBefore(one, asked))?.reader;
  const now = { ...unit, options };
  const reader = before?.edited(now, readText) ?? createUnitReader(now, readText, true);
  const made: Kept = { reader, asked, stamps: new Map() };
  kept.delete(key);
  // What is edited is soon another: of one unit the last text is enough.
  for (const [other, { reader }] of kept)
    if (reader.unit.path === unit.path || kept.size >= MOST_UNITS) kept.delete(other);
  kept.set(key, made);
  return made;
}

/** Of the same unit, and only the text of its own file may be another. */
function isBefore({ asked, stamps }: Kept, { unit, texts }: ResidualUnit): boolean {
  const others = (all: ReadonlyMap<string, string>) =>
    JSON.stringify([...all].filter(([file]) => file !== unit.path).sort());
  const isSame = JSON.stringify(asked.unit) === JSON.stringify(unit) && others(asked.texts) === others(texts);
  return (
    isSame &&
    [...stamps].every(([file, stamp]) => file === unit.path || texts.has(file) || stampOf(file) === stamp)
  );
}

function stampsOf(
  files: ReadonlySet<string>,
  { unit }: UnitReader,
  { texts }: ResidualUnit,
): Map<string, string> {
  const absolute = [...files].map((file) => resolve(unit.directory, file));
  return new Map(absolute.filter((file) => !texts.has(file)).map((file) => [file, stampOf(file)]));
}

function stampOf(file: string): string {
  const info = statSync(file, { throwIfNoEntry: false });
  return info === undefined ? "" : `${info.mtimeMs}:${info.size}`;
}

const placed =
  (directory: string) =>
  <T extends NotePlace>(place: T): T => ({ ...place, file: resolve(directory, place.file) });

function liveOf(
  one: MadeResidual,
  directory: string,
  readText: (file: string) => string | undefined,
): LiveResidual {
  const { declaration, spec, source, text, origins, residual } = one;
  const absolute = placed(directory);
  const inDirectory = (file: string) => readText(resolve(directory, file));
  const effects = residualEffects([one], directory, inDirectory).map((effect) => ({
    ...effect,
    target: { ...effect.target, file: resolve(directory, effect.target.file) },
    origin: { ...effect.origin, file: resolve(directory, effect.origin.file) },
  }));
  const notes = residual.notes.map((note) => ({
    ...absolute(note),
    reads: note.reads.map((read) => ({
      ...absolute(read),
      ...(read.after === undefined ? {} : { after: absolute(read.after) }),
    })),
  }));
  const expressions = residual.expressions.map(absolute);
  const { limits } = residual;
  const contexts = residual.contexts && placedContexts(residual.contexts, directory);
  return {
    ...{ declaration, spec: spec.file, source, text, origins, notes, expressions, limits, effects },
    ...(contexts === undefined ? {} : { contexts }),
  };
}

function placedContexts(context: ResidualContext, directory: string): ResidualContext {
  const { from, calls } = context;
  return {
    ...context,
    ...(from === undefined ? {} : { from: placed(directory)(from) }),
    calls: calls.map((one) => placedContexts(one, directory)),
  };
}
