/**
 * What `weft_log("… %d …", n)` in live advice does: it notes the text's address and the words behind it in a ring, some
 * thirty instructions; the host makes the text of it. What is overwritten before it was read is counted by its number.
 */

/** Of the ring: how often something was logged, then the entries. */
export const LIVE_LOG = {
  function: "weft_log",
  ring: "__weft_live_ring",
  /** A power of two; {@link sizedLog} makes more of them. */
  entries: 256,
  /** Bytes of an entry: its number from 1 (0 while it is written), the text, the time stamp counter, where it was logged, the words. */
  entrySize: 44,
  words: 6,
} as const;

export const LIVE_LOG_DECLARATION = `void ${LIVE_LOG.function}(const char *__weft_format, ...);\n`;

const COUNT = "__weft_live_entries";
const counted = (entries: number) => `enum { ${COUNT} = ${entries} };`;
const MOST = 8192;
/** Of the memory that advice has. */
const SHARE = 8;

/** The text with the ring as large as it may be where advice has so many bytes. */
export function sizedLog(text: string, bytes: number): string {
  let entries: number = LIVE_LOG.entries;
  while (entries < MOST && 2 * entries * LIVE_LOG.entrySize <= bytes / SHARE) entries *= 2;
  return text.replace(counted(LIVE_LOG.entries), counted(entries));
}

export function liveLog(): string {
  const { ring, entries, words } = LIVE_LOG;
  return `
${counted(entries)}
struct __weft_live_entry { unsigned number; const char *format; unsigned time[2]; const void *from; unsigned words[${words}]; };
__attribute__((weak)) struct { unsigned next; struct __weft_live_entry entries[${COUNT}]; } ${ring};
__attribute__((weak, noinline)) void ${LIVE_LOG.function}(const char *__weft_format, ...) {
  unsigned __weft_number = __sync_fetch_and_add(&${ring}.next, 1), __weft_index;
  volatile struct __weft_live_entry *__weft_entry = &${ring}.entries[__weft_number & (${COUNT} - 1)];
  unsigned long long __weft_time = __builtin_ia32_rdtsc();
  __builtin_va_list __weft_list;
  __builtin_va_start(__weft_list, __weft_format);
  __weft_entry->number = 0;
  __weft_entry->format = __weft_format;
  __weft_entry->from = __builtin_return_address(0);
  __weft_entry->time[0] = (unsigned)__weft_time;
  __weft_entry->time[1] = (unsigned)(__weft_time >> 32);
  for (__weft_index = 0; __weft_index < ${words}; __weft_index++)
    __weft_entry->words[__weft_index] = __builtin_va_arg(__weft_list, unsigned);
  __builtin_va_end(__weft_list);
  __weft_entry->number = __weft_number + 1;
}
`;
}
