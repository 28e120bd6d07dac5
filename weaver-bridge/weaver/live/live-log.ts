/**
 * What `weft_log("… %d …", n)` in live advice does: it notes the text's address and the words behind it in a ring, some
 * fifty instructions; the host makes the text of it. Each CPU has a ring of its own, where advice can know which one runs
 * it. What is overwritten before it was read is counted by its number.
 */

import { factsOfWord } from "../../machine/index.js";

export const LIVE_LOG = {
  function: "weft_log",
  /** Of each ring how often something was logged, a line of the cache apart; then the entries of one ring after the other. */
  rings: "__weft_live_rings",
  headSize: 64,
  /** Of a ring; a power of two; {@link sizedLog} makes more of them. */
  entries: 256,
  /** Bytes of an entry: its number from 1 (0 while it is written), the text, the time stamp counter, where it was logged, the words. */
  entrySize: 44,
  /** Likewise on x86_64, where words are of eight bytes. */
  wideEntrySize: 72,
  words: 6,
} as const;

export const LIVE_LOG_DECLARATION = `void ${LIVE_LOG.function}(const char *__weft_format, ...);\n`;

const COUNT = "__weft_live_entries";
const RINGS = "__weft_live_cpus";
const counted = (entries: number, rings: number) => `enum { ${COUNT} = ${entries}, ${RINGS} = ${rings} };`;
const MOST = 8192;
/** Of the memory that advice has. */
const SHARE = 8;

/** In Linux for several CPUs on i386: each has its own number there. */
export const CPU_NUMBER = "cpu_number";

const RING = "unsigned __weft_ring = 0;";
const { cpuNumber = () => "__weft_ring = 0;", timeStamp } = factsOfWord(4).live;
const OF_CPU = `unsigned __weft_ring; ${cpuNumber("__weft_ring", CPU_NUMBER)} __weft_ring &= ${RINGS} - 1;`;

/**
 * The text with so many rings, a power of two, each as large as it may be where advice has so many bytes. More than one
 * want {@link CPU_NUMBER}. CPUs that share a ring don't disturb each other.
 */
export function sizedLog(text: string, bytes: number, rings: number, bits: 32 | 64 = 32): string {
  const size = bits === 64 ? LIVE_LOG.wideEntrySize : LIVE_LOG.entrySize;
  let entries: number = LIVE_LOG.entries;
  while (entries < MOST && 2 * entries * rings * size <= bytes / SHARE) entries *= 2;
  const sized = text.replace(counted(LIVE_LOG.entries, 1), counted(entries, rings));
  return rings === 1 ? sized : sized.replace(RING, OF_CPU);
}

export function liveLog(): string {
  const { rings, entries, words, headSize } = LIVE_LOG;
  return `
${counted(entries, 1)}
struct __weft_live_entry { unsigned number, format, time[2], from; unsigned long words[${words}]; };
struct __weft_live_head { unsigned next; } __attribute__((aligned(${headSize})));
__attribute__((weak)) struct { struct __weft_live_head heads[${RINGS}]; struct __weft_live_entry entries[${RINGS}][${COUNT}]; } ${rings};
__attribute__((weak, noinline)) void ${LIVE_LOG.function}(const char *__weft_format, ...) {
  ${RING}
  unsigned __weft_number = __sync_fetch_and_add(&${rings}.heads[__weft_ring].next, 1), __weft_index;
  volatile struct __weft_live_entry *__weft_entry = &${rings}.entries[__weft_ring][__weft_number & (${COUNT} - 1)];
  unsigned long long __weft_time = ${timeStamp};
  __builtin_va_list __weft_list;
  __builtin_va_start(__weft_list, __weft_format);
  __weft_entry->number = 0;
  __weft_entry->format = (unsigned)(unsigned long)__weft_format;
  __weft_entry->from = (unsigned)(unsigned long)__builtin_return_address(0);
  __weft_entry->time[0] = (unsigned)__weft_time;
  __weft_entry->time[1] = (unsigned)(__weft_time >> 32);
  for (__weft_index = 0; __weft_index < ${words}; __weft_index++)
    __weft_entry->words[__weft_index] = __builtin_va_arg(__weft_list, unsigned long);
  __builtin_va_end(__weft_list);
  __weft_entry->number = __weft_number + 1;
}
`;
}
