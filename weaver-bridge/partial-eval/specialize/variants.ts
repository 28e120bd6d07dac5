/** Residual blocks by the place that they are copies of and what is known there, each made once; and those still to be filled. */
import type { Limits } from "../declare/limits.js";
import type { Block } from "../lower/graph.js";
import { copyOf, type State, stateKey } from "../objects/state.js";
import type { Surroundings } from "../objects/surroundings.js";
import { Refusal } from "../refusal.js";
import { growing, isLost, rootIn, settle } from "./growing.js";
import { pruned } from "./pruned.js";
import type { ResidualBlock } from "./residual-graph.js";

/** A place has too many variants: everything begins again, with these objects dynamic there. */
export class Generalize extends Error {
  constructor(
    readonly place: string,
    readonly keys: ReadonlySet<string>,
  ) {
    super("too many variants");
  }
}

/** What has been made dynamic, by place. */
export type General = Map<string, Set<string>>;

/** Remembers it, and says it. */
export function generalize(
  general: General,
  { place, keys }: Generalize,
  around: Surroundings,
  limits: Limits,
): string {
  const here = general.get(place) ?? new Set();
  general.set(place, here);
  for (const key of keys) here.add(key);
  const roots = new Set([...keys].map(rootIn));
  const said = [...roots].map((root) => around.rootInfo(root).text).join(", ");
  return `${said}: more than ${limits.unroll} variants of one place, so made dynamic there (limits unroll)`;
}

export interface Waiting {
  readonly block: Block;
  readonly residual: ResidualBlock;
  readonly state: State;
}

export interface Variants {
  /** The residual block for a block with what is known. Throws {@link Generalize}. */
  readonly enter: (block: Block, from: State) => ResidualBlock;
  /** One that was entered and is empty. */
  readonly next: () => Waiting | undefined;
}

interface Variant {
  readonly residual: ResidualBlock;
  readonly state: State;
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
    if (here.size >= limits.unroll) {
      const keys = growing([...here.values()].map((one) => one.state));
      if (keys.size === 0) throw new Refusal("too many variants of one place (limits unroll)", undefined);
      throw new Generalize(place, keys);
    }
    const residual = create();
    here.set(key, { residual, state });
    waiting.push({ block, residual, state: copyOf(state) });
    return residual;
  };
  return {
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
  };
}

function within<Key, Inner, Value>(all: Map<Key, Map<Inner, Value>>, key: Key): Map<Inner, Value> {
  const found = all.get(key) ?? new Map<Inner, Value>();
  all.set(key, found);
  return found;
}
