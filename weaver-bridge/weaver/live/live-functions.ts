/**
 * The C functions that a hook calls. They get the stack as the hook found it:
 *
 *     frame    registers, saved, and at a return the result
 *     + place  return address
 *     above    arguments that are in no registers
 *
 * where each of them is, the machine says (`machine/live-assembly.ts`).
 *
 *     S           runs before advice
 *     S_enter     gets a byte behind that place, puts the address of the hook's second part there, and keeps the address;
 *                 it changes no register but the hook's own two
 *     S_leave     gets a byte behind that place, gives the address back, and runs after advice
 *
 * S and S_leave stand there twice: `_guarded` they do nothing where advice runs on this stack already.
 */
import { factsOfTarget, factsOfWord } from "../../machine/index.js";

/** Of the symbols of a hook. */
export const LIVE_ENDINGS = {
  guarded: "_guarded",
  enter: "_enter",
  /** What that one seldom does: calls the compiler's code, which may change any register. */
  seldom: "_seldom",
  leave: "_leave",
  /** Behind an access: runs its after advice. */
  behind: "_behind",
  /** In place of a function, with around advice. */
  around: "_around",
  proceed: "_proceed",
  /** An object: the address of the function as it was, which is known last. */
  original: "_original",
  /** Not a symbol but a word in the text: how many arguments the function takes in registers. */
  convention: "_convention",
  /** An object: the address of the hook's second part, which is known last. */
  second: "_second",
  /** Where return addresses are kept: {@link LIVE_NODES} pairs of a byte behind a place on a stack, 0 for none, and the address. */
  nodes: "_nodes",
} as const;

/** A power of two. */
export const LIVE_NODES = 256;

/** Stacks begin at pages: where a thread is in a function is at the same distance of a page in most of them. */
const SPREAD = { by: 0x9e3779b1, bits: 32 - Math.log2(LIVE_NODES) } as const;

/** For who looks up what is kept. */
export const LIVE_TABLE = { pairs: LIVE_NODES, factor: SPREAD.by, shift: SPREAD.bits } as const;

/** Linker symbols: the memory in which second parts lie. */
export const LIVE_AREA = { start: "__weft_live_area", end: "__weft_live_area_end" } as const;

/** The compiler's `__ATOMIC_RELEASE`, whose name is known before preprocessing alone. */
const RELEASE = 3;
const HOME = `(unsigned)__weft_key * ${SPREAD.by}u >> ${SPREAD.bits}`;
const HEAD = "__attribute__((used, noinline, regparm(3))) void";
/** The object whose member is accessed, and the address of the hooked instruction: only where advice asks for them. */
const PARAMETER = "(unsigned char *__weft_frame, void *__weft_object, unsigned long __weft_pc)";

export function liveFunctions(symbol: string, before: string, after: string, wide: boolean): string {
  const { seldom, leave, second, nodes } = LIVE_ENDINGS;
  const first = before === "" ? "" : twice(symbol, "", before);
  if (after === "") return first;
  return `${first}
unsigned long ${symbol}${second} = 1;
struct __weft_live_node ${symbol}${nodes}[${LIVE_NODES}];
${HEAD} ${symbol}${seldom}(unsigned long __weft_key) { __weft_live_replace_seldom(__weft_key, ${symbol}${nodes}, &${symbol}${second}); }
${enterFunction(symbol, wide)}
${twice(`${symbol}${leave}`, restoring(symbol, wide), after)}`;
}

/** In two registers, which no compiler does: what is copied goes over the stack. A node is taken by its lowest bit. */
function enterFunction(symbol: string, wide: boolean): string {
  const { enter } = LIVE_ENDINGS;
  const text = assemblyOf(wide).enter(tableOf(symbol));
  return `__attribute__((used, noinline, naked)) void ${symbol}${enter}(void) { __asm__("${text}"); }`;
}

/** Gets a byte behind the place in `__weft_frame`. */
function restoring(symbol: string, wide: boolean): string {
  const { restore, frame } = assemblyOf(wide);
  return `${restore(tableOf(symbol))} __weft_frame -= ${frame.place + 1};`;
}

const tableOf = (symbol: string) => ({
  nodes: `${symbol}${LIVE_ENDINGS.nodes}`,
  second: `${symbol}${LIVE_ENDINGS.second}`,
  replaceSeldom: `${symbol}${LIVE_ENDINGS.seldom}`,
  restoreSeldom: "__weft_live_restore_seldom",
  spread: SPREAD,
});

/** Whether a compiler's target has words of 64 bits. */
export const isWide = (target: string | undefined): boolean => factsOfTarget(target)?.bits === 64;

const assemblyOf = (wide: boolean) => factsOfWord(wide ? 8 : 4).live;

/** In bytes from the frame that hooks hand over: where the result is at a return. */
export const resultAt = (wide: boolean): number => assemblyOf(wide).frame.result;

function twice(symbol: string, always: string, advice: string): string {
  return `${HEAD} ${symbol}${PARAMETER} { (void)__weft_frame; ${always} ${advice} }
${HEAD} ${symbol}${LIVE_ENDINGS.guarded}${PARAMETER} {
  unsigned *__weft_mark;
  ${always}
  __weft_mark = __weft_live_begin(__weft_frame);
  if (__weft_mark) { ${advice} *__weft_mark = 0; }
}`;
}

/** The mark of the stack that the function which says this runs on. */
export const liveMark = (how: string) => `${how}((const unsigned char *)__builtin_frame_address(0))`;

/**
 * What the functions share. Stacks on which advice runs are known by their place; two that want one entry are told apart,
 * and the second then runs unguarded rather than not at all. A return address is kept under the place where it stood, while
 * the function runs: a stack that is given up leaves a node that the next one at that place takes over. Where the place
 * holds the hook's second part already, the function was reached by a tail call from itself. What happens seldom stands in functions of its own, so that
 * what happens each time needs no registers that would have to be saved; for the same, the compiler is not told where the place is from.
 */
export function livePrelude(): string {
  const inline = "static inline __attribute__((always_inline, unused))";
  return `
__attribute__((weak)) unsigned __weft_live_active[65];
__attribute__((weak)) unsigned __weft_live_cut;
__attribute__((weak)) unsigned __weft_live_lost;
extern const char ${LIVE_AREA.start}[], ${LIVE_AREA.end}[];
struct __weft_live_node { unsigned long place, address; };
${inline} unsigned *__weft_live_begin(const unsigned char *__weft_frame) {
  unsigned __weft_key = (unsigned)((unsigned long)__weft_frame >> 12);
  unsigned *__weft_mark = &__weft_live_active[__weft_key & 63];
  if (*__weft_mark == __weft_key) { __weft_live_cut++; return 0; }
  if (*__weft_mark) return &__weft_live_active[64];
  *__weft_mark = __weft_key;
  return __weft_mark;
}
${inline} unsigned *__weft_live_of(const unsigned char *__weft_frame) {
  unsigned __weft_key = (unsigned)((unsigned long)__weft_frame >> 12), *__weft_mark = &__weft_live_active[__weft_key & 63];
  return *__weft_mark == __weft_key ? __weft_mark : &__weft_live_active[64];
}
static __attribute__((noinline, unused, regparm(3))) void __weft_live_replace_seldom(unsigned long __weft_key, struct __weft_live_node *__weft_nodes, const unsigned long *__weft_second) {
  unsigned long *__weft_place = (unsigned long *)(__weft_key - 1);
  unsigned __weft_at = ${HOME}, __weft_tries = ${LIVE_NODES};
  struct __weft_live_node *__weft_node = &__weft_nodes[__weft_at];
  if (*__weft_place == *__weft_second) return;
  while (__weft_node->place != __weft_key) {
    if (!__weft_node->place && __sync_bool_compare_and_swap(&__weft_node->place, 0, __weft_key)) break;
    if (!--__weft_tries) { __weft_live_lost++; return; }
    __weft_node = &__weft_nodes[++__weft_at & ${LIVE_NODES - 1}];
  }
  __weft_node->address = *__weft_place;
  *__weft_place = *__weft_second;
}
static __attribute__((noinline, used, regparm(3))) void __weft_live_restore_seldom(unsigned long __weft_key, struct __weft_live_node *__weft_nodes) {
  unsigned __weft_at = ${HOME};
  while (__weft_nodes[__weft_at & ${LIVE_NODES - 1}].place != __weft_key) __weft_at++;
  *(unsigned long *)(__weft_key - 1) = __weft_nodes[__weft_at & ${LIVE_NODES - 1}].address;
  __atomic_store_n(&__weft_nodes[__weft_at & ${LIVE_NODES - 1}].place, 0, ${RELEASE});
}
`;
}
