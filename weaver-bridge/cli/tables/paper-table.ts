/** The tables of the four papers that Weft reproduces: what the paper says, which bench measures it anew, what stands beside what. */
import declared from "./tables.json" with { type: "json" };

export interface PaperTable {
  readonly name: string;
  readonly paper: string;
  readonly title: string;
  readonly about: string;
  readonly bench: string;
  /** That the bench takes, about. */
  readonly minutes: number;
  readonly unit?: string;
  /** Whose numbers stand beside ours, where it is not the paper. */
  readonly peer?: string;
  readonly beside: readonly Beside[];
}

/** A number of the paper, and the cell that it belongs to: row by its first cell, column by its head; `mean`, of all of them. */
interface Beside {
  readonly label: string;
  readonly paper: number;
  readonly row: string;
  readonly column: string;
}

/** As a bench printed it. */
export interface MeasuredTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface Pair {
  readonly label: string;
  readonly paper: number;
  readonly here?: number;
}

export const PAPER_TABLES: readonly PaperTable[] = declared;

export function pairsOf({ beside }: PaperTable, measured: MeasuredTable | undefined): Pair[] {
  return beside.map(({ label, paper, row, column }) => {
    const here = measured && cellOf(measured, row, column);
    return { label, paper, ...(here === undefined ? {} : { here }) };
  });
}

function cellOf({ head, rows }: MeasuredTable, row: string, column: string): number | undefined {
  const found = row === "mean" ? rows : rows.filter(([first]) => first === row);
  const at = head.indexOf(column);
  const cells = found.flatMap((one) => (column === "mean" ? one.slice(1) : at < 0 ? [] : [one[at] ?? ""]));
  const numbers = cells.map(numberIn).filter((one) => one !== undefined);
  if (numbers.length === 0) return undefined;
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  return Math.round(mean * 1000) / 1000;
}

/** `24 (13+11)` is 24, `2.44x` 2.44; a cell of words is none. */
function numberIn(cell: string): number | undefined {
  const number = /^\s*(-?\d+(?:\.\d+)?)/.exec(cell)?.[1];
  return number === undefined ? undefined : Number(number);
}
