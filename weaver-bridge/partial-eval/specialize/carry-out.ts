/** The end of a block with what is known: one way is left, or both are; a call goes on in the function that is called. */

import { assignedText, valueAs } from "../evaluate/conversions.js";
import type { Block, Exit } from "../lower/graph.js";
import { asNumber } from "../objects/as-number.js";
import { wrap } from "../objects/integers.js";
import { sayValue } from "../objects/say-value.js";
import { cellsUnder, copyOf, type Frame, type State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isLabel, isNumber, isPointer, isReal } from "../objects/values.js";
import { Refusal } from "../refusal.js";
import { type ClangNode, offsetOf, partsOf, walk } from "../tree/clang-tree.js";
import type { Assumption } from "./assumed.js";
import type { Inlining } from "./inlining.js";
import { createWorker, type Outcome, type Worker } from "./perform.js";
import { nodeOf } from "./places.js";
import type { ResidualBlock, ResidualExit } from "./residual-graph.js";
import { testsBefore } from "./tested-conditions.js";
import type { Event } from "./told.js";
import { decided, type ValueRange } from "./value-range.js";

export interface Carried {
  readonly exit: Exit;
  readonly state: State;
  readonly worker: Worker;
  readonly enter: (block: Block, from: State) => ResidualBlock;
  readonly note: (node: ClangNode, what: Event["what"], value?: string) => void;
  readonly emit: (text: string, node: ClangNode) => void;
  readonly around: Surroundings;
  readonly inliner: Inlining;
  readonly assumed: readonly Assumption[];
}

export function carryOut(carried: Carried): ResidualExit {
  const { exit, state, worker, enter, note } = carried;
  switch (exit.kind) {
    case "jump":
      return { kind: "jump", to: enter(exit.to, state) };
    case "choose":
      return chooseIn(carried, exit);
    case "return":
      return leave(carried, exit.value);
    case "call": {
      if (exit.call.kind === "StmtExpr") return expand(carried, exit);
      const inlined = carried.inliner.begin(exit, state, worker, carried.emit);
      if (inlined === undefined) return { kind: "jump", to: enter(stayingOf(carried, exit), state) };
      note(exit.call, "inlined", inlined.name);
      return { kind: "jump", to: enter(inlined.entry, state) };
    }
    case "branch":
      return branch(carried, exit);
    case "switch":
      return choose(carried, exit);
    case "computed":
      return { kind: "jump", to: enter(wayOf(carried, exit), state) };
  }
}

/** A choice within an expression, which becomes two ways where the value of neither is lost. */
function chooseIn(
  { state, worker, enter, note }: Carried,
  { step, to }: Extract<Exit, { kind: "choose" }>,
): ResidualExit {
  const fork = worker.fork(step);
  note(nodeOf(step), fork === undefined && worker.step(step) ? "kept" : "folded");
  if (fork === undefined) return { kind: "jump", to: enter(to, state) };
  const [taken, otherwise] = fork.states;
  return {
    kind: "branch",
    condition: fork.condition,
    pure: true,
    taken: enter(to, taken),
    otherwise: enter(to, otherwise),
  };
}

function branch(carried: Carried, exit: Extract<Exit, { kind: "branch" }>): ResidualExit {
  const { state, worker, enter, note, around } = carried;
  const condition = worker.value(exit.condition);
  const outcome = truth(condition, around) ?? toldBefore(carried, exit, condition);
  if (outcome !== undefined) {
    note(exit.condition, "folded", `${outcome}`);
    return { kind: "jump", to: enter(outcome ? exit.taken : exit.otherwise, state) };
  }
  note(exit.condition, "kept");
  const text = condition.text();
  return {
    kind: "branch",
    condition: text,
    pure: condition.pure,
    taken: enter(exit.taken, state),
    otherwise: enter(exit.otherwise, state),
  };
}

/** The call as a part of its expression, or alone, where another one behind it is followed. */
function stayingOf({ inliner, state }: Carried, exit: Extract<Exit, { kind: "call" }>): Block {
  if (exit.alone === undefined) return exit.plain;
  return exit.later?.some((call) => inliner.isFollowed(call, state)) === true ? exit.alone : exit.plain;
}

/** `({ … })` stays as it is written where it can, and nothing in it is known. */
function expand(
  { state, enter, around }: Carried,
  { call, after, plain }: Extract<Exit, { kind: "call" }>,
): ResidualExit {
  const { observe } = around;
  around.observe = undefined;
  const { evaluator } = createWorker(copyOf(state), around, () => {});
  const isOnlyNamed = (root: string) =>
    around.rootInfo(root).kind === "pointee" && cellsUnder(state.cells, root).next().done === true;
  const isKnown = walk(call).some((node) => {
    const value = node.castKind === "LValueToRValue" ? evaluator.evaluate(node).value : undefined;
    return value !== undefined && !(isPointer(value) && isOnlyNamed(value.root));
  });
  const isKept = !isKnown && canBeWritten(evaluator.evaluate(call));
  around.observe = observe;
  return { kind: "jump", to: enter(isKept ? plain : after, state) };
}

function canBeWritten({ text }: { readonly text: () => string }): boolean {
  try {
    text();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Throws {@link Refusal} where it is not known which way. */
function wayOf({ worker, note }: Carried, { value, ways }: Extract<Exit, { kind: "computed" }>): Block {
  const found = worker.value(value);
  const label = isLabel(found.value) && found.pure ? found.value : undefined;
  const way = ways.find(({ id }) => id === label?.label);
  if (label === undefined || way === undefined)
    throw new Refusal("to which label this jumps is not known", offsetOf(value));
  note(value, "folded", `&&${label.name}`);
  return way.to;
}

function choose(carried: Carried, exit: Extract<Exit, { kind: "switch" }>): ResidualExit {
  const { state, worker, enter, note, around } = carried;
  const value = worker.value(exit.value);
  const isKnown = isNumber(value.value) && value.pure;
  note(exit.value, isKnown ? "folded" : "kept", isKnown ? `${value.value}` : undefined);
  const type = around.types.integer(exit.value.type);
  const constantOf = (label: ClangNode) => {
    const found = worker.evaluator.evaluate(label);
    if (!isNumber(found.value) || type === undefined)
      throw new Refusal("the value of this case is not known", offsetOf(label));
    return { constant: wrap(found.value, type), text: found.text };
  };
  const cases = exit.cases.map(({ label, last, to }) => {
    const first = constantOf(label);
    const end = last === undefined ? first : constantOf(last);
    const text = last === undefined ? first.text : () => `${first.text()} ... ${end.text()}`;
    return { least: first.constant, most: end.constant, text, to };
  });
  if (isKnown) {
    const known = value.value as bigint;
    const hit = cases.find(({ least, most }) => least <= known && known <= most);
    return { kind: "jump", to: enter(hit?.to ?? exit.otherwise, state) };
  }
  const range = value.pure ? testsBefore(state.frames, around, carried.assumed)?.values.get(exit) : undefined;
  const possible = cases.filter((one) => !range || mayBe(range, one));
  const isAll = range !== undefined && coversAll(range, possible);
  const last = isAll ? possible.pop() : undefined;
  const meant = exit.value.castKind === "IntegralCast" ? partsOf(exit.value)[0]?.type : exit.value.type;
  const said = value.text();
  const text = possible.length < cases.length ? asNumber(said, meant, around.types) : said;
  const otherwise = enter(last?.to ?? exit.otherwise, state);
  if (possible.length === 0 && value.pure) return { kind: "jump", to: otherwise };
  return {
    kind: "switch",
    value: text,
    cases: possible.map((one) => ({ label: one.text(), to: enter(one.to, state) })),
    otherwise,
  };
}

/** So many numbers are looked at one by one. */
const MOST_VALUES = 256n;

interface Span {
  readonly least: bigint;
  readonly most: bigint;
}

const mayBe = (range: ValueRange, { least, most }: Span): boolean =>
  least === most
    ? decided(range, "==", least) !== false
    : decided(range, "<", least) !== true && decided(range, ">", most) !== true;

function coversAll({ least, most, not }: ValueRange, spans: readonly Span[]): boolean {
  if (spans.length === 0 || most - least > MOST_VALUES) return false;
  for (let value = least; value <= most; value++)
    if (!not.includes(value) && !spans.some((one) => one.least <= value && value <= one.most)) return false;
  return true;
}

/** Out of the function, or of one that is inlined back into the one that called it. */
function leave(
  { state, worker, enter, note, emit, around }: Carried,
  value: ClangNode | undefined,
): ResidualExit {
  const frame = state.frames.at(-1) as Frame;
  const found = value === undefined ? undefined : worker.value(value);
  if (value !== undefined) {
    const known = found?.pure === true ? found.value : undefined;
    note(
      value,
      known === undefined || frame.after === undefined ? "kept" : "folded",
      sayValue(known, around),
    );
  }
  if (frame.after === undefined) {
    const text = found?.text();
    worker.memory.settleShared(value ?? { id: "", kind: "ReturnStmt" });
    return { kind: "return", value: text };
  }
  const { result } = frame;
  if (result === undefined || found === undefined || value === undefined) {
    if (found !== undefined && !found.pure && value !== undefined) emit(`${found.text()};`, value);
  } else keepResult({ state, worker, emit, around }, result, found, value);
  state.frames = state.frames.slice(0, -1);
  return { kind: "jump", to: enter(frame.after, state) };
}

/** The variable for the result of a function that was followed gets it. */
function keepResult(
  { state, worker, emit, around }: Pick<Carried, "state" | "worker" | "emit" | "around">,
  result: string,
  found: Outcome,
  value: ClangNode,
): void {
  const { text: name, node } = around.rootInfo(result);
  const known =
    found.pure && found.value !== undefined ? valueAs(found.value, node?.type, around) : undefined;
  if (known !== undefined) {
    const type = around.types.canonical(value.type);
    state.cells.set(result, { value: known, type, inMemory: false });
    return;
  }
  emit(`${name} = ${assignedText(around, value, found, node?.type)};`, value);
  worker.memory.copied({ root: result, path: [] }, worker.memory.partsOf(found.object));
}

/** A test on the way here has told it; the running program would test what it has tested. */
function toldBefore(carried: Carried, exit: Exit, { pure }: Outcome): boolean | undefined {
  const { state, around, assumed } = carried;
  return pure ? testsBefore(state.frames, around, assumed)?.conditions.get(exit) : undefined;
}

function truth({ value, pure }: Outcome, around: Surroundings): boolean | undefined {
  if (!pure || value === undefined) return undefined;
  if (isNumber(value)) return value !== 0n;
  if (!isPointer(value)) return isReal(value) ? undefined : true;
  return around.rootInfo(value.root).kind !== "pointee" || around.isNonNull(value.root) ? true : undefined;
}
