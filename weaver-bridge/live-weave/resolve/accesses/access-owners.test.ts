/**
 * Whose access an instruction is, held against texts that say it themselves: in each, function number n alone writes member
 * `mn` and reads `rn`.
 */
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { CLANG } from "../../../../tests/support/compilers.js";
import { compile } from "../../../../tests/support/object-code/compile.js";
import { readElf } from "../../../object-code/index.js";
import { parsePointcut } from "../../../pointcut/index.js";
import { openImageCode, resolveInImage } from "../index.js";

/** `limit: quota_set 3, quota_set 4`: function and line, each once. */
function owners(text: string, options: string, pointcut: string): string[] {
  const [compiler, ...rest] = options.split(" ") as [string, ...string[]];
  const { bytes, remove } = compile(text, { compiler, options: [...rest, "-g"], linked: false });
  remove();
  const image = openImageCode(readElf(bytes, { inflate: inflateSync }), undefined, (file) =>
    file.endsWith("/sample.c") ? text : undefined,
  );
  const { joinPoints } = resolveInImage(image, {
    ...{ pointcut: parsePointcut(pointcut).value, text: pointcut, files: [] },
  });
  const found = joinPoints
    .filter(({ places }) => places.length > 0)
    .map(
      ({ joinPoint: { within, range, kind }, name }) =>
        `${kind} ${name}: ${/(\w+)\(/.exec(within)?.[1]} ${range.startLine}`,
    );
  return [...new Set(found)].sort();
}

const LEVELS = ["gcc -O1", "gcc -O2", "gcc -O3", "gcc -Os", `${CLANG} -O2`];

const QUOTA = `struct quota { int id, limit, used; };
struct kernel { struct quota q[8]; int ticks; };
struct kernel k;
void quota_set(int i, int limit) { k.q[i].id = i; k.q[i].limit = limit; }
static int half(int n) { return n / 2 + 7; }
void quota_tick(int n) {
  for (int i = 0; i < 4; i++)
    quota_set(i, n + i);
  k.ticks++;
}
void quota_use(int i, int n) { k.q[i].used = half(n); }
void quota_both(int i, int n) { quota_set(i, half(n) + k.q[i].used); }`;

test.each(LEVELS)(
  "a store stands in the function that makes it, whoever made the value, by %s",
  (options) => {
    expect(owners(QUOTA, options, 'set("% quota::%")')).toEqual([
      "set id: quota_set 4",
      "set limit: quota_set 4",
      "set used: quota_use 11",
    ]);
    const within = (name: string) =>
      owners(QUOTA, options, `set("% quota::limit") && within("% ${name}(...)")`);
    expect(within("quota_set")).toEqual(["set limit: quota_set 4"]);
    expect(within("quota_tick")).toEqual([]);
  },
);

test.each(LEVELS)("a struct that is copied is copied where it stands, by %s", (options) => {
  const text = `struct pair { int a, b; };
struct pair one, two;
static inline void clear(struct pair *p, int n) { p->a = n; p->b = n; }
void copy(int n) {
  clear(&one, n + 1);
  two = one;
}`;
  const found = owners(text, options, 'set("% ...::two") || set("% pair::%")');
  expect(found.filter((one) => !one.includes("clear 3"))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^set (two|a|b): copy 6$/)]),
  );
  expect(found.filter((one) => !/: (clear 3|copy 6)$/.test(one))).toEqual([]);
});

test.each([
  [LEVELS[1], [1, 2, 3]],
  [LEVELS[2], [4]],
  [LEVELS[4], [5, 6]],
] as const)("accesses of functions in functions are those of the text, by %s", (options, seeds) => {
  for (const seed of seeds) {
    const found = owners(program(seed), options as string, 'set("% s::%") || get("% s::%")');
    expect(found.length, `seed ${seed}`).toBeGreaterThan(5);
    const wrong = found.filter((one) => {
      const [, member, within] = /[mr](\d): f(\d)/.exec(one) ?? [];
      return member !== within;
    });
    expect(wrong, `seed ${seed}`).toEqual([]);
  }
});

/** Five functions that call those before them in arguments, in stored values and in loops. */
function program(seed: number): string {
  let state = seed * 7919 + 13;
  const next = () => (state = (state * 1103515245 + 12345) & 0x7fffffff) / 0x80000000;
  for (let round = 0; round < 5; round++) next();
  const pick = <T>(of: readonly T[]) => of[Math.floor(next() * of.length)] as T;
  const value = () => pick(["n + i", "n * 3", "7", "n", "i << 2", "outside(n)"]);
  const numbers = [0, 1, 2, 3, 4];
  const call = (own: number, depth = 0): string => {
    const callee = `f${pick(numbers.slice(0, own))}`;
    return depth > 1 || next() < 0.4
      ? `${callee}(${pick(["n", "i", "n & 7"])}, ${value()})`
      : `${callee}(i, ${call(own, depth + 1)})`;
  };
  const bodyOf = (own: number): string[] => {
    const stored = () => (own > 0 && next() < 0.5 ? call(own) : value());
    const store = () => `  t[${pick(["i", "i & 3", "n & 7", "2"])}].m${own} = ${stored()};`;
    const steps = [store, () => `  n += t[${pick(["i", "3"])}].r${own};`];
    if (own > 0)
      steps.push(
        () => `  for (int k = 0; k < ${pick([2, 3, 4])}; k++)\n    ${call(own)};`,
        () => `  ${call(own)};`,
        () => `  if (n > ${pick([0, 3, 5])})\n    n = ${call(own)};`,
      );
    return [store(), ...Array.from({ length: pick([2, 3, 4]) }, () => pick(steps)())];
  };
  const kinds = ["static inline ", "static ", "", "static inline __attribute__((always_inline)) "];
  return [
    `struct s { int before; ${numbers.map((one) => `int m${one}, r${one};`).join(" ")} };`,
    "struct s t[8]; extern int outside(int);",
    ...numbers.flatMap((own) => [
      `${pick(kinds)}int f${own}(int i, int n)\n{`,
      ...bodyOf(own),
      `  return n${pick(["", ` + t[i].r${own}`])};\n}`,
    ]),
    `int all(int n) {\n${numbers.map((own) => `  n += f${own}(n & 3, n + ${own});`).join("\n")}\n  return n;\n}`,
  ].join("\n");
}
