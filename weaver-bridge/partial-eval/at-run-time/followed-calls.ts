/**
 * Calls of functions of the unit where an argument is known when the code is made: the function that is called becomes a
 * part of the one that calls it, with variables of its own. All other calls stay, to where they lead now.
 */
import type { Block, Exit, LoweredFunction } from "../lower/graph.js";
import { addressTaken } from "../lower/live-variables.js";
import type { Surroundings } from "../objects/surroundings.js";
import { type Callee, followed } from "../specialize/callee.js";
import { bare, type ClangNode, partsOf, variableOf, walk } from "../tree/clang-tree.js";
import { type BindingTimes, isWord, type Times } from "./binding-times.js";
import { copiedGraph } from "./copied-graph.js";

type Call = Extract<Exit, { readonly kind: "call" }>;

export interface Following {
  readonly lowered: LoweredFunction;
  readonly parameters: readonly ClangNode[];
  readonly around: Surroundings;
  /** Calls within calls. */
  readonly depth: number;
  /** Functions that stay calls. */
  readonly keep: ReadonlySet<string>;
  readonly timesOf: (lowered: LoweredFunction) => BindingTimes;
}

export interface Followed {
  readonly lowered: LoweredFunction;
  readonly times: BindingTimes;
  /** Names of the functions. */
  readonly names: readonly string[];
  /** Its names are not those of the source. */
  readonly isRenamed: (node: ClangNode) => boolean;
}

const MOST_BLOCKS = 400;

export function followCalls(following: Following): Followed {
  const { lowered, around, timesOf } = following;
  const joined = begin(following);
  const graph = (): LoweredFunction => ({
    blocks: [...joined.blocks],
    entry: joined.entry,
    variables: [...joined.variables],
    constants: lowered.constants,
    records: lowered.records,
    statics: lowered.statics,
    externs: lowered.externs,
  });
  for (;;) {
    const now = graph();
    const times = timesOf(now);
    const calls = joined.blocks.flatMap((block) => {
      const callee = calleeAt(block, times, joined, following);
      return callee === undefined ? [] : [{ block, callee }];
    });
    if (calls.length === 0) {
      const isRenamed = (node: ClangNode) => joined.made.has(node);
      return { lowered: now, times, names: [...joined.names], isRenamed };
    }
    for (const { block, callee } of calls) join(block, callee, joined, around);
  }
}

/** The function with what has been joined to it. */
interface Joined {
  readonly blocks: Block[];
  readonly entry: Block;
  readonly variables: ClangNode[];
  /** Of each block, the functions that it stands in. */
  readonly within: Map<Block, readonly string[]>;
  readonly names: Set<string>;
  readonly made: WeakSet<ClangNode>;
  readonly fresh: (node: ClangNode, name: string) => ClangNode;
}

function begin({ lowered, parameters, around }: Following): Joined {
  const taken = new Set([...around.program.functions.keys(), ...around.program.globals.keys()]);
  for (const { name = "" } of [...parameters, ...lowered.variables]) taken.add(name);
  let count = 0;
  const fresh = (node: ClangNode, name: string): ClangNode => {
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
    taken.add(free);
    const { init: _, inner: __, ...rest } = node;
    return { ...rest, id: `${node.id}:${++count}`, kind: "VarDecl", name: free };
  };
  const made = new WeakSet<ClangNode>();
  const results = lowered.variables.filter(isResult);
  const renamed = new Map(results.map((one) => [one.id, fresh(one, "given")]));
  const blocks: Block[] = [];
  const { entry, own } = copiedGraph(lowered, renamed, blocks, (node) => made.add(node));
  const variables = lowered.variables.filter((one) => !isResult(one));
  return {
    blocks,
    entry,
    variables,
    within: new Map(own.map((one) => [one, []])),
    names: new Set(),
    made,
    fresh,
  };
}

/** For what a call gave; nobody needs it where the call stays. */
const isResult = ({ id }: ClangNode): boolean => id.startsWith("result:");

interface Meant {
  readonly name: string;
  readonly callee: Callee;
  readonly call: Call;
}

function calleeAt(
  block: Block,
  times: BindingTimes,
  { blocks, variables, within }: Joined,
  { around, depth, keep, parameters }: Following,
): Meant | undefined {
  const { exit } = block;
  let now: Times | undefined = times.at(block);
  if (exit.kind !== "call" || exit.call.kind === "StmtExpr" || now === undefined) return undefined;
  const [calleeNode, ...given] = partsOf(exit.call) as [ClangNode, ...ClangNode[]];
  const name = directly(calleeNode);
  const stack = within.get(block) ?? [];
  if (name === undefined || keep.has(name) || stack.includes(name) || stack.length >= depth) return undefined;
  const found = followed(name, around);
  const callee = typeof found === "string" ? undefined : found;
  if (callee === undefined || callee.isVariadic || given.length !== callee.parameters.length)
    return undefined;
  if (blocks.length + callee.lowered.blocks.length > MOST_BLOCKS) return undefined;
  for (const step of block.steps) now = times.after(step, now);
  const isKnown = given.some(
    (one) =>
      walk(one).some((part) => variableOf(part) !== undefined) &&
      times.timeOf(one, now as Times) !== "dynamic",
  );
  const isPlain = given.every((one) => walk(one).length < 100);
  const others = new Set([...parameters, ...variables].map((one) => one.name));
  return isKnown && isPlain && fits(callee, around, others) ? { name, callee, call: exit } : undefined;
}

function directly(callee: ClangNode): string | undefined {
  if (callee.castKind !== "FunctionToPointerDecay") return undefined;
  const { referencedDecl } = bare(partsOf(callee)[0] as ClangNode);
  return referencedDecl?.kind === "FunctionDecl" ? referencedDecl.name : undefined;
}

/** Its variables are words, and what it names of the file has no other meaning where it is called. */
function fits(
  { lowered, parameters }: Callee,
  around: Surroundings,
  others: ReadonlySet<string | undefined>,
): boolean {
  const own = [...parameters, ...lowered.variables];
  const ids = new Set(own.map(({ id }) => id));
  const isScalar = own.every((one) => isWord(one, around) || around.types.integer(one.type) !== undefined);
  const { constants, statics, records, externs } = lowered;
  if (!isScalar || [constants, statics, records, externs].some(({ length }) => length > 0)) return false;
  const taken = addressTaken(lowered);
  if (own.some(({ id }) => taken.has(id))) return false;
  const nodes = lowered.blocks.flatMap(({ steps, exit }) => [
    ...steps.flatMap((step) => (step.kind === "declaration" ? [step.initial, step.variable] : [step.node])),
    exit.kind === "branch" ? exit.condition : undefined,
    exit.kind === "switch" || exit.kind === "return" ? exit.value : undefined,
    exit.kind === "choose" && exit.step.kind !== "declaration" ? exit.step.node : undefined,
    exit.kind === "choose" && exit.step.kind === "declaration" ? exit.step.initial : undefined,
  ]);
  return nodes.every(
    (node) =>
      node === undefined ||
      walk(node).every(({ kind, type, referencedDecl }) => {
        if (referencedDecl !== undefined && !ids.has(referencedDecl.id) && others.has(referencedDecl.name))
          return false;
        const isNamed = /^(VarDecl|CStyleCastExpr|UnaryExprOrTypeTraitExpr|CompoundLiteralExpr)$/.test(kind);
        return !isNamed || !(type?.qualType.match(/\w+/g) ?? []).some((word) => others.has(word));
      }),
  );
}

/** The call leads into a copy of the function, whose returns lead back. */
function join(block: Block, { name, callee, call }: Meant, joined: Joined, around: Surroundings): void {
  const { blocks, variables, within, names, made, fresh } = joined;
  const renamed = new Map(
    [...callee.parameters, ...callee.lowered.variables].map((one) => [
      one.id,
      fresh(one, `${name}_${isResult(one) ? "given" : (one.name ?? "value")}`),
    ]),
  );
  const copy = copiedGraph(callee.lowered, renamed, blocks, (node) => made.add(node));
  const stack = [...(within.get(block) ?? []), name];
  for (const one of copy.own) {
    within.set(one, stack);
    if (one.exit.kind !== "return") continue;
    const { value } = one.exit;
    if (value !== undefined)
      one.steps.push(
        call.result === undefined
          ? { kind: "expression", node: value }
          : { kind: "declaration", variable: call.result, initial: value },
      );
    one.exit = { kind: "jump", to: call.after };
  }
  const given = partsOf(call.call).slice(1);
  for (const [at, parameter] of callee.parameters.entries())
    block.steps.push({
      kind: "declaration",
      variable: renamed.get(parameter.id) as ClangNode,
      initial: given[at],
    });
  block.exit = { kind: "jump", to: copy.entry };
  const own = [...renamed.values()].filter(
    (_, at) => !isResult([...callee.parameters, ...callee.lowered.variables][at] as ClangNode),
  );
  const results = call.result === undefined ? [] : [call.result];
  variables.push(...own, ...results);
  around.addLocals([...own, ...results]);
  names.add(name);
}
