/** Functions that write memory as bytes, whatever its type, and functions that give objects back. */
import type { TextRange } from "../../model/index.js";

export interface BulkWriter {
  /** Position of the argument that points to what is written. */
  readonly to: number;
  readonly word: string;
}

const WRITERS: readonly (readonly [RegExp, BulkWriter])[] = [
  [
    /^_*(?:builtin_+)?(?:sized_)?(?:mem|str)n?(?:cpy|move|set|ncpy|cat|lcpy|lcat|scpy|zero)(?:_chk|_s|_explicit|_pad)?$/,
    { to: 0, word: "filled by" },
  ],
  [
    /^_*(?:memory|mem|string|str|block)_(?:copy|move|set|fill|clear|zero|read)\w*$/,
    { to: 0, word: "filled by" },
  ],
  [
    /^_*(?:builtin_+)?(?:bzero|explicit_bzero|memzero\w*|v?sn?printf|v?scnprintf|get_random_bytes)$/,
    { to: 0, word: "filled by" },
  ],
  [
    /^_*(?:raw_)?copy_from_user\w*$|^copyin\w*$|^copy_string_from_user$/,
    { to: 0, word: "filled from a program by" },
  ],
  [/^bcopy$/, { to: 1, word: "filled by" }],
];

export function bulkWriter(name: string): BulkWriter | undefined {
  return WRITERS.find(([pattern]) => pattern.test(name))?.[1];
}

/** Position of the argument that says how many bytes a bulk writer writes at most, of so many arguments; -1 where none does. */
export function countedBy(name: string, count: number): number {
  if (/snprintf|scnprintf/.test(name)) return 1;
  if (/sprintf|^_*(?:builtin_+)?(?:str|stp)(?:cpy|cat)|strncat/.test(name)) return -1;
  return /_chk$/.test(name) ? count - 2 : count - 1;
}

/** What a call of a bulk writer says of how many bytes it writes, as it is written; words where it says nothing. */
export function bytesGiven(text: string, name: string, given: readonly TextRange[]): string {
  const bytes = given[countedBy(name, given.length)];
  return bytes === undefined ? "nobody knows how many" : text.slice(bytes.start, bytes.end);
}

/** `kvfree_call_rcu(&p->rcu, …)` is what `kfree_rcu` becomes, `realloc` moves what it gets. */
const GIVES_BACK =
  /^(?:[kv]?m?free|k?vfree|kzfree|kfree_\w+|kvfree_call_rcu|mem_free|memory_free|(?:k|kv)?realloc(?:array|_array|f)?)$/;

/** The object is gone afterwards, and what relied on it has nothing to rely on; the position of the argument that it is. */
export function givesBack(name: string): number | undefined {
  if (/^kmem_cache_free$/.test(name)) return 1;
  return GIVES_BACK.test(name) ? 0 : undefined;
}
