/** Compiles of units in which nothing is woven, because nothing is to be or because it can't be. */
import { resolve } from "node:path";
import { checkOfInput, dependencyRequest } from "../../kernel-build/index.js";
import { listOf, type Unit, type UnitOutcome, watchedAspects } from "./cc-unit.js";
import { addAspectsToRule } from "./dependencies.js";
import { keepAnswer } from "./kept-answers.js";
import { passThrough } from "./pass-through.js";
import { record } from "./unit-record.js";

export async function compileUnchanged(unit: Unit): Promise<UnitOutcome> {
  if (isLast(unit)) await keepAnswer(unit);
  const outcome = await compileAsItIs(unit);
  if (outcome.kind === "failed") return outcome;
  record(unit, { status: "unchanged" });
  if (!isLast(unit)) await keepAnswer(unit);
  return outcome;
}

/** The compiler speaks first: when it rejects the unit as well, its own words say all there is to say. */
export async function compileUnwoven(unit: Unit, reason: string): Promise<UnitOutcome> {
  const { input, context } = unit;
  const name = input.path === "-" ? "<stdin>" : input.path;
  const outcome = context.options.strict ? await checkAlone(unit) : await compileAsItIs(unit);
  if (outcome.kind === "failed") return outcome;
  if (context.options.strict) {
    process.stderr.write(`${name}: error[weft/cc/not-woven]: its aspects can't be woven in: ${reason}\n`);
    return { kind: "failed", code: 1 };
  }
  process.stderr.write(`${name}: warning[weft/cc/not-woven]: compiled without its aspects: ${reason}\n`);
  record(unit, { status: "not-woven", reason });
  return outcome;
}

/** What the compiler says of the unit as it is; nothing is written. */
export async function checkAlone({ command, input, read }: Unit): Promise<UnitOutcome> {
  const code = await passThrough(checkOfInput(command, input), command.directory, listOf(read));
  return { kind: code === 0 ? "compiled" : "failed", code };
}

async function compileAsItIs(unit: Unit): Promise<UnitOutcome> {
  const { command, input, read, context } = unit;
  if (unit.object !== undefined) return { kind: "left-to-linker" };
  const request = dependencyRequest(command, input);
  const code = await passThrough(command.argv, command.directory, listOf(read), isLast(unit));
  if (code !== 0) return { kind: "failed", code };
  if (request !== undefined)
    addAspectsToRule(resolve(command.directory, request.file), watchedAspects(context));
  return { kind: "compiled", code };
}

/** Nothing is left to do for the call when the compiler is done with the unit. */
function isLast({ command, input, context, analysis, read }: Unit): boolean {
  const { options, project, isSingle } = context;
  const isKept = options.map !== undefined || project !== undefined;
  return (
    isSingle === true &&
    command.inputs.length === 1 &&
    dependencyRequest(command, input) === undefined &&
    !isKept &&
    read === undefined &&
    analysis?.status === "skipped" &&
    analysis.problems.length === 0
  );
}
