/**
 * Conditions that come out as they did before: a test of the same on each way there has told enough, and nothing on the way
 * may have written what it reads. What memory holds is not carried into the next round of a loop: it may wait for others.
 */
import { isUnderstood } from "../evaluate/evaluated.js";
import type { Block, Exit, LoweredFunction, Step } from "../lower/graph.js";
import { addressTaken } from "../lower/live-variables.js";
import type { Surroundings } from "../objects/surroundings.js";
import { type ClangNode, targetOf, variableOf, walk } from "../tree/clang-tree.js";
import { type IsOwn, isHint, type Reads, type Test, testOf, testOfValue } from "./compared.js";
import { decided, either, narrowed, type Relation, type ValueRange } from "./value-range.js";

/** What is known of an expression. */
interface Known {
  readonly range: ValueRange;
  readonly reads: Reads;
}

type Facts = ReadonlyMap<string, Known>;

export interface Decided {
  /** How the conditions come out of which that is known. */
  readonly conditions: ReadonlyMap<Exit, boolean>;
  /** What the values of `switch` may be, where tests tell something of it. */
  readonly values: ReadonlyMap<Exit, ValueRange>;
}

/** What holds where the function begins. */
export interface Assumption {
  /** As it is written, without blanks: `n`, `p->state`. */
  readonly subject: string;
  readonly relation: Relation | "in";
  /** But for `in` one. */
  readonly by: readonly bigint[];
}

/** By graph; with assumptions by these, which are those of one function. */
const DECIDED = new WeakMap<object, Decided>();

export function testedBefore(
  lowered: LoweredFunction,
  around: Surroundings,
  assumed: readonly Assumption[] = [],
): Decided {
  const of = assumed.length === 0 ? lowered : assumed;
  const known = DECIDED.get(of);
  if (known !== undefined) return known;
  const { observe } = around;
  around.observe = undefined;
  const isBranching = lowered.blocks.some(({ exit }) => exit.kind === "branch" || exit.kind === "switch");
  const found = isBranching ? decide(lowered, around, assumed) : NOTHING;
  around.observe = observe;
  DECIDED.set(of, found);
  return found;
}

const NOTHING: Decided = { conditions: new Map(), values: new Map() };
const MOST_ROUNDS = 10_000;

function decide(lowered: LoweredFunction, around: Surroundings, assumed: readonly Assumption[]): Decided {
  const taken = addressTaken(lowered);
  const isOwn: IsOwn = (id) => around.isLocal(id) && !taken.has(id);
  const tests = new Map<Exit, Test | undefined>();
  for (const { exit } of lowered.blocks)
    if (exit.kind === "branch") tests.set(exit, testOf(exit.condition, around, isOwn));
    else if (exit.kind === "switch") tests.set(exit, testOfValue(exit.value, around, isOwn));
  const at = new Map<Block, Facts>([[lowered.entry, atBegin(assumed, [...tests.values()], around)]]);
  const waiting = [lowered.entry];
  const isBack = backWays(lowered);
  let rounds = 0;
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (++rounds > MOST_ROUNDS) return NOTHING;
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
  const conditions = new Map<Exit, boolean>();
  const values = new Map<Exit, ValueRange>();
  for (const [block, facts] of at) {
    const test = tests.get(block.exit);
    if (test === undefined) continue;
    const known = factsAtEnd(block, facts, isOwn);
    const told = outcomeOf(test, known);
    const range = known.get(test.key)?.range;
    if (block.exit.kind === "switch") {
      if (range !== undefined) values.set(block.exit, range);
    } else if (told !== undefined) conditions.set(block.exit, told);
  }
  return { conditions, values };
}

/** Of those that some test asks about. */
function atBegin(
  assumed: readonly Assumption[],
  tests: readonly (Test | undefined)[],
  around: Surroundings,
): Facts {
  const facts = new Map<string, Known>();
  for (const { subject, relation, by } of assumed)
    for (const test of tests) {
      if (test === undefined || subjectOf(test, around) !== subject) continue;
      // C compares a number that the type does not have with another one.
      if (by.some((one) => one < test.all.least || one > test.all.most)) continue;
      const range = withAssumption(facts.get(test.key)?.range ?? test.all, relation, by);
      facts.set(test.key, { range, reads: test.reads });
    }
  return facts;
}

/** So many numbers between two are told one by one. */
const MOST_BETWEEN = 256n;

function withAssumption(
  range: ValueRange,
  relation: Assumption["relation"],
  by: readonly bigint[],
): ValueRange {
  const [least = 0n, ...others] = [...by].sort((one, other) => (one < other ? -1 : 1));
  if (relation !== "in") return narrowed(range, relation, least, true);
  const most = others.at(-1) ?? least;
  let left = narrowed(narrowed(range, ">=", least, true), "<=", most, true);
  for (let one = least + 1n; one < most && most - least <= MOST_BETWEEN; one++)
    if (!by.includes(one)) left = narrowed(left, "!=", one, true);
  return left;
}

/** As it is written, without blanks; undefined where it is about what the function itself declares. */
function subjectOf({ what }: Test, around: Surroundings): string | undefined {
  const isOwn = walk(what).some(
    ({ referencedDecl }) => referencedDecl?.kind === "VarDecl" && around.isLocal(referencedDecl.id),
  );
  return isOwn ? undefined : around.spelling(what)?.replace(/\s+/g, "");
}

/** Subjects that nothing in the function tests. */
export function unusedAssumptions(
  lowered: LoweredFunction,
  around: Surroundings,
  assumed: readonly Assumption[],
): string[] {
  const asked = new Set<string | undefined>();
  for (const { exit } of lowered.blocks)
    if (exit.kind === "branch" || exit.kind === "switch") {
      const test =
        exit.kind === "branch"
          ? testOf(exit.condition, around, () => false)
          : testOfValue(exit.value, around, () => false);
      asked.add(test && subjectOf(test, around));
    }
  return [...new Set(assumed.map(({ subject }) => subject))].filter((subject) => !asked.has(subject));
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
