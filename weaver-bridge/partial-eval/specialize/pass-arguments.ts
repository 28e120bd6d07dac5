/** Into a function that is followed: its parameters get what is given, and it becomes the one that is carried out. */
import { assignedText, valueAs } from "../evaluate/conversions.js";
import type { Exit } from "../lower/graph.js";
import { addressTaken } from "../lower/live-variables.js";
import type { Emit } from "../objects/memory.js";
import { sayValue } from "../objects/say-value.js";
import { rootOf, type State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isPointer, type Value } from "../objects/values.js";
import { bare, type ClangNode, partsOf, variableOf } from "../tree/clang-tree.js";
import type { Callee } from "./callee.js";
import type { Worker } from "./perform.js";

export interface Passing {
  readonly state: State;
  readonly worker: Worker;
  readonly around: Surroundings;
  readonly emit: Emit;
}

export interface PassedCall {
  readonly name: string;
  readonly callee: Callee;
  readonly given: readonly ClangNode[];
  readonly exit: Extract<Exit, { readonly kind: "call" }>;
}

export function passArguments(on: Passing, { name, callee, given, exit }: PassedCall): void {
  const { state, around } = on;
  const level = state.frames.length;
  const passed: Passed = { aliases: new Map(), later: [], told: [] };
  const found = given.map((one) => on.worker.evaluate(one));
  const variable = callee.isVariadic ? variablesFor(given, callee, exit, around) : [];
  given.forEach((one, at) => {
    const parameter = callee.parameters[at] ?? variable[at - callee.parameters.length];
    const value = found[at];
    if (value === undefined) return;
    if (parameter !== undefined) passOne(on, callee, passed, { parameter, one, value, level });
    else if (!value.pure) on.emit(`${value.text()};`, one);
  });
  for (const make of passed.later) make();
  const result = exit.result === undefined ? undefined : rootOf(exit.result.id, level - 1);
  if (result !== undefined) around.declare(result, exit.result as ClangNode);
  const { lowered } = callee;
  const more = callee.isVariadic ? { variable } : {};
  const frame = { name, lowered, after: exit.after, result, aliases: passed.aliases, ...more };
  state.frames = [...state.frames, { ...frame, call: exit.call, known: passed.told }];
}

/** For the arguments behind the parameters; each call has its own. */
function variablesFor(
  given: readonly ClangNode[],
  { parameters }: Callee,
  { call }: PassedCall["exit"],
  around: Surroundings,
): ClangNode[] {
  const found = given.slice(parameters.length).map(
    (one, at): ClangNode => ({
      ...{ id: `${call.id}#${at}`, kind: "VarDecl", name: "argument" },
      ...(one.type === undefined ? {} : { type: one.type }),
    }),
  );
  around.addLocals(found);
  return found;
}

interface Passed {
  /** Parameters that are other variables by another name. */
  readonly aliases: Map<string, string>;
  /** What is known once all are evaluated. */
  readonly later: (() => void)[];
  /** In words. */
  readonly told: string[];
}

interface Argument {
  readonly parameter: ClangNode;
  readonly one: ClangNode;
  readonly value: ReturnType<Worker["evaluate"]>;
  readonly level: number;
}

function passOne(
  { state, worker, around, emit }: Passing,
  { constant }: Callee,
  { aliases, later, told }: Passed,
  { parameter, one, value, level }: Argument,
): void {
  const root = rootOf(parameter.id, level);
  const type = around.types.canonical(parameter.type);
  const known =
    value.pure && value.value !== undefined ? valueAs(value.value, parameter.type, around) : undefined;
  if (known !== undefined) {
    around.declare(root, parameter);
    const said = sayArgument(known, around);
    if (said !== undefined) told.push(`${parameter.name} == ${said}`);
    later.push(() => state.cells.set(root, { value: known, type, inMemory: false }));
    return;
  }
  const isConstant = constant.has(parameter.id) || parameter.kind === "VarDecl";
  const isSame = isConstant && value.value === undefined && !around.types.isRecord(type);
  const same = isSame ? steadyName(one, state, around) : undefined;
  if (same !== undefined) aliases.set(parameter.id, same);
  else {
    const { text } = around.declare(root, parameter);
    emit(`${text} = ${assignedText(around, one, value, parameter.type)};`, one);
    const parts = worker.memory.partsOf(value.object);
    later.push(() => worker.memory.copied({ root, path: [] }, parts));
  }
}

/** The name of a variable that only its own function can change. */
function steadyName(node: ClangNode, state: State, around: Surroundings): string | undefined {
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

/** A name for what a pointer leads to is no knowledge. */
function sayArgument(value: Value, around: Surroundings): string | undefined {
  const isName = isPointer(value) && around.rootInfo(value.root).kind === "pointee";
  return isName ? undefined : sayValue(value, around);
}
