/**
 * Instructions of a remote procedure call in user mode, for every kernel, beside stubs written by hand, our own without
 * optimizations, and the goals. Everything is verified first. The same on each run and machine with the same compiler.
 * WEFT_BENCH_JSON=FILE also writes the figures there.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_OPTIONS, type IdlOptions, type Kernel, NO_OPTIMIZATIONS } from "@weft/weaver-bridge/idl";
import { printTable, ratio } from "../support/table.js";
import { type Cost, measure, OPERATIONS, TRIAL, type Trial } from "./cost.js";
import { COUNTS } from "./series.js";

type Kind = "generated" | "by hand" | "generic";

interface Setting {
  readonly name: string;
  readonly kernel: Kernel;
  readonly sysenter?: boolean;
  /** Totals of client and server, in the order of OPERATIONS. */
  readonly goals?: readonly number[];
}

const SETTINGS: readonly Setting[] = [
  { name: "X0, int $0x30", kernel: "x0", goals: [24, 27, 36, 122, 30, 33] },
  { name: "X0, sysenter", kernel: "x0", sysenter: true },
  { name: "V2, int $0x30", kernel: "v2" },
  { name: "V4, without the kernel's entry code", kernel: "v4", goals: [26, 31, 39, 122, 27, 27] },
];

interface Row {
  readonly setting: string;
  readonly operation: string;
  readonly goal: number | undefined;
  readonly costs: Readonly<Record<Kind, Cost | undefined>>;
}

export function benchStubs(): void {
  const folder = mkdtempSync(join(tmpdir(), "weft-bench-"));
  try {
    const rows = [...SETTINGS.flatMap((setting) => rowsOf(folder, setting)), localRow(folder)];
    print(rows);
    const series = SETTINGS.map(({ name, kernel, sysenter }) => ({
      name,
      generated: both(folder, { ...TRIAL, ...choice(sysenter), kernel, what: "series" }),
      generic: both(folder, { ...TRIAL, kernel, what: "series", options: generic(sysenter) }),
    }));
    printSeries(series);
    const file = process.env.WEFT_BENCH_JSON;
    if (file !== undefined) writeFileSync(file, JSON.stringify({ rows, series: series.map(plain) }, null, 1));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function generic(sysenter = false): IdlOptions {
  return { ...DEFAULT_OPTIONS, optimizations: { ...NO_OPTIMIZATIONS, sysenter } };
}

function choice(sysenter = false): Pick<Trial, "options"> {
  return { options: { ...DEFAULT_OPTIONS, optimizations: { ...DEFAULT_OPTIONS.optimizations, sysenter } } };
}

/** Checked byte for byte, then counted. */
function both(folder: string, trial: Trial): Map<number, Cost> {
  measure(join(folder, "verify"), { ...trial, verify: true });
  return measure(join(folder, "count"), trial);
}

function rowsOf(folder: string, { name, kernel, sysenter, goals }: Setting): Row[] {
  const generated = both(folder, { ...TRIAL, ...choice(sysenter), kernel });
  const hand = both(folder, {
    ...TRIAL,
    kernel,
    options: undefined,
    flags: sysenter ? ["-DHAND_SYSENTER"] : [],
  });
  const plainStubs = both(folder, { ...TRIAL, kernel, options: generic(sysenter) });
  return [0, 1, 2, 3, 4, 5, 7].map((mark) => ({
    setting: name,
    operation: OPERATIONS[mark] ?? "",
    goal: goals?.[mark],
    costs: { generated: generated.get(mark), "by hand": hand.get(mark), generic: plainStubs.get(mark) },
  }));
}

function localRow(folder: string): Row {
  const local = { ...TRIAL, what: "local" as const };
  const mark = OPERATIONS.indexOf("tiny local");
  return {
    setting: "X0, local IPC without its body",
    operation: "tiny local",
    goal: undefined,
    costs: {
      generated: both(folder, local).get(mark),
      "by hand": undefined,
      generic: both(folder, { ...local, options: generic() }).get(mark),
    },
  };
}

const total = (cost: Cost | undefined) => (cost === undefined ? undefined : cost.client + cost.server);
const spelled = (cost: Cost | undefined) =>
  cost === undefined ? "-" : `${cost.client + cost.server} (${cost.client}+${cost.server})`;

function print(rows: readonly Row[]): void {
  console.log("User-mode instructions of a round trip: total (client+server); rep counts once\n");
  for (const setting of new Set(rows.map((row) => row.setting))) {
    const own = rows.filter((row) => row.setting === setting);
    printTable(
      [setting, "generated", "goal", "by hand", "to hand", "generic", "to generic"],
      own.map(({ operation, goal, costs }) => {
        const against = (peer: Cost | undefined) =>
          costs.generated === undefined || peer === undefined
            ? "-"
            : ratio(total(costs.generated) ?? 0, total(peer) ?? 1);
        return [
          operation,
          spelled(costs.generated),
          goal === undefined ? "-" : String(goal),
          spelled(costs["by hand"]),
          against(costs["by hand"]),
          spelled(costs.generic),
          against(costs.generic),
        ];
      }),
      setting === SETTINGS[0]?.name ? "idl-figure-9" : undefined,
    );
    console.log();
  }
}

interface Series {
  readonly name: string;
  readonly generated: ReadonlyMap<number, Cost>;
  readonly generic: ReadonlyMap<number, Cost>;
}

function plain({ name, generated, generic: peer }: Series): object {
  return { name, generated: Object.fromEntries(generated), generic: Object.fromEntries(peer) };
}

function printSeries(series: readonly Series[]): void {
  const cells = (count: number) =>
    series.flatMap(({ generated, generic: peer }) => [
      spelled(generated.get(count)),
      String(total(peer.get(count))),
    ]);
  printTable(
    [
      "words",
      ...series.flatMap(({ name }) => [
        name.replace(/,.*(sysenter)?.*/, name.includes("sysenter") ? " sysenter" : ""),
        "generic",
      ]),
    ],
    COUNTS.map((count) => [String(count), ...cells(count)]),
    "idl-figure-12",
  );
}
