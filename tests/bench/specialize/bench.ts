/**
 * Instructions of specialized code, counted exactly: the generic function, one written by hand, what Weft makes of the
 * generic, and what the compiler makes of it when it is told the same facts. All must do the same.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { CLANG } from "../../support/compilers.js";
import { printTable, ratio } from "../support/table.js";
import { CALLS, FLAGS, instructions } from "./count.js";

const here = import.meta.dirname;
const repository = resolve(here, "../../..");
/** The paper's subjects, and further kinds of code; `FILE.c`, `FILE.spec`, and a program that runs them. */
const SETS = [
  {
    file: "subjects",
    main: "main.c",
    residual: "residual.c",
    subjects: ["send_signal", "xdr_pair", "marshal", "filter_six", "filter_ten", "filter_fifteen"],
  },
  {
    file: "cases",
    main: "cases-main.c",
    residual: "cases-residual.c",
    subjects: [
      ...["format", "match", "stack_machine", "threaded", "checksum", "remainder_of"],
      ...["read_file", "set_up", "sort", "fields", "compare", "schedule"],
    ],
  },
  {
    file: "more-cases",
    main: "more-cases-main.c",
    residual: "more-cases-residual.c",
    subjects: [
      ...["tokens", "load", "encipher", "message", "regular", "put_fields"],
      ...["hash", "tree", "weigh", "route", "encode", "may"],
      "report",
    ],
  },
] as const;
type SubjectSet = (typeof SETS)[number];
const WAYS = ["generic", "by_hand", "made", "assumed"];
const COMPILERS: readonly (readonly string[])[] = [
  ["gcc", "-O2"],
  [CLANG, "-O2"],
];
/** For the question whether all ways do the same. */
const INPUTS = 100_000;

export function benchSpecialize(): void {
  const folder = mkdtempSync(join(tmpdir(), "weft-specialize-"));
  try {
    for (const set of SETS) {
      const { file, main, residual } = set;
      for (const name of [`${file}.c`, `${file}.spec`, main, "ways.h"])
        copyFileSync(join(here, name), join(folder, name));
      const weft = join(repository, "weaver-bridge/dist/weft.js");
      const words = ["specialize", `${file}.spec`, "--out", "out", "--", "gcc", ...FLAGS, "-c", `${file}.c`];
      const said = execFileSync(process.execPath, [weft, ...words], {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
      });
      if (said !== "") throw new Error(said);
      copyFileSync(join(folder, "out", `${file}.c`), join(folder, residual));
      for (const [compiler = "gcc", ...options] of COMPILERS) measure(folder, set, compiler, options);
    }
    benchAtRunTime(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function measure(
  folder: string,
  { main, subjects }: SubjectSet,
  compiler: string,
  options: readonly string[],
): void {
  const link = compiler.startsWith("clang") ? ["-fno-pie", "-no-pie"] : ["-no-pie"];
  execFileSync(compiler, [...FLAGS, ...link, ...options, main, "-o", "main"], { cwd: folder });
  const rows = subjects.map((subject, index) => {
    const results = WAYS.map((_, way) =>
      execFileSync(join(folder, "main"), [`${index}`, `${way}`, `${INPUTS}`], { encoding: "utf8" }),
    );
    if (new Set(results).size !== 1) throw new Error(`${subject}: the ways differ: ${results.join(" ")}`);
    const [generic = 0, hand = 0, made = 0, assumed = 0] = WAYS.map((way, at) =>
      instructions(folder, `${subject}_${way}`, [`${index}`, `${at}`]),
    );
    const numbers = [generic, hand, made, assumed].map((one) => one.toFixed(1));
    return [subject, ...numbers, ratio(made, hand), ratio(generic, made), ratio(assumed, made)];
  });
  console.log(`\nInstructions for each call, ${[compiler, ...options].join(" ")}`);
  printTable(
    [
      "",
      "generic",
      "by hand",
      "Weft",
      "compiler with the facts",
      "Weft/hand",
      "generic/Weft",
      "compiler/Weft",
    ],
    rows,
  );
}

/** Filters that become code while the program runs: what the making costs, and after how many packets that is repaid. */
function benchAtRunTime(folder: string): void {
  const name = "run-time";
  for (const file of [`${name}.spec`, `${name}.c`]) copyFileSync(join(here, file), join(folder, file));
  const weft = join(repository, "weaver-bridge/dist/weft.js");
  const words = [
    "specialize",
    `${name}.spec`,
    "--out",
    "out",
    "--",
    "gcc",
    "-O2",
    ...FLAGS,
    "-c",
    "subjects.c",
  ];
  execFileSync(process.execPath, [weft, ...words], { cwd: folder, stdio: "inherit" });
  copyFileSync(join(folder, "out", `${name}.c`), join(folder, `${name}-residual.c`));
  execFileSync("gcc", [...FLAGS, "-O2", "-no-pie", `${name}.c`, "-o", "main"], { cwd: folder });
  const rows = ["6", "10", "15"].map((length, index) => {
    const one = [`${index}`];
    const [made = 0, code = 0, generic = 0] = ["make", "by_code", "by_interpreter"].map((way) =>
      instructions(folder, way, one),
    );
    const once = made * CALLS;
    const packets = Math.ceil(once / (generic - code));
    return [`${length} instructions`, once.toFixed(0), code.toFixed(1), generic.toFixed(1), `${packets}`];
  });
  console.log("\nA filter made at run time, instructions; with the call of the function");
  printTable(["", "to make it", "a packet", "a packet, generic", "repaid after packets"], rows);
}
