/** Calls that are followed into the function: where something is known of an argument. */

import type { Evaluated } from "../evaluate/evaluated.js";
import type { Block, Exit } from "../lower/graph.js";
import { copyOf, type State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isFunction, isPointer } from "../objects/values.js";
import { bare, type ClangNode, partsOf, walk } from "../tree/clang-tree.js";
import { type Callee, followed } from "./callee.js";
import { passArguments } from "./pass-arguments.js";
import { createWorker, type Worker } from "./perform.js";

type Call = Extract<Exit, { readonly kind: "call" }>;

export interface Inlining {
  /** Moves the state into the function that is called; undefined, and nothing has happened, where that is not done. */
  readonly begin: (
    exit: Call,
    state: State,
    worker: Worker,
    emit: (text: string, node: ClangNode) => void,
  ) => { readonly entry: Block; readonly name: string } | undefined;
  /** Whether a call would be followed with what is known now. */
  readonly isFollowed: (call: ClangNode, state: State) => boolean;
  /** Why it would not be, in words; undefined where it would. */
  readonly whyNot: (call: ClangNode, state: State) => string | undefined;
}

export interface InliningRequest {
  readonly around: Surroundings;
  readonly depth: number;
  readonly keep: ReadonlySet<string>;
  /** Functions whose code came out as something that can't be said, with the reasons. */
  readonly refused: ReadonlyMap<string, string>;
}

export function inlining({ around, depth, keep, refused }: InliningRequest): Inlining {
  const callees = new Map<string, Callee | string>();
  const calleeNamed = (name: string): Callee | string => {
    // Whoever keeps a call whose body is elsewhere does so for nothing: that is not the reason.
    const isKept = keep.has(name) && around.program.functions.has(name);
    const found =
      callees.get(name) ?? (isKept ? "it is kept as a call" : (refused.get(name) ?? followed(name, around)));
    callees.set(name, found);
    return found;
  };
  /** Nothing has happened behind it. */
  const tried = (exit: Pick<Call, "call" | "result" | "before">, state: State): Found | string => {
    if (state.frames.length > depth) return `calls are ${depth} deep here already (limits depth)`;
    const [calleeNode, ...given] = partsOf(exit.call) as [ClangNode, ...ClangNode[]];
    const trial = createWorker(copyOf(state), around, () => {});
    for (const step of exit.before ?? []) trial.step(step);
    const called = trial.evaluator.evaluate(calleeNode);
    if (!isFunction(called.value) || !called.pure) return "which function this is is not known";
    const name = called.value.function;
    const callee = calleeNamed(name);
    if (typeof callee === "string") return callee;
    if (!takes(callee, given, around) || !givesKnown(name, exit, around))
      return "it is called with other types than it has";
    const isDirect = isNamed(calleeNode);
    const values = given.map((one) => trial.evaluator.evaluate(one));
    if (isDirect && !values.some((value) => isUseful(value, state, around, trial)) && !haveOneObject(values))
      return whyUseless(given, values);
    return { name, callee, given };
  };
  return {
    begin: (exit, state, worker, emit) => {
      const found = quietly(around, () => tried(exit, state));
      if (typeof found === "string") return undefined;
      for (const step of exit.before ?? []) worker.step(step);
      passArguments({ state, worker, around, emit }, { ...found, exit });
      return { entry: found.callee.lowered.entry, name: found.name };
    },
    isFollowed: (call, state) =>
      typeof quietly(around, () => tried({ call, result: undefined }, state)) !== "string",
    whyNot: (call, state) => {
      const found = quietly(around, () => tried({ call, result: undefined }, state));
      return typeof found === "string" ? found : undefined;
    },
  };
}

/** The function itself, not a pointer to it. */
function isNamed(callee: ClangNode): boolean {
  const pointer = bare(callee);
  const [named] = pointer.castKind === "FunctionToPointerDecay" ? partsOf(pointer) : [];
  return named !== undefined && bare(named).referencedDecl?.kind === "FunctionDecl";
}

interface Found {
  readonly name: string;
  readonly callee: Callee;
  readonly given: readonly ClangNode[];
}

/** What is only tried is not told. */
function quietly<T>(around: Surroundings, work: () => T): T {
  const { observe } = around;
  around.observe = undefined;
  const found = work();
  around.observe = observe;
  return found;
}

function isUseful(
  { value, object }: Evaluated,
  { cells }: State,
  around: Surroundings,
  { memory }: Worker,
): boolean {
  if (object !== undefined) return memory.partsOf(object).length > 0;
  if (value === undefined) return false;
  if (!isPointer(value)) return true;
  if (around.rootInfo(value.root).kind === "constant") return true;
  return [...cells.keys()].some((key) => key.startsWith(`${value.root}/`) || key === value.root);
}

/** Two pointers into one object: how far they are from each other is known. */
function haveOneObject(values: readonly Evaluated[]): boolean {
  const roots = values.flatMap(({ value }) => (isPointer(value) ? [value.root] : []));
  return new Set(roots).size < roots.length;
}

function whyUseless(given: readonly ClangNode[], values: readonly Evaluated[]): string {
  if (given.some((one) => walk(one).some(({ castKind }) => castKind === "PointerToIntegral")))
    return "it gets an address as a number, of which nothing is known";
  return values.some(({ value }) => isPointer(value))
    ? "nothing is known of what its arguments point to"
    : "nothing is known of its arguments";
}

/** The call may see other types than the function has. */
function takes({ parameters }: Callee, given: readonly ClangNode[], { types }: Surroundings): boolean {
  const fits = (parameter: ClangNode, one: ClangNode): boolean => {
    const [wanted, had] = [types.canonical(parameter.type), types.canonical(one.type)];
    const isSame = (types.integer(wanted) !== undefined || types.isRecord(wanted)) && wanted === had;
    return isSame || (types.isPointer(wanted) && types.isPointer(had));
  };
  return (
    given.length >= parameters.length && parameters.every((one, at) => fits(one, given[at] as ClangNode))
  );
}

function givesKnown(
  name: string,
  { call, result }: Pick<Call, "call" | "result">,
  around: Surroundings,
): boolean {
  const { types, program } = around;
  const type = result?.type ?? call.type;
  const isScalar = type?.qualType === "void" || types.integer(type) !== undefined || types.isPointer(type);
  const isKnown = isScalar || types.isRecord(types.canonical(type));
  return isKnown && sameResult(program.functions.get(name), call, around);
}

/** The call may see another type than the function has: then its result is another one. */
function sameResult(tree: ClangNode | undefined, call: ClangNode, { types }: Surroundings): boolean {
  const own = resultIn(tree?.type?.qualType);
  const [given, wanted] = [types.canonical(own), types.canonical(call.type)];
  if (given === wanted || (types.isPointer(given) && types.isPointer(wanted))) return true;
  // Of a large unit the tree has no typedefs, but the call says the same words.
  const named = walk(partsOf(call)[0] as ClangNode).find(
    ({ referencedDecl }) => referencedDecl !== undefined,
  );
  return own !== "" && resultIn(named?.referencedDecl?.type?.qualType) === own;
}

const resultIn = (type: string | undefined): string => /^((?:[^(]*[^(\s])?)\s*\(/.exec(type ?? "")?.[1] ?? "";
