/**
 * C++ programs that people use, of Debian's source packages, with advice on everything in them: each must build and
 * pass its own tests. WEFT_BENCH_ADVICE chooses kinds of advice, by commas, WEFT_BENCH_SOURCES programs.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chosenBy, kindOf } from "../support/counting-advice.js";
import { repository } from "../support/kernel-units.js";
import { binaryPackage, sourcePackage } from "../support/packages.js";
import { printTable } from "../support/table.js";

const WEFT = join(repository, "weaver-bridge/cli/bin/weft");
const BUILD_DEADLINE = 900_000;
const RUN_DEADLINE = 300_000;

interface Program {
  readonly name: string;
  readonly sourcePackage: string;
  /** Files, and folders (`src/`) with all their `.cpp` and `.cc`. */
  readonly sources: readonly string[];
  /** What of its folders is no part of it. */
  readonly leavesOut?: RegExp;
  readonly options: readonly string[];
  /** Where Debian's library has tables that scripts make of data which the sources lack. */
  readonly tables?: { readonly package: string; readonly archive: string };
  /** Tested with GoogleTest, of Debian's packages. */
  readonly isGoogleTested?: boolean;
  /** What its own tests print last when all pass; they end with 0 then. */
  readonly passed: RegExp;
}

const GOOGLE_PASSED = /\[ {2}PASSED {2}\] \d+ tests\.\s*$/m;

const PROGRAMS: readonly Program[] = [
  {
    name: "tinyxml2",
    sourcePackage: "tinyxml2",
    sources: ["tinyxml2.cpp", "xmltest.cpp"],
    options: [],
    passed: /Pass \d+, Fail 0/,
  },
  {
    name: "jsoncpp",
    sourcePackage: "libjsoncpp",
    sources: ["src/lib_json/", "src/test_lib_json/"],
    options: ["-Iinclude", "-std=gnu++17"],
    passed: /All \d+ tests passed/,
  },
  {
    name: "pugixml",
    sourcePackage: "pugixml",
    sources: [
      "src/pugixml.cpp",
      ...["main", "test", "allocator", "writer_string"].map((name) => `tests/${name}.cpp`),
      ...["dom_modify", "parse", "xpath_functions", "memory", "write"].map(
        (name) => `tests/test_${name}.cpp`,
      ),
    ],
    options: ["-Isrc"],
    passed: /Success: \d+ tests passed/,
  },
  {
    name: "yaml-cpp",
    sourcePackage: "yaml-cpp",
    sources: [
      "src/",
      "test/main.cpp",
      "test/regex_test.cpp",
      "test/node/node_test.cpp",
      "test/integration/load_node_test.cpp",
    ],
    options: ["-Iinclude", "-Isrc", "-Itest"],
    isGoogleTested: true,
    passed: GOOGLE_PASSED,
  },
  {
    name: "fmt",
    sourcePackage: "fmtlib",
    sources: [
      ...["format", "os"].map((name) => `src/${name}.cc`),
      ...["core-test", "printf-test", "args-test", "ostream-test", "test-main", "gtest-extra", "util"].map(
        (name) => `test/${name}.cc`,
      ),
    ],
    options: ["-Iinclude"],
    isGoogleTested: true,
    passed: GOOGLE_PASSED,
  },
  {
    name: "leveldb",
    sourcePackage: "leveldb",
    sources: ["db/", "table/", "util/", "table/table_test.cc"],
    leavesOut: /_test\.cc$|_windows|leveldbutil/,
    options: ["-I.", "-Iinclude", "-DLEVELDB_PLATFORM_POSIX=1"],
    isGoogleTested: true,
    passed: GOOGLE_PASSED,
  },
  {
    name: "re2",
    sourcePackage: "re2",
    sources: [
      "re2/",
      ...["pcre", "rune", "strutil", "test"].map((name) => `util/${name}.cc`),
      ...[
        "backtrack",
        "dump",
        "exhaustive_tester",
        "null_walker",
        "regexp_generator",
        "string_generator",
      ].map((name) => `re2/testing/${name}.cc`),
      ...[
        "re2_test",
        "parse_test",
        "simplify_test",
        "regexp_test",
        "charclass_test",
        "set_test",
        "tester",
      ].map((name) => `re2/testing/${name}.cc`),
    ],
    options: ["-I."],
    tables: { package: "libre2-dev", archive: "usr/lib/x86_64-linux-gnu/libre2.a" },
    passed: /^PASS$/m,
  },
];

const ALL = '"% ...::%(...)"';
const ADVICE: Readonly<Record<string, string>> = {
  "execution, before": `execution(${ALL}) : before() { weft_count::n++; }`,
  "execution, around": `execution(${ALL}) : around() { weft_count::n++; tjp->proceed(); }`,
  "call, before": `call(${ALL}) : before() { weft_count::n++; }`,
  "call, around": `call(${ALL}) : around() { weft_count::n++; tjp->proceed(); }`,
  "get, around": `get("% ...::%") : around() { weft_count::n++; tjp->proceed(); }`,
  "set, around": `set("% ...::%") : around() { weft_count::n++; tjp->proceed(); }`,
  "ref, after": `ref("% ...::%") : after() { weft_count::n++; }`,
  "construction, after": `construction("...::%") : after() { weft_count::n++; }`,
  "destruction, before": `destruction("...::%") : before() { weft_count::n++; }`,
  "builtin, after": `builtin("% operator %(...)") : after() { weft_count::n++; }`,
};

const COUNTER = `#include <stdio.h>
namespace weft_count { unsigned long n; struct Report { ~Report() { fprintf(stderr, "join points: %lu\\n", n); } } report; }
`;

export function benchPrograms(): void {
  const isKind = chosenBy("WEFT_BENCH_ADVICE");
  const kinds = Object.entries(ADVICE).filter(([name]) => isKind(kindOf(name)));
  const isProgram = chosenBy("WEFT_BENCH_SOURCES");
  const rows: string[][] = [];
  for (const program of PROGRAMS) {
    if (!isProgram(program.name)) continue;
    const folder = sourcePackage(program.sourcePackage, ["*"]);
    if (folder === undefined) continue;
    for (const [kind, advice] of kinds) {
      const row = [program.name, kind, ...tryOne(program, folder, advice)];
      rows.push(row);
      console.log(row.join("  "));
    }
  }
  printTable(["program", "advice on everything", "its own tests", "join points run", "messages"], rows);
}

/** How the tests ended, or the first error; how often advice ran; how many messages the build gave. */
function tryOne(program: Program, folder: string, advice: string): [string, string, string] {
  const output = mkdtempSync(join(tmpdir(), "weft-programs-"));
  try {
    const aspect = join(output, "everything.ah");
    const counter = join(output, "counter.cc");
    const declared = "namespace weft_count { extern unsigned long n; }";
    writeFileSync(aspect, `#pragma once\n${declared}\naspect Everything { advice ${advice} };\n`);
    writeFileSync(counter, COUNTER);
    const sources = program.sources.flatMap((name) =>
      name.endsWith("/") ? unitsIn(folder, name, program.leavesOut) : [name],
    );
    const libraries = [...(program.isGoogleTested === true ? googleTest() : []), ...tablesOf(program)];
    const words = [
      "ag++",
      "-p",
      ".",
      "-a",
      aspect,
      ...program.options,
      ...sources,
      counter,
      ...libraries,
      "-o",
      join(output, "program"),
    ];
    const build = spawnSync(WEFT, words, { cwd: folder, encoding: "utf8", timeout: BUILD_DEADLINE });
    if (build.status !== 0)
      return [/^.*\berror\b.*$/m.exec(build.stderr)?.[0].slice(0, 160) ?? "not built", "", ""];
    const run = spawnSync(join(output, "program"), {
      cwd: folder,
      encoding: "latin1",
      timeout: RUN_DEADLINE,
    });
    const told = build.stderr.match(/\bwarning\[weft\//g)?.length ?? 0;
    const counted = /join points: (\d+)/.exec(run.stderr)?.[1] ?? "";
    const said = `${run.stdout}${run.stderr}`;
    const passed = run.status === 0 ? program.passed.exec(said)?.[0] : undefined;
    return [passed ?? `${run.status ?? run.signal}: ${firstFailure(said)}`, counted, String(told)];
  } finally {
    rmSync(output, { recursive: true, force: true });
  }
}

/** Of a test, or how the program's last words ran. */
function firstFailure(said: string): string {
  const named = [
    ...new Set(Array.from(said.matchAll(/^\[ {2}FAILED {2}\] ([\w./]+)/gm), ([, name]) => name)),
  ];
  return named.length > 0
    ? `failed ${named.join(" ")}`
    : (said.trimEnd().split("\n").at(-1) ?? "").slice(0, 160);
}

/** Of an archive, the linker takes only what the program itself lacks. */
function tablesOf({ tables }: Program): string[] {
  if (tables === undefined) return [];
  const folder = binaryPackage(tables.package);
  return folder === undefined ? [] : [join(folder, tables.archive), "-lpthread"];
}

function googleTest(): string[] {
  const folders = ["libgtest-dev", "libgmock-dev"].flatMap((name) => binaryPackage(name) ?? []);
  const found = folders.flatMap((folder) => [
    `-I${join(folder, "usr/include")}`,
    `-L${join(folder, "usr/lib/x86_64-linux-gnu")}`,
  ]);
  return [...found, "-lgmock", "-lgtest", "-lpthread"];
}

const unitsIn = (root: string, folder: string, leavesOut?: RegExp): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => /\.(?:cpp|cc)$/.test(name) && leavesOut?.test(name) !== true)
    .map((name) => `${folder}${name}`);
