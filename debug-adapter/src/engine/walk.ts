/**
 * Walks along what kernels chain: rings of links with a head, chains that end with zero, binary trees. Memory is anybody's:
 * walks are bounded, and say where they went wrong. Knows addresses and words only.
 */

export interface Walk {
  /** Addresses of the links, in order; without the head. */
  readonly links: readonly bigint[];
  /** What keeps it from being whole, a clause. */
  readonly problem?: string;
}

/** A word of memory; undefined where none is. */
export type ReadWord = (address: bigint) => Promise<bigint | undefined>;

/** Longer ones are cut, and told. */
export const MOST_LINKS = 1000;

/** Where in a link the next one's address lies, and the one's before where there is such. */
export interface LinkOffsets {
  readonly next: bigint;
  readonly previous?: bigint;
}

/** From `first` until `end`: a ring's head, or zero. */
export async function walkChain(
  read: ReadWord,
  first: bigint,
  end: bigint,
  { next, previous }: LinkOffsets,
): Promise<Walk> {
  const links: bigint[] = [];
  const seen = new Set<bigint>();
  for (let [link, before] = [first, end]; link !== end; ) {
    if (link === 0n)
      return {
        links,
        problem: links.length === 0 ? "it was never made" : `it ends with zero behind ${hex(before)}`,
      };
    if (seen.has(link)) return { links, problem: `it goes round: ${hex(before)} leads back to ${hex(link)}` };
    if (links.length === MOST_LINKS) return { links, problem: `it is longer than ${MOST_LINKS}` };
    seen.add(link);
    const following = await read(link + next);
    const back = previous === undefined ? before : await read(link + previous);
    const way = `${hex(before)} leads to ${hex(link)}${poison(link)}`;
    if (following === undefined || back === undefined) return { links, problem: `it is broken: ${way}` };
    if (back !== before)
      return { links, problem: `it is broken: ${way}, where ${hex(back)} is said to be before it` };
    links.push(link);
    [link, before] = [following, link];
  }
  return { links };
}

/** In the tree's order. */
export async function walkTree(
  read: ReadWord,
  root: bigint,
  { left, right }: { readonly left: bigint; readonly right: bigint },
): Promise<Walk> {
  const links: bigint[] = [];
  const seen = new Set<bigint>();
  const above: bigint[] = [];
  let node = root;
  while (node !== 0n || above.length > 0) {
    let below: bigint | undefined;
    if (node !== 0n) {
      if (seen.has(node)) return { links, problem: `it goes round: ${hex(node)} is met twice` };
      seen.add(node);
      if (seen.size > MOST_LINKS) return { links, problem: `it is larger than ${MOST_LINKS}` };
      above.push(node);
      below = await read(node + left);
    } else {
      const next = above.pop() as bigint;
      links.push(next);
      below = await read(next + right);
    }
    if (below === undefined)
      return { links, problem: `it is broken: something leads to ${hex(above.at(-1) ?? node)}` };
    node = below;
  }
  return { links };
}

/** What Linux leaves in an element that was taken out of its list. */
function poison(link: bigint): string {
  return link === 0x100n || link === 0x122n ? ", which marks an element that was taken out of its list" : "";
}

/** A request for a walk in an expression: `$list(HEAD, TYPE, MEMBER)`. */
export interface WalkRequest {
  readonly kind: "list" | "tree" | "array" | "hash";
  readonly words: readonly string[];
}

/** `undefined` for any other expression. */
export function parseWalk(text: string): WalkRequest | undefined {
  const [, kind, inside] = /^\$(list|tree|array|hash)\((.*)\)$/s.exec(text.trim()) ?? [];
  if (kind === undefined || inside === undefined) return undefined;
  const words: string[] = [""];
  let depth = 0;
  for (const character of inside) {
    if (/[([]/.test(character)) depth++;
    if (/[)\]]/.test(character)) depth--;
    if (character === "," && depth === 0) words.push("");
    else words[words.length - 1] += character;
  }
  return { kind: kind as WalkRequest["kind"], words: words.map((word) => word.trim()) };
}

export const hex = (address: bigint) => `0x${address.toString(16)}`;
