/**
 * Conditions that come out as they did before: a test of the same on each way there has told enough, and nothing on the way
 * may have written what it reads. What memory holds is not carried into the next round of a loop: it may wait for others.
 */
import { constantOf } from "../evaluate/constant.js";
import { isUnderstood } from "../evaluate/evaluated.js";
import type { Block, Exit, LoweredFunction, Step } from "../lower/graph.js";
import { addressTaken } from "../lower/live-variables.js";
import type { Surroundings } from "../objects/surroundings.js";
import { isNumber } from "../objects/values.js";
import { bare, type ClangNode, isThere, partsOf, targetOf, variableOf, walk } from "../tree/clang-tree.js";
import { typeRange } from "./type-range.js";
import {
  decided,
  either,
  isRelation,
  narrowed,
  type Relation,
  TURNED,
  type ValueRange,
} from "./value-range.js";

/** What is known of an expression. */
interface Known {
  readonly range: ValueRange;
  readonly reads: Reads;
}

interface Reads {
  /** Variables that only their names lead to. */
  readonly variables: ReadonlySet<string>;
  readonly memory: boolean;
}

/** Only the function's own code names the variable. */
type IsOwn = (id: string) => boolean;

type Facts = ReadonlyMap<string, Known>;

/** How the conditions come out of which that is known. */
export type Decided = ReadonlyMap<Exit, boolean>;

const DECIDED = new WeakMap<LoweredFunction, Decided>();

export function testedBefore(lowered: LoweredFunction, around: Surroundings): Decided {
  const known = DECIDED.get(lowered);
  if (known !== undefined) return known;
  const { observe } = around;
  around.observe = undefined;
  const found = lowered.blocks.some(({ exit }) => exit.kind === "branch")
    ? decide(lowered, around)
    : new Map();
  around.observe = observe;
  DECIDED.set(lowered, found);
  return found;
}

const MOST_ROUNDS = 10_000;

function decide(lowered: LoweredFunction, around: Surroundings): Decided {
  const taken = addressTaken(lowered);
  const isOwn: IsOwn = (id) => around.isLocal(id) && !taken.has(id);
  const tests = new Map<Exit, Test | undefined>();
  for (const { exit } of lowered.blocks)
    if (exit.kind === "branch") tests.set(exit, testOf(exit.condition, around, isOwn));
  const at = new Map<Block, Facts>([[lowered.entry, new Map()]]);
  const waiting = [lowered.entry];
  const isBack = backWays(lowered);
  let rounds = 0;
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (++rounds > MOST_ROUNDS) return new Map();
    const facts = factsAtEnd(block, at.get(block) as Facts, isOwn);
    for (const [to, more] of waysOn(block, facts, tests)) {
      const carried = isBack(block, to) ? withoutMemory(more) : more;
      const before = at.get(to);
      const next = before === undefined ? carried : common(before, carried);
      if (before !== undefined && isSame(before, next)) continue;
      at.set(to, next);
      waiting.push(to);
    }
  }
  const found = new Map<Exit, boolean>();
  for (const [block, facts] of at) {
    const test = tests.get(block.exit);
    const told = test && outcomeOf(test, factsAtEnd(block, facts, isOwn));
    if (told !== undefined) found.set(block.exit, told);
  }
  return found;
}

/** Ways into the next round of a loop. */
function backWays({ entry }: LoweredFunction): (from: Block, to: Block) => boolean {
  const found = new Map<Block, Set<Block>>();
  const done = new Set<Block>();
  const path = new Set<Block>();
  const visit = (block: Block): void => {
    done.add(block);
    path.add(block);
    for (const [to] of waysOn(block, new Map(), new Map())) {
      if (path.has(to)) found.set(block, (found.get(block) ?? new Set()).add(to));
      else if (!done.has(to)) visit(to);
    }
    path.delete(block);
  };
  visit(entry);
  return (from, to) => found.get(from)?.has(to) === true;
}

function waysOn(block: Block, facts: Facts, tests: ReadonlyMap<Exit, Test | undefined>): [Block, Facts][] {
  const { exit } = block;
  switch (exit.kind) {
    case "jump":
    case "choose":
      return [[exit.to, facts]];
    case "call":
      return [
        [exit.after, facts],
        [exit.plain, facts],
      ];
    case "switch":
      return [exit.otherwise, ...exit.cases.map(({ to }) => to)].map((to) => [to, facts]);
    case "return":
      return [];
    case "branch": {
      const test = tests.get(exit);
      if (test === undefined)
        return [
          [exit.taken, facts],
          [exit.otherwise, facts],
        ];
      const told = outcomeOf(test, facts);
      return [true, false]
        .filter((isTaken) => told === undefined || told === isTaken)
        .map((isTaken) => [isTaken ? exit.taken : exit.otherwise, withTest(facts, test, isTaken)]);
    }
  }
}

/** Of the condition. */
function outcomeOf({ key, relation, by, isTrue }: Test, facts: Facts): boolean | undefined {
  const known = facts.get(key);
  const holds = known && decided(known.range, relation, by);
  return holds === undefined ? undefined : holds === isTrue;
}

function withTest(facts: Facts, { key, relation, by, isTrue, all, reads }: Test, isTaken: boolean): Facts {
  const range = narrowed(facts.get(key)?.range ?? all, relation, by, isTaken === isTrue);
  return new Map(facts).set(key, { range, reads });
}

function common(one: Facts, other: Facts): Facts {
  const both = new Map<string, Known>();
  for (const [key, { range, reads }] of one) {
    const there = other.get(key);
    if (there !== undefined) both.set(key, { range: either(range, there.range), reads });
  }
  return both;
}

const withoutMemory = (facts: Facts): Facts => new Map([...facts].filter(([, { reads }]) => !reads.memory));

const isSame = (one: Facts, other: Facts): boolean =>
  one.size === other.size &&
  [...one].every(([key, { range }]) => shown(range) === shown(other.get(key)?.range));

const shown = (range: ValueRange | undefined): string =>
  range === undefined ? "" : [range.least, range.most, ...[...range.not].sort()].join();

/** Without what the block may write. */
function factsAtEnd({ steps, exit }: Block, facts: Facts, isOwn: IsOwn): Facts {
  const written = new Set<string>();
  const state = { memory: false };
  const note = (node: ClangNode | undefined) => noteWrites(node, isOwn, written, state);
  const step = (one: Step) => {
    if (one.kind === "declaration") written.add(one.variable.id);
    note(one.kind === "declaration" ? one.initial : one.node);
  };
  for (const one of steps) step(one);
  if (exit.kind === "choose") step(exit.step);
  else if (exit.kind === "call") {
    note(exit.call);
    if (exit.result !== undefined) written.add(exit.result.id);
  } else if (exit.kind === "branch") note(exit.condition);
  else if (exit.kind === "switch" || exit.kind === "return") note(exit.value);
  if (written.size === 0 && !state.memory) return facts;
  return new Map(
    [...facts].filter(
      ([, { reads }]) =>
        !(state.memory && reads.memory) && ![...reads.variables].some((id) => written.has(id)),
    ),
  );
}

function noteWrites(
  whole: ClangNode | undefined,
  isOwn: IsOwn,
  written: Set<string>,
  state: { memory: boolean },
): void {
  if (whole === undefined) return;
  for (const node of walk(whole)) {
    const target = targetOf(node);
    const id = target === undefined ? undefined : variableOf(target);
    if (id !== undefined) written.add(id);
    if (target !== undefined && (id === undefined || !isOwn(id))) state.memory = true;
    const isStrange = !isUnderstood(node);
    if (node.kind === "CallExpr" ? !isHint(node) : isStrange) state.memory = true;
    if (!isStrange) continue;
    for (const part of walk(node)) {
      const named = variableOf(part);
      if (named !== undefined) written.add(named);
    }
  }
}

/** A comparison of something with a constant. */
interface Test {
  readonly key: string;
  readonly relation: Relation;
  readonly by: bigint;
  /** What it means for the condition that the comparison holds. */
  readonly isTrue: boolean;
  /** All that it may be. */
  readonly all: ValueRange;
  readonly reads: Reads;
}

function testOf(condition: ClangNode, around: Surroundings, isOwn: IsOwn): Test | undefined {
  const reads = readsOf(condition, isOwn);
  const compared = reads && comparisonOf(condition, around, true);
  const all = compared && typeRange(compared.what, around.types);
  if (reads === undefined || compared === undefined || all === undefined) return undefined;
  const { what, relation, by, isTrue } = compared;
  return { key: structureOf(what, around), relation, by, isTrue, all, reads };
}

interface Comparison {
  readonly what: ClangNode;
  readonly relation: Relation;
  readonly by: bigint;
  readonly isTrue: boolean;
}

function comparisonOf(condition: ClangNode, around: Surroundings, isTrue: boolean): Comparison | undefined {
  const node = core(condition, around);
  const [first, second] = partsOf(node) as [ClangNode, ClangNode];
  if (node.kind === "UnaryOperator" && node.opcode === "!") return comparisonOf(first, around, !isTrue);
  if (node.kind === "CallExpr" && isHint(node)) return comparisonOf(second, around, isTrue);
  const isToBoolean = node.castKind === "PointerToBoolean" || node.castKind === "IntegralToBoolean";
  if (isToBoolean) return comparisonOf(first, around, isTrue);
  const { opcode } = node;
  if (node.kind === "BinaryOperator" && isRelation(opcode)) {
    const [left, right] = [first, second].map((part) => constantOf(part, around));
    if (isNumber(right)) return { what: core(first, around), relation: opcode, by: right, isTrue };
    if (isNumber(left)) return { what: core(second, around), relation: TURNED[opcode], by: left, isTrue };
  }
  return { what: node, relation: "!=", by: 0n, isTrue };
}

/** Without conversions that leave its value as it is. */
function core(node: ClangNode, around: Surroundings): ClangNode {
  const inner = bare(node);
  const [only] = partsOf(inner);
  if (inner.castKind !== "IntegralCast" || !isThere(only)) return inner;
  const [from, to] = [around.types.integer(only.type), around.types.integer(inner.type)];
  if (from === undefined || to === undefined || to.isBool) return inner;
  const isKept =
    from.bits < to.bits
      ? to.isSigned || !from.isSigned
      : from.bits === to.bits && from.isSigned === to.isSigned;
  return isKept ? core(only, around) : inner;
}

/** Undefined where it does more than read. */
function readsOf(condition: ClangNode, isOwn: IsOwn): Reads | undefined {
  const variables = new Set<string>();
  let memory = false;
  for (const node of walk(condition)) {
    const said = `${node.type?.qualType} ${node.type?.desugaredQualType}`;
    if (!isUnderstood(node) || targetOf(node) !== undefined || /\bvolatile\b|_Atomic/.test(said))
      return undefined;
    if (node.kind === "CallExpr" && !isHint(node)) return undefined;
    if (node.castKind !== "LValueToRValue") continue;
    const id = variableOf(partsOf(node)[0] as ClangNode);
    if (id !== undefined && isOwn(id)) variables.add(id);
    else memory = true;
  }
  return variables.size > 0 || memory ? { variables, memory } : undefined;
}

const isHint = (call: ClangNode): boolean =>
  walk(partsOf(call)[0] as ClangNode).some(({ referencedDecl }) =>
    /^__builtin_expect/.test(referencedDecl?.name ?? ""),
  );

function structureOf(node: ClangNode, around: Surroundings): string {
  const { kind, opcode, castKind, name, value, referencedDecl, referencedMemberDecl, argType } = bare(node);
  const type = around.types.canonical(bare(node).type);
  const own = [
    kind,
    opcode,
    castKind,
    name,
    value,
    referencedDecl?.id,
    referencedMemberDecl,
    argType?.qualType,
    type,
  ];
  return `${own.join(":")}(${partsOf(bare(node))
    .map((part) => structureOf(part, around))
    .join()})`;
}
