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
  /** By release of gcc the first release that came out with it or after it, and so knows the same C. */
  readonly readsGcc?: Readonly<Record<string, number>>;
}

export const MACHINE_TOOLS: Readonly<Record<MachineTool, ToolRow>> = table;

/** The package that a user is told to install. */
export function debianPackage(tool: MachineTool): string {
  return MACHINE_TOOLS[tool].packages[0] ?? tool;
}

/**
 * The first release of Clang that knows the language as this compiler has it: itself, or what came out with that gcc.
 * Each gcc comes once a year and each Clang twice, by which the table is continued; 0 for those before it.
 */
export function clangThatReads(family: "gcc" | "clang", release: number): number {
  if (family === "clang") return release;
  const known = Object.entries(MACHINE_TOOLS.libclang.readsGcc ?? {}).map(
    ([gcc, clang]) => [Number(gcc), clang] as const,
  );
  const [gcc, clang] = known.findLast(([from]) => from <= release) ?? [release, 0];
  return clang + 2 * (release - gcc);
}

/** The package of that tool whose name says this release or a newer one: `libclang1-22`. */
export function packageFrom(tool: "libclang" | "clang", release: number): string {
  const { packages } = MACHINE_TOOLS[tool];
  const stem = packages[0]?.replace(/(?<!\d)\d+$/, "") ?? tool;
  return packages.find((name) => Number(/-(\d+)$/.exec(name)?.[1] ?? 0) >= release) ?? `${stem}${release}`;
}

/** Says once more what stands in the table: `on Debian: apt-get install clang-19`. */
export function howToInstall(tool: MachineTool): string {
  return `on Debian: apt-get install ${debianPackage(tool)}`;
}
