/**
 * What each advice costs in one unit, exactly: the unit is woven and compiled again without it, and the objects are
 * compared. Work is bounded by what is woven into the unit: one compile for each advice and aspect, one with all, one
 * with none.
 */
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  compileArguments,
  firstError,
  removeTemporary,
  runProcess,
  temporaryFolder,
} from "../kernel-build/index.js";
import type { AdviceKind, Problem, SourceRange } from "../model/index.js";
import { type UnitAnalysis, weaveUnit } from "../pipeline/index.js";
import { type Cost, subtractCost } from "./cost.js";
import { type CostReason, costReasons } from "./cost-reasons.js";
import { type ObjectCost, objectCost } from "./object-cost.js";

/** An advice in one unit. */
export interface AdviceInUnit {
  readonly aspect: string;
  readonly index: number;
  readonly kind: AdviceKind;
  readonly origin: SourceRange;
  readonly joinPoints: number;
  readonly cost: Cost;
  /** Why the code is not what it is without the advice; empty where it is. */
  readonly reasons: readonly CostReason[];
}

export interface UnitCost {
  /** As the compile command names it. */
  readonly source: string;
  readonly woven: Cost;
  readonly unwoven: Cost;
  readonly advice: readonly AdviceInUnit[];
  /** Of each aspect as a whole: its advice shares what the aspect declares. */
  readonly aspects: readonly { readonly aspect: string; readonly cost: Cost }[];
}

export interface CostedUnit {
  readonly command: CompilerCommand;
  readonly input: CompilerInput;
  /** Made `withTail`. */
  readonly analysis: UnitAnalysis;
}

/** Undefined for a unit that no advice reaches. Rejects with ProcessError when a tool can't be run. */
export async function unitCost(
  unit: CostedUnit,
  signal?: AbortSignal,
): Promise<{ readonly value: UnitCost | undefined; readonly problems: readonly Problem[] }> {
  if (unit.analysis.matches.length === 0 || unit.analysis.failure !== undefined)
    return { value: undefined, problems: [] };
  const folder = temporaryFolder("weft-cost-");
  try {
    return { value: await measure(unit, new Variants(unit, folder, signal)), problems: [] };
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    return { value: undefined, problems: [error.problem] };
  } finally {
    removeTemporary(folder);
  }
}

/** The unit as it is built: woven, or as it was written where nothing matches. Rejects as {@link unitCost} does. */
export async function wholeUnitCost(
  unit: CostedUnit,
  signal?: AbortSignal,
): Promise<{ readonly value: ObjectCost | undefined; readonly problems: readonly Problem[] }> {
  const folder = temporaryFolder("weft-cost-");
  try {
    return { value: await new Variants(unit, folder, signal).cost(() => true), problems: [] };
  } catch (error) {
    if (!(error instanceof VariantError)) throw error;
    return { value: undefined, problems: [error.problem] };
  } finally {
    removeTemporary(folder);
  }
}

async function measure({ input, analysis }: CostedUnit, variants: Variants): Promise<UnitCost> {
  const woven = await variants.cost(() => true);
  const unwoven = await variants.cost(() => false);
  const advice: AdviceInUnit[] = [];
  const aspects: UnitCost["aspects"][number][] = [];
  for (const one of adviceOf(analysis)) {
    const without = await variants.cost((aspect, index) => !(aspect === one.aspect && index === one.index));
    const reasons = costReasons(woven.functions, without.functions);
    advice.push({ ...one, cost: subtractCost(woven.cost, without.cost), reasons });
  }
  for (const name of new Set(advice.map(({ aspect }) => aspect))) {
    const without = await variants.cost((aspect) => aspect !== name);
    aspects.push({ aspect: name, cost: subtractCost(woven.cost, without.cost) });
  }
  return { source: input.path, woven: woven.cost, unwoven: unwoven.cost, advice, aspects };
}

function adviceOf({ effects }: UnitAnalysis): Omit<AdviceInUnit, "cost" | "reasons">[] {
  const found = new Map<string, Omit<AdviceInUnit, "cost" | "reasons">>();
  for (const { by, origin, binding } of effects) {
    if (binding.kind !== "advice") continue;
    const [aspect, index] = [by.name, binding.adviceIndex];
    const key = `${aspect}\0${index}`;
    const joinPoints = (found.get(key)?.joinPoints ?? 0) + 1;
    found.set(key, { aspect, index, kind: binding.when, origin, joinPoints });
  }
  return [...found.values()];
}

type Keep = (aspect: string, index: number) => boolean;

/** The unit with some of its advice; each text is compiled once. */
class Variants {
  readonly #costs = new Map<string, Promise<ObjectCost>>();

  constructor(
    private readonly unit: CostedUnit,
    private readonly folder: string,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async cost(keep: Keep): Promise<ObjectCost> {
    const { analysis } = this.unit;
    const matches = analysis.matches.flatMap((match) => {
      const advice = match.advice.filter((one) => keep(one.aspect.name, one.advice.index));
      return advice.length === 0 ? [] : [{ ...match, advice }];
    });
    const { text, problems } = weaveUnit({ ...analysis, matches });
    const wrong = problems.find(({ severity }) => severity === "error");
    if (wrong !== undefined) throw new VariantError(wrong);
    const name = createHash("sha1").update(text, "latin1").digest("hex");
    const known = this.#costs.get(name);
    if (known !== undefined) return known;
    const made = this.#compile(text, name);
    this.#costs.set(name, made);
    return made;
  }

  async #compile(text: string, name: string): Promise<ObjectCost> {
    const { command, input } = this.unit;
    const object = join(this.folder, `${name}.o`);
    const words = compileArguments(command, input, { text: "-", output: object, mode: "object" });
    const run = await runProcess([...command.compiler, "-w", "-fstack-usage", ...words], {
      directory: command.directory,
      input: text,
      environment: { ...process.env, LC_ALL: "C" },
      ...(this.signal === undefined ? {} : { signal: this.signal }),
    });
    if (run.code !== 0) throw new VariantError(rejected(input, run.errors.toString()));
    const cost = await objectCost(object, join(this.folder, `${name}.su`), this.signal);
    rmSync(object, { force: true });
    return cost;
  }
}

class VariantError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

function rejected(input: CompilerInput, said: string): Problem {
  return {
    code: "cost/compile",
    severity: "error",
    message: `${input.path} can't be compiled with some of its advice left out: ${firstError(said)}`,
    hint: "Its cost is not in the sums. Make the build succeed first (weft build); advice that other advice needs has no cost of its own.",
  };
}
