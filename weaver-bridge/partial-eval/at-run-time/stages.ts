/**
 * A function in two stages: what the code that makes code does, and what is left for templates. One template for each block
 * that has anything to do while the code runs; what is known leads from one to the next.
 */
import { type ClangNode, offsetOf } from "../clang-tree.js";
import { addressTaken } from "../live-variables.js";
import { type Block, choiceOf, type LoweredFunction, type Step } from "../lower.js";
import { Refusal } from "../refusal.js";
import type { Surroundings } from "../surroundings.js";
import { type BindingTimes, isWord, type Times, topOf } from "./binding-times.js";
import { stagedText } from "./staged-text.js";

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
  const byId = new Map(variables.map((node) => [node.id, node]));
  const text = stagedText(times, around);
  const edges: Edge[] = [];
  const known = new Set<ClangNode>();
  const isWritten = writtenIn(lowered, times);

  const edge = (to: Block, now: Times, early: readonly string[] = []): Edge => {
    const there = times.at(to);
    const lifted = [...(there ?? [])].flatMap(([id, time]) =>
      time === "dynamic" && (now.get(id) ?? "dynamic") !== "dynamic" ? [byId.get(id) as ClangNode] : [],
    );
    const made = { number: edges.length, to, early, lifted };
    edges.push(made);
    return made;
  };
  const carriedBy = (block: Block) =>
    [...(times.at(block) ?? [])].flatMap(([id, time]) =>
      time === "dynamic" && byId.has(id) ? [byId.get(id) as ClangNode] : [],
    );

  const stageOf = (block: Block): Stage => {
    let now: Times = times.at(block) as Times;
    const keys = [...now].flatMap(([id, time]) =>
      time !== "dynamic" && isWritten.has(id) ? [byId.get(id) as ClangNode] : [],
    );
    const early: { text: string; hole?: number }[] = [];
    const late: string[] = [];
    let holes = 0;
    const hole = (value: string): string => {
      early.push({ text: value, hole: holes });
      return `WEFT_HOLE(${holes++})`;
    };
    const doStep = (step: Step) => {
      const own = times.writtenBy(step);
      if (times.isStatic(step, now)) {
        const said = earlyStep(step, text.early);
        if (said !== undefined) early.push({ text: said });
        if (own !== undefined) known.add(byId.get(own) as ClangNode);
      } else {
        const said = lateStep(step, own, now, hole);
        if (said !== undefined) late.push(said);
      }
      now = times.after(step, now);
    };
    const lateStep = (
      step: Step,
      own: string | undefined,
      at: Times,
      inHole: (value: string) => string,
    ): string | undefined => {
      if (step.kind === "text")
        throw new Refusal("assembly is not made at run time yet", offsetOf(step.node));
      if (step.kind === "declaration")
        return step.initial && `${step.variable.name} = ${text.late(step.initial, at, inHole)};`;
      const name = own === undefined ? undefined : byId.get(own)?.name;
      const isPlain = topOf(step.node).opcode === "=";
      const isLifted = own !== undefined && !isPlain && (at.get(own) ?? "dynamic") !== "dynamic";
      const lift = isLifted
        ? `${name} = (${text.typeOf(byId.get(own) as ClangNode)})${inHole(name ?? "")}; `
        : "";
      const then = isLifted ? new Map(at).set(own, "dynamic") : at;
      return `${lift}${text.late(step.node, then, inHole)};`;
    };
    for (const step of block.steps) doStep(step);
    const exit = exitOf(block, () => now, { doStep, hole, late, edge });
    const ways = waysOf(exit);
    if (late.length > 0 && exit.kind !== "split" && exit.kind !== "end") late.push("$0;");
    return { block, keys, early, late: late.length > 0 ? late : undefined, ways, exit };
  };

  const exitOf = (
    block: Block,
    now: () => Times,
    use: {
      readonly doStep: (step: Step) => void;
      readonly hole: (value: string) => string;
      readonly late: string[];
      readonly edge: typeof edge;
    },
  ): StagedExit => {
    const { exit } = block;
    switch (exit.kind) {
      case "jump":
        return { kind: "go", edge: use.edge(exit.to, now()) };
      case "call":
        return { kind: "go", edge: use.edge(exit.plain, now()) };
      case "choose": {
        const choice = choiceOf(exit.step);
        if (choice === undefined || !times.forks(exit.step, now())) {
          use.doStep(exit.step);
          return { kind: "go", edge: use.edge(exit.to, now()) };
        }
        known.add(byId.get(times.writtenBy(exit.step) ?? "") as ClangNode);
        const condition = text.late(choice.condition, now(), use.hole);
        use.late.push(`if (${condition}) $0; $1;`);
        const arms = choice.arms.map((arm) => earlyStep(arm, text.early) ?? "");
        const after = times.after(exit.step, now());
        return { kind: "split", edges: arms.map((arm) => use.edge(exit.to, after, [arm])) };
      }
      case "branch": {
        const [taken, otherwise] = [use.edge(exit.taken, now()), use.edge(exit.otherwise, now())];
        if (times.timeOf(exit.condition, now()) !== "dynamic")
          return { kind: "decide", condition: text.early(exit.condition), taken, otherwise };
        use.late.push(`if (${text.late(exit.condition, now(), use.hole)}) $0; $1;`);
        return { kind: "split", edges: [taken, otherwise] };
      }
      case "switch": {
        const cases = exit.cases.map(({ label, to }) => ({
          label: text.early(label),
          edge: use.edge(to, now()),
        }));
        const otherwise = use.edge(exit.otherwise, now());
        if (times.timeOf(exit.value, now()) !== "dynamic")
          return { kind: "pick", value: text.early(exit.value), cases, otherwise };
        const ways = cases.map(({ label }, at) => `case ${label}: $${at};`).join(" ");
        const value = text.late(exit.value, now(), use.hole);
        use.late.push(`switch (${value}) { ${ways} default: $${cases.length}; }`);
        return { kind: "split", edges: [...cases.map((one) => one.edge), otherwise] };
      }
      case "return":
        use.late.push(
          exit.value === undefined ? "return;" : `return ${text.late(exit.value, now(), use.hole)};`,
        );
        return { kind: "end" };
    }
  };

  const start = new Map(
    parameters.map(({ id }) => [id, given.has(id) ? ("static" as const) : ("dynamic" as const)]),
  );
  const entry = edge(lowered.entry, start);
  const stages = lowered.blocks.filter((block) => times.at(block) !== undefined).map(stageOf);
  for (const block of lowered.blocks)
    for (const [id, time] of times.at(block) ?? [])
      if (time !== "dynamic") known.add(byId.get(id) as ClangNode);
  for (const id of given.keys()) known.add(byId.get(id) as ClangNode);
  const carried = new Set(stages.flatMap(({ block }) => carriedBy(block)));
  return {
    variables,
    stages,
    entry,
    known: variables.filter((node) => known.has(node)),
    carriedBy,
    carried: [...carried],
  };
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

/** Variables that have more than their first value. */
function writtenIn({ blocks }: LoweredFunction, times: BindingTimes): ReadonlySet<string> {
  const steps = blocks.flatMap((block) => [
    ...block.steps,
    ...(block.exit.kind === "choose" ? [block.exit.step] : []),
  ]);
  return new Set(steps.flatMap((step) => times.writtenBy(step) ?? []));
}

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
      throw new Refusal(
        `the address of ${name} is taken; at run time that is not understood yet`,
        offsetOf(node),
      );
    if (!isScalar && !/^(float|double|long double)$/.test(around.types.canonical(type)))
      throw new Refusal(
        `${name} (${type?.qualType}) is no number and no pointer; at run time that is not understood yet`,
        offsetOf(node),
      );
  }
}
