/** Calls that are followed into the function: where something is known of an argument. */

import type { Block, Exit, LoweredFunction } from "../lower/graph.js";
import { addressTaken } from "../lower/live-variables.js";
import { lowerFunction } from "../lower/lower.js";
import { sayValue } from "../objects/say-value.js";
import { copyOf, rootOf, type State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isFunction, isNumber, isPointer, type Value } from "../objects/values.js";
import { Refusal } from "../refusal.js";
import { bare, type ClangNode, isThere, partsOf, targetOf, variableOf, walk } from "../tree/clang-tree.js";
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

export interface Callee {
  readonly lowered: LoweredFunction;
  readonly parameters: readonly ClangNode[];
  /** Parameters that keep the value that they are called with. */
  readonly constant: ReadonlySet<string>;
}

/** The graph of a function with a body, with its parts known to the surroundings. Throws {@link Refusal}. */
export function prepareFunction(tree: ClangNode, around: Surroundings): Callee {
  const found = prepared.get(tree) ?? prepare(tree, around);
  prepared.set(tree, found);
  around.addLocals([...found.parameters, ...found.lowered.variables]);
  for (const one of found.lowered.constants) around.addConstant(one);
  return found;
}

/** While somebody types, most functions stay as they are. */
const prepared = new WeakMap<ClangNode, Callee>();

function prepare(tree: ClangNode, around: Surroundings): Callee {
  const parts = partsOf(tree).filter(isThere);
  const body = parts.find(({ kind }) => kind === "CompoundStmt");
  if (body === undefined) throw new Refusal(`${tree.name} has no body in this file`, undefined);
  for (const { referencedDecl, range } of walk(body))
    if (referencedDecl?.kind === "FunctionDecl" && RETURNS_TWICE.test(referencedDecl.name))
      throw new Refusal(`it calls ${referencedDecl.name}, which returns twice`, range?.begin.offset);
  const parameters = parts.filter(({ kind }) => kind === "ParmVarDecl");
  const lowered = lowerFunction(body, (call) => mayBeFollowed(call, around));
  const written = new Set<string>(addressTaken(lowered));
  for (const part of walk(body)) {
    const target = targetOf(part);
    const id = target === undefined ? undefined : variableOf(target);
    if (id !== undefined) written.add(id);
  }
  const constant = new Set(parameters.map(({ id }) => id).filter((id) => !written.has(id)));
  return { lowered, parameters, constant };
}

const RETURNS_TWICE = /^_*(?:sig)?setjmp$|^vfork$|^getcontext$/;

function mayBeFollowed(call: ClangNode, around: Surroundings): boolean {
  const callee = bare(partsOf(call)[0] as ClangNode);
  const inner = callee.kind === "ImplicitCastExpr" ? bare(partsOf(callee)[0] as ClangNode) : callee;
  const name = inner.referencedDecl?.kind === "FunctionDecl" ? inner.referencedDecl.name : undefined;
  return name === undefined || around.program.functions.has(name);
}

export function inlining(around: Surroundings, depth: number, keep: ReadonlySet<string>): Inlining {
  const { types, program } = around;
  const callees = new Map<string, Callee | undefined>();
  const calleeNamed = (name: string): Callee | undefined => {
    if (!callees.has(name)) callees.set(name, keep.has(name) ? undefined : followed(name, around));
    return callees.get(name);
  };
  const isUseful = (value: Value | undefined, state: State): boolean => {
    if (value === undefined) return false;
    if (isNumber(value) || isFunction(value)) return true;
    const { kind } = around.rootInfo(value.root);
    if (kind === "constant") return true;
    return [...state.cells.keys()].some((key) => key.startsWith(`${value.root}/`) || key === value.root);
  };
  const fits = (parameter: ClangNode, given: ClangNode): boolean => {
    const [wanted, had] = [types.canonical(parameter.type), types.canonical(given.type)];
    const isNumeral = types.integer(wanted) !== undefined && wanted === had;
    return isNumeral || (types.isPointer(wanted) && types.isPointer(had));
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
      if (callee === undefined || given.length < callee.parameters.length) return undefined;
      if (!callee.parameters.every((parameter, at) => fits(parameter, given[at] as ClangNode)))
        return undefined;
      const type = exit.result?.type ?? exit.call.type;
      const isScalar =
        type?.qualType === "void" || types.integer(type) !== undefined || types.isPointer(type);
      if (!isScalar || !sameResult(program.functions.get(name), exit.call, around)) return undefined;
      const isDirect =
        bare(calleeNode).kind === "ImplicitCastExpr" && calleeNode.castKind === "FunctionToPointerDecay";
      const values = given.map((one) => trial.evaluator.evaluate(one).value);
      if (isDirect && !values.some((value) => isUseful(value, state))) return undefined;
      pass(callee, given, state, worker, emit, { name, exit });
      return { entry: callee.lowered.entry, name };
    },
  };

  function pass(
    callee: Callee,
    given: readonly ClangNode[],
    state: State,
    worker: Worker,
    emit: (text: string, node: ClangNode) => void,
    call: { readonly name: string; readonly exit: Call },
  ): void {
    const level = state.frames.length;
    const aliases = new Map<string, string>();
    const found = given.map((one) => worker.evaluate(one));
    const known: (() => void)[] = [];
    const told: string[] = [];
    given.forEach((one, at) => {
      const parameter = callee.parameters[at];
      const value = found[at];
      if (value === undefined) return;
      if (parameter === undefined) {
        if (!value.pure) emit(`${value.text()};`, one);
        return;
      }
      const root = rootOf(parameter.id, level);
      const type = types.canonical(parameter.type);
      if (value.value !== undefined && value.pure) {
        around.declare(root, parameter);
        const said = sayArgument(value.value, around);
        if (said !== undefined) told.push(`${parameter.name} == ${said}`);
        known.push(() => state.cells.set(root, { value: value.value as Value, type, inMemory: false }));
        return;
      }
      const same =
        callee.constant.has(parameter.id) && value.value === undefined ? steadyName(one, state) : undefined;
      if (same !== undefined) aliases.set(parameter.id, same);
      else {
        const { text } = around.declare(root, parameter);
        emit(`${text} = ${value.text()};`, one);
        known.push(() => state.cells.delete(root));
      }
    });
    for (const make of known) make();
    const depthNow = state.frames.length - 1;
    const result = call.exit.result === undefined ? undefined : rootOf(call.exit.result.id, depthNow);
    if (result !== undefined) around.declare(result, call.exit.result as ClangNode);
    const { lowered } = callee;
    const frame = { name: call.name, lowered, after: call.exit.after, result, aliases };
    state.frames = [...state.frames, { ...frame, call: call.exit.call, known: told }];
  }

  /** The name of a variable that only its own function can change. */
  function steadyName(node: ClangNode, state: State): string | undefined {
    const inner = bare(node);
    const id = inner.castKind === "LValueToRValue" ? variableOf(partsOf(inner)[0] as ClangNode) : undefined;
    const frame = state.frames.at(-1);
    if (id === undefined || frame === undefined || !around.isLocal(id)) return undefined;
    const alias = frame.aliases.get(id);
    if (alias !== undefined) return alias;
    const root = rootOf(id, state.frames.length - 1);
    if (addressTaken(frame.lowered).has(id) || state.escaped.has(root)) return undefined;
    return around.rootInfo(root).kind === "local" ? around.rootInfo(root).text : undefined;
  }
}

/** A function that may be followed where it is called. */
export function followed(name: string, around: Surroundings): Callee | undefined {
  const tree = around.program.functions.get(name);
  if (tree === undefined || /\.\.\./.test(tree.type?.qualType ?? "")) return undefined;
  if (/noreturn|\bnoinline\b/.test(attributesOf(tree))) return undefined;
  // What assembly names can't be given other names.
  if (walk(tree).some(({ kind }) => /AsmStmt$/.test(kind))) return undefined;
  try {
    return prepareFunction(tree, around);
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** A name for what a pointer leads to is no knowledge. */
function sayArgument(value: Value, around: Surroundings): string | undefined {
  const isName = isPointer(value) && around.rootInfo(value.root).kind === "pointee";
  return isName ? undefined : sayValue(value, around);
}

function attributesOf(tree: ClangNode): string {
  const given = partsOf(tree).filter(({ kind }) => /Attr$/.test(kind));
  return `${tree.type?.qualType} ${given.map(({ kind }) => kind.toLowerCase()).join(" ")}`;
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
