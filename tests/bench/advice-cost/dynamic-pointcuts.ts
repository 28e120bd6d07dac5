/**
 * Table 1-d of "A Quantitative Analysis of Aspects in the eCos Kernel": what pointcuts cost that only the running
 * program decides, above a plain `execution()` or `call()`. The paper's cycles are a Pentium 3's, ours are retired
 * instructions, counted one by one: the same in every run. `npm run bench -- dynamic-pointcuts`.
 */
import { printTable } from "../support/table.js";
import { inMeasuringFolder, type Measured, type Measurer } from "./measured-program.js";

const SOURCE = `#define SEEN __attribute__((noinline, noclone))
int count; int stepped;
SEEN void f() { asm volatile(""); stepped++; }
SEEN void observed() { asm volatile(""); stepped++; }
SEEN void outside() { observed(); f(); }
struct B { int x; virtual ~B() {} SEEN void bar() { asm volatile(""); x++; } };
struct D : B { };
SEEN void caller(B *b) { b->bar(); }
`;

interface Row {
  readonly name: string;
  /** What runs between the marks. */
  readonly measured: string;
  readonly plain: string;
  readonly dynamic: string;
  /** Cycles, stack, code and data. */
  readonly paper: string;
  readonly rtti?: boolean;
}

const F = 'execution("% f()")';
const INSIDE = 'cflow(execution("% observed()"))';
const before = (pointcut: string) => `advice ${pointcut} : before() { count++; }`;

const ROWS: readonly Row[] = [
  {
    name: "cflow(): enter and leave",
    measured: "observed();",
    plain: "",
    dynamic: before(`${F} && ${INSIDE}`),
    paper: "6 / 16 / 8 / 4",
  },
  {
    name: "cflow(): test",
    measured: "f();",
    plain: before(F),
    dynamic: before(`${F} && !${INSIDE}`),
    paper: "12 / 52 / 56 / -",
  },
  ...[false, true].flatMap((rtti): Row[] => [
    {
      name: rtti ? "that(), with run-time type information" : "that()",
      measured: "d.bar();",
      plain: before('execution("% B::bar()")'),
      dynamic: before('execution("% B::bar()") && that("D")'),
      paper: "10 / 24 / 128 / 50",
      rtti,
    },
    {
      name: rtti ? "target(), with run-time type information" : "target()",
      measured: "caller(&d);",
      plain: before('call("% B::bar()")'),
      dynamic: before('call("% B::bar()") && target("D")'),
      paper: "10 / 24 / 144 / 50",
      rtti,
    },
  ]),
];

export function benchDynamicPointcuts(): void {
  inMeasuringFolder((measurer) => {
    const rows = ROWS.map(({ name, measured, plain, dynamic, paper, rtti }) => {
      const flags = rtti === true ? [] : ["-fno-rtti"];
      const [with_, without] = [dynamic, plain].map((advice) =>
        measure(measurer, measured, advice, flags),
      ) as [Measured, Measured];
      const difference = (kind: keyof Measured) => String(with_[kind] - without[kind]);
      const kinds = ["instructions", "stack", "code", "data"] as const;
      return [name, ...kinds.map(difference), paper];
    });
    console.log("Table 1-d: dynamic pointcuts, above the same advice with a static pointcut (gcc -O2)\n");
    printTable(
      ["pointcut", "instructions", "stack", "code", "data", "paper: cycles / stack / code / data"],
      rows,
      "ecos-1d",
    );
    console.log(
      "\nThe paper's that() and target() add a table of virtual functions to classes without one; here the classes have one.",
    );
  });
}

function measure(measurer: Measurer, measured: string, advice: string, flags: readonly string[]): Measured {
  // Called from inside and outside, so that the call graph decides nothing.
  const main = `int main() { D d; d.x = 0; B b; b.x = 0; caller(&b); outside(); weft_begin(); ${measured} weft_end(); return count < 0; }\n`;
  const nested = SOURCE.replace("void observed() {", "void observed() { if (stepped == 100) f();");
  return measurer({
    source: `void f();\n${nested}${main}`,
    aspects: `extern int count;\naspect A { ${advice} };\n`,
    flags,
  });
}
