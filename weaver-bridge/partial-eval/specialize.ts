/**
 * Specialization by program points: the function's graph is walked with what is known of its objects; a point with other
 * live knowledge is another piece of residual code. A condition that is known leaves one way, a loop whose condition is
 * known is unrolled, an interpreter's loop follows its program, a call with something known goes on in the function that is
 * called. What grows beyond the limits is made dynamic, and told.
 */

import { type ClangNode, type ClangPlace, offsetOf, partsOf, targetOf, walk } from "./clang-tree.js";
import { countContexts, type ResidualContext } from "./contexts.js";

import { type Inlining, inlining } from "./inlining.js";
import { wrap } from "./integers.js";
import { addressTaken, liveVariables } from "./live-variables.js";
import type { Block, Exit, LoweredFunction, Step } from "./lower.js";
import { createWorker, type Outcome, type Worker } from "./perform.js";
import { Refusal } from "./refusal.js";
import { sayValue } from "./say-value.js";
import { copyOf, depthOf, type Frame, type State, stateKey } from "./state.js";
import type { Surroundings } from "./surroundings.js";
import { isFunction, isNumber, isPointer, keyOf, type Value } from "./values.js";

export interface ResidualLine {
  readonly text: string;
  readonly from: ClangPlace | undefined;
}

export interface ResidualBlock {
  readonly number: number;
  readonly lines: ResidualLine[];
  exit: ResidualExit;
  /** Of the exit. */
  from?: ClangPlace | undefined;
}

export type ResidualExit =
  | { readonly kind: "jump"; readonly to: ResidualBlock }
  | {
      readonly kind: "branch";
      readonly condition: string;
      /** Nobody would miss the condition. */
      readonly pure: boolean;
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
  /** Calls that are followed within each other. */
  readonly depth: number;
  /** At run time: pieces of code, and bytes of all of them. */
  readonly variants: number;
  readonly bytes: number;
}

/** What became of a statement or condition in one copy of its place. */
export interface Event {
  readonly node: ClangNode;
  readonly what: "folded" | "kept" | "inlined";
  /** Of a condition or a returned value that is known. */
  readonly value?: string;
  /** Of what is kept: what it reads of which nothing is known. */
  readonly unknown?: readonly UnknownRead[];
  /** Functions that were called on the way there, outermost first. */
  readonly calls: readonly string[];
}

export interface UnknownRead {
  /** As it is written; of a call its name with `()`. */
  readonly text: string;
  readonly node: ClangNode;
  /** How a declaration would say it. */
  readonly fact?: string;
  /** Code on the way there that may have written it. */
  readonly after?: ClangNode;
}

/** What is known of an expression, over all copies of it. */
export interface ExpressionTimes {
  readonly known: number;
  readonly unknown: number;
  /** What it is, where it is a number and the same each time. */
  readonly value: string | undefined;
}

export interface Specialized {
  readonly entry: ResidualBlock;
  readonly events: readonly Event[];
  readonly times: ReadonlyMap<ClangNode, ExpressionTimes>;
  readonly contexts: ResidualContext;
  /** Limits that fired, in words. */
  readonly notes: readonly string[];
}

class Generalize extends Error {
  constructor(
    readonly place: string,
    readonly keys: ReadonlySet<string>,
  ) {
    super("too many variants");
  }
}

export interface SpecializeRequest {
  readonly name: string;
  readonly lowered: LoweredFunction;
  /** What is known at the start; asked again when something has become dynamic. */
  readonly start: () => State;
  readonly around: Surroundings;
  readonly limits: Limits;
  /** Functions that stay calls. */
  readonly keep: ReadonlySet<string>;
  /** Asked between blocks; throws what ends it. */
  readonly onProgress?: (() => void) | undefined;
}

const ROUNDS = 200;

/** Throws {@link Refusal}. Always ends: each round makes at least one more object dynamic. */
export function specialize(request: SpecializeRequest): Specialized {
  const { around, limits } = request;
  const notes = new Set<string>();
  const general = new Map<string, Set<string>>();
  for (let round = 0; round < ROUNDS; round++)
    try {
      return { ...runRound(request, general), notes: [...notes] };
    } catch (error) {
      if (!(error instanceof Generalize)) throw error;
      const here = general.get(error.place) ?? new Set();
      general.set(error.place, here);
      for (const key of error.keys) here.add(key);
      const roots = new Set([...error.keys].map(rootIn));
      const said = [...roots].map((root) => around.rootInfo(root).text).join(", ");
      notes.add(
        `${said}: more than ${limits.unroll} variants of one place, so made dynamic there (limits unroll)`,
      );
    }
  throw new Refusal("too many objects grow without end", undefined);
}

function runRound(
  request: SpecializeRequest,
  general: ReadonlyMap<string, ReadonlySet<string>>,
): Omit<Specialized, "notes"> {
  const { around, limits } = request;
  const variants = new Map<
    Block,
    Map<string, Map<string, { readonly residual: ResidualBlock; readonly state: State }>>
  >();
  const waiting: { block: Block; residual: ResidualBlock; state: State }[] = [];
  const events: Event[] = [];
  const times = observedTimes(around);
  const contexts = countContexts(request.name);
  const inliner = inlining(around, limits.depth, request.keep);
  let blocks = 0;
  let statements = 0;

  const create = (): ResidualBlock => ({
    number: blocks++,
    lines: [],
    exit: { kind: "return", value: undefined },
  });
  const enter = (block: Block, from: State): ResidualBlock => {
    const state = pruned(from, block);
    const stack = state.frames.map(({ name, after }) => `${name}${after?.number ?? ""}`).join(">");
    const place = `${stack}:${block.number}`;
    const lost = [...(general.get(place) ?? [])].filter(
      (key) => state.cells.has(key) || (key.startsWith(ADDRESS) && !state.escaped.has(rootIn(key))),
    );
    if (lost.length > 0) {
      // What differs too much here has to be in the residual program's memory.
      const before = create();
      settle(state, lost, around, (text) => before.lines.push({ text, from: undefined }));
      before.exit = { kind: "jump", to: reach(block, state, stack, place) };
      return before;
    }
    return reach(block, state, stack, place);
  };
  const reach = (block: Block, state: State, stack: string, place: string): ResidualBlock => {
    const key = stateKey(state);
    const stacks = variants.get(block) ?? new Map();
    variants.set(block, stacks);
    const known = stacks.get(stack) ?? new Map();
    stacks.set(stack, known);
    const before = known.get(key);
    if (before !== undefined) return before.residual;
    if (known.size >= limits.unroll) {
      const keys = growing([...known.values()].map((one) => one.state));
      if (keys.size === 0) throw new Refusal("too many variants of one place (limits unroll)", undefined);
      throw new Generalize(place, keys);
    }
    const residual = create();
    known.set(key, { residual, state });
    waiting.push({ block, residual, state: copyOf(state) });
    return residual;
  };

  const entry = enter(request.lowered.entry, request.start());
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { block, residual, state } = next;
    request.onProgress?.();
    const emit = (text: string, node: ClangNode) => {
      if (++statements > limits.statements)
        throw new Refusal(
          `more than ${limits.statements} residual statements (limits statements)`,
          offsetOf(node),
        );
      residual.lines.push({ text, from: placeOf(node) });
      contexts.line(state.frames);
    };
    const calls = state.frames.slice(1).map(({ name }) => name);
    const note = (node: ClangNode, what: Event["what"], value?: string) =>
      events.push({
        node,
        what,
        calls,
        ...(value === undefined ? {} : { value }),
        ...(what === "kept" ? { unknown: unknownReads(node, worker, around, state) } : {}),
      });
    const worker = createWorker(state, around, emit);
    for (const step of block.steps) note(nodeOf(step), worker.step(step) ? "kept" : "folded");
    const exitNode = nodeOfExit(block.exit);
    residual.from = exitNode === undefined ? undefined : placeOf(exitNode);
    const { frames } = state;
    residual.exit = carryOut({ exit: block.exit, state, worker, enter, note, emit, around, inliner });
    if (state.frames.length > frames.length) contexts.enter(state.frames);
    else if (residual.exit.kind !== "jump") contexts.line(frames);
  }
  around.observe = undefined;
  return { entry, events, times, contexts: contexts.tree() };
}

function observedTimes(around: Surroundings): Map<ClangNode, ExpressionTimes> {
  const times = new Map<ClangNode, ExpressionTimes>();
  /** Pointers that have a name of ours and are not known. */
  const named = new Set<ClangNode>();
  around.observe = (node, isKnown, value) => {
    // What is no name of a variable needs no knowledge.
    if (isFunction(value) && node.kind === "ImplicitCastExpr" && node.castKind !== "LValueToRValue") return;
    if (isFunction(value) && node.kind === "DeclRefExpr") return;
    // A name for what nobody knows is no knowledge; what is read through it is told for itself.
    const isName = isPointer(value) && around.rootInfo(value.root).kind === "pointee";
    if (isName) named.add(node);
    if (node.castKind === "LValueToRValue")
      for (const part of walk(node)) if (part !== node && named.delete(part)) times.delete(part);
    const before = times.get(node);
    const said = value === undefined || isName ? undefined : sayValue(value, around);
    const isGiven = isKnown && !isName;
    times.set(node, {
      known: (before?.known ?? 0) + (isGiven ? 1 : 0),
      unknown: (before?.unknown ?? 0) + (isGiven ? 0 : 1),
      value: before === undefined || before.value === said ? said : undefined,
    });
  };
  return times;
}

interface Carried {
  readonly exit: Exit;
  readonly state: State;
  readonly worker: Worker;
  readonly enter: (block: Block, from: State) => ResidualBlock;
  readonly note: (node: ClangNode, what: Event["what"], value?: string) => void;
  readonly emit: (text: string, node: ClangNode) => void;
  readonly around: Surroundings;
  readonly inliner: Inlining;
}

function carryOut(carried: Carried): ResidualExit {
  const { exit, state, worker, enter, note, around } = carried;
  switch (exit.kind) {
    case "jump":
      return { kind: "jump", to: enter(exit.to, state) };
    case "choose": {
      const fork = worker.fork(exit.step);
      note(nodeOf(exit.step), fork === undefined && worker.step(exit.step) ? "kept" : "folded");
      if (fork === undefined) return { kind: "jump", to: enter(exit.to, state) };
      const [taken, otherwise] = fork.states;
      return {
        kind: "branch",
        condition: fork.condition,
        pure: true,
        taken: enter(exit.to, taken),
        otherwise: enter(exit.to, otherwise),
      };
    }
    case "return":
      return leave(carried, exit.value);
    case "call": {
      if (exit.call.kind === "StmtExpr") return expand(carried, exit);
      const inlined = carried.inliner.begin(exit, state, worker, carried.emit);
      if (inlined === undefined) return { kind: "jump", to: enter(exit.plain, state) };
      note(exit.call, "inlined", inlined.name);
      return { kind: "jump", to: enter(inlined.entry, state) };
    }
    case "branch": {
      const condition = worker.value(exit.condition);
      const decided = truth(condition, around);
      note(
        exit.condition,
        decided === undefined ? "kept" : "folded",
        decided === undefined ? undefined : `${decided}`,
      );
      if (decided !== undefined)
        return { kind: "jump", to: enter(decided ? exit.taken : exit.otherwise, state) };
      const text = condition.text();
      return {
        kind: "branch",
        condition: text,
        pure: condition.pure,
        taken: enter(exit.taken, state),
        otherwise: enter(exit.otherwise, state),
      };
    }
    case "switch":
      return choose(carried, exit);
  }
}

/** `({ … })` stays as it is written where it can, and nothing in it is known. */
function expand(
  { state, enter, around }: Carried,
  { call, after, plain }: Extract<Exit, { kind: "call" }>,
): ResidualExit {
  const { observe } = around;
  around.observe = undefined;
  const { evaluator } = createWorker(copyOf(state), around, () => {});
  const isKnown = [...walk(call)].some((node) => {
    const value = node.castKind === "LValueToRValue" ? evaluator.evaluate(node).value : undefined;
    return value !== undefined && !(isPointer(value) && around.rootInfo(value.root).kind === "pointee");
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

function choose(
  { state, worker, enter, note, around }: Carried,
  exit: Extract<Exit, { kind: "switch" }>,
): ResidualExit {
  const value = worker.value(exit.value);
  const isKnown = isNumber(value.value) && value.pure;
  note(exit.value, isKnown ? "folded" : "kept", isKnown ? `${value.value}` : undefined);
  const type = around.types.integer(exit.value.type);
  const cases = exit.cases.map(({ label, to }) => {
    const found = worker.evaluator.evaluate(label);
    if (!isNumber(found.value) || type === undefined)
      throw new Refusal("the value of this case is not known", offsetOf(label));
    return { constant: wrap(found.value, type), text: found.text, to };
  });
  if (isKnown) {
    const hit = cases.find(({ constant }) => constant === value.value);
    return { kind: "jump", to: enter(hit?.to ?? exit.otherwise, state) };
  }
  const text = value.text();
  return {
    kind: "switch",
    value: text,
    cases: cases.map((one) => ({ label: one.text(), to: enter(one.to, state) })),
    otherwise: enter(exit.otherwise, state),
  };
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
  } else {
    const type = around.types.canonical(value.type);
    if (found.pure && found.value !== undefined)
      state.cells.set(result, { value: found.value, type, inMemory: false });
    else {
      emit(`${around.rootInfo(result).text} = ${found.text()};`, value);
      state.cells.delete(result);
    }
  }
  state.frames = state.frames.slice(0, -1);
  return { kind: "jump", to: enter(frame.after, state) };
}

function truth({ value, pure }: Outcome, around: Surroundings): boolean | undefined {
  if (!pure || value === undefined) return undefined;
  if (isNumber(value)) return value !== 0n;
  if (isFunction(value)) return true;
  return around.rootInfo(value.root).kind !== "pointee" || around.isNonNull(value.root) ? true : undefined;
}

const LIVE = new WeakMap<LoweredFunction, ReturnType<typeof liveVariables>>();
const TAKEN = new WeakMap<LoweredFunction, ReturnType<typeof addressTaken>>();

/** Without what nobody will read: activations that have ended, variables that are not live. */
function pruned(from: State, block: Block): State {
  const state = copyOf(from);
  const top = state.frames.length - 1;
  const isNeeded = (root: string): boolean => {
    const depth = depthOf(root);
    const frame = state.frames[depth];
    if (frame === undefined) return false;
    if (state.escaped.has(root)) return true;
    const id = root.slice(0, root.lastIndexOf("@"));
    const { lowered } = frame;
    const taken = TAKEN.get(lowered) ?? addressTaken(lowered);
    TAKEN.set(lowered, taken);
    if (taken.has(id)) return true;
    const live = LIVE.get(lowered) ?? liveVariables(lowered);
    LIVE.set(lowered, live);
    const at = depth === top ? block : state.frames[depth + 1]?.after;
    return at === undefined || live.get(at)?.has(id) === true;
  };
  for (const key of state.cells.keys()) {
    const root = key.split("/", 1)[0] as string;
    if (isLocalRoot(root) && !isNeeded(root)) state.cells.delete(key);
  }
  for (const root of state.escaped) if (depthOf(root) > top) state.escaped.delete(root);
  return state;
}

const isLocalRoot = (root: string): boolean => /^[^*]*@\d+$/.test(root);

/** Before the root of a local whose address the program may have. */
const ADDRESS = "&";

const rootIn = (key: string): string => key.slice(key.startsWith(ADDRESS) ? 1 : 0).split("/", 1)[0] as string;

/** What makes variants many: what has another value in nearly every one, or else what some have in memory or at an address. */
function growing(states: readonly State[]): Set<string> {
  const values = growingValues(states);
  if (values.size > 0) return values;
  const differs = (inMemory: readonly (boolean | undefined)[]) =>
    inMemory.includes(true) && inMemory.includes(false);
  const keys = new Set(states.flatMap(({ cells }) => [...cells.keys()]));
  const roots = new Set(states.flatMap(({ escaped }) => [...escaped]));
  return new Set([
    ...[...keys].filter((key) => differs(states.map(({ cells }) => cells.get(key)?.inMemory))),
    ...[...roots]
      .filter((root) => differs(states.map(({ escaped }) => escaped.has(root))))
      .map((root) => ADDRESS + root),
  ]);
}

function growingValues(states: readonly State[]): Set<string> {
  const keys = new Set(states.flatMap(({ cells }) => [...cells.keys()]));
  const show = (value: Value | undefined) =>
    value === undefined
      ? ""
      : isNumber(value)
        ? `${value}`
        : isFunction(value)
          ? value.function
          : keyOf(value);
  const counts = [...keys].map((key) => {
    const values = new Set(states.map(({ cells }) => show(cells.get(key)?.value)));
    return { key, count: values.size };
  });
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return new Set(counts.filter(({ count }) => count > 1 && count * 2 >= most).map(({ key }) => key));
}

function settle(
  state: State,
  keys: readonly string[],
  around: Surroundings,
  say: (text: string) => void,
): void {
  const { memory } = createWorker(state, around, say);
  const nowhere: ClangNode = { id: "", kind: "NullStmt" };
  for (const key of keys) {
    const [root = "", ...steps] = key.split("/");
    if (key.startsWith(ADDRESS)) {
      memory.expose(rootIn(key), nowhere);
      continue;
    }
    const path = steps.map((step) => (/^-?\d+$/.test(step) ? BigInt(step) : step));
    memory.settle({ root, path }, nowhere);
    memory.forget({ root, path });
  }
}

/** All statements and conditions. */
export function nodesOf({ blocks }: LoweredFunction): ClangNode[] {
  return blocks.flatMap(({ steps, exit }) => {
    const last = exit.kind === "choose" ? nodeOf(exit.step) : nodeOfExit(exit);
    return [...steps.map(nodeOf), ...(last === undefined ? [] : [last])];
  });
}

function nodeOf(step: Step): ClangNode {
  return step.kind === "declaration" ? step.variable : step.node;
}

function nodeOfExit(exit: Exit): ClangNode | undefined {
  if (exit.kind === "branch") return exit.condition;
  return exit.kind === "return" || exit.kind === "switch" ? exit.value : undefined;
}

/** Where it is written; of a node that we made, where its first part is. */
export function placeOf(node: ClangNode): ClangPlace | undefined {
  for (const part of walk(node)) {
    const begin = part.range?.begin;
    const place = begin?.expansionLoc ?? begin;
    if (place?.offset !== undefined) return place;
  }
  return undefined;
}

/** Variables and members, and functions that are called. */
function unknownReads(
  whole: ClangNode,
  { evaluator }: Worker,
  around: Surroundings,
  { barrier }: State,
): UnknownRead[] {
  const found = new Map<string, UnknownRead>();
  const observe = around.observe;
  around.observe = undefined;
  const say = (node: ClangNode) => {
    const spelled = around.spelling(node) ?? node.referencedDecl?.name;
    if (spelled === undefined) return;
    const { place, isOpaque } = evaluator.locate(node);
    const fact = place === undefined || isOpaque ? undefined : around.factPath(place);
    const isOwn = place !== undefined && around.rootInfo(place.root).kind === "local";
    const text = spelled.replace(/\s+/g, " ");
    found.set(text, {
      text,
      node,
      ...(fact === undefined ? {} : { fact }),
      ...(barrier === undefined || isOwn ? {} : { after: barrier }),
    });
  };
  const visit = (node: ClangNode): void => {
    const [operand] = partsOf(node);
    if (node.kind === "CallExpr" && operand !== undefined) {
      const callee = [...walk(operand)].find(({ referencedDecl }) => referencedDecl !== undefined);
      const text = `${callee?.referencedDecl?.name}()`;
      if (callee !== undefined) found.set(text, { text, node: callee });
    }
    const isRead = node.castKind === "LValueToRValue" && operand !== undefined;
    const isQuiet =
      isRead && [...walk(operand)].every((part) => part.kind !== "CallExpr" && targetOf(part) === undefined);
    if (isRead && isQuiet) {
      if (evaluator.evaluate(node).value === undefined) say(operand);
    } else for (const part of partsOf(node)) visit(part);
  };
  visit(whole);
  around.observe = observe;
  return [...found.values()];
}
