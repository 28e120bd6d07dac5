/** `weft tables`: the papers' tables beside what this machine measured last, or measures now. */

import { hasErrors } from "../../model/index.js";
import { EXIT, report } from "../output.js";
import { keptTable, measureBench } from "../tables/measure.js";
import { PAPER_TABLES, type PaperTable, pairsOf } from "../tables/paper-table.js";

export interface TablesFlags {
  readonly measure?: boolean;
  readonly json?: boolean;
}

export async function tables(name: string | undefined, flags: TablesFlags): Promise<number> {
  const asked = PAPER_TABLES.filter((table) => name === undefined || table.name === name);
  if (asked.length === 0) return unknown(name, flags);
  const problems = [];
  if (flags.measure === true)
    for (const bench of new Set(asked.map((table) => table.bench)))
      problems.push(...[await measureBench(bench)].filter((problem) => problem !== undefined));
  const described = asked.map(describe);
  report(flags, problems, { tables: described });
  if (flags.json !== true) {
    if (name === undefined) described.forEach(printLine);
    else described.forEach(printWhole);
  }
  return hasErrors(problems) ? EXIT.problems : EXIT.fine;
}

type Described = ReturnType<typeof describe>;

function describe(table: PaperTable) {
  const { beside: _, peer = "paper", ...about } = table;
  const measured = keptTable(table.name);
  return {
    ...about,
    peer,
    pairs: pairsOf(table, measured),
    ...(measured === undefined ? {} : { measured }),
  };
}

function printLine({ name, title, measured }: Described): void {
  const when = measured === undefined ? "not measured here" : `measured ${measured.at.slice(0, 10)}`;
  process.stdout.write(`${name.padEnd(20)} ${title} (${when})\n`);
}

function printWhole({ name, paper, title, about, pairs, peer, unit, measured }: Described): void {
  const lines = [title, paper, about, ""];
  const width = Math.max(0, ...pairs.map(({ label }) => label.length));
  const spelled = (value: number | undefined) =>
    value === undefined ? "-" : unit === undefined ? `${value}` : `${value} ${unit}`;
  for (const pair of pairs)
    lines.push(`${pair.label.padEnd(width)}  ${peer} ${spelled(pair.paper)}, here ${spelled(pair.here)}`);
  if (pairs.length > 0) lines.push("");
  if (measured === undefined) lines.push(`Not measured on this machine yet: weft tables ${name} --measure`);
  else lines.push(...aligned([measured.head, ...measured.rows]), `measured ${measured.at}`);
  process.stdout.write(`${lines.join("\n")}\n`);
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  "),
  );
}

function unknown(name: string | undefined, flags: TablesFlags): number {
  const hint = `There are ${PAPER_TABLES.map((table) => table.name).join(", ")}.`;
  report(flags, [{ code: "tables/unknown", severity: "error", message: `there is no table ${name}`, hint }]);
  return EXIT.problems;
}
