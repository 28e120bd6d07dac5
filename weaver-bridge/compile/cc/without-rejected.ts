/**
 * A unit that the compiler rejects only because of how some join points are woven, without these. They are found by the
 * compiler's own errors; where a pointcut holds them by wildcards alone they are left out and told, see `leftOut`.
 */
import {
  type CompilerCommand,
  type CompilerInput,
  compileArguments,
  runProcess,
} from "../../kernel-build/index.js";
import type { Problem } from "../../model/index.js";
import { type UnitAnalysis, type WovenUnit, weaveUnit } from "../../pipeline/index.js";
import { blamedSites, brokenAdvice, withOwnLines } from "../../weaver/index.js";

/** Each leaves out what the compiler rejected, which may show errors that were hidden. */
const MOST_ROUNDS = 20;

export interface Settled {
  /**
   * Undefined where it is not that: where errors lead to advice, or to the unit's own code. Of what a pointcut names itself
   * its problems are errors.
   */
  readonly unit?: WovenUnit;
  /** Then: the advice that errors lie in, and at which join points. */
  readonly broken: readonly Problem[];
}

/** Rejects with ProcessError when the compiler can't be run. */
export async function withoutRejected(
  command: CompilerCommand,
  input: CompilerInput,
  analysis: UnitAnalysis,
  woven: WovenUnit,
): Promise<Settled> {
  let first: string | undefined;
  const notSettled = (): Settled => ({ broken: first === undefined ? [] : brokenAdvice(woven, first) });
  if (woven.sites === undefined) return notSettled();
  const rejected = new Map<string, string>();
  let now = woven;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const read = await check(command, input, now.text, false);
    // Some things are not seen before code is generated: what can't be inlined.
    const { code, errors } = read.code === 0 ? await check(command, input, now.text, true) : read;
    if (code === 0) return rejected.size === 0 ? notSettled() : { unit: now, broken: [] };
    first ??= errors.toString();
    const before = rejected.size;
    for (const [{ effects }, message] of blamedSites(now, errors.toString()))
      for (const { id } of effects) rejected.set(id, message);
    if (rejected.size === before) return notSettled();
    now = weaveUnit(analysis, rejected);
  }
  return notSettled();
}

function check(command: CompilerCommand, input: CompilerInput, text: string, generates: boolean) {
  const args = generates
    ? compileArguments(command, input, { text: "-", output: "-", mode: "assembly" })
    : compileArguments(command, input, { text: "-", output: "/dev/null", mode: "object" });
  const read = generates ? args : ["-fsyntax-only", ...args.filter((word) => word !== "-c")];
  // Who runs programs for others has no say in their environment.
  return runProcess(["env", "LC_ALL=C", ...command.compiler, ...read], {
    directory: command.directory,
    input: withOwnLines(text),
  });
}
