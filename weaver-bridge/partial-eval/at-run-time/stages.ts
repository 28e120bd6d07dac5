/**
 * A function in two stages: what the code that makes code does, and what is left for templates. One template for each block
 * that has anything to do while the code runs; what is known leads from one to the next.
 */

import { ASM_GOTO } from "../lower/assembly.js";
import { choiceOf } from "../lower/choice.js";
import type { Block, Exit, LoweredFunction, Step } from "../lower/graph.js";
import { addressTaken } from "../lower/live-variables.js";
import type { Surroundings } from "../objects/surroundings.js";
import { Refusal } from "../refusal.js";
import { type ClangNode, offsetOf } from "../tree/clang-tree.js";
import { type BindingTimes, isWord, type Time, type Times, topOf } from "./binding-times.js";
import { type StagedText, stagedText } from "./staged-text.js";

/** A way between blocks, with what is done on it. */
export interface Edge {
  readonly number: number;
  readonly to: Block;
  /** When the code is made. */
  readonly early: readonly string[];
  /** Variables that are known here and not behind it. */
  readonly lifted: readonly ClangNode[];
}

export type StagedExit =
  | { readonly kind: "go"; readonly edge: Edge }
  | { readonly kind: "decide"; readonly condition: string; readonly taken: Edge; readonly otherwise: Edge }
  | {
      readonly kind: "pick";
      readonly value: string;
      readonly cases: readonly { readonly label: string; readonly edge: Edge }[];
      readonly otherwise: Edge;
    }
  /** By the template, which goes on at one of these. */
  | { readonly kind: "split"; readonly edges: readonly Edge[] }
  | { readonly kind: "end" };

export interface Stage {
  readonly block: Block;
  /** Known variables by which one copy of the block differs from another. */
  readonly keys: readonly ClangNode[];
  /** In this order: done, or put into the hole of that number. */
  readonly early: readonly { readonly text: string; readonly hole?: number }[];
  /** Statements of the template; none where the block leaves nothing. `$N` stands for the way on number N. */
  readonly late: readonly string[] | undefined;
  /** For each way on, the blocks that it leads to. */
  readonly ways: readonly (readonly Block[])[];
  readonly exit: StagedExit;
}

export interface Staged {
  /** All. */
  readonly variables: readonly ClangNode[];
  readonly stages: readonly Stage[];
  readonly entry: Edge;
  /** Variables that are known somewhere. */
  readonly known: readonly ClangNode[];
  /** Variables that the code has at the start of a block. */
  readonly carriedBy: (block: Block) => readonly ClangNode[];
  readonly carried: readonly ClangNode[];
}

export interface StagesRequest {
  readonly lowered: LoweredFunction;
  readonly around: Surroundings;
  readonly times: BindingTimes;
  readonly parameters: readonly ClangNode[];
  readonly given: ReadonlyMap<string, unknown>;
}

/** Throws {@link Refusal}. */
export function stagesOf(request: StagesRequest): Staged {
  const { lowered, around, times, parameters, given } = request;
  const variables = [...parameters, ...lowered.variables];
  refuseUnfit(variables, lowered, around);
  const staging: Staging = {
    times,
    text: stagedText(times, around),
    byId: new Map(variables.map((node) => [node.id, node])),
    written: writtenIn(lowered, times),
    edges: [],
    known: new Set(given.keys()),
  };
  const start = new Map(
    parameters.map(({ id }) => [id, given.has(id) ? ("static" as const) : ("dynamic" as const)]),
  );
  const entry = edgeTo(staging, lowered.entry, start);
  const stages = lowered.blocks
    .filter((block) => times.at(block) !== undefined)
    .map((block) => stageOf(staging, block));
  for (const block of lowered.blocks)
    for (const [id, time] of times.at(block) ?? []) if (time !== "dynamic") staging.known.add(id);
  const carriedBy = (block: Block) =>
    variablesIn(staging, times.at(block), (id, time) => time === "dynamic" && staging.byId.has(id));
  const carried = new Set(stages.flatMap(({ block }) => carriedBy(block)));
  const known = variables.filter(({ id }) => staging.known.has(id));
  return { variables, stages, entry, known, carriedBy, carried: [...carried] };
}

/** What is the same for all blocks, and what they add to. */
interface Staging {
  readonly times: BindingTimes;
  readonly text: StagedText;
  readonly byId: ReadonlyMap<string, ClangNode>;
  /** Variables that have more than their first value. */
  readonly written: ReadonlySet<string>;
  readonly edges: Edge[];
  /** Variables that are known somewhere. */
  readonly known: Set<string>;
}

function variablesIn(
  { byId }: Staging,
  times: Times | undefined,
  isMeant: (id: string, time: Time) => boolean,
): ClangNode[] {
  return [...(times ?? [])].flatMap(([id, time]) => (isMeant(id, time) ? [byId.get(id) as ClangNode] : []));
}

function edgeTo(staging: Staging, to: Block, now: Times, early: readonly string[] = []): Edge {
  const lifted = variablesIn(
    staging,
    staging.times.at(to),
    (id, time) => time === "dynamic" && (now.get(id) ?? "dynamic") !== "dynamic",
  );
  const made = { number: staging.edges.length, to, early, lifted };
  staging.edges.push(made);
  return made;
}

/** A block while its steps are put into one stage or the other. */
interface Growing {
  now: Times;
  readonly early: { text: string; hole?: number }[];
  readonly late: string[];
  /** For a value that is known when the code is made. */
  readonly hole: (value: string) => string;
}

function stageOf(staging: Staging, block: Block): Stage {
  const { times, written } = staging;
  const atStart = times.at(block) as Times;
  const keys = variablesIn(staging, atStart, (id, time) => time !== "dynamic" && written.has(id));
  const early: Growing["early"] = [];
  let holes = 0;
  const hole = (value: string): string => {
    early.push({ text: value, hole: holes });
    return `WEFT_HOLE(${holes++})`;
  };
  const growing: Growing = { now: atStart, early, late: [], hole };
  for (const step of block.steps) doStep(staging, growing, step);
  const exit = exitOf(staging, growing, block);
  const ways = waysOf(exit);
  const { late } = growing;
  if (late.length > 0 && exit.kind !== "split" && exit.kind !== "end") late.push("$0;");
  return { block, keys, early, late: late.length > 0 ? late : undefined, ways, exit };
}

function doStep(staging: Staging, growing: Growing, step: Step): void {
  const { times, text, known } = staging;
  if (times.isStatic(step, growing.now)) {
    const own = times.writtenBy(step);
    const said = earlyStep(step, text.early);
    if (said !== undefined) growing.early.push({ text: said });
    if (own !== undefined) known.add(own);
  } else {
    const said = lateStep(staging, growing, step);
    if (said !== undefined) growing.late.push(said);
  }
  growing.now = times.after(step, growing.now);
}

function lateStep({ times, text, byId }: Staging, { now, hole }: Growing, step: Step): string | undefined {
  if (step.kind === "text") throw new Refusal("assembly is not made at run time yet", offsetOf(step.node));
  if (step.kind === "declaration")
    return step.initial && `${step.variable.name} = ${text.late(step.initial, now, hole)};`;
  const own = times.writtenBy(step);
  const isPlain = topOf(step.node).opcode === "=";
  if (own === undefined || isPlain || (now.get(own) ?? "dynamic") === "dynamic")
    return `${text.late(step.node, now, hole)};`;
  const variable = byId.get(own) as ClangNode;
  const { name = "" } = variable;
  const lift = `${name} = (${text.typeOf(variable)})${hole(name)};`;
  return `${lift} ${text.late(step.node, new Map(now).set(own, "dynamic"), hole)};`;
}

function exitOf(staging: Staging, growing: Growing, block: Block): StagedExit {
  const { text } = staging;
  const { exit } = block;
  const asked = exit.kind === "branch" ? exit.condition : exit.kind === "switch" ? exit.value : undefined;
  if (asked?.kind === ASM_GOTO) throw new Refusal("assembly is not made at run time yet", offsetOf(asked));
  switch (exit.kind) {
    case "jump":
      return { kind: "go", edge: edgeTo(staging, exit.to, growing.now) };
    case "call":
      return { kind: "go", edge: edgeTo(staging, exit.plain, growing.now) };
    case "choose":
      return chosen(staging, growing, exit);
    case "branch":
      return branched(staging, growing, exit);
    case "switch":
      return switched(staging, growing, exit);
    case "computed":
      throw new Refusal("a computed goto is not made at run time", offsetOf(exit.value));
    case "return": {
      const value = exit.value && ` ${text.late(exit.value, growing.now, growing.hole)}`;
      growing.late.push(`return${value ?? ""};`);
      return { kind: "end" };
    }
  }
}

type ExitOf<Kind extends Exit["kind"]> = Extract<Exit, { readonly kind: Kind }>;

function chosen(staging: Staging, growing: Growing, { step, to }: ExitOf<"choose">): StagedExit {
  const { times, text, known } = staging;
  const choice = choiceOf(step);
  if (choice === undefined || !times.forks(step, growing.now)) {
    doStep(staging, growing, step);
    return { kind: "go", edge: edgeTo(staging, to, growing.now) };
  }
  known.add(times.writtenBy(step) ?? "");
  const condition = text.late(choice.condition, growing.now, growing.hole);
  growing.late.push(`if (${condition}) $0; $1;`);
  const arms = choice.arms.map((arm) => earlyStep(arm, text.early) ?? "");
  const after = times.after(step, growing.now);
  return { kind: "split", edges: arms.map((arm) => edgeTo(staging, to, after, [arm])) };
}

function branched(staging: Staging, { now, late, hole }: Growing, exit: ExitOf<"branch">): StagedExit {
  const { times, text } = staging;
  const { condition } = exit;
  const [taken, otherwise] = [edgeTo(staging, exit.taken, now), edgeTo(staging, exit.otherwise, now)];
  if (times.timeOf(condition, now) !== "dynamic")
    return { kind: "decide", condition: unwrapped(text.early(condition)), taken, otherwise };
  late.push(`if (${unwrapped(text.late(condition, now, hole))}) $0; $1;`);
  return { kind: "split", edges: [taken, otherwise] };
}

/** Compilers warn of `if ((a == b))`. */
function unwrapped(text: string): string {
  let depth = 0;
  const ends = [...text].findIndex((one) => {
    depth += one === "(" ? 1 : one === ")" ? -1 : 0;
    return depth === 0;
  });
  return text.startsWith("(") && ends === text.length - 1 ? text.slice(1, -1) : text;
}

function switched(staging: Staging, { now, late, hole }: Growing, exit: ExitOf<"switch">): StagedExit {
  const { times, text } = staging;
  const cases = exit.cases.map(({ label, last, to }) => ({
    label: last === undefined ? text.early(label) : `${text.early(label)} ... ${text.early(last)}`,
    edge: edgeTo(staging, to, now),
  }));
  const otherwise = edgeTo(staging, exit.otherwise, now);
  if (times.timeOf(exit.value, now) !== "dynamic")
    return { kind: "pick", value: text.early(exit.value), cases, otherwise };
  const ways = cases.map(({ label }, at) => `case ${label}: $${at};`).join(" ");
  const value = text.late(exit.value, now, hole);
  late.push(`switch (${value}) { ${ways} default: $${cases.length}; }`);
  return { kind: "split", edges: [...cases.map((one) => one.edge), otherwise] };
}

function waysOf(exit: StagedExit): Block[][] {
  switch (exit.kind) {
    case "go":
      return [[exit.edge.to]];
    case "decide":
      return [[exit.taken.to, exit.otherwise.to]];
    case "pick":
      return [[...exit.cases.map(({ edge }) => edge.to), exit.otherwise.to]];
    case "split":
      return exit.edges.map(({ to }) => [to]);
    case "end":
      return [];
  }
}

function earlyStep(step: Step, early: (node: ClangNode) => string): string | undefined {
  if (step.kind === "declaration") return step.initial && `${step.variable.name} = ${early(step.initial)};`;
  return `${early(step.node)};`;
}

function writtenIn({ blocks }: LoweredFunction, times: BindingTimes): ReadonlySet<string> {
  const steps = blocks.flatMap((block) => [
    ...block.steps,
    ...(block.exit.kind === "choose" ? [block.exit.step] : []),
  ]);
  return new Set(steps.flatMap((step) => times.writtenBy(step) ?? []));
}

const IN_REGISTERS =
  "code that is made at run time has its variables in registers: let the caller hold this one, and give the function a pointer to it";

function refuseUnfit(variables: readonly ClangNode[], lowered: LoweredFunction, around: Surroundings): void {
  const names = new Set<string>();
  const taken = addressTaken(lowered);
  for (const node of variables) {
    const { name = "", type } = node;
    if (names.has(name))
      throw new Refusal(
        `two variables are called ${name}; at run time each needs a name of its own`,
        offsetOf(node),
      );
    names.add(name);
    const isScalar = around.types.integer(type) !== undefined || isWord(node, around);
    if (taken.has(node.id))
      throw new Refusal(`the address of ${name} is taken; ${IN_REGISTERS}`, offsetOf(node));
    if (!isScalar && !/^(float|double|long double)$/.test(around.types.canonical(type)))
      throw new Refusal(
        `${name} (${type?.qualType}) is no number and no pointer; ${IN_REGISTERS}`,
        offsetOf(node),
      );
  }
}
