/** `weft cost [DIR]`: what each advice costs in bytes and instructions, as text, JSON and a picture. */
import { resolve } from "node:path";
import {
  adviceName,
  COST_KINDS,
  type Cost,
  type CostReport,
  costPicture,
  costReport,
  subtractCost,
  unitCost,
} from "../../cost/index.js";
import { ProcessError, runProcess, writeAtomically } from "../../kernel-build/index.js";
import { distinctProblems, hasErrors, type Problem } from "../../model/index.js";
import { mapUnits } from "../../project/analyse-units.js";
import { resolveTarget, type TargetOptions } from "../../project/target.js";
import { unitProblems } from "../../project/unit-problems.js";
import { EXIT, report } from "../output.js";
import { type Peer, peerReport } from "./cost-peer.js";
import { describeSpecializations, specializationCosts } from "./cost-specializations.js";
import { layOut } from "./lay-out.js";

export interface CostFlags extends TargetOptions {
  readonly json?: boolean;
  readonly svg?: string;
  /** Folder of a project that has the same concerns tangled in by hand. */
  readonly tangled?: string;
}

export async function cost(flags: CostFlags): Promise<number> {
  const target = resolveTarget(flags);
  if (hasErrors(target.problems)) {
    report(flags, target.problems);
    return EXIT.problems;
  }
  const costed = await mapUnits(
    target.units,
    target.aspects,
    { withTail: true },
    async ({ unit, analysis }) => {
      const { value, problems } = await unitCost({ ...unit, analysis }).catch(toolProblem);
      return { value, problems: [...unitProblems({ unit, analysis }), ...problems] };
    },
  );
  const sums = costReport(costed.flatMap(({ value }) => value ?? []));
  const problems = [...target.problems, ...costed.flatMap((one) => one.problems)];
  const peer = flags.tangled === undefined ? undefined : await peerReport(target, flags.tangled);
  problems.push(...(peer?.problems ?? []));
  const residuals = await specializationCosts(target);
  problems.push(...residuals.problems);
  const name = target.project?.name ?? "the unit";
  if (flags.svg !== undefined && !hasErrors(problems))
    writeAtomically(resolve(flags.svg), costPicture(`What weaving costs in ${name}`, sums));
  const tangled = peer?.value === undefined ? {} : { tangled: peer.value };
  report(flags, distinctProblems(problems), {
    ...sums,
    ...tangled,
    ...(residuals.value.length === 0 ? {} : { specializations: residuals.value }),
  });
  if (flags.json !== true) {
    const plain = await plainNames(symbolsOf(sums, peer?.value));
    process.stdout.write(describe(sums, peer?.value, plain) + describeSpecializations(residuals.value));
  }
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

type Plain = (symbol: string) => string;

/** Names of C++ as in the source; symbols where binutils has no `c++filt`. */
async function plainNames(symbols: readonly string[]): Promise<Plain> {
  if (!symbols.some((symbol) => symbol.startsWith("_Z"))) return (symbol) => symbol;
  const input = symbols.join("\n");
  const run = await runProcess(["c++filt"], { directory: ".", input, deadline: 60_000 }).catch(toolProblem);
  const names = "output" in run && run.code === 0 ? run.output.toString().split("\n") : [];
  const plain = new Map(symbols.map((symbol, index) => [symbol, names[index] ?? symbol]));
  return (symbol) => plain.get(symbol) ?? symbol;
}

/** All symbols that the text names. */
const symbolsOf = ({ aspects }: CostReport, peer: Peer | undefined): string[] => [
  ...aspects.flatMap(({ advice }) =>
    advice.flatMap(({ reasons }) => reasons.flatMap(({ functions }) => functions)),
  ),
  ...(peer?.functions ?? []).map(({ name }) => name),
];

function toolProblem(error: unknown): { value: undefined; problems: Problem[] } {
  if (!(error instanceof ProcessError) || error.code === "process-cancelled") throw error;
  const hint = "Costs are read from objects: install binutils and the project's compiler.";
  return {
    value: undefined,
    problems: [{ code: "cost/tool", severity: "error", message: error.message, hint }],
  };
}

const HEAD = ["", "join points", "code", "data", "stack", "instructions"];

function describe(sums: CostReport, peer: Peer | undefined, plain: Plain): string {
  const functions = peer === undefined ? "" : describeFunctions(peer, plain);
  if (sums.aspects.length === 0) return `no advice is woven: it costs nothing\n${functions}`;
  const rows = [
    HEAD,
    ...sums.aspects.flatMap(({ aspect, joinPoints, cost: whole, advice }): string[][] => [
      [aspect, String(joinPoints), ...numbers(whole)],
      ...advice.map((one) => [
        `  ${one.kind} ${adviceName(one)}`,
        String(one.joinPoints),
        ...numbers(one.cost),
      ]),
      ...restRow("  what its advice shares", whole, advice),
    ]),
    ...restRow("what aspects share", sums.difference, sums.aspects),
    [`${sums.units.length} units, unwoven`, "", ...numbers(sums.baseline)],
    ["woven", "", ...numbers(sums.woven)],
    ["difference", "", ...numbers(sums.difference)],
    ...(peer === undefined
      ? []
      : [
          ["all units, tangled by hand", "", ...numbers(peer.tangled)],
          ["all units, woven", "", ...numbers(peer.woven)],
        ]),
  ];
  return `${layOut(rows)}\nBytes of code, data and stack frames; instructions as they stand. Each row is the objects with all advice less those without it.\n${peer === undefined ? "" : LINKED}${describeReasons(sums, plain)}${functions}`;
}

const numbers = ({ code, data, stack, instructions }: Cost) => [code, data, stack, instructions].map(String);

/** What the rows above lack of the whole: an object that two advice use is there until both are gone. */
function restRow(name: string, whole: Cost, parts: readonly { readonly cost: Cost }[]): string[][] {
  const rest = parts.reduce((left, { cost: part }) => subtractCost(left, part), whole);
  return COST_KINDS.every((kind) => rest[kind] === 0) ? [] : [[name, "", ...numbers(rest)]];
}

const LINKED =
  "The rows of all units are as linked: a function that several units bring counts once, and the stack is how deep each goes, with the arguments of its calls.\n";

const MOST_NAMED = 3;

/** Why the code is other code, advice by advice; those whose code is the same are left out. */
function describeReasons({ aspects }: CostReport, plain: Plain): string {
  const lines = aspects.flatMap(({ aspect, advice }) =>
    advice.flatMap((one) =>
      one.reasons.length === 0
        ? []
        : [
            `${aspect}, ${one.kind} ${adviceName(one)}:`,
            ...one.reasons.map(({ text, functions }) => {
              const named = functions.slice(0, MOST_NAMED).map(plain).join(", ");
              const more = functions.length - MOST_NAMED;
              return `  ${text} (${named}${more > 0 ? ` and ${more} more` : ""})`;
            }),
          ],
    ),
  );
  return lines.length === 0 ? "" : `\nWhat the code differs by:\n${lines.join("\n")}\n`;
}

/** Each function that is not the code by hand: how, what it costs, and why where that can be seen. */
function describeFunctions({ equal, functions }: Peer, plain: Plain): string {
  const all = equal + functions.length;
  const head = `\n${equal} of ${all} functions have the code of those by hand.\n`;
  if (functions.length === 0) return head;
  const rows = functions.map(({ name, bytes, instructions, stack, text, reasons }) => [
    ...[plain(name), signed(bytes), signed(instructions), signed(stack)],
    [text, ...reasons.map((reason) => reason.text)].join("; "),
  ]);
  return `${head}\n${layOut([["not equal", "code", "instructions", "stack", "how"], ...rows], "start")}`;
}

const signed = (value: number) => (value > 0 ? `+${value}` : String(value));
