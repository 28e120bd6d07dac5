/** Calls that are followed into the function: where something is known of an argument. */

import type { Evaluated } from "../evaluate/evaluated.js";
import type { Block, Exit } from "../lower/graph.js";
import { copyOf, type State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isRecord } from "../objects/types.js";
import { isFunction, isNumber } from "../objects/values.js";
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
}

export function inlining(around: Surroundings, depth: number, keep: ReadonlySet<string>): Inlining {
  const callees = new Map<string, Callee | undefined>();
  const calleeNamed = (name: string): Callee | undefined => {
    if (!callees.has(name)) callees.set(name, keep.has(name) ? undefined : followed(name, around));
    return callees.get(name);
  };
  return {
    begin: (exit, state, worker, emit) => {
      if (state.frames.length > depth) return undefined;
      const [calleeNode, ...given] = partsOf(exit.call) as [ClangNode, ...ClangNode[]];
      const trial = createWorker(copyOf(state), around, () => {});
      const called = trial.evaluator.evaluate(calleeNode);
      if (!isFunction(called.value) || !called.pure) return undefined;
      const name = called.value.function;
      const callee = calleeNamed(name);
      if (callee === undefined || !takes(callee, given, around) || !givesKnown(name, exit, around))
        return undefined;
      const isDirect =
        bare(calleeNode).kind === "ImplicitCastExpr" && calleeNode.castKind === "FunctionToPointerDecay";
      const values = given.map((one) => trial.evaluator.evaluate(one));
      if (isDirect && !values.some((value) => isUseful(value, state, around, trial))) return undefined;
      passArguments({ state, worker, around, emit }, { name, callee, given, exit });
      return { entry: callee.lowered.entry, name };
    },
  };
}

function isUseful(
  { value, object }: Evaluated,
  { cells }: State,
  around: Surroundings,
  { memory }: Worker,
): boolean {
  if (object !== undefined) return memory.partsOf(object).length > 0;
  if (value === undefined) return false;
  if (isNumber(value) || isFunction(value)) return true;
  if (around.rootInfo(value.root).kind === "constant") return true;
  return [...cells.keys()].some((key) => key.startsWith(`${value.root}/`) || key === value.root);
}

/** The call may see other types than the function has. */
function takes({ parameters }: Callee, given: readonly ClangNode[], { types }: Surroundings): boolean {
  const fits = (parameter: ClangNode, one: ClangNode): boolean => {
    const [wanted, had] = [types.canonical(parameter.type), types.canonical(one.type)];
    const isSame = (types.integer(wanted) !== undefined || isRecord(wanted)) && wanted === had;
    return isSame || (types.isPointer(wanted) && types.isPointer(had));
  };
  return (
    given.length >= parameters.length && parameters.every((one, at) => fits(one, given[at] as ClangNode))
  );
}

function givesKnown(name: string, { call, result }: Call, around: Surroundings): boolean {
  const { types, program } = around;
  const type = result?.type ?? call.type;
  const isScalar = type?.qualType === "void" || types.integer(type) !== undefined || types.isPointer(type);
  const isKnown = isScalar || isRecord(types.canonical(type));
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

const resultIn = (type: string | undefined): string => /^(.*?)\s*\(/.exec(type ?? "")?.[1] ?? "";
