/**
 * The eCos case study ("A Quantitative Analysis of Aspects in the eCos Kernel"): its Tables 2 to 5 and Figure 4 on
 * mini-ecos, original beside what Debian's ag++ and Weft weave. Cycles are retired instructions: the same in every run.
 */
import { printTable } from "../support/table.js";
import {
  APPLICATIONS,
  type Application,
  Builds,
  type Built,
  configurations,
  type Measured,
  measure,
  type Weaver,
} from "./builds.js";
import { countConcerns, countJoinPoints, countOptions } from "./concerns.js";
import { buildWholeProgram } from "./whole-program.js";

const WEAVERS = ["ag++", "weft"] as const;
type Row = { readonly name: string } & Partial<Record<Weaver, Measured>>;

export function benchEcos(): void {
  const builds = new Builds();
  try {
    printCounts();
    const rows = configurations("paper").flatMap((configuration) =>
      measureConfiguration(builds, configuration),
    );
    printSteps(rows);
    printRatios(rows);
    printMemory(rows);
    printKernelStack(builds);
  } finally {
    builds.remove();
  }
}

function printCounts(): void {
  title("Table 2, a: crosscutting concerns, lines in the kernel");
  const concerns = countConcerns();
  const all = concerns[0];
  printTable(
    ["concern", "original", "%", "refactored", "in aspects"],
    concerns.map(({ name, original, refactored, inAspects }) => [
      name,
      String(original),
      ((100 * original) / (all?.original ?? 1)).toFixed(1),
      String(refactored),
      String(inAspects),
    ]),
    "ecos-2a",
  );
  title("Table 2, b and c: conditional blocks of options");
  printTable(
    ["option", "original", "left in aspects"],
    countOptions().map(({ option, original, inAspects }) => [option, String(original), String(inAspects)]),
    "ecos-2bc",
  );
  title("Table 2: join points, everything on (counted in the repository that ag++ writes)");
  const aspects = countJoinPoints();
  if (aspects === undefined) console.log("no ag++ here, or it failed");
  else
    printTable(
      ["aspect", "code advice", "join points", "introductions"],
      aspects.map((row) => [row.aspect, ...[row.advice, row.joinPoints, row.introductions].map(String)]),
      "ecos-2-join-points",
    );
}

const failures = new Set<string>();

function measureConfiguration(builds: Builds, configuration: string): Row[] {
  const made = (["original", ...WEAVERS] as const).flatMap((weaver) => {
    if (failures.has(weaver)) return [];
    const { folder, failure } = builds.build({ weaver, configuration });
    if (failure === undefined) return [{ weaver, folder }];
    failures.add(weaver);
    console.log(`\n${weaver} can't build ${configuration}, so it is left out: ${failure}`);
    return [];
  });
  return APPLICATIONS.map((application) => ({
    name: `${application}_${configuration}`,
    ...Object.fromEntries(made.map(({ weaver, folder }) => [weaver, measure(folder, application)])),
  }));
}

function printSteps(rows: readonly Row[]): void {
  title("Table 3: instructions of each system call, original, base configuration");
  const step = (application: Application) =>
    rows
      .find(({ name }) => name === `${application}_base`)
      ?.original?.steps.map(([name, count]) => `${name} ${count}`)
      .join(", ");
  for (const application of APPLICATIONS) console.log(`${application}: ${step(application)}`);
}

function printRatios(rows: readonly Row[]): void {
  title("Figure 4: instructions, woven / original (goal 1.00; paper 0.99-1.00 in cycles)");
  printTable(
    [
      "application and configuration",
      "original",
      ...WEAVERS.flatMap((weaver) => [weaver, `${weaver} ratio`]),
    ],
    rows.map((row) => [
      row.name,
      String(row.original?.instructions),
      ...WEAVERS.flatMap((weaver) => {
        const ours = row[weaver]?.instructions;
        return [cell(ours), quotient(ours, row.original?.instructions)];
      }),
    ]),
    "ecos-figure-4",
  );
  const all = rows.flatMap((row) => [row.original, ...WEAVERS.map((weaver) => row[weaver])]);
  const repeatable = all.every((one) => one?.repeatable ?? true);
  console.log(`\nevery round of every image ${repeatable ? "took the same instructions" : "DIFFERED"}`);
  for (const weaver of WEAVERS) {
    const ratios = rows.flatMap((row) => {
      const [ours, peer] = [row[weaver]?.instructions, row.original?.instructions];
      return ours === undefined || peer === undefined ? [] : [ours / peer];
    });
    if (ratios.length > 0)
      console.log(
        `${weaver}: mean ${mean(ratios).toFixed(3)}, [${Math.min(...ratios).toFixed(3)}, ${Math.max(...ratios).toFixed(3)}]`,
      );
  }
}

function printMemory(rows: readonly Row[]): void {
  const kinds = ["rom", "ram", "stack"] as const;
  for (const weaver of WEAVERS) {
    const measured = rows.filter((row) => row[weaver] !== undefined);
    if (measured.length === 0) continue;
    title(`Table 4: bytes, ${weaver} - original (goal 0.0 %; paper ROM 0.9 %, stack 1.3 %)`);
    const difference = (row: Row, kind: (typeof kinds)[number]) => {
      const peer = row.original?.[kind] ?? 0;
      const delta = (row[weaver]?.[kind] ?? 0) - peer;
      return { delta, percent: (100 * delta) / peer };
    };
    printTable(
      ["application and configuration", ...kinds.flatMap((kind) => [kind, `${kind} %`])],
      measured.map((row) => [
        row.name,
        ...kinds.flatMap((kind) => {
          const { delta, percent } = difference(row, kind);
          return [String(delta), percent.toFixed(1)];
        }),
      ]),
      weaver === "weft" ? "ecos-4" : undefined,
    );
    const means = kinds.map(
      (kind) => `${kind} ${mean(measured.map((row) => difference(row, kind).percent)).toFixed(1)} %`,
    );
    console.log(`\n${weaver}, mean: ${means.join(", ")}`);
  }
}

function printKernelStack(builds: Builds): void {
  title("Table 5: kernel stack, instructions / original base (paper: dynamic 2.02, static 1.07; goal 1.10)");
  const base = builds.build({ weaver: "original", configuration: "base" });
  const forms = ["kernel-stack-static", "kernel-stack-counter", "kernel-stack-cflow"];
  const ratiosOf = ({ folder, failure }: Built) =>
    APPLICATIONS.map((application) =>
      failure === undefined
        ? quotient(measure(folder, application).instructions, measure(base.folder, application).instructions)
        : "-",
    );
  const cells = WEAVERS.filter((weaver) => !failures.has(weaver)).flatMap((weaver) =>
    forms.map((extension) => {
      const built = builds.build({ weaver, configuration: "base", extension });
      return [`${weaver} ${extension}`, ...ratiosOf(built), built.failure ?? ""];
    }),
  );
  const whole = buildWholeProgram(builds.folder("whole-program"));
  const row = ["weft build kernel-stack-cflow, per thread", ...ratiosOf(whole), whole.failure ?? ""];
  printTable(["weaver and form", ...APPLICATIONS, ""], [...cells, row], "ecos-5");
}

const title = (text: string) => console.log(`\n${text}\n`);
const cell = (value: number | undefined) => (value === undefined ? "-" : String(value));
const quotient = (value: number | undefined, peer: number | undefined) =>
  value === undefined || peer === undefined ? "-" : (value / peer).toFixed(3);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
