/** What C alone has, and what its programs begin with. */
import { EXPRESSIONS, type Form, renderCheck, STATEMENTS } from "./counted-code.js";

export const C_EXPRESSIONS: readonly Form[] = [
  ...EXPRESSIONS,
  ({ e }) => `(int)sizeof(int[((${e()}) & 3) + 1])`,
  ({ e }) => `(int)sizeof(int[((${e()}) & 3) + 1][((${e()}) & 1) + 1])`,
  ({ e }) => `(int)__builtin_offsetof(struct plain, a[(${e()}) & 3])`,
  ({ e }) => `(int)__builtin_offsetof(struct plain, deep[(${e()}) & 1].z[(${e()}) & 1])`,
  ({ e }) => `_Generic(c(1), int: ${e()}, default: c(2))`,
  ({ e }) => `__builtin_choose_expr(1, ${e()}, c(9))`,
  ({ e }) => `((struct plain){ .x = ${e()}, .in.y = ${e()} }).x`,
  ({ e }) => `((int[]){ ${e()}, [2] = ${e()} })[(${e()}) & 1]`,
  ({ e }) => `(((int (*)[((${e()}) & 3) + 1])local) == 0)`,
  ({ e }) => `(int)sizeof(*(int (*)[((${e()}) & 3) + 1])local)`,
  ({ e }) => `old_style(${e()}, ${e()})`,
  ({ e }) => `variadic(2, ${e()}, ${e()})`,
  ({ e }) => `sized(3, (${e()}, wide))`,
  () => "(rd++, ((struct object SEGMENT *)0)->m0)",
  ({ e }) => `(wr++, ((struct object SEGMENT *)0)->m1 = ${e()})`,
  ({ e }) => `(rd++, wr++, ((struct object SEGMENT *)0)->m0 += ${e()})`,
  () => "(int)sizeof(g0)",
  () => "(int)_Alignof(int)",
  () => "(rd++, gd.m0)",
];

export const C_STATEMENTS: readonly Form[] = [
  ...STATEMENTS,
  ({ e, name }) => {
    const array = name();
    return `{ int ${array}[((${e()}) & 3) + 1]; ${array}[0] = ${e()}; local[0] = ${array}[0]; }`;
  },
  ({ e, name }) => {
    const type = name();
    return `{ typedef int ${type}[((${e()}) & 3) + 1]; local[1] = sizeof(${type}); }`;
  },
  ({ e, name }) => {
    const variable = name();
    return `{ __typeof__(int[((${e()}) & 3) + 1]) ${variable}; ${variable}[0] = 1; local[1] = ${variable}[0]; }`;
  },
  ({ e, name }) => {
    const array = name();
    return `{ int ${array}[8] = { [0 ... 2] = 4, [5] = ${e()}, ${e()} }; local[2] = ${array}[5]; }`;
  },
  ({ e, name }) => {
    const variable = name();
    return `{ __auto_type ${variable} = ${e()}; local[3] = ${variable}; }`;
  },
  ({ e, name }) => {
    const pointer = name();
    return `{ int (*${pointer})[((${e()}) & 3) + 1] = (void *)local; local[3] = sizeof *${pointer}; }`;
  },
  ({ e, name }) => {
    const type = name();
    return `{ struct ${type} { int q; union { int w; char v; }; } ${type} = { ${e()}, { .w = ${e()} } }; local[0] = ${type}.w; }`;
  },
  ({ e, name }) => {
    const variable = name();
    return `{ static int ${variable}; ${variable} += ${e()}; enum { K${variable} = sizeof(c(1)) }; local[1] = ${variable} + K${variable}; }`;
  },
  ({ e }) => `{ struct object t = { .m0 = ${e()}, .mb = (${e()}) & 3 }; local[2] = *(int *)&t; }`,
];

export const C_HEAD = `#include <stdarg.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef __SEG_GS
#define SEGMENT __seg_gs
#else
#define SEGMENT
#endif
long rd, wr, ran, ex, nc, ng, ns, ne;
struct object { int m0, m1; unsigned mb : 7; }; struct deep { int z[4]; };
struct plain { int x; struct { int y; } in; int a[8]; struct deep deep[2]; };
int g0, g1, g2; struct object o, oa[2], *po = &oa[0], in_segment, gd;
int c(int n) { ran++; return n & 255; }
static struct object *pick(int n) { return &oa[n & 1]; }
static int add(int a, int b) { return a ^ b; }
static int (*through)(int) = 0; static int twin(int n) { return n + 1; }
#if __STDC_VERSION__ > 201710L
static int old_style(int a, int b) { return a - b; }
#else
static int old_style(a, b) int a; int b; { return a - b; }
#endif
static int variadic(int n, ...) { va_list l; va_start(l, n); int r = va_arg(l, int); va_end(l); return r; }
static int sized(int n, int (*a)[c(n) + 1]) { return a == 0; }
static int wide[4][4];
${renderCheck("printf")}`;

export const C_START = `through = twin; syscall(SYS_arch_prctl, 0x1001, &in_segment);`;
