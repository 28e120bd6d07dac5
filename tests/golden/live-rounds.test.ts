/**
 * Functions that were inlined into loops which the compiler aligns or unrolls, run on a machine that counts: each execution is
 * counted once, or it is said that it is not.
 */
import { expect, test } from "vitest";
import { openImageFile, resolveInImage } from "../../weaver-bridge/live-weave/index.js";
import { parsePointcut } from "../../weaver-bridge/pointcut/index.js";
import { runTraced } from "../support/access-judge/traced-run.js";
import { CLANG } from "../support/compilers.js";

/** Of each one the source with `NAME_in` for what is inlined, and how often `main` has that executed. */
const SHAPES: Readonly<Record<string, readonly [text: string, executions: number]>> = {
  // Padding stands where the loop begins, in the copy: control comes in before it once, and behind it in each round.
  aligned: [
    `static inline __attribute__((always_inline)) int NAME_in(struct s *p) {
  int r = 2;
  note(3);
  r += p->next->a ? 7 : 2;
  for (int k = 0; k < r; k++)
    seek(k & 1);
  return r;
}
int NAME(struct s *p) { int r = 1; for (int k = 0; k < 2; k++) r += NAME_in(p); return r; }`,
    2,
  ],
  // Two rounds follow each other, and a test that is made once leads into them by two ways.
  unrolled: [
    `static int NAME_in(struct s *p) {
  if (!p)
    return 3;
  p->a |= 1;
  note(2);
  return 2;
}
int NAME(struct s *p) { int r = NAME_in(p); for (int k = 0; k < 2; k++) r += NAME_in(p); return r; }`,
    3,
  ],
  // The test comes first in one round and last in the other.
  turned: [
    `static int NAME_in(struct s *p) {
  int r = 2;
  if (!p)
    return 3;
  r += p->a ? 7 : 2;
  for (int k = 0; k < r; k++)
    seek(k & 1);
  note(r);
  return r;
}
int NAME(struct s *p) { int r = 1; seek(1)->b = 3; for (int k = 0; k < 2; k++) r += NAME_in(p); return r; }`,
    2,
  ],
  // A part of the function is a copy of its own within the copy.
  parted: [
    `static int NAME_in(struct s *p) {
  int r = 2;
  if (!p)
    return 3;
  p->b = r;
  for (int k = 0; k < r; k++)
    seek(k & 1);
  note(r);
  return r;
}
int NAME(struct s *p, struct s *q) { int r = NAME_in(p); for (int k = 0; k < 2; k++) r += NAME_in(q); return r; }`,
    3,
  ],
};
const HEADER =
  "struct s { struct s *next; int a, b; }; extern struct s one; void note(int); struct s *seek(int);\n";
const BUILDS = ["gcc", CLANG].flatMap((compiler) =>
  ["-O1", "-O2", "-O3"].map((level) => ({ compiler, level })),
);
const TEXT = 'execution("% ...::%(...)")';

test.each(["i386", "x86_64"] as const)(
  "rounds of loops around inlined functions are counted, for %s",
  (machine) => {
    const all = BUILDS.flatMap(({ compiler, level }, build) =>
      Object.entries(SHAPES).map(([shape, [text, executions]]) => {
        const name = `${shape}${build}`;
        const source = { name, text: HEADER + text.replaceAll("NAME", name), compiler, options: [level] };
        const call = `${name}(&one${shape === "parted" ? ", &one" : ""});`;
        return { name, source, call, executions };
      }),
    );
    const main = `${HEADER}struct s one = { &one, 1, 1 }; static volatile int noted;
void note(int n) { noted = n; } struct s *seek(int n) { noted = n; return &one; }
int ${all.map(({ name }) => `${name}()`).join(", ")};
void main(void) { ${all.map(({ call }) => call).join(" ")} }\n`;
    const run = runTraced(
      [...all.map(({ source }) => source), { name: "main", text: main, compiler: "gcc", options: ["-O0"] }],
      machine,
    );
    try {
      const { joinPoints } = resolveInImage(openImageFile(run.image), {
        ...{ pointcut: parsePointcut(TEXT).value, text: TEXT, files: [] },
      });
      const wrong = all.flatMap(({ name, executions }) => {
        const found = joinPoints.find(({ joinPoint }) => joinPoint.signature.includes(`${name}_in(`));
        const entries = found?.places.filter(({ how }) => how === "entry") ?? [];
        const counted = entries.reduce((sum, { address }) => sum + (run.executed.get(address) ?? 0), 0);
        const isTold = entries.some(({ doubt }) => doubt !== undefined) || found?.why !== undefined;
        return counted === executions || isTold ? [] : [{ name, counted, executions }];
      });
      expect(wrong).toEqual([]);
    } finally {
      run.remove();
    }
  },
);
