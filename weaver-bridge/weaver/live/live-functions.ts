/**
 * The C functions that a hook calls. They get the stack as the hook found it:
 *
 *     frame    edx, ecx, eax     saved, and at a return the result
 *     + 12     return address
 *     + 16     arguments
 *
 * and on x86_64 (`wide`):
 *
 *     frame    r11, r10, r9, r8, rdi, rsi, rcx, rdx, rax
 *     + 72     return address
 *     + 80     arguments that are in no registers
 *
 *     S           runs before advice
 *     S_enter     gets a byte behind that place, puts the address of the hook's second part there, and keeps the address;
 *                 it leaves ecx
 *     S_leave     gets a byte behind that place, gives the address back, and runs after advice
 *
 * S and S_leave stand there twice: `_guarded` they do nothing where advice runs on this stack already.
 */

/** Of the symbols of a hook. */
export const LIVE_ENDINGS = {
  guarded: "_guarded",
  enter: "_enter",
  /** What that one seldom does: calls the compiler's code, which may change ecx. */
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

/** In bytes from the frame that hooks hand over: the result at a return, the return address. */
export const FRAME = { narrow: { result: 8, place: 12 }, wide: { result: 64, place: 72 } } as const;

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
${twice(`${symbol}${leave}`, restoring(`${symbol}${nodes}`, wide), after)}`;
}

/** For debuggers; the compiler says the rest of it. */
const GREW = ".cfi_adjust_cfa_offset 4";
const SHRANK = ".cfi_adjust_cfa_offset -4";
/** Of x86_64 likewise. */
const [GREW_8, SHRANK_8] = [".cfi_adjust_cfa_offset 8", ".cfi_adjust_cfa_offset -8"];
/** What C may change beside rax and rdx. */
const OTHERS = ["rcx", "rsi", "rdi", "r8", "r9", "r10", "r11"];

/** In two registers, which no compiler does: what is copied goes over the stack. A node is taken by its lowest bit. */
function enterFunction(symbol: string, wide: boolean): string {
  const { enter, seldom, second, nodes } = LIVE_ENDINGS;
  if (wide) return wideEnter(symbol);
  const lines = [
    `imull $${SPREAD.by | 0}, %eax, %edx; shrl $${SPREAD.bits}, %edx; lock btsl $0, ${symbol}${nodes}(,%edx,8); jc 1f`,
    `movl %eax, ${symbol}${nodes}(,%edx,8); pushl -1(%eax); ${GREW}; popl ${symbol}${nodes} + 4(,%edx,8); ${SHRANK}`,
    `pushl ${symbol}${second}; ${GREW}; popl -1(%eax); ${SHRANK}; ret`,
    `1: pushl %ecx; ${GREW}; call ${symbol}${seldom}; popl %ecx; ${SHRANK}; ret`,
  ];
  return `__attribute__((used, noinline, naked)) void ${symbol}${enter}(void) { __asm__("${lines.join("; ")}"); }`;
}

/** Likewise: the place is in rax, and nodes are of sixteen bytes. */
function wideEnter(symbol: string): string {
  const { enter, seldom, second, nodes } = LIVE_ENDINGS;
  const lines = [
    `${WIDE_HOME("%eax", "%edx")}; lock btsq $0, ${symbol}${nodes}(,%rdx,8); jc 1f`,
    `movq %rax, ${symbol}${nodes}(,%rdx,8); pushq -1(%rax); ${GREW_8}; popq ${symbol}${nodes} + 8(,%rdx,8); ${SHRANK_8}`,
    `pushq ${symbol}${second}; ${GREW_8}; popq -1(%rax); ${SHRANK_8}; ret`,
    `1: ${OTHERS.map((name) => `pushq %${name}; ${GREW_8}`).join("; ")}`,
    `movq %rax, %rdi; call ${symbol}${seldom}`,
    `${[...OTHERS]
      .reverse()
      .map((name) => `popq %${name}; ${SHRANK_8}`)
      .join("; ")}; ret`,
  ];
  return `__attribute__((used, noinline, naked)) void ${symbol}${enter}(void) { __asm__("${lines.join("; ")}"); }`;
}

/** Of the node that is looked at first twice the number. */
const WIDE_HOME = (key: string, at: string) =>
  `imull $${SPREAD.by | 0}, ${key}, ${at}; shrl $${SPREAD.bits}, ${at}; addl ${at}, ${at}`;

/** The compiler may have put anything else into registers that the seldom call changes. */
function wideRestoring(nodes: string): string {
  const lines = [
    `${WIDE_HOME("%%eax", "%%edx")}; cmpq %%rax, ${nodes}(,%%rdx,8); je 1f`,
    `pushq %%rax; movq %%rax, %%rdi; movq $${nodes}, %%rsi; call __weft_live_restore_seldom; popq %%rax; jmp 2f`,
    `1: pushq ${nodes} + 8(,%%rdx,8); popq -1(%%rax); movq $0, ${nodes}(,%%rdx,8)`,
    "2:",
  ];
  const changed = ["rdx", ...OTHERS, "memory", "cc"].map((name) => `"${name}"`).join(", ");
  return `__asm__ volatile("${lines.join("; ")}" : : "a"(__weft_frame) : ${changed}); __weft_frame -= ${FRAME.wide.place + 1};`;
}

/** Gets a byte behind the place in `__weft_frame`. The compiler would make a frame for the call, which seldom happens. */
function restoring(nodes: string, wide: boolean): string {
  if (wide) return wideRestoring(nodes);
  const lines = [
    `imull $${SPREAD.by | 0}, %%eax, %%edx; shrl $${SPREAD.bits}, %%edx; cmpl %%eax, ${nodes}(,%%edx,8); je 1f`,
    `pushl %%eax; pushl %%ecx; movl $${nodes}, %%edx; call __weft_live_restore_seldom; popl %%ecx; popl %%eax; jmp 2f`,
    `1: pushl ${nodes} + 4(,%%edx,8); popl -1(%%eax); movl $0, ${nodes}(,%%edx,8)`,
    "2:",
  ];
  return `__asm__ volatile("${lines.join("; ")}" : : "a"(__weft_frame) : "edx", "memory", "cc"); __weft_frame -= ${FRAME.narrow.place + 1};`;
}

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
