/**
 * Specialization by program points: the function's graph is walked with what is known of its variables; a point with other
 * live knowledge is another piece of residual code. A condition that is known leaves one way, a loop whose condition is
 * known is unrolled, an interpreter's loop follows its program. What grows beyond the limits is made dynamic, and told.
 */
import { createWorker, type State } from "./block-worker.js";
import { type ClangNode, offsetOf, partsOf, spelledType, variableOf, walk } from "./clang-tree.js";
import { evaluate, NOTHING, type Surroundings } from "./evaluate.js";
import { type IntegerType, integerType, wrap } from "./integers.js";
import { liveVariables } from "./live-variables.js";
import type { Block, LoweredFunction, Step } from "./lower.js";
import { Refusal } from "./refusal.js";

export interface ResidualBlock {
  readonly number: number;
  readonly lines: { readonly text: string; readonly offset: number | undefined }[];
  exit: ResidualExit;
}

export type ResidualExit =
  | { readonly kind: "jump"; readonly to: ResidualBlock }
  | {
      readonly kind: "branch";
      readonly condition: string;
      readonly taken: ResidualBlock;
      readonly otherwise: ResidualBlock;
    }
  | {
      readonly kind: "switch";
      readonly value: string;
      readonly cases: readonly { readonly label: string; readonly to: ResidualBlock }[];
      readonly otherwise: ResidualBlock;
    }
  | { readonly kind: "return"; readonly value: string | undefined };

export interface Limits {
  /** Residual copies of one place. */
  readonly unroll: number;
  /** Residual statements. */
  readonly statements: number;
}

export interface Start {
  /** Parameters with a value, by the id of their declaration. */
  readonly variables: ReadonlyMap<string, bigint>;
  /** Members that have a value until something may write them, by path. */
  readonly members: ReadonlyMap<string, bigint>;
}

/** What became of a statement or condition of the function, by its place in the file (bytes). */
export type Outcomes = ReadonlyMap<number, ReadonlySet<"folded" | "kept">>;

export interface Specialized {
  readonly entry: ResidualBlock;
  readonly outcomes: Outcomes;
  /** Limits that fired, in words. */
  readonly notes: readonly string[];
}

class Generalize extends Error {
  constructor(readonly ids: ReadonlySet<string>) {
    super("too many variants");
  }
}

/** Throws {@link Refusal}. Always ends: each round makes at least one more variable dynamic. */
export function specialize(
  lowered: LoweredFunction,
  parameters: readonly ClangNode[],
  start: Start,
  around: Surroundings,
  limits: Limits,
): Specialized {
  const dynamic = new Set<string>();
  const notes: string[] = [];
  const names = new Map(
    [...parameters, ...lowered.variables].map(({ id, name = "" }) => [id, around.names.get(id) ?? name]),
  );
  for (;;)
    try {
      return { ...runRound(lowered, parameters, start, around, limits, dynamic), notes };
    } catch (error) {
      if (!(error instanceof Generalize)) throw error;
      for (const id of error.ids) dynamic.add(id);
      const said = [...error.ids].map((id) => names.get(id) ?? id).join(", ");
      notes.push(
        `${said === "" ? "members" : said}: more than ${limits.unroll} variants of one place, so made dynamic (limits unroll)`,
      );
      if (error.ids.size === 0) start = { ...start, members: new Map() };
    }
}

function runRound(
  lowered: LoweredFunction,
  parameters: readonly ClangNode[],
  start: Start,
  around: Surroundings,
  limits: Limits,
  dynamic: ReadonlySet<string>,
): Omit<Specialized, "notes"> {
  const types = trackedTypes(lowered, parameters, around, dynamic);
  const live = liveVariables(lowered);
  const variants = new Map<Block, Map<string, { readonly residual: ResidualBlock; readonly state: State }>>();
  const waiting: { block: Block; residual: ResidualBlock; state: State }[] = [];
  const outcomes = new Map<number, Set<"folded" | "kept">>();
  let blocks = 0;
  let statements = 0;

  const enter = (block: Block, from: State): ResidualBlock => {
    const wanted = live.get(block) ?? new Set();
    const state: State = {
      variables: new Map([...from.variables].filter(([id]) => wanted.has(id))),
      members: new Map(from.members),
    };
    const key = JSON.stringify([[...state.variables].sort(), [...state.members].sort()], (_, value) =>
      typeof value === "bigint" ? `${value}` : value,
    );
    const known = variants.get(block) ?? new Map();
    variants.set(block, known);
    const before = known.get(key);
    if (before !== undefined) return before.residual;
    if (known.size >= limits.unroll)
      throw new Generalize(differing([...known.values()].map((one) => one.state)));
    const residual: ResidualBlock = {
      number: blocks++,
      lines: [],
      exit: { kind: "return", value: undefined },
    };
    known.set(key, { residual, state });
    waiting.push({
      block,
      residual,
      state: { variables: new Map(state.variables), members: new Map(state.members) },
    });
    return residual;
  };

  const entry = enter(lowered.entry, {
    variables: new Map([...start.variables].filter(([id]) => types.has(id))),
    members: new Map(start.members),
  });
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { block, residual, state } = next;
    const emit = (text: string, node: ClangNode) => {
      if (++statements > limits.statements)
        throw new Refusal(
          `more than ${limits.statements} residual statements (limits statements)`,
          offsetOf(node),
        );
      residual.lines.push({ text, offset: offsetOf(node) });
    };
    const note = (node: ClangNode, what: "folded" | "kept") => {
      const at = offsetOf(node);
      if (at !== undefined) outcomes.set(at, (outcomes.get(at) ?? new Set()).add(what));
    };
    const worker = createWorker(state, types, around, emit);
    for (const step of block.steps) note(placeOf(step), worker.step(step) ? "kept" : "folded");
    const { exit } = block;
    if (exit.kind === "jump") residual.exit = { kind: "jump", to: enter(exit.to, state) };
    else if (exit.kind === "choose") {
      const fork = worker.fork(exit.step);
      note(placeOf(exit.step), fork === undefined && worker.step(exit.step) ? "kept" : "folded");
      residual.exit =
        fork === undefined
          ? { kind: "jump", to: enter(exit.to, state) }
          : {
              kind: "branch",
              condition: fork.condition,
              taken: enter(exit.to, fork.states[0]),
              otherwise: enter(exit.to, fork.states[1]),
            };
    } else if (exit.kind === "return") {
      const value = exit.value === undefined ? undefined : worker.value(exit.value).text;
      if (exit.value !== undefined) note(exit.value, "kept");
      residual.exit = { kind: "return", value };
    } else if (exit.kind === "branch") {
      const condition = worker.value(exit.condition);
      note(exit.condition, condition.value === undefined ? "kept" : "folded");
      if (condition.value !== undefined && condition.pure)
        residual.exit = {
          kind: "jump",
          to: enter(condition.value === 0n ? exit.otherwise : exit.taken, state),
        };
      else
        residual.exit = {
          kind: "branch",
          condition: condition.text,
          taken: enter(exit.taken, state),
          otherwise: enter(exit.otherwise, state),
        };
    } else {
      const value = worker.value(exit.value);
      note(exit.value, value.value === undefined ? "kept" : "folded");
      const type = integerType(spelledType(exit.value.type), around.longBits);
      const cases = exit.cases.map(({ label, to }) => {
        const { value: constant, text } = evaluate(label, NOTHING, around);
        if (constant === undefined || type === undefined)
          throw new Refusal("the value of this case is not known", offsetOf(label));
        return { constant: wrap(constant, type), text, to };
      });
      if (value.value !== undefined && value.pure) {
        const hit = cases.find(({ constant }) => constant === value.value);
        residual.exit = { kind: "jump", to: enter(hit?.to ?? exit.otherwise, state) };
      } else
        residual.exit = {
          kind: "switch",
          value: value.text,
          cases: cases.map(({ text, to }) => ({ label: text, to: enter(to, state) })),
          otherwise: enter(exit.otherwise, state),
        };
    }
  }
  return { entry, outcomes };
}

/** Variables whose values can be followed: integers of the function whose address nobody has. */
function trackedTypes(
  lowered: LoweredFunction,
  parameters: readonly ClangNode[],
  around: Surroundings,
  dynamic: ReadonlySet<string>,
): ReadonlyMap<string, IntegerType> {
  const taken = new Set<string>();
  for (const node of nodesOf(lowered))
    for (const part of walk(node))
      if (part.kind === "UnaryOperator" && part.opcode === "&") {
        const id = variableOf(partsOf(part)[0] as ClangNode);
        if (id !== undefined) taken.add(id);
      }
  const types = new Map<string, IntegerType>();
  for (const { id, type } of [...parameters, ...lowered.variables]) {
    const found = integerType(
      `${type?.qualType}`.includes("volatile") ? "volatile" : spelledType(type),
      around.longBits,
    );
    if (found !== undefined && !taken.has(id) && !dynamic.has(id)) types.set(id, found);
  }
  return types;
}

function* nodesOf({ blocks }: LoweredFunction): Generator<ClangNode> {
  for (const { steps, exit } of blocks) {
    for (const step of steps) {
      if (step.kind === "expression") yield step.node;
      else if (step.initial !== undefined) yield step.initial;
    }
    if (exit.kind === "branch") yield exit.condition;
    else if (exit.kind === "choose")
      yield exit.step.kind === "expression" ? exit.step.node : (exit.step.initial as ClangNode);
    else if (exit.kind !== "jump" && exit.value !== undefined) yield exit.value;
  }
}

function differing(states: readonly State[]): Set<string> {
  const values = new Map<string, Set<bigint | undefined>>();
  const ids = new Set(states.flatMap(({ variables }) => [...variables.keys()]));
  for (const id of ids) values.set(id, new Set(states.map(({ variables }) => variables.get(id))));
  return new Set([...values].filter(([, seen]) => seen.size > 1).map(([id]) => id));
}

function placeOf(step: Step): ClangNode {
  return step.kind === "expression" ? step.node : step.variable;
}
