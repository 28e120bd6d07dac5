/**
 * The programs and libraries of the machine that Weft needs, what for, and the Debian packages that bring them. The table
 * is `machine-tools.json`; set-up, `weft doctor`, the packages and every message about a missing tool are made of it.
 */
import table from "./machine-tools.json" with { type: "json" };

export type MachineTool = keyof typeof table;

export interface ToolRow {
  /** What it is, as in "… is missing". */
  readonly what: string;
  /** What can't be done without it. */
  readonly for: string;
  /** `core` and `wanted` come with set-up, which goes on without the latter; `test` with the tests, `optional` by hand. */
  readonly group: string;
  /** Names under which it is started; where one stands for another, the best first. */
  readonly programs: readonly string[];
  /** Debian packages, the best first; any one will do. */
  readonly packages: readonly string[];
}

export const MACHINE_TOOLS: Readonly<Record<MachineTool, ToolRow>> = table;

/** The package that a user is told to install. */
export function debianPackage(tool: MachineTool): string {
  return MACHINE_TOOLS[tool].packages[0] ?? tool;
}

/** Says once more what stands in the table: `on Debian: apt-get install clang-19`. */
export function howToInstall(tool: MachineTool): string {
  return `on Debian: apt-get install ${debianPackage(tool)}`;
}
