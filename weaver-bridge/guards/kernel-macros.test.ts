// What kernels' macros make of code that writes nothing, and what looks like it and may.
import { expect, test } from "vitest";
import { judged } from "./test/judged-unit.js";

const HEAD = `struct lock { int before; int on; }; struct lock *find(int x) { return 0; } extern __typeof__(find) find; extern struct lock one;
static inline void look(const volatile void *p, int n) { }
static inline void flush(volatile void *at) { __asm__ volatile("flush %0" : "+m"(*(volatile char *)at)); }
`;
const chains = (text: string) =>
  judged(`${HEAD}${text}`, "optimistic guard struct lock { on } protects p;").aliases.map(({ chain }) =>
    chain.join(" > "),
  );

const noted = (section: string, what: string) =>
  `__asm__("\t.section \\"${section}\\", \\"a\\"\\n" "noted_" "x" ":\\t\\n" "\t.asciz \\"x\\"\\n" "\t.long\\t" "${what}" "- .\\n" "\t.previous\\n");`;

test.each([
  ["a function is noted", noted("___ksymtab+find", "find")],
  [
    "a cast before brackets calls nobody",
    'void f(struct lock *t) { look(({ unsigned long p; __asm__("" : "=r"(p) : "0"((void *)(t->before))); (int *)(p); }), 4); look((void *)(&t->before), 4); }',
  ],
])("nothing is said: %s", (_, text) => {
  expect(chains(text)).toEqual([]);
});

test.each([
  ["an object's address is data", noted("data", "one"), "asm names one"],
  ["the section runs", noted("data", "find").replace('\\"a\\"', '\\"ax\\"'), "asm names find"],
  ["the section is the text's", noted("x", "find").replace("\\n", "\\n .text\\n"), "asm names find"],
  ["an instruction stands there", noted("x", "find").replace(".long", "call"), "asm names find"],
  ["a function runs it", `void f(void) { ${noted("x", "find").slice(0, -1)}; }`, "asm names find"],
])("it is said that %s", (_, text, chain) => {
  expect(chains(text)).toEqual([chain]);
});
