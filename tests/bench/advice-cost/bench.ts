/**
 * Table 1, a to c, of "A Quantitative Analysis of Aspects in the eCos Kernel": what advice costs above the same by hand, what
 * each aspect more costs at the same join point, and what asking the join point costs. The paper's cycles are a Pentium 3's,
 * ours are retired instructions, the same in every run. `npm run bench -- advice-cost`.
 */
import { printTable } from "../support/table.js";
import { inMeasuringFolder, type Measured, type MeasuredProgram, type Measurer } from "./measured-program.js";

const POINTCUTS = { execution: 'execution("% f()")', call: 'call("% f()")' } as const;
const KINDS = Object.keys(POINTCUTS) as (keyof typeof POINTCUTS)[];
const BODIES = {
  before: "before() { counter++; }",
  after: "after() { counter++; }",
  around: "around() { counter++; tjp->proceed(); }",
} as const;
const ABOVE = ["instructions", "more", "stack", "code"] as const;
const PAPER = "paper: cycles / stack / code more";

export function benchAdviceCost(): void {
  inMeasuringFolder((measurer) => {
    console.log("Table 1-a: counting the calls of a function, above the same by hand (gcc -O2)\n");
    printTable(["advice", ...ABOVE, PAPER], incrementer(measurer), "ecos-1a");
    console.log("\nTable 1-b: around advice of so many aspects at the same join point, above one less\n");
    printTable(["aspects", ...ABOVE, PAPER], aspectsAtOnce(measurer), "ecos-1b");
    console.log("\nTable 1-c: asking the join point, above advice of the same kind that does not\n");
    printTable(["asked", ...ABOVE, PAPER], asking(measurer), "ecos-1c");
  });
}

function incrementer(measurer: Measurer): string[][] {
  const byHand = measurer(calling("counter++;", []));
  const rows = KINDS.flatMap((kind) =>
    Object.entries(BODIES).map(([when, body]) => {
      const woven = measurer(calling("", [`advice ${POINTCUTS[kind]} : ${body}`]));
      return row(`${kind}, ${when}`, woven, byHand, "2 / 0 / 0");
    }),
  );
  return [row("by hand", byHand, undefined, "-"), ...rows];
}

function aspectsAtOnce(measurer: Measurer): string[][] {
  const paper = { execution: ["-", "-1 / 0 / 0", "1 / 0 / 16"], call: ["-", "-1 / 0 / 0", "1 / 0 / 0"] };
  return KINDS.flatMap((kind) => {
    let before: Measured | undefined;
    return [1, 2, 3].map((count) => {
      const advice = Array<string>(count).fill(`advice ${POINTCUTS[kind]} : around() { tjp->proceed(); }`);
      const less = before;
      before = measurer(calling("counter++;", advice));
      return row(`${kind}, ${count}`, before, less, paper[kind][count - 1] ?? "");
    });
  });
}

interface Asked {
  readonly name: string;
  readonly pointcut: "execution" | "call";
  readonly when: "before" | "after";
  readonly parameters: number;
  readonly plain: string;
  readonly asks: string;
  readonly paper: string;
}

const ASKED: readonly Asked[] = [
  {
    ...{ name: "that()", pointcut: "execution", when: "before", parameters: 0 },
    ...{ plain: "object = 0;", asks: "object = tjp->that();", paper: "2 / 4 / 0" },
  },
  {
    ...{ name: "target()", pointcut: "call", when: "before", parameters: 0 },
    ...{ plain: "object = 0;", asks: "object = tjp->target();", paper: "3 / 4 / 0" },
  },
  {
    ...{ name: "result()", pointcut: "execution", when: "after", parameters: 0 },
    ...{ plain: "number = 1;", asks: "number = *tjp->result();", paper: "6 / 0 / 0" },
  },
  {
    ...{ name: "arg<0>(), of 1", pointcut: "execution", when: "before", parameters: 1 },
    ...{ plain: "number = 1;", asks: "number = *tjp->arg<0>();", paper: "0 / 0 / 0" },
  },
  {
    ...{ name: "arg<1>(), of 2", pointcut: "execution", when: "before", parameters: 2 },
    ...{ plain: "number = 1;", asks: "number = *tjp->arg<1>();", paper: "0 / 0 / 0" },
  },
];

function asking(measurer: Measurer): string[][] {
  return ASKED.map(({ name, pointcut, when, parameters, plain, asks, paper }) => {
    const advice = (body: string) =>
      measurer(member(parameters, `advice ${pointcut}("% B::bar(...)") : ${when}() { ${body} }`));
    return row(name, advice(asks), advice(plain), paper);
  });
}

/** A call of `f`, from a function that nothing is inlined into. */
function calling(body: string, advice: readonly string[]): MeasuredProgram {
  const source = `int counter;
SEEN void f() { asm volatile(""); ${body} }
SEEN void caller() { f(); asm volatile(""); }
int main() { weft_begin(); caller(); weft_end(); return counter < 0; }
`;
  const aspects = advice.map((one, at) => `aspect A${at} { ${one} };\n`).join("");
  return { source: `void f();\n${source}`, aspects: `extern int counter;\n${aspects}` };
}

function member(parameters: number, advice: string): MeasuredProgram {
  const names = ["a", "b"].slice(0, parameters);
  const source = `void *object; int number;
struct B { int x; SEEN int bar(${names.map((name) => `int ${name}`).join(", ")}) { asm volatile(""); return ${["x", ...names].join(" + ")}; } };
SEEN int caller(B *b) { return b->bar(${names.map((_, at) => at + 3).join(", ")}) + 1; }
int main() { B b; b.x = 1; weft_begin(); int sum = caller(&b); weft_end(); return sum < 0; }
`;
  return { source, aspects: `extern void *object; extern int number;\naspect A { ${advice} };\n` };
}

function row(name: string, measured: Measured, below: Measured | undefined, paper: string): string[] {
  const more = (kind: keyof Measured) => (below === undefined ? "-" : String(measured[kind] - below[kind]));
  return [name, String(measured.instructions), more("instructions"), more("stack"), more("code"), paper];
}
