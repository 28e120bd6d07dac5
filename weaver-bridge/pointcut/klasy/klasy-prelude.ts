/** What KLASY gives to each advice without an import: two headers of Linux, and macros. */
export const KLASY_MACROS = {
  DO_RDTSC: "#define DO_RDTSC(t) ((t) = __builtin_ia32_rdtsc())",
  STORE_DATA:
    '#define STORE_DATA(x) weft_log(#x " %llu", (unsigned long long)__builtin_choose_expr(sizeof(x) > sizeof(long), (x), (unsigned long)(x)))',
} as const;

export const KLASY_PRELUDE = `#ifdef __KERNEL__
#include <linux/kernel.h>
#include <linux/module.h>
#endif
${Object.values(KLASY_MACROS).join("\n")}
`;
