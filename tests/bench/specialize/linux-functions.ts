/**
 * Functions of Linux as they stand, specialized and run: unit and residual code are compiled with the kernel's own options,
 * its names get a prefix, and both functions get the same random input in user space. `WEFT_LINUX=FOLDER npm run bench --
 * specialize-linux`, a built tree for i386 with its `compile_commands.json`; nothing is written there.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { printTable } from "../support/table.js";

const here = import.meta.dirname;
const WEFT = resolve(here, "../../../weaver-bridge/dist/weft.js");
const INPUTS = 100_000;

interface Case {
  readonly name: string;
  readonly unit: string;
  readonly declaration: string;
  /** Other units that it needs. */
  readonly beside?: readonly string[];
  /** Behind the unit: names for what is static. */
  readonly more?: string;
}

const CASES: readonly Case[] = [
  {
    name: "parse",
    unit: "lib/kstrtox.c",
    declaration: "specialize _parse_integer_limit as parse_made { base == 10; }",
    beside: ["lib/ctype.c"],
  },
  {
    name: "sort",
    unit: "lib/sort.c",
    declaration: "specialize sort_r as sort_made { size == 8; swap_func == 0; }",
  },
  {
    name: "dump",
    unit: "lib/hexdump.c",
    declaration: "specialize hex_dump_to_buffer as dump_made { rowsize == 16; groupsize == 1; }",
    beside: ["lib/ctype.c"],
  },
  {
    name: "compare",
    unit: "lib/string.c",
    declaration: "specialize strncasecmp as compare_made { len == 4; }",
    beside: ["lib/ctype.c"],
  },
  {
    name: "number",
    unit: "lib/vsprintf.c",
    declaration: "specialize number as number_made { spec.base == 10; spec.flags == 0; }",
    beside: ["lib/hexdump.c", "lib/ctype.c"],
    more: `char *number_generic(char *b, char *e, unsigned long long n, struct printf_spec s) { return number(b, e, n, s); }
char *number_specialized(char *b, char *e, unsigned long long n, struct printf_spec s) { return number_made(b, e, n, s); }`,
  },
  {
    name: "crc",
    unit: "lib/crc32.c",
    declaration: "specialize crc32_le as crc_made { len == 20; limits unroll 8; }",
  },
  {
    name: "bits",
    unit: "lib/bitmap.c",
    declaration: "specialize __bitmap_equal as equal_made { bits == 75; }",
  },
];

const NOT_BUILT = "the tree does not build it";

interface Command {
  readonly directory: string;
  readonly words: readonly string[];
}

export function benchLinuxFunctions(): void {
  const tree = process.env.WEFT_LINUX;
  if (tree === undefined) throw new Error("WEFT_LINUX names a built tree of Linux for i386");
  const commands = commandsOf(tree);
  const folder = mkdtempSync(join(tmpdir(), "weft-linux-functions-"));
  const rows: string[][] = [];
  try {
    for (const one of CASES) {
      if (!commands.has(one.unit)) {
        rows.push([one.unit, one.declaration, "", "0", NOT_BUILT]);
        continue;
      }
      const lines = specialized(folder, one, commands);
      const said = run(folder, one, commands);
      rows.push([one.unit, one.declaration, `${lines}`, `${INPUTS}`, said]);
    }
  } finally {
    if (process.env.WEFT_KEEP === undefined) rmSync(folder, { recursive: true, force: true });
    else console.log(folder);
  }
  printTable(["unit", "declaration", "lines", "inputs", "differences"], rows);
  if (rows.some((row) => row.at(-1) !== "0" && row.at(-1) !== NOT_BUILT)) throw new Error("they differ");
}

function commandsOf(tree: string): ReadonlyMap<string, Command> {
  const all: { directory: string; file: string; command: string }[] = JSON.parse(
    readFileSync(join(tree, "compile_commands.json"), "utf8"),
  );
  return new Map(
    all.map(({ directory, file, command }) => [
      resolve(directory, file).slice(resolve(tree).length + 1),
      { directory, words: wordsIn(command) },
    ]),
  );
}

/** As a shell reads them. */
function wordsIn(command: string): string[] {
  return [...command.matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, one = "", other = "", plain = "") => one + other + plain),
  );
}

function commandOf(unit: string, commands: ReadonlyMap<string, Command>): Command {
  const command = commands.get(unit);
  if (command === undefined) throw new Error(`the tree does not build ${unit}`);
  return command;
}

/** Lines of residual code. */
function specialized(folder: string, one: Case, commands: ReadonlyMap<string, Command>): number {
  const { directory, words } = commandOf(one.unit, commands);
  writeFileSync(join(folder, `${one.name}.spec`), `${one.declaration}\n`);
  const argv = [WEFT, "specialize", join(folder, `${one.name}.spec`), "--out", folder, "--", ...words];
  execFileSync(process.execPath, argv, { cwd: directory, stdio: ["ignore", "pipe", "inherit"] });
  return readFileSync(join(folder, `${one.name}.c`), "utf8").split("\n").length - 1;
}

function run(folder: string, one: Case, commands: ReadonlyMap<string, Command>): string {
  const { directory } = commandOf(one.unit, commands);
  const unit = resolve(directory, one.unit);
  const both = join(folder, `${one.name}-both.c`);
  writeFileSync(both, `#include "${unit}"\n#include "${join(folder, `${one.name}.c`)}"\n${one.more ?? ""}\n`);
  const objects = [one.unit, ...(one.beside ?? [])].map((name, at) =>
    kernelObject(folder, commandOf(name, commands), at === 0 ? both : resolve(directory, name), `${at}`),
  );
  const program = join(folder, one.name);
  const driver = [`-DCASE_${one.name}`, `-DINPUTS=${INPUTS}`, "-m32", "-O1", "-w", "-no-pie"];
  const rest = ["-Wl,--unresolved-symbols=ignore-all", "-Wl,-z,notext", "-o", program];
  execFileSync("gcc", [...driver, join(here, "linux-functions.c"), ...objects, ...rest]);
  return execFileSync(program, { encoding: "utf8" }).trim();
}

/** All its names begin with k_, so that none is taken for one of the program's own library. */
function kernelObject(folder: string, { directory, words }: Command, source: string, name: string): string {
  const object = join(folder, `${name}.o`);
  const at = words.indexOf("-o");
  const argv = words
    .slice(1)
    .filter((_, index) => index + 1 !== at && index !== at && index + 2 !== words.length)
    .filter((word) => !word.startsWith("-Wp,-M"));
  execFileSync(words[0] ?? "gcc", [...argv, "-w", "-o", object, source], { cwd: directory });
  execFileSync("objcopy", ["--prefix-symbols=k_", object]);
  return object;
}
