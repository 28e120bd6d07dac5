/**
 * When the values of a function are known that is specialized at run time: once its declared arguments are given, or only
 * while the specialized code runs. Flow-sensitive: a variable may be known at one place and not at another.
 */

import { choiceOf } from "../lower/choice.js";
import type { Block, LoweredFunction, Step } from "../lower/graph.js";
import { addressTaken, liveVariables } from "../lower/live-variables.js";
import { isConstant } from "../lower/variables.js";
import type { Surroundings } from "../objects/surroundings.js";
import { bare, type ClangNode, isThere, partsOf, targetOf, variableOf, walk } from "../tree/clang-tree.js";

/** `memory`: so is what the pointer leads to. */
export type Time = "dynamic" | "static" | "memory";
export type Times = ReadonlyMap<string, Time>;

const RANK: Readonly<Record<Time, number>> = { dynamic: 0, static: 1, memory: 2 };
const earlier = (left: Time, right: Time): Time => (RANK[left] < RANK[right] ? left : right);
const noMemory = (time: Time): Time => earlier(time, "static");
const allOf = (times: readonly Time[]): Time => times.reduce(earlier, "static");

export interface BindingTimes {
  /** When a block is entered, of what is live there; absent where no way leads there. */
  readonly at: (block: Block) => Times | undefined;
  readonly timeOf: (node: ClangNode, times: Times) => Time;
  /** After the step. */
  readonly after: (step: Step, times: Times) => Map<string, Time>;
  /** The step is done when the code is made. */
  readonly isStatic: (step: Step, times: Times) => boolean;
  /** The variable that a step writes and nothing else. */
  readonly writtenBy: (step: Step) => string | undefined;
  /** A choice that is made while the code runs, between two values that are known. */
  readonly forks: (step: Step, times: Times) => boolean;
  readonly live: ReadonlyMap<Block, ReadonlySet<string>>;
}

export interface TimesRequest {
  readonly lowered: LoweredFunction;
  readonly around: Surroundings;
  readonly parameters: readonly ClangNode[];
  /** Parameters that are given when the code is made, by their declarations. */
  readonly given: ReadonlyMap<string, Time>;
  /** Variables that somebody wants dynamic, by their names. */
  readonly dynamic: ReadonlySet<string>;
}

export function bindingTimesOf(request: TimesRequest): BindingTimes {
  const { lowered, around, parameters, given } = request;
  const all = [...parameters, ...lowered.variables];
  const never = neverStatic(request);
  const live = liveVariables(lowered);
  const timeOf = (node: ClangNode, times: Times) => timeOfNode(node, { times, around });
  const forks = (step: Step, times: Times) => {
    const choice = choiceOf(step);
    if (choice === undefined || timeOf(choice.condition, times) !== "dynamic") return false;
    const own = writtenBy(step);
    return own !== undefined && choice.arms.every((arm) => isStatic(arm, times));
  };
  const isStatic = (step: Step, times: Times): boolean => {
    const own = writtenBy(step);
    if (step.kind === "declaration" && step.initial === undefined) return true;
    return own !== undefined && !never.has(own) && written(step, times) !== "dynamic";
  };
  /** What the variable is afterwards that the step writes. */
  const written = (step: Step, times: Times): Time => {
    if (step.kind === "declaration")
      return step.initial === undefined ? "static" : timeOf(step.initial, times);
    const top = topOf(step.node);
    const [target, value] = partsOf(top) as [ClangNode, ClangNode];
    if (top.opcode === "=") return timeOf(value, times);
    const before = times.get(variableOf(target) ?? "") ?? "dynamic";
    if (top.kind === "UnaryOperator") return before;
    return isSafeOperator(top, value) && timeOf(value, times) !== "dynamic" ? before : "dynamic";
  };
  const after = (step: Step, times: Times): Map<string, Time> => {
    const next = new Map(times);
    const own = writtenBy(step);
    const fork = forks(step, times) ? choiceOf(step) : undefined;
    if (own !== undefined)
      next.set(
        own,
        never.has(own)
          ? "dynamic"
          : fork === undefined
            ? written(step, times)
            : fork.arms.map((arm) => written(arm, times)).reduce(earlier),
      );
    return next;
  };

  const states = new Map<Block, Map<string, Time>>();
  const waiting: Block[] = [];
  const enter = (block: Block, times: Times) => {
    const before = states.get(block);
    const next = new Map(before);
    let isNew = before === undefined;
    for (const id of live.get(block) ?? []) {
      const joined = earlier(before?.get(id) ?? "memory", times.get(id) ?? "dynamic");
      isNew ||= joined !== before?.get(id);
      next.set(id, joined);
    }
    if (!isNew) return;
    states.set(block, next);
    waiting.push(block);
  };
  const start = new Map<string, Time>();
  for (const { id } of all) start.set(id, never.has(id) ? "dynamic" : "static");
  for (const { id } of parameters) start.set(id, never.has(id) ? "dynamic" : (given.get(id) ?? "dynamic"));
  enter(lowered.entry, start);
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    let times: Times = states.get(block) as Times;
    for (const step of block.steps) times = after(step, times);
    if (block.exit.kind === "choose") times = after(block.exit.step, times);
    for (const next of successorsOf(block)) enter(next, times);
  }
  return { at: (block) => states.get(block), timeOf, after, isStatic, writtenBy, forks, live };
}

export function successorsOf({ exit }: Block): Block[] {
  if (exit.kind === "jump" || exit.kind === "choose") return [exit.to];
  if (exit.kind === "branch") return [exit.taken, exit.otherwise];
  if (exit.kind === "call") return [exit.plain];
  return exit.kind === "switch" ? [...exit.cases.map(({ to }) => to), exit.otherwise] : [];
}

/** Variables whose value can't be followed: their address is taken, they are volatile, large, or written within expressions. */
function neverStatic({ lowered, around, parameters, dynamic }: TimesRequest): Set<string> {
  const never = new Set<string>(addressTaken(lowered));
  for (const node of [...parameters, ...lowered.variables])
    if (!isWord(node, around) || dynamic.has(node.name ?? "")) never.add(node.id);
  const note = (node: ClangNode | undefined) => {
    if (node === undefined) return;
    for (const part of walk(node)) {
      const target = targetOf(part);
      const id = target === undefined ? undefined : variableOf(target);
      if (id !== undefined) never.add(id);
    }
  };
  const inStep = (step: Step) => {
    if (step.kind === "declaration") note(step.initial);
    else if (writtenBy(step) === undefined) note(step.node);
    else for (const part of partsOf(topOf(step.node)).slice(1)) note(part);
  };
  for (const { steps, exit } of lowered.blocks) {
    for (const step of steps) inStep(step);
    if (exit.kind === "choose") inStep(exit.step);
    if (exit.kind === "branch") note(exit.condition);
    if (exit.kind === "switch" || exit.kind === "return") note(exit.value);
  }
  return never;
}

/** A value that a register holds. */
export function isWord({ type }: ClangNode, { types }: Surroundings): boolean {
  if (/\bvolatile\b(?![^*]*\*)|_Atomic/.test(type?.qualType ?? "")) return false;
  const integer = types.integer(type);
  return integer === undefined ? types.isPointer(type) : integer.bits <= 32;
}

export function topOf(node: ClangNode): ClangNode {
  let top = bare(node);
  while (top.kind === "CStyleCastExpr" && top.castKind === "ToVoid") top = bare(partsOf(top)[0] as ClangNode);
  return top;
}

function writtenBy(step: Step): string | undefined {
  if (step.kind === "declaration") return step.variable.id;
  if (step.kind === "text") return undefined;
  const target = targetOf(topOf(step.node));
  return target === undefined ? undefined : variableOf(target);
}

interface Known {
  readonly times: Times;
  readonly around: Surroundings;
}

function timeOfNode(node: ClangNode, known: Known): Time {
  const parts = partsOf(node);
  const sub = (at: number): Time => timeOfNode(parts[at] as ClangNode, known);
  if (!hasTime(node, known.around)) return "dynamic";
  switch (node.kind) {
    case "IntegerLiteral":
    case "CharacterLiteral":
    case "UnaryExprOrTypeTraitExpr":
      return "static";
    case "DeclRefExpr":
      return /^(EnumConstant|Function)Decl$/.test(node.referencedDecl?.kind ?? "") ? "static" : "dynamic";
    case "ParenExpr":
    case "ConstantExpr":
      return sub(0);
    case "ImplicitCastExpr":
    case "CStyleCastExpr":
      return timeOfCast(node, known);
    case "UnaryOperator":
      if (node.opcode === "&") return timeOfPlace(parts[0] as ClangNode, known);
      return /^[-+~!]$/.test(node.opcode ?? "") ? noMemory(sub(0)) : "dynamic";
    case "BinaryOperator":
      return timeOfBinary(node, known);
    case "ConditionalOperator":
      return allOf([sub(0), sub(1), sub(2)]);
    default:
      return "dynamic";
  }
}

/** An expression that writes nothing, with a value that can be followed. */
function hasTime(node: ClangNode, around: Surroundings): boolean {
  if (!isThere(node) || targetOf(node) !== undefined) return false;
  const isValue = node.castKind !== "FunctionToPointerDecay" && node.kind !== "DeclRefExpr";
  return !isValue || node.kind === "StringLiteral" || isWord(node, around);
}

function timeOfBinary(node: ClangNode, known: Known): Time {
  const [left, right] = partsOf(node) as [ClangNode, ClangNode];
  if (node.opcode === "," || !isSafeOperator(node, right)) return "dynamic";
  const both = [timeOfNode(left, known), timeOfNode(right, known)];
  if (both.includes("dynamic")) return "dynamic";
  return known.around.types.isPointer(node.type) && both.includes("memory") ? "memory" : "static";
}

/** A division by what is only known later may be one by zero on a way that is never taken. */
function isSafeOperator({ opcode = "" }: ClangNode, right: ClangNode): boolean {
  if (!/^[/%]=?$/.test(opcode)) return true;
  const inner =
    bare(right).castKind === "IntegralCast" ? bare(partsOf(bare(right))[0] as ClangNode) : bare(right);
  return inner.kind === "IntegerLiteral" && BigInt(inner.value ?? 0) !== 0n;
}

const PLAIN =
  /^(NoOp|IntegralCast|IntegralToBoolean|PointerToBoolean|NullToPointer|IntegralToPointer|PointerToIntegral|FunctionToPointerDecay)$/;

function timeOfCast(node: ClangNode, known: Known): Time {
  const inner = partsOf(node)[0] as ClangNode;
  switch (node.castKind) {
    case "LValueToRValue":
      if (variableOf(inner) !== undefined && known.around.isLocal(variableOf(inner) ?? ""))
        return known.times.get(variableOf(inner) ?? "") ?? "dynamic";
      if (/\bvolatile\b(?![^*]*\*)|_Atomic/.test(`${inner.type?.qualType}`)) return "dynamic";
      return timeOfPlace(inner, known) === "memory" ? "static" : "dynamic";
    case "ArrayToPointerDecay":
      return timeOfPlace(inner, known);
    case "BitCast":
      return timeOfNode(inner, known);
    default: {
      if (!PLAIN.test(node.castKind ?? "")) return "dynamic";
      const time = timeOfNode(inner, known);
      return node.castKind === "NoOp" ? time : noMemory(time);
    }
  }
}

/** Of an object: whether its address is known, and what it holds as well. */
function timeOfPlace(node: ClangNode, known: Known): Time {
  const parts = partsOf(node);
  switch (node.kind) {
    case "ParenExpr":
      return timeOfPlace(parts[0] as ClangNode, known);
    case "StringLiteral":
      return "memory";
    case "DeclRefExpr": {
      const { kind, id = "", name = "" } = node.referencedDecl ?? {};
      if (kind === "FunctionDecl") return "static";
      if (known.around.isLocal(id)) return "dynamic";
      const global = known.around.program.globals.get(name);
      return global !== undefined && isConstant(global) ? "memory" : "static";
    }
    case "MemberExpr": {
      const base = parts[0] as ClangNode;
      return node.isArrow === true ? timeOfNode(base, known) : timeOfPlace(base, known);
    }
    case "ArraySubscriptExpr": {
      const [base, index] = parts.map((part) => timeOfNode(part, known)) as [Time, Time];
      return index === "dynamic" ? "dynamic" : base;
    }
    case "UnaryOperator":
      return node.opcode === "*" ? timeOfNode(parts[0] as ClangNode, known) : "dynamic";
    default:
      return "dynamic";
  }
}
