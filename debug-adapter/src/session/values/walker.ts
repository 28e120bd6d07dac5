/**
 * Lists, trees and tables of a kernel as what they hold. The user says in an expression what hangs on them:
 *
 *     $list(init_task.tasks, struct task_struct, tasks)     a head, or the link of an element; also hlist_head
 *     $list(first, next)                                    elements that lead to each other, until zero
 *     $tree(root, struct vm_area_struct, vm_rb)             red-black trees, by rb_root or rb_root_cached
 *     $hash(inode_hashtable, 1024, struct inode, i_hash)    an array of heads, or of first elements
 *     $array(current->files, 16)                            an array of pointers, without those that are zero
 */
import {
  hex,
  type LinkOffsets,
  MOST_LINKS,
  type ReadWord,
  type WalkRequest,
  walkChain,
  walkTree,
} from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { evaluate, type FrameReference, numberOf, readMemory, typeOf, wordSize } from "../gdb/mi-commands.js";

export interface WalkedElement {
  /** `[3]`, or `[bucket 7]`. */
  readonly name: string;
  /** GDB's expression for the element. */
  readonly expression: string;
}

export interface Walked {
  readonly elements: readonly WalkedElement[];
  /** How many there are, and what is wrong. */
  readonly summary: string;
}

const HOW = {
  list: "$list(HEAD, TYPE, MEMBER), or $list(FIRST, MEMBER) for elements that lead to each other",
  tree: "$tree(ROOT, TYPE, MEMBER)",
  hash: "$hash(TABLE, TYPE, MEMBER), or $hash(TABLE, LENGTH, TYPE, MEMBER)",
  array: "$array(ARRAY), or $array(ARRAY, LENGTH)",
} as const;

/** Throws GDB's reason, or how such an expression is written. */
export async function walk(
  gdb: GdbConnection,
  { kind, words }: WalkRequest,
  frame: FrameReference,
): Promise<Walked> {
  const walker = new Walker(gdb, frame, await wordSize(gdb));
  const [first = "", ...rest] = words;
  const fits = { list: [1, 2], tree: [2], hash: [2, 3], array: [0, 1] }[kind].includes(rest.length);
  if (!fits || words.includes("")) throw new Error(`Write ${HOW[kind]}.`);
  if (kind === "array") return walker.array(first, rest[0]);
  if (kind === "list" && rest.length === 1) return walker.chain(first, rest[0] as string);
  const [type, member] = rest.slice(-2) as [string, string];
  if (kind === "list") return told(await walker.list(first, type, member));
  if (kind === "tree") return told(await walker.tree(first, type, member));
  return walker.hash(first, rest.length === 3 ? rest[0] : undefined, type, member);
}

/** Elements of one list, in order, and what is wrong with it. */
interface Found {
  readonly expressions: readonly string[];
  readonly problem?: string | undefined;
}

function told({ expressions, problem }: Found): Walked {
  return {
    elements: expressions.map((expression, index) => ({ name: `[${index}]`, expression })),
    summary: summary(expressions.length, problem),
  };
}

function summary(count: number, problem: string | undefined): string {
  return `${count} ${count === 1 ? "element" : "elements"}${problem === undefined ? "" : `; ${problem}`}`;
}

/** How elements hang on a head of some type. */
interface HeadLayout {
  /** The last one leads back to the head, not to zero. */
  readonly isRing: boolean;
  /** Where in the head the first link's address lies. */
  readonly first: bigint;
  readonly links: LinkOffsets;
  /** Where in an element its link lies. */
  readonly inside: bigint;
}

/** What the kernel's structures are, asked of GDB in one frame. */
class Walker {
  private readonly layouts = new Map<string, Promise<HeadLayout>>();

  constructor(
    private readonly gdb: GdbConnection,
    private readonly frame: FrameReference,
    /** Bytes of a pointer. */
    private readonly word: number,
  ) {}

  async list(given: string, of: string, member: string): Promise<Found> {
    const head = await this.itself(given);
    const layout = await this.layoutOf(await this.type(head), of, member);
    return this.walkHead(await this.number(`&${head}`), layout, of);
  }

  async tree(given: string, of: string, member: string): Promise<Found> {
    const root = await this.itself(given);
    const rootType = await this.type(root);
    const top = (await this.has(rootType, "rb_root")) ? `${root}.rb_root.rb_node` : `${root}.rb_node`;
    const node = await this.type(`*${top}`);
    const sides = { left: await this.offset(node, "rb_left"), right: await this.offset(node, "rb_right") };
    const { links, problem } = await walkTree(this.readLink, await this.number(top), sides);
    return { expressions: elementsAt(links, await this.offset(of, member), of), problem };
  }

  async chain(first: string, member: string): Promise<Walked> {
    const of = (await this.type(first)).replace(/(?<!\s)\s*\*$/, "");
    const next = { next: await this.offset(of, member) };
    const { links, problem } = await walkChain(this.readLink, await this.number(first), 0n, next);
    return told({ expressions: elementsAt(links, 0n, of), problem });
  }

  async hash(table: string, length: string | undefined, of: string, member: string): Promise<Walked> {
    const count = await this.lengthOf(table, length);
    const layout = await this.layoutOf(await this.type(`(${table})[0]`), of, member);
    const [at, size] = [await this.number(`&(${table})[0]`), await this.number(`sizeof((${table})[0])`)];
    const elements: WalkedElement[] = [];
    const problems: string[] = [];
    for (let bucket = 0; bucket < count && elements.length < MOST_LINKS; bucket++) {
      const { expressions, problem } = await this.walkHead(at + BigInt(bucket) * size, layout, of);
      elements.push(...expressions.map((expression) => ({ name: `[bucket ${bucket}]`, expression })));
      if (problem !== undefined) problems.push(`in bucket ${bucket} ${problem}`);
    }
    return { elements, summary: summary(elements.length, problems.join("; ") || undefined) };
  }

  async array(array: string, length: string | undefined): Promise<Walked> {
    const count = await this.lengthOf(array, length);
    const bound = Math.min(count, MOST_LINKS);
    const at = await this.number(`&(${array})[0]`);
    const of = (await this.type(`*(${array})[0]`)).trim();
    const elements: WalkedElement[] = [];
    for (let index = 0; index < bound; index++) {
      const element = await this.read(at + BigInt(index * this.word));
      if (element !== 0n) elements.push({ name: `[${index}]`, expression: `*(${of} *)${hex(element)}` });
    }
    const cut = count > bound ? `only the first ${bound} of ${count} places were looked at` : undefined;
    return { elements, summary: summary(elements.length, cut) };
  }

  private layoutOf(headType: string, of: string, member: string): Promise<HeadLayout> {
    const known = this.layouts.get(headType) ?? this.learnLayout(headType, of, member);
    this.layouts.set(headType, known);
    return known;
  }

  private async learnLayout(headType: string, of: string, member: string): Promise<HeadLayout> {
    const inside = await this.offset(of, member);
    if (headType.endsWith("*")) return { isRing: false, first: 0n, links: { next: inside }, inside: 0n };
    if (await this.has(headType, "first")) {
      const node = await this.type(`*((${headType} *)0)->first`);
      const links = { next: await this.offset(node, "next") };
      return { isRing: false, first: await this.offset(headType, "first"), links, inside };
    }
    const next = await this.offset(headType, "next");
    const previous = await unlessGdbRefuses(this.offset(headType, "prev"));
    const links = { next, ...(previous === undefined ? {} : { previous }) };
    return { isRing: true, first: next, links, inside };
  }

  private async walkHead(
    at: bigint,
    { isRing, first, links, inside }: HeadLayout,
    of: string,
  ): Promise<Found> {
    const found = await walkChain(this.readLink, await this.read(at + first), isRing ? at : 0n, links);
    return { expressions: elementsAt(found.links, inside, of), problem: found.problem };
  }

  /** Places of a table: as many as the user says, or as its type does. */
  private async lengthOf(table: string, length: string | undefined): Promise<number> {
    return Number(await this.number(length ?? `sizeof(${table}) / sizeof((${table})[0])`));
  }

  private number(expression: string): Promise<bigint> {
    return numberOf(this.gdb, expression, this.frame);
  }

  private readonly read = async (address: bigint): Promise<bigint> => {
    const bytes = await readMemory(this.gdb, address, this.word);
    return this.word === 8 ? bytes.readBigUInt64LE(0) : BigInt(bytes.readUInt32LE(0));
  };

  private readonly readLink: ReadWord = (address) => unlessGdbRefuses(this.read(address));

  private type(expression: string): Promise<string> {
    const { threadId, frameId } = this.frame;
    return typeOf(this.gdb, expression, `--thread ${threadId} --frame ${frameId}`);
  }

  private offset(of: string, member: string): Promise<bigint> {
    return this.number(`&((${of} *)0)->${member}`);
  }

  private async has(of: string, member: string): Promise<boolean> {
    return (await unlessGdbRefuses(this.offset(of, member))) !== undefined;
  }

  /** A head, whether it was given itself or by its address. */
  private async itself(expression: string): Promise<string> {
    return (await this.type(expression)).endsWith("*") ? `*(${expression})` : `(${expression})`;
  }
}

/** Expressions for elements of a type, in each of which a link lies `inside` bytes from its start. */
function elementsAt(links: readonly bigint[], inside: bigint, of: string): string[] {
  return links.map((link) => `*(${of} *)${hex(link - inside)}`);
}

/** Members by which things are known. */
const NAMES = ["comm", "name", "d_iname", "s_id"];

/** What an element is called, where it says so; of all elements of one type the same member. */
export async function nameMember(gdb: GdbConnection, expression: string): Promise<string | undefined> {
  for (const member of NAMES) {
    const value = (await unlessGdbRefuses(evaluate(gdb, `(${expression}).${member}`))) ?? "";
    if (value.includes('"')) return member;
  }
  return undefined;
}
