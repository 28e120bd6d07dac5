/**
 * Specialization by program points: the function's graph is walked with what is known of its objects; a point with other
 * live knowledge is another piece of residual code. A condition that is known leaves one way, a loop whose condition is
 * known is unrolled, an interpreter's loop follows its program, a call with something known goes on in the function that is
 * called. What grows beyond the limits is made dynamic, and told.
 */
import type { Split } from "../declare/facts.js";
import type { Limits } from "../declare/limits.js";
import type { LoweredFunction } from "../lower/graph.js";
import type { State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { Refusal } from "../refusal.js";
import { type ClangNode, offsetOf } from "../tree/clang-tree.js";
import type { Assumption } from "./assumed.js";
import { carryOut } from "./carry-out.js";
import { type ContextCounter, countContexts } from "./contexts.js";
import { type Inlining, inlining } from "./inlining.js";
import { observedTimes } from "./observed-times.js";
import { createWorker } from "./perform.js";
import { nodeOf, nodeOfExit, placeOf, readBy } from "./places.js";
import { splitStart } from "./split-start.js";
import { testsBefore } from "./tested-conditions.js";
import type { Event, Specialized } from "./told.js";
import { unknownReads } from "./unknown-reads.js";
import {
  createVariants,
  type General,
  Generalize,
  generalize,
  type Variants,
  type Waiting,
} from "./variants.js";

export interface SpecializeRequest {
  readonly name: string;
  readonly lowered: LoweredFunction;
  /** What is known at the start; asked again when something has become dynamic. */
  readonly start: () => State;
  /** What is one of several values there, each with code of its own. */
  readonly splits: readonly Split[];
  readonly around: Surroundings;
  readonly limits: Limits;
  /** What holds at the start of values that are not known. */
  readonly assumed: readonly Assumption[];
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
  const outgrown = new Set<string>();
  const general: General = new Map();
  const refused = new Map<string, string>();
  for (let round = 0; round < ROUNDS; round++)
    try {
      return { ...runRound(request, general, refused), notes: [...notes], outgrown: [...outgrown] };
    } catch (error) {
      around.observe = undefined;
      around.told = undefined;
      if (error instanceof NotFollowed) {
        refused.set(error.callee, error.message);
        continue;
      }
      if (!(error instanceof Generalize)) throw error;
      const note = generalize(general, error, around, limits);
      notes.add(note);
      if (error.limit === "statements") outgrown.add(note);
    }
  throw new Refusal("too many objects grow without end", undefined);
}

/** What the blocks of a round share. */
interface Round {
  readonly request: SpecializeRequest;
  readonly variants: Variants;
  readonly contexts: ContextCounter;
  readonly inliner: Inlining;
  readonly events: Event[];
  statements: number;
}

/** What a function that is followed comes to can't be said: everything begins again, and its calls stay. */
class NotFollowed extends Error {
  constructor(
    readonly callee: string,
    { message }: Refusal,
  ) {
    super(message);
  }
}

function runRound(
  request: SpecializeRequest,
  general: General,
  refused: ReadonlyMap<string, string>,
): Omit<Specialized, "notes" | "outgrown"> {
  const { around, limits } = request;
  const round: Round = {
    request,
    variants: createVariants(general, around, limits),
    contexts: countContexts(request.name),
    inliner: inlining({ around, depth: limits.depth, keep: request.keep, refused }),
    events: [],
    statements: 0,
  };
  const times = observedTimes(around);
  around.told = (node, frames) => testsBefore(frames, around, request.assumed)?.within.get(node);
  const { variants } = round;
  const begin = (state: State) => variants.enter(request.lowered.entry, state);
  const entry = splitStart(request.splits, request.start(), begin, variants.create);
  for (let next = variants.next(); next !== undefined; next = variants.next()) {
    request.onProgress?.();
    fillOrLeave(round, next);
  }
  around.observe = undefined;
  around.told = undefined;
  return { entry, events: round.events, times, contexts: round.contexts.tree() };
}

/** What is copied most is dynamic then; where nothing is, there is no residual function of that size. */
function tooLarge({ variants, request }: Round, node: ClangNode): Error {
  const { statements } = request.limits;
  const at = variants.mostCopied();
  if (at !== undefined) return new Generalize(at, "statements");
  const said = `more than ${statements} residual statements (for more: limits statements ${statements * 4})`;
  return new Refusal(said, offsetOf(node));
}

/** What is refused within a function that is followed costs that call alone. */
function fillOrLeave(round: Round, waiting: Waiting): void {
  try {
    fill(round, waiting);
  } catch (error) {
    const { name } = waiting.state.frames.at(-1) as State["frames"][number];
    if (error instanceof Refusal && waiting.state.frames.length > 1) throw new NotFollowed(name, error);
    throw error;
  }
}

/** A residual block gets its lines and its exit. */
function fill(round: Round, { block, residual, state }: Waiting): void {
  const { contexts, inliner, variants } = round;
  const { around, limits, assumed } = round.request;
  const emit = (text: string, node: ClangNode) => {
    if (++round.statements > limits.statements) throw tooLarge(round, node);
    residual.lines.push({ text, from: placeOf(node) });
    contexts.line(state.frames);
  };
  const calls = state.frames.slice(1).map(({ name }) => name);
  const worker = createWorker(state, around, emit);
  const note = (node: ClangNode, what: Event["what"], value?: string, read = node) =>
    round.events.push({
      ...{ node, what, calls },
      ...(value === undefined ? {} : { value }),
      ...(what === "kept" ? { unknown: unknownReads(read, worker, around, state, inliner) } : {}),
    });
  for (const step of block.steps)
    note(nodeOf(step), worker.step(step) ? "kept" : "folded", undefined, readBy(step));
  const exitNode = nodeOfExit(block.exit);
  residual.from = exitNode === undefined ? undefined : placeOf(exitNode);
  const { frames } = state;
  const { enter } = variants;
  residual.exit = carryOut({ exit: block.exit, state, worker, enter, note, emit, around, inliner, assumed });
  if (state.frames.length > frames.length) contexts.enter(state.frames);
  else if (residual.exit.kind !== "jump") contexts.line(frames);
}
