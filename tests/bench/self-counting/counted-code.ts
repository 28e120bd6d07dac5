/**
 * Code in which everything counts itself: `c` counts its calls, reads and writes of variables and members stand beside
 * `rd++` and `wr++`, functions begin with `ex++`. Advice counts in `nc`, `ng`, `ns` and `ne`.
 */
import type { Random } from "../random-cxx/random.js";

/** Makes expressions of type `int`, and `room()`s for the statements around them. */
export interface CodeMaker {
  readonly random: Random;
  /** An expression; what is deep becomes simple. */
  e(): string;
  /** A statement in braces, or an expression statement. */
  s(): string;
  /** A name that nothing else has. */
  name(): string;
}

export type Form = (make: CodeMaker) => string;

/** Macros that forms use, and what holds the counts of code and advice against each other. */
export const renderCheck = (printf: string) => `#define M_ADD(x) ((x) + c(1))
#define M_CALL(f, ...) f(__VA_ARGS__)
#define M_CAT(a, b) a##b
#define M_PASTE(x) M_CAT(, c)(x)
#define M_TWICE(x) ((x) ^ c(x))
static int wrong;
static void check(int line) {
  if (ran != nc || rd != ng || wr != ns || ex != ne) { ${printf}("%d: calls %ld/%ld reads %ld/%ld writes %ld/%ld executions %ld/%ld\\n", line, nc, ran, ng, rd, ns, wr, ne, ex); wrong = 1; }
  ran = nc = rd = ng = wr = ns = ex = ne = 0;
}
`;

/** Of both languages. Names of variables that advice is on begin with `g`, members with `m`. */
export const EXPRESSIONS: readonly Form[] = [
  ({ random }) => String(random.below(9)),
  ({ random }) => String(random.below(9)),
  ({ e }) => `c(${e()})`,
  ({ e }) => `c(${e()})`,
  ({ e }) => `(c)(${e()})`,
  ({ random }) => `(rd++, g${random.below(3)})`,
  ({ e, random }) => `(wr++, g${random.below(3)} = ${e()})`,
  ({ e, random }) => `(rd++, wr++, g${random.below(3)} ${random.pick(["+=", "|=", "^=", "-="])} ${e()})`,
  ({ random }) => `(rd++, wr++, g${random.below(3)}${random.pick(["++", "--"])})`,
  ({ random }) => `(rd++, wr++, ${random.pick(["++", "--"])}g${random.below(3)})`,
  ({ random }) => `(rd++, o.m${random.below(2)})`,
  ({ random }) => `(rd++, po->m${random.below(2)})`,
  ({ e, random }) => `(wr++, ${random.pick(["o.", "po->", "(*po).", "oa[1]."])}m${random.below(2)} = ${e()})`,
  ({ e }) => `(wr++, o.mb = (${e()}) & 3)`,
  () => "(rd++, po->mb)",
  ({ e }) => `(rd++, wr++, po->mb += (${e()}) & 1)`,
  ({ e }) => `(rd++, oa[(${e()}) & 1].m0)`,
  ({ e }) => `(rd++, pick(${e()})->m1)`,
  ({ e }) => `((${e()}) ${"+"} (${e()}))`,
  ({ e, random }) => `((${e()}) ${random.pick(["-", "|", "&", "^", "<", "==", "&&", "||"])} (${e()}))`,
  ({ e, random }) => `${random.pick(["-", "~", "!", "+"])}(${e()})`,
  ({ e }) => `((${e()}) ? (${e()}) : (${e()}))`,
  ({ e }) => `((${e()}) ?: (${e()}))`,
  ({ e }) => `((void)(${e()}), (${e()}))`,
  ({ e }) => `(int)(long)(${e()})`,
  ({ e }) => `(int)sizeof(c(${e()}))`,
  ({ e, name }) => {
    const variable = name();
    return `({ int ${variable} = ${e()}; ${variable} + (${e()}); })`;
  },
  ({ e, s }) => `({ ${s()} (${e()}); })`,
  ({ e }) => `__builtin_expect(${e()}, 1)`,
  ({ e }) => `M_ADD(${e()})`,
  ({ e }) => `M_CALL(c, ${e()})`,
  ({ e }) => `M_PASTE(${e()})`,
  ({ e }) => `M_TWICE(${e()})`,
  ({ e }) => `local[(${e()}) & 3]`,
  ({ e }) => `*(local + ((${e()}) & 3))`,
  ({ e }) => `add(${e()}, ${e()})`,
  ({ e }) => `(*through)(${e()})`,
];

export const STATEMENTS: readonly Form[] = [
  ({ e }) => `${e()};`,
  ({ e }) => `local[(${e()}) & 3] = ${e()};`,
  ({ e, s }) => `if (${e()}) ${s()} else ${s()}`,
  ({ e, s, name }) => {
    const i = name();
    return `for (int ${i} = (${e()}, 0); ${i} < 2 + 0 * (${e()}); ${i} += 1 + 0 * (${e()})) ${s()}`;
  },
  ({ e, s, name }) => {
    const i = name();
    return `{ int ${i} = 2; while (${i}-- > 0 * (${e()})) ${s()} }`;
  },
  ({ e, s, name }) => {
    const i = name();
    return `{ int ${i} = 0; do ${s()} while (${i}++ < 1 + 0 * (${e()})); }`;
  },
  ({ e, s }) => `switch ((${e()}) & 3) { case 0: ${s()} break; case 1 ... 2: ${s()} default: ${s()} }`,
  ({ e, name }) => {
    const array = name();
    return `{ int ${array}[3] = { ${e()}, ${e()} }; local[0] = ${array}[(${e()}) & 1]; }`;
  },
  ({ e, name }) => {
    const object = name();
    return `{ struct plain ${object} = { .x = ${e()}, .in = { .y = ${e()} } }; local[1] = ${object}.x; }`;
  },
  ({ e, s, name }) => {
    const label = name();
    return `{ if ((${e()}) & 1) goto ${label}; ${s()} ${label}: ${s()} }`;
  },
  ({ e, s, name }) => {
    const label = name();
    return `{ void *to = &&${label}; local[2] = ${e()}; goto *to; ${s()} ${label}:; ${s()} }`;
  },
  ({ e }) => `__asm__ volatile("" : : "r"(${e()}));`,
  ({ e, name }) => {
    const variable = name();
    return `{ __typeof__(c(1)) ${variable} = ${e()}; local[3] = ${variable}; }`;
  },
  ({ s }) => `{ ${s()} ${s()} }`,
  ({ e, s, name }) => {
    const i = name();
    return `for (int ${i} = 0;; ${i}++) { if (${i} > 1) break; if (${e()}) continue; ${s()} }`;
  },
  ({ e }) => `(void)(${e()});`,
];
