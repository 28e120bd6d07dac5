/**
 * C programs that people use, of Debian's source packages, with advice on everything in them: what each prints must stay.
 * WEFT_BENCH_ADVICE chooses kinds of advice, by commas, WEFT_BENCH_SOURCES programs.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chosenBy, countingAdvice, kindOf } from "../support/counting-advice.js";
import { repository } from "../support/kernel-units.js";
import { sourcePackage } from "../support/packages.js";
import { printTable } from "../support/table.js";

const WEFT = join(repository, "weaver-bridge/cli/bin/weft");
const LUA_SCRIPT = fileURLToPath(new URL("script.lua", import.meta.url));
const BUILD_DEADLINE = 300_000;
const RUN_DEADLINE = 60_000;

interface Program {
  readonly name: string;
  readonly sourcePackage: string;
  /** Files, and folders (`lib/`) with all their `.c`; `-NAME` leaves one out. */
  readonly sources: readonly string[];
  readonly options: readonly string[];
  readonly libraries?: readonly string[];
  /** For `sh`, in the package's folder; `$P` is the program. */
  readonly run: string;
}

const PROGRAMS: readonly Program[] = [
  {
    name: "cJSON",
    sourcePackage: "cjson",
    sources: ["cJSON.c", "cJSON_Utils.c", "test.c"],
    options: [],
    run: "$P",
  },
  {
    name: "bzip2",
    sourcePackage: "bzip2",
    sources: [
      "blocksort",
      "huffman",
      "crctable",
      "randtable",
      "compress",
      "decompress",
      "bzlib",
      "bzip2",
    ].map((name) => `${name}.c`),
    options: ["-D_FILE_OFFSET_BITS=64"],
    run: "$P -1 < sample1.ref | cksum; $P -2 < sample2.ref | $P -d | cksum; $P -ds < sample3.bz2 | cksum; echo junk | $P -d 2>&1 | sed 's/.*: //'",
  },
  {
    name: "zlib",
    sourcePackage: "zlib",
    sources: ["./", "test/example.c"],
    options: ["-I.", "-DHAVE_UNISTD_H", "-D_LARGEFILE64_SOURCE=1"],
    run: 'cd $(mktemp -d) && $P x.gz; rm -r "$PWD"',
  },
  {
    name: "lua",
    sourcePackage: "lua5.4",
    sources: ["src/", "-luac.c"],
    options: ["-DLUA_USE_LINUX", "-DLUA_COMPAT_5_3"],
    libraries: ["-lm", "-ldl"],
    run: `$P ${LUA_SCRIPT}`,
  },
  {
    name: "lz4",
    sourcePackage: "lz4",
    sources: ["lib/", "programs/"],
    options: ["-Ilib", "-Iprograms", "-DXXH_NAMESPACE=LZ4_"],
    run: "$P -9 -c < lib/lz4.c | cksum; $P -c < lib/lz4hc.c | $P -d | cksum",
  },
];

/** Says how often advice ran, in a file, so that what the program prints is its own. */
const COUNTER = `#include <stdio.h>
#include <stdlib.h>
unsigned long weft_count;
__attribute__((destructor)) static void report(void) {
  const char *name = getenv("WEFT_COUNT"); FILE *file = name ? fopen(name, "a") : 0;
  if (file) { fprintf(file, "%lu\\n", weft_count); fclose(file); }
}
`;

export function benchCPrograms(): void {
  const isKind = chosenBy("WEFT_BENCH_ADVICE");
  const isProgram = chosenBy("WEFT_BENCH_SOURCES");
  const rows: string[][] = [];
  for (const program of PROGRAMS) {
    if (!isProgram(program.name)) continue;
    const folder = sourcePackage(program.sourcePackage, ["*"]);
    if (folder === undefined) continue;
    prepare(program, folder);
    const output = mkdtempSync(join(tmpdir(), "weft-c-programs-"));
    try {
      const plain = build(program, folder, output, ["gcc"]);
      const printed = plain.failure ?? run(program, folder, output).printed;
      for (const { name, advice } of countingAdvice("c")) {
        if (!isKind(kindOf(name))) continue;
        const aspect = `extern unsigned long weft_count;\naspect Everything { ${advice} };\n`;
        const row = [program.name, name, ...tryOne(program, folder, output, aspect, printed)];
        rows.push(row);
        console.log(row.join("  "));
      }
    } finally {
      rmSync(output, { recursive: true, force: true });
    }
  }
  printTable(["program", "advice on everything", "what it prints", "join points run", "messages"], rows);
}

/** zlib's configure copies this file. */
function prepare({ name }: Program, folder: string): void {
  const made = join(folder, "zconf.h");
  if (name === "zlib" && !existsSync(made)) writeFileSync(made, readFileSync(`${made}.in`));
}

function tryOne(
  program: Program,
  folder: string,
  output: string,
  aspect: string,
  plain: string,
): [string, string, string] {
  const file = join(output, "everything.ah");
  writeFileSync(file, aspect);
  const { failure, told } = build(program, folder, output, [WEFT, "cc", "--aspects", file, "--", "gcc"]);
  if (failure !== undefined) return [failure, "", ""];
  const { printed, count } = run(program, folder, output);
  return [printed === plain ? `the same ${plain.length} bytes` : "OTHER", count, String(told)];
}

/** `failure`: the first error; `told`: how many messages of Weft. */
function build(program: Program, folder: string, output: string, compiler: readonly string[]) {
  const counter = join(output, "counter.c");
  writeFileSync(counter, COUNTER);
  const without = program.sources.filter((name) => name.startsWith("-")).map((name) => name.slice(1));
  const sources = program.sources.flatMap((name) => (name.endsWith("/") ? unitsIn(folder, name) : [name]));
  const units = sources.filter((name) => !name.startsWith("-") && !without.some((end) => name.endsWith(end)));
  let told = 0;
  const objects: string[] = [];
  for (const [at, unit] of [...units, counter].entries()) {
    const object = join(output, `${at}.o`);
    const own = unit === counter ? ["gcc"] : compiler;
    const words = [...own.slice(1), "-O1", "-w", ...program.options, "-c", unit, "-o", object];
    const made = spawnSync(own[0] as string, words, {
      cwd: folder,
      encoding: "latin1",
      timeout: BUILD_DEADLINE,
    });
    if (made.status !== 0) return { failure: firstError(made.stderr), told };
    told += made.stderr.match(/\bwarning\[weft\//g)?.length ?? 0;
    objects.push(object);
  }
  const link = [...objects, ...(program.libraries ?? []), "-o", join(output, "program")];
  const linked = spawnSync("gcc", link, { cwd: folder, encoding: "latin1", timeout: BUILD_DEADLINE });
  return { failure: linked.status === 0 ? undefined : firstError(linked.stderr), told };
}

const firstError = (said: string) =>
  /^.*\b(?:error|undefined)\b.*$/m.exec(said)?.[0].slice(0, 160) ?? "not built";

function run(program: Program, folder: string, output: string) {
  const counts = join(output, "count");
  rmSync(counts, { force: true });
  const { stdout, status, signal } = spawnSync("sh", ["-c", program.run], {
    cwd: folder,
    encoding: "latin1",
    timeout: RUN_DEADLINE,
    env: { ...process.env, P: join(output, "program"), WEFT_COUNT: counts },
  });
  const lines = existsSync(counts) ? readFileSync(counts, "latin1").trim().split("\n") : [];
  const count = lines.reduce((sum, line) => sum + Number(line), 0);
  return { printed: `${stdout}${status ?? signal}`, count: String(count) };
}

const unitsIn = (root: string, folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith(".c"))
    .map((name) => join(folder, name));
