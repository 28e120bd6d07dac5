/**
 * Residual functions are compiled before anybody gets them: behind their unit's text, by the unit's own command. One that
 * the compiler does not take is a fault of Weft, is told as such with what the compiler says, and is kept out.
 */
import { join } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  firstError,
  ProcessError,
  removeTemporary,
  runProcess,
  temporaryFolder,
  trialArguments,
} from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { textWithResiduals } from "./residual-text.js";
import { rangeAt } from "./spec-problems.js";
import type { MadeResidual } from "./specialize-unit.js";

export interface CompiledResiduals {
  /** Those that the compiler takes, all together. */
  readonly made: readonly MadeResidual[];
  readonly problems: readonly Problem[];
}

export interface TriedUnit {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  /** The unit's text, one character a byte. */
  readonly source: string;
  /** Its object is wanted: a function that only the generic one would go to is not missed there. */
  readonly isBuilt?: boolean;
}

const DEADLINE_MS = 300_000;

/** Throws what ends a process before its time ({@link ProcessError}, but for a compiler that is not there). */
export async function compiledResiduals(
  unit: TriedUnit,
  made: readonly MadeResidual[],
): Promise<CompiledResiduals> {
  if (made.length === 0) return { made, problems: [] };
  const folder = temporaryFolder("weft-residuals-");
  const output = join(folder, "trial.o");
  const compile = (some: readonly MadeResidual[], more: readonly string[] = []) =>
    wordsAgainst(unit, some, [...trialArguments(unit.command, unit.input, output), ...more]);
  try {
    if ((await compile(made)) === undefined) return { made, problems: [] };
    const own = await compile([]);
    if (own !== undefined) return { made: [], problems: made.map((one) => untried(one, own)) };
    const kept: MadeResidual[] = [];
    const problems: Problem[] = [];
    for (const one of made) {
      const words = await compile([...kept, one]);
      if (words === undefined) kept.push(one);
      else {
        const isMissed = unit.isBuilt !== true || !one.declaration.dispatch;
        const isWarning = isOfWarnings(unit) && (await compile([...kept, one], NO_ERRORS)) === undefined;
        const told = isWarning ? warnedOf(one, words) : fault(one, words);
        problems.push({ ...told, severity: isMissed ? "error" : "warning" });
      }
    }
    return { made: kept, problems };
  } finally {
    removeTemporary(folder);
  }
}

/** Undefined where the compiler takes it. */
async function wordsAgainst(
  { command, source }: TriedUnit,
  made: readonly MadeResidual[],
  words: readonly string[],
): Promise<string | undefined> {
  const text = textWithResiduals(source, made, nameOf, command.directory);
  try {
    const run = await runProcess([...command.compiler, ...words], {
      directory: command.directory,
      input: text,
      inputEncoding: "latin1",
      deadline: DEADLINE_MS,
    });
    if (run.code === 0) return undefined;
    return firstError(run.errors.toString()) || `it ended with ${run.code ?? run.endedBy}`;
  } catch (error) {
    if (!(error instanceof ProcessError) || error.code !== "process-not-found") throw error;
    return error.message;
  }
}

/** Behind `-Werror=unused` as well. */
const NO_ERRORS = ["-w"];
const isOfWarnings = ({ command }: TriedUnit): boolean =>
  command.items.some((item) => item.kind === "option" && item.words.some((word) => /^-Werror/.test(word)));

/** In what the compiler says of it. */
const nameOf = ({ declaration }: MadeResidual): string => `${declaration.residual}.c`;

function fault(
  { declaration: { function: name, residual, spans, offset }, spec }: MadeResidual,
  words: string,
): Problem {
  return {
    code: "specialize/fault",
    severity: "error",
    message: `a fault of Weft: what it made of ${name} as ${residual} does not compile: ${words}`,
    hint: `${residual} is kept out, and ${name} stays as it is. Please report it with the unit and the declaration.`,
    range: rangeAt(spec.file, spec.text, spans?.residual.start ?? offset),
  };
}

function warnedOf(one: MadeResidual, words: string): Problem {
  const { function: name, residual } = one.declaration;
  return {
    ...fault(one, words),
    message: `the compiler warns of what was made of ${name} as ${residual}, and the unit's options make that an error: ${words}`,
  };
}

function untried({ declaration: { residual, spans, offset }, spec }: MadeResidual, words: string): Problem {
  return {
    code: "specialize/untried",
    severity: "error",
    message: `${residual} could not be compiled, because its unit does not compile without it either: ${words}`,
    hint: "Give the command that compiles the unit, with all its options.",
    range: rangeAt(spec.file, spec.text, spans?.residual.start ?? offset),
  };
}
