/** Residual blocks by the place that they are copies of and what is known there, each made once; and those still to be filled. */
import type { Limits } from "../declare/limits.js";
import type { Block } from "../lower/graph.js";
import { copyOf, type State, stateKey } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { Refusal } from "../refusal.js";
import { endless } from "./endless.js";
import { growing, isLost, rootIn, settle } from "./growing.js";
import { nodeOf, nodeOfExit, placeOf } from "./places.js";
import { pruned } from "./pruned.js";
import type { ResidualBlock } from "./residual-graph.js";

/** A place has too many variants: everything begins again, with these objects dynamic there. */
export class Generalize extends Error {
  constructor(
    readonly at: Crowded,
    /** `control`: it would go on as long as something says that is not known. */
    readonly limit: "unroll" | "statements" | "control",
  ) {
    super("too many variants");
  }
}

/** A place of which there are many variants, and what makes them many. */
export interface Crowded {
  readonly place: string;
  readonly block: Block;
  /** Of the function that is carried out there. */
  readonly name: string;
  readonly keys: ReadonlySet<string>;
}

/** What has been made dynamic, by place. */
export type General = Map<string, Set<string>>;

/** Remembers it, and says it. */
export function generalize(
  general: General,
  { at, limit }: Generalize,
  around: Surroundings,
  limits: Limits,
): string {
  const { place, keys } = at;
  const here = general.get(place) ?? new Set();
  general.set(place, here);
  for (const key of keys) here.add(key);
  const roots = new Set([...keys].map(rootIn));
  const said = [...roots].map((root) => around.rootInfo(root).text).join(", ");
  if (limit === "control")
    return `${said}: how often ${sayPlace(at, around)} is reached depends on what is not known, so made dynamic there`;
  const many =
    limit === "unroll"
      ? `more than ${limits.unroll} variants of ${sayPlace(at, around)}`
      : `more than ${limits.statements} residual statements, most of them copies of ${sayPlace(at, around)}`;
  return `${said}: ${many}, so made dynamic there (limits ${limit})`;
}

function sayPlace({ block, name }: Crowded, { program }: Surroundings): string {
  const next = block.exit.kind === "jump" ? [block, block.exit.to] : [block];
  const nodes = next.flatMap(({ steps, exit }) => [...steps.map(nodeOf), nodeOfExit(exit)]);
  const [place] = nodes.flatMap((node) => (node === undefined ? [] : (placeOf(node) ?? [])));
  const text = place?.offset === undefined ? undefined : program.textOf(place.file ?? "");
  const line = text?.slice(0, place?.offset).split("\n").length;
  return line === undefined ? `one place in ${name}` : `line ${line} in ${name}`;
}

export interface Waiting {
  readonly block: Block;
  readonly residual: ResidualBlock;
  readonly state: State;
}

export interface Variants {
  /** A residual block that is no copy of one. */
  readonly create: () => ResidualBlock;
  /** The residual block for a block with what is known. Throws {@link Generalize}. */
  readonly enter: (block: Block, from: State) => ResidualBlock;
  /** One that was entered and is empty. */
  readonly next: () => Waiting | undefined;
  /** Where copies are made most often, if some are because of what is known there. */
  readonly mostCopied: () => Crowded | undefined;
}

/** So few copies of a place are no loop that was unrolled. */
const FEW = 8;

/** After so many copies it is asked whether there is an end to them. */
const ENOUGH = 16;

interface Variant {
  readonly residual: ResidualBlock;
  readonly state: State;
  readonly place: string;
}

export function createVariants(general: General, around: Surroundings, limits: Limits): Variants {
  const known = new Map<Block, Map<string, Map<string, Variant>>>();
  const waiting: Waiting[] = [];
  let blocks = 0;
  const create = (): ResidualBlock => ({
    number: blocks++,
    lines: [],
    exit: { kind: "return", value: undefined },
  });
  const reach = (block: Block, state: State, stack: string, place: string): ResidualBlock => {
    const key = stateKey(state);
    const here = within(within(known, block), stack);
    const before = here.get(key);
    if (before !== undefined) return before.residual;
    if (here.size === ENOUGH && limits.unroll > ENOUGH) {
      const at = crowdedAt(block, [...here.values()]);
      const keys = at === undefined ? new Set<string>() : endless(at, state, around);
      if (at !== undefined && keys.size > 0) throw new Generalize({ ...at, keys }, "control");
    }
    if (here.size >= limits.unroll) {
      const at = crowdedAt(block, [...here.values()]);
      if (at === undefined) throw new Refusal("too many variants of one place (limits unroll)", undefined);
      throw new Generalize(at, "unroll");
    }
    const residual = create();
    here.set(key, { residual, state, place });
    waiting.push({ block, residual, state: copyOf(state) });
    return residual;
  };
  return {
    create,
    enter: (block, from) => {
      const state = pruned(from, block);
      const stack = state.frames.map(({ name, after }) => `${name}${after?.number ?? ""}`).join(">");
      const place = `${stack}:${block.number}`;
      const lost = [...(general.get(place) ?? [])].filter((key) => isLost(key, state));
      if (lost.length === 0) return reach(block, state, stack, place);
      // What differs too much here has to be in the residual program's memory.
      const before = create();
      settle(state, lost, around, (text) => before.lines.push({ text, from: undefined }));
      before.exit = { kind: "jump", to: reach(block, state, stack, place) };
      return before;
    },
    next: () => waiting.pop(),
    mostCopied: () => {
      const all = [...known].flatMap(([block, stacks]) =>
        [...stacks.values()].map((here) => ({ block, variants: [...here.values()] })),
      );
      const most = Math.max(FEW, ...all.map(({ variants }) => variants.length));
      // Of a loop the place where it begins comes first.
      const [first] = all
        .filter(({ variants }) => variants.length > FEW && variants.length * 2 > most)
        .sort((one, other) => one.block.number - other.block.number)
        .flatMap(({ block, variants }) => crowdedAt(block, variants) ?? []);
      return first;
    },
  };
}

function crowdedAt(block: Block, variants: readonly Variant[]): Crowded | undefined {
  const [one] = variants;
  const keys = growing(variants.map(({ state }) => state));
  if (one === undefined || keys.size === 0) return undefined;
  return { block, keys, place: one.place, name: one.state.frames.at(-1)?.name ?? "" };
}

function within<Key, Inner, Value>(all: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  const found = all.get(key) ?? new Map<Inner, Value>();
  all.set(key, found);
  return found;
}
