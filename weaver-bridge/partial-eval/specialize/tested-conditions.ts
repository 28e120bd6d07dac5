/**
 * Conditions that come out as they did before: a test of the same on each way there has told enough, and nothing on the way
 * may have written what it reads. What memory holds is not carried into the next round of a loop: it may wait for others.
 */
import type { Block, Exit, LoweredFunction } from "../lower/graph.js";
import { addressTaken } from "../lower/live-variables.js";
import type { State } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import type { ClangNode } from "../tree/clang-tree.js";
import { type Assumption, assumedBy } from "./assumed.js";
import {
  comparisonsIn,
  type Facts,
  type IsOwn,
  type Known,
  type Test,
  testOf,
  testOfValue,
} from "./compared.js";
import { decided, either, narrowed, type ValueRange } from "./value-range.js";
import { keptBy, type Part, partsOfBlock } from "./written.js";

export interface Decided {
  /** How the conditions come out of which that is known. */
  readonly conditions: ReadonlyMap<Exit, boolean>;
  /** What the values of `switch` may be, where tests tell something of it. */
  readonly values: ReadonlyMap<Exit, ValueRange>;
  /** Comparisons, and conditions of `?:`, `&&` and `||`, within statements. */
  readonly within: ReadonlyMap<ClangNode, boolean | undefined>;
}

/** By graph; with assumptions by these, which are those of one function. */
const DECIDED = new WeakMap<object, Decided>();

/** Of the function that is carried out. */
export function testsBefore(
  frames: State["frames"],
  around: Surroundings,
  assumed: readonly Assumption[],
): Decided | undefined {
  const lowered = frames.at(-1)?.lowered;
  // Of a call that is followed, also of the same function, nothing is assumed.
  return lowered && testedBefore(lowered, around, frames.length === 1 ? assumed : []);
}

function testedBefore(
  lowered: LoweredFunction,
  around: Surroundings,
  assumed: readonly Assumption[] = [],
): Decided {
  const of = assumed.length === 0 ? lowered : assumed;
  const known = DECIDED.get(of);
  if (known !== undefined) return known;
  const { observe, told } = around;
  around.observe = undefined;
  around.told = undefined;
  const isTesting =
    assumed.length > 0 || lowered.blocks.some(({ exit }) => exit.kind === "branch" || exit.kind === "switch");
  const found = isTesting ? decide(lowered, around, assumed) : NOTHING;
  around.observe = observe;
  around.told = told;
  DECIDED.set(of, found);
  return found;
}

const NOTHING: Decided = { conditions: new Map(), values: new Map(), within: new Map() };
const MOST_ROUNDS = 10_000;

function decide(lowered: LoweredFunction, around: Surroundings, assumed: readonly Assumption[]): Decided {
  const taken = addressTaken(lowered);
  const isOwn: IsOwn = (id) => around.isLocal(id) && !taken.has(id);
  const behind = behindParts(isOwn);
  const tests = new Map<Exit, Test | undefined>();
  for (const { exit } of lowered.blocks)
    if (exit.kind === "branch") tests.set(exit, testOf(exit.condition, around, isOwn));
    else if (exit.kind === "switch") tests.set(exit, testOfValue(exit.value, around, isOwn));
  const inside = testsWithin(lowered, around, isOwn);
  const all = [...tests.values(), ...inside.values()];
  const at = new Map<Block, Facts>([[lowered.entry, assumedBy(assumed, all, around)]]);
  const waiting = [lowered.entry];
  const isBack = backWays(lowered);
  let rounds = 0;
  for (let block = waiting.pop(); block !== undefined; block = waiting.pop()) {
    if (++rounds > MOST_ROUNDS) return NOTHING;
    const facts = factsAtEnd(block, at.get(block) as Facts, behind);
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
    const known = factsAtEnd(block, facts, behind);
    const told = outcomeOf(test, known);
    const range = known.get(test.key)?.range;
    if (block.exit.kind === "switch") {
      if (range !== undefined) values.set(block.exit, range);
    } else if (told !== undefined) conditions.set(block.exit, told);
  }
  return { conditions, values, within: toldWithin(at, inside, behind) };
}

type Within = ReadonlyMap<ClangNode, Test>;

function testsWithin({ blocks }: LoweredFunction, around: Surroundings, isOwn: IsOwn): Within {
  const found = new Map<ClangNode, Test>();
  for (const node of blocks.flatMap(partsOfBlock).flatMap(({ nodes }) => nodes.flatMap(comparisonsIn))) {
    const test = found.has(node) ? undefined : testOf(node, around, isOwn);
    if (test !== undefined) found.set(node, test);
  }
  return found;
}

/** What holds before a statement and is not written by it; one that stands in several blocks has to come out the same. */
function toldWithin(at: ReadonlyMap<Block, Facts>, tests: Within, behind: Behind): Decided["within"] {
  const told = new Map<ClangNode, boolean | undefined>();
  if (tests.size === 0) return told;
  for (const [block, begin] of at) {
    let facts = begin;
    for (const part of behind.parts(block)) {
      facts = behind.part(part, facts);
      for (const node of part.nodes.flatMap(comparisonsIn)) {
        const test = tests.get(node);
        const outcome = test && outcomeOf(test, facts);
        told.set(node, told.has(node) && told.get(node) !== outcome ? undefined : outcome);
      }
    }
  }
  return told;
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
        ...(exit.alone === undefined ? [] : [[exit.alone, facts] as [Block, Facts]]),
      ];
    case "switch":
      return [exit.otherwise, ...exit.cases.map(({ to }) => to)].map((to) => [to, facts]);
    case "computed":
      return exit.ways.map(({ to }) => [to, facts]);
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

function factsAtEnd(block: Block, facts: Facts, behind: Behind): Facts {
  return behind.parts(block).reduce((left, part) => behind.part(part, left), facts);
}

/** What is looked at again and again, once for each block and part. */
interface Behind {
  readonly parts: (block: Block) => readonly Part[];
  /** Without what the part may write. */
  readonly part: (part: Part, facts: Facts) => Facts;
}

function behindParts(isOwn: IsOwn): Behind {
  const parts = new Map<Block, readonly Part[]>();
  const kept = new Map<Part, ReturnType<typeof keptBy>>();
  return {
    parts: (block) => {
      const found = parts.get(block) ?? partsOfBlock(block);
      parts.set(block, found);
      return found;
    },
    part: (part, facts) => {
      if (facts.size === 0) return facts;
      if (!kept.has(part)) kept.set(part, keptBy(part, isOwn));
      const isKept = kept.get(part);
      return isKept === undefined ? facts : new Map([...facts].filter(([, { reads }]) => isKept(reads)));
    },
  };
}
