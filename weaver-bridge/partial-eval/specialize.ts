/**
 * Specialization by program points: the function's graph is walked with what is known of its variables; a point with other
 * live knowledge is another piece of residual code. A condition that is known leaves one way, a loop whose condition is
 * known is unrolled, an interpreter's loop follows its program. What grows beyond the limits is made dynamic, and told.
 */
import { bare, type ClangNode, isThere, partsOf, spelledType, variableOf, walk } from "./clang-tree.js";
import { type Evaluated, evaluate, type Surroundings } from "./evaluate.js";
import { binary, type IntegerType, integerType, literal, wrap } from "./integers.js";
import { liveVariables } from "./live-variables.js";
import { type Block, choiceOf, type LoweredFunction, type Step } from "./lower.js";
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

interface State {
  readonly variables: Map<string, bigint>;
  readonly members: Map<string, bigint>;
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

const NOTHING = { variables: new Map<string, bigint>(), members: new Map<string, bigint>() };

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

/** Kinds that {@link evaluate} looks into; all others are written as they are. */
const READ =
  /^(ParenExpr|ConstantExpr|IntegerLiteral|CharacterLiteral|StringLiteral|DeclRefExpr|MemberExpr|ArraySubscriptExpr|ImplicitCastExpr|CStyleCastExpr|UnaryOperator|BinaryOperator|CompoundAssignOperator|ConditionalOperator|CallExpr|UnaryExprOrTypeTraitExpr)$/;

function createWorker(
  state: State,
  types: ReadonlyMap<string, IntegerType>,
  around: Surroundings,
  emit: (text: string, node: ClangNode) => void,
) {
  const nameOf = (node: ClangNode, id: string) =>
    around.names.get(id) ?? bare(node).referencedDecl?.name ?? "";
  const makeDynamic = (id: string, name: string, node: ClangNode) => {
    const value = state.variables.get(id);
    const type = types.get(id);
    if (value === undefined || type === undefined) return;
    emit(`${name} = ${literal(value, type)};`, node);
    state.variables.delete(id);
  };
  /** What is written inside, or stands in what is not looked into, is not known any more. */
  const prepare = (node: ClangNode, top?: ClangNode) => {
    for (const part of walk(node)) {
      const target = part === top ? undefined : targetOf(part);
      const id = target === undefined ? undefined : variableOf(target);
      if (target !== undefined && id !== undefined) makeDynamic(id, nameOf(target, id), node);
      if (READ.test(part.kind)) continue;
      for (const inner of walk(part)) {
        const named = variableOf(inner);
        if (named !== undefined && inner.kind === "DeclRefExpr")
          makeDynamic(named, nameOf(inner, named), node);
      }
    }
  };
  const read = (node: ClangNode, whole: ClangNode): Evaluated =>
    evaluate(node, { variables: state.variables, members: membersFor(whole) }, around);
  /** A call may write a member before or after it is read, unless it is the whole that is done. */
  const membersFor = (whole: ClangNode): ReadonlyMap<string, bigint> => {
    const calls = [...walk(whole)].filter((part) => part.kind === "CallExpr" || !READ.test(part.kind));
    if (calls.length === 0) return state.members;
    let core = bare(whole);
    while (
      core.kind === "ImplicitCastExpr" ||
      core.kind === "CStyleCastExpr" ||
      (core.kind === "BinaryOperator" && core.opcode === "=")
    )
      core = bare(partsOf(core).at(-1) as ClangNode);
    return calls.length === 1 && core === calls[0] ? state.members : NOTHING.members;
  };
  const forget = (node: ClangNode) => {
    for (const part of walk(node)) {
      if (part.kind === "CallExpr" || !READ.test(part.kind)) return state.members.clear();
      const target = targetOf(part);
      if (target === undefined) continue;
      const id = variableOf(target);
      const member = bare(target).kind === "MemberExpr" ? bare(target).name : undefined;
      if (id === undefined && member === undefined) return state.members.clear();
      for (const path of [...state.members.keys()])
        if (
          id !== undefined
            ? path.startsWith(`${id}-`) || path.startsWith(`${id}.`)
            : new RegExp(`(->|\\.)${member}\\b`).test(path)
        )
          state.members.delete(path);
    }
  };
  const value = (node: ClangNode): Evaluated => {
    prepare(node);
    const found = read(node, node);
    forget(node);
    return found;
  };

  const assign = (id: string, name: string, from: ClangNode, whole: ClangNode): boolean => {
    const type = types.get(id);
    const found = read(from, whole);
    forget(whole);
    if (type !== undefined && found.pure && found.value !== undefined) {
      const held = wrap(found.value, type);
      if (held === found.value) {
        state.variables.set(id, held);
        return false;
      }
    }
    emit(`${name} = ${found.text};`, whole);
    state.variables.delete(id);
    return true;
  };

  const update = (top: ClangNode, target: ClangNode, id: string, type: IntegerType): boolean => {
    const name = nameOf(target, id);
    const before = state.variables.get(id);
    const isStep = top.kind === "UnaryOperator";
    const operand = isStep ? undefined : read(partsOf(top)[1] as ClangNode, top);
    const by = isStep ? 1n : operand?.pure ? operand.value : undefined;
    const promoted: IntegerType =
      type.bits < 32 ? { bits: 32, isSigned: true, isBool: false, suffix: "" } : type;
    const result = isStep ? promoted : integerType(spelledType(top.computeResultType), around.longBits);
    const operator = isStep ? (top.opcode === "++" ? "+" : "-") : (top.opcode as string).slice(0, -1);
    if (before !== undefined && by !== undefined && result !== undefined && !type.isBool) {
      const after = binary(operator, wrap(before, result), by, result);
      if (after !== undefined) {
        state.variables.set(id, wrap(after, type));
        forget(top);
        return false;
      }
    }
    makeDynamic(id, name, top);
    forget(top);
    emit(isStep ? `${name}${top.opcode};` : `${name} ${top.opcode} ${operand?.text};`, top);
    return true;
  };

  return {
    value,
    /** Where a dynamic condition chooses between two known values, each goes its own way. */
    fork(step: Step): { readonly condition: string; readonly states: readonly [State, State] } | undefined {
      const choice = choiceOf(step);
      const type = choice === undefined ? undefined : types.get(choice.variable);
      if (choice === undefined || type === undefined) return undefined;
      const all = [choice.condition, ...choice.arms];
      const isQuiet = all.every((node) =>
        [...walk(node)].every(
          (part) => READ.test(part.kind) && part.kind !== "CallExpr" && targetOf(part) === undefined,
        ),
      );
      if (!isQuiet) return undefined;
      const [condition, ...arms] = all.map((node) => evaluate(node, state, around));
      const values = arms.map((arm) => arm.value);
      if (condition === undefined || condition.value !== undefined) return undefined;
      const states = values.map((value) => {
        if (value === undefined || wrap(value, type) !== value) return undefined;
        return { members: state.members, variables: new Map(state.variables).set(choice.variable, value) };
      });
      const [taken, otherwise] = states;
      if (taken === undefined || otherwise === undefined) return undefined;
      return { condition: condition.text, states: [taken, otherwise] };
    },
    /** True when something of it is left. */
    step(step: Step): boolean {
      if (step.kind === "declaration") {
        const { variable, initial } = step;
        state.variables.delete(variable.id);
        if (initial === undefined) return false;
        const name = around.names.get(variable.id) ?? variable.name ?? "";
        prepare(initial);
        if (bare(initial).kind !== "InitListExpr") return assign(variable.id, name, initial, initial);
        if (/\[/.test(variable.type?.qualType ?? ""))
          throw new Refusal("an array with initial values is not understood yet", offsetOf(variable));
        emit(`${name} = (${variable.type?.qualType})${read(initial, initial).text};`, variable);
        return true;
      }
      let top = bare(step.node);
      while (top.kind === "CStyleCastExpr" && top.castKind === "ToVoid")
        top = bare(partsOf(top)[0] as ClangNode);
      const target = targetOf(top);
      const id = target === undefined ? undefined : variableOf(target);
      const type = id === undefined ? undefined : types.get(id);
      prepare(top, type === undefined ? undefined : top);
      if (target !== undefined && id !== undefined && type !== undefined) {
        if (top.kind === "BinaryOperator")
          return assign(id, nameOf(target, id), partsOf(top)[1] as ClangNode, top);
        return update(top, target, id, type);
      }
      const found = read(top, top);
      forget(top);
      if (found.pure) return false;
      emit(`${found.text};`, top);
      return true;
    },
  };
}

/** What a node writes. */
function targetOf(node: ClangNode): ClangNode | undefined {
  const isWrite =
    (node.kind === "BinaryOperator" && node.opcode === "=") ||
    node.kind === "CompoundAssignOperator" ||
    (node.kind === "UnaryOperator" && (node.opcode === "++" || node.opcode === "--"));
  const [target] = partsOf(node);
  return isWrite && isThere(target) ? target : undefined;
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

function offsetOf({ range }: ClangNode): number | undefined {
  return range?.begin.offset ?? range?.begin.expansionLoc?.offset;
}
