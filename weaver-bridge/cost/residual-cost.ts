/**
 * What a residual function weighs beside the generic one, and beside what the unit's own compiler makes of the generic one
 * when it is told the same facts.
 */
import { dirname, join } from "node:path";
import {
  type CompilerCommand,
  type CompilerInput,
  compileArguments,
  firstError,
  removeTemporary,
  runProcess,
  temporaryFolder,
} from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";
import { clangUnitOf, factTest, type MadeResidual, mistakeIn, textWithResiduals } from "../pipeline/index.js";
import type { FunctionShape } from "./function-shape.js";
import { type ObjectCost, objectCost } from "./object-cost.js";

/** Bytes, instructions, and how deep the stack goes in bytes. */
export interface FunctionCost {
  readonly code: number;
  readonly instructions: number;
  readonly stack: number;
}

export interface ResidualCost {
  readonly function: string;
  readonly residual: string;
  readonly generic: FunctionCost;
  readonly special: FunctionCost;
  /** The generic function, with the facts as assumptions. */
  readonly compiler: FunctionCost;
  /** A function of the unit that somebody wrote for the same. */
  readonly byHand?: FunctionCost & { readonly function: string };
}

const DEADLINE = 120_000;

/** `source`: the unit's text. What is made at run time weighs nothing yet, and is left out. Rejects with ProcessError. */
export async function residualCosts(
  { command, input }: { readonly command: CompilerCommand; readonly input: CompilerInput },
  source: string,
  made: readonly MadeResidual[],
): Promise<{ readonly value: readonly ResidualCost[]; readonly problems: readonly Problem[] }> {
  const priced = made.filter(({ declaration }) => declaration.later === undefined);
  if (priced.length === 0) return { value: [], problems: [] };
  const folder = temporaryFolder("weft-cost-");
  const weigh = (text: string) => compiled({ command, input }, text, folder);
  try {
    const plain = priced.map((one) => ({ ...one, declaration: { ...one.declaration, dispatch: false } }));
    const together = await weigh(
      textWithResiduals(source, plain, ({ source: file }) => file, command.directory),
    );
    if (typeof together === "string") return { value: [], problems: [rejected(input, together)] };
    const value: ResidualCost[] = [];
    const problems: Problem[] = [];
    for (const { declaration, residual, spec } of priced) {
      const assumed = ` if (!(${factTest(declaration)})) __builtin_unreachable();`;
      const at = residual.generic.body + 1;
      const told = await weigh(source.slice(0, at) + assumed + source.slice(at));
      if (typeof told === "string") problems.push(rejected(input, told));
      else
        value.push({
          ...{ function: declaration.function, residual: declaration.residual },
          generic: costOf(together.functions.get(declaration.function)),
          special: costOf(together.functions.get(declaration.residual)),
          compiler: costOf(told.functions.get(declaration.function)),
          ...byHand(declaration.compared, together),
        });
      if (declaration.compared !== undefined && !together.functions.has(declaration.compared.name))
        problems.push(notThere(input, spec, declaration.compared));
    }
    return { value, problems };
  } finally {
    removeTemporary(folder);
  }
}

function byHand(
  compared: MadeResidual["declaration"]["compared"],
  { functions }: ObjectCost,
): Pick<ResidualCost, "byHand"> {
  const shape = compared && functions.get(compared.name);
  return compared === undefined || shape === undefined
    ? {}
    : { byHand: { function: compared.name, ...costOf(shape) } };
}

function notThere(
  { path }: CompilerInput,
  spec: MadeResidual["spec"],
  { name, span: { start: offset, end } }: NonNullable<MadeResidual["declaration"]["compared"]>,
): Problem {
  const message = `${path} has no function ${name}, so nothing is compared with it`;
  return { ...mistakeIn(spec, message, { offset, end }), severity: "warning" };
}

const costOf = (shape: FunctionShape | undefined): FunctionCost => ({
  code: shape?.bytes ?? 0,
  instructions: shape?.lines.length ?? 0,
  stack: shape?.stack ?? 0,
});

/** A string is what the compiler said. */
async function compiled(
  { command, input }: { readonly command: CompilerCommand; readonly input: CompilerInput },
  text: string,
  folder: string,
): Promise<ObjectCost | string> {
  const { directory, path, options, compiler } = clangUnitOf(command, input);
  const object = join(folder, "unit.o");
  // All that decides the text, and all that decides the code.
  const words = compileArguments(command, input, { text: "-", output: object, mode: "object" });
  const plain = words.map((word) => (word === "cpp-output" ? "c" : word));
  const own = ["-iquote", dirname(path), "-w", "-fkeep-static-functions"];
  const run = await runProcess([...compiler, ...options, ...own, ...plain], {
    directory,
    input: text,
    inputEncoding: "latin1",
    deadline: DEADLINE,
    environment: { ...process.env, LC_ALL: "C" },
  });
  return run.code === 0 ? objectCost(object, join(folder, "none.su")) : run.errors.toString();
}

function rejected(input: CompilerInput, said: string): Problem {
  return {
    code: "cost/residual",
    severity: "warning",
    message: `what is specialized in ${input.path} can't be compiled alone: ${firstError(said)}`,
    hint: "Its cost is not told. Make the build succeed first (weft build).",
  };
}
