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
  type Walk,
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
  const walker = await createWalker(gdb, frame);
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

async function createWalker(gdb: GdbConnection, frame: FrameReference) {
  const word = await wordSize(gdb);
  const number = (expression: string) => numberOf(gdb, expression, frame);
  const read = async (address: bigint) => {
    const bytes = await readMemory(gdb, address, word);
    return word === 8 ? bytes.readBigUInt64LE(0) : BigInt(bytes.readUInt32LE(0));
  };
  const inFrame = `--thread ${frame.threadId} --frame ${frame.frameId}`;
  const type = (expression: string) => typeOf(gdb, expression, inFrame);
  const offset = (of: string, member: string) => number(`&((${of} *)0)->${member}`);
  const has = async (of: string, member: string) =>
    (await unlessGdbRefuses(offset(of, member))) !== undefined;
  /** A head, whether it was given itself or by its address. */
  const itself = async (expression: string) =>
    (await type(expression)).endsWith("*") ? `*(${expression})` : `(${expression})`;
  const owners = async (walked: Walk, of: string, member: string): Promise<Found> => {
    const inside = await offset(of, member);
    return {
      expressions: walked.links.map((link) => `*(${of} *)${hex(link - inside)}`),
      problem: walked.problem,
    };
  };

  const layouts = new Map<string, Promise<HeadLayout>>();
  const layoutOf = (headType: string, of: string, member: string) => {
    const known = layouts.get(headType) ?? learn(headType, of, member);
    layouts.set(headType, known);
    return known;
  };
  const learn = async (headType: string, of: string, member: string): Promise<HeadLayout> => {
    const inside = await offset(of, member);
    if (headType.endsWith("*")) return { isRing: false, first: 0n, links: { next: inside }, inside: 0n };
    if (await has(headType, "first")) {
      const node = await type(`*((${headType} *)0)->first`);
      const links = { next: await offset(node, "next") };
      return { isRing: false, first: await offset(headType, "first"), links, inside };
    }
    const next = await offset(headType, "next");
    const previous = await unlessGdbRefuses(offset(headType, "prev"));
    return {
      isRing: true,
      first: next,
      links: { next, ...(previous === undefined ? {} : { previous }) },
      inside,
    };
  };
  const walkHead = async (
    at: bigint,
    { isRing, first, links, inside }: HeadLayout,
    of: string,
  ): Promise<Found> => {
    const found = await walkChain(read, await read(at + first), isRing ? at : 0n, links);
    return {
      expressions: found.links.map((link) => `*(${of} *)${hex(link - inside)}`),
      problem: found.problem,
    };
  };
  const list = async (given: string, of: string, member: string): Promise<Found> => {
    const head = await itself(given);
    return walkHead(await number(`&${head}`), await layoutOf(await type(head), of, member), of);
  };

  return {
    list,
    async tree(given: string, of: string, member: string): Promise<Found> {
      const root = await itself(given);
      const rootType = await type(root);
      const top = (await has(rootType, "rb_root")) ? `${root}.rb_root.rb_node` : `${root}.rb_node`;
      const node = await type(`*${top}`);
      const sides = { left: await offset(node, "rb_left"), right: await offset(node, "rb_right") };
      return owners(await walkTree(read, await number(top), sides), of, member);
    },
    async chain(first: string, member: string): Promise<Walked> {
      const of = (await type(first)).replace(/(?<!\s)\s*\*$/, "");
      const links = { next: await offset(of, member) };
      const { links: found, problem } = await walkChain(read, await number(first), 0n, links);
      return told({ expressions: found.map((element) => `*(${of} *)${hex(element)}`), problem });
    },
    async hash(table: string, length: string | undefined, of: string, member: string): Promise<Walked> {
      const count = Number(await number(length ?? `sizeof(${table}) / sizeof((${table})[0])`));
      const headType = await type(`(${table})[0]`);
      const layout = await layoutOf(headType, of, member);
      const [at, size] = [await number(`&(${table})[0]`), await number(`sizeof((${table})[0])`)];
      const elements: WalkedElement[] = [];
      const problems: string[] = [];
      for (let bucket = 0; bucket < count && elements.length < MOST_LINKS; bucket++) {
        const { expressions, problem } = await walkHead(at + BigInt(bucket) * size, layout, of);
        elements.push(...expressions.map((expression) => ({ name: `[bucket ${bucket}]`, expression })));
        if (problem !== undefined) problems.push(`in bucket ${bucket} ${problem}`);
      }
      return { elements, summary: summary(elements.length, problems.join("; ") || undefined) };
    },
    async array(array: string, length: string | undefined): Promise<Walked> {
      const count = Number(await number(length ?? `sizeof(${array}) / sizeof((${array})[0])`));
      const bound = Math.min(count, MOST_LINKS);
      const at = await number(`&(${array})[0]`);
      const of = (await type(`*(${array})[0]`)).trim();
      const elements: WalkedElement[] = [];
      for (let index = 0; index < bound; index++) {
        const element = await read(at + BigInt(index * word));
        if (element !== 0n) elements.push({ name: `[${index}]`, expression: `*(${of} *)${hex(element)}` });
      }
      const cut = count > bound ? `only the first ${bound} of ${count} places were looked at` : undefined;
      return { elements, summary: summary(elements.length, cut) };
    },
  };
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
