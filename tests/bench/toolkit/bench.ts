/**
 * The specialization paper's three experiments in mini-unix with guards on, in instructions that QEMU counts exactly
 * (`-icount`): signals, packet filters and remote calls on each route, what guards and swapping cost, and code sizes.
 * Aspects are left out.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { printTable, ratio } from "../support/table.js";
import { benchFilterCycles } from "./filter-cycles.js";
import { benchReplugging } from "./replugging.js";
import { benchUnrolling } from "./unrolling.js";

const repository = resolve(import.meta.dirname, "../../..");
const launcher = join(repository, "weaver-bridge/cli/bin/weft");

interface Measured {
  readonly counts: ReadonlyMap<string, number>;
  /** Bytes of functions of the kernel. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Text of the specialized filter. */
  readonly filter: string;
}

export async function benchToolkit(): Promise<void> {
  const guarded = measure((spec) => spec);
  // The same kernel with nothing that a guard protects: its entries are the generic functions.
  const plain = measure((spec) => spec.replaceAll(/optimistic guard[^;]*;/g, ""));
  const of = (name: string) => guarded.counts.get(name) ?? Number.NaN;
  const empty = of("empty");
  const never = plain.counts.get("storm_plugged") ?? Number.NaN;
  const signal = (name: string) => of(name) - empty;
  const filter = (name: string) => of(`filter_${name}`) - of("filter_null");
  const rows = [
    row("SIGUSR1 to oneself, alone", "15 % less", ["generic", "hand", "specialized", "plugged"].map(signal)),
    row("the same, 31st of 62 processes", "65 % less", [
      signal("generic_among_62"),
      Number.NaN,
      Number.NaN,
      signal("again_among_62"),
    ]),
    row("packet filter of 11 instructions", "7x", ["generic", "hand", "specialized", "plugged"].map(filter)),
    row(
      "marshaling, both ways, 20 values",
      "3.75x",
      ["generic", "hand", "specialized", "plugged"].map((one) => of(`marshal_${one}`)),
    ),
    row(
      "remote call, there and back",
      "1.35x to 1.55x",
      ["generic", "hand", "specialized", "plugged"].map((one) => of(`call_${one}`) - empty),
    ),
  ];
  process.stdout.write(
    "Instructions; signals and calls besides an empty system call, filters besides one that asks nothing, marshaling alone\n",
  );
  printTable(
    ["", "generic", "hand", "specialized", "plugged", "generic/plugged", "less", "paper"],
    rows,
    "toolkit-experiments",
  );
  process.stdout.write(
    `\nguards: setuid() writes two terms of one object: ${of("setuid") - (plain.counts.get("setuid") ?? 0)} instructions more than without (goal: 3 each)\n` +
      `storm: the fact breaks after every ten calls: ${ratio(of("storm_plugged"), never)} of never specializing, ${of("storm_hits")} times taken out; going on: ${ratio(of("storm_later"), never)}\n`,
  );
  codeSizes(guarded.sizes);
  benchFilterCycles(guarded.filter);
  await benchReplugging();
  benchUnrolling();
}

function row(name: string, paper: string, counts: readonly number[]): string[] {
  const [generic = Number.NaN, , , plugged = Number.NaN] = counts;
  const less = `${Math.round((1 - plugged / generic) * 100)} %`;
  return [
    name,
    ...counts.map((one) => (Number.isNaN(one) ? "" : String(one))),
    ratio(generic, plugged),
    less,
    paper,
  ];
}

const SIZED: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["signal delivery", ["send_signal"], ["usr1_from_root"]],
  ["packet filter", ["filter_packet"], ["filter_attached_dns"]],
  [
    "marshaling, writing",
    ["xdr_call", "xdr_bound_call", "xdr_word", "xdr_int", "xdr_vector", "memory_put", "memory_get"],
    ["put_call"],
  ],
];

function codeSizes(sizes: ReadonlyMap<string, number>): void {
  const sum = (names: readonly string[]) =>
    [...sizes].reduce(
      (total, [name, size]) => (names.some((one) => name.replace(/\..*/, "") === one) ? total + size : total),
      0,
    );
  process.stdout.write("\nCode, bytes (paper's Table 2: residual code may be larger, by unrolling)\n");
  printTable(
    ["", "generic", "residual", "entry and ways"],
    SIZED.map(([name, generic, residual]) => [
      name,
      String(sum(generic)),
      String(sum(residual)),
      String(
        sum(
          residual.flatMap((one) => [
            `${one}_plugged`,
            `__${one}_way_generic`,
            `__${one}_way_residual`,
            `__${one}_way_try`,
            `weft_hit_${one}`,
            `weft_hit_${one}_out`,
          ]),
        ),
      ),
    ]),
    "toolkit-2",
  );
}

function measure(change: (spec: string) => string): Measured {
  const root = join(mkdtempSync(join(tmpdir(), "weft-toolkit-")), "mini-unix");
  try {
    cpSync(join(repository, "sample-projects/mini-unix"), root, {
      recursive: true,
      filter: (source) => !/\/(build|\.weft)$/.test(source),
    });
    for (const folder of ["kernel", "net"])
      for (const name of readdirSync(join(root, folder)).filter((one) => one.endsWith(".spec"))) {
        const spec = join(root, folder, name);
        writeFileSync(spec, change(readFileSync(spec, "utf8")));
      }
    const project = JSON.parse(readFileSync(join(root, "weft.json"), "utf8"));
    project.aspects = [];
    project.run.arguments.push("-icount", "shift=0");
    writeFileSync(join(root, "weft.json"), JSON.stringify(project));
    weft("build", root);
    const said = weft("run", root, "--headless", "--append", "init=/bin/bench-toolkit");
    const counts = [...said.matchAll(/bench: (\w+) (\d+)/g)];
    return {
      counts: new Map(counts.map(([, name = "", count]) => [name, Number(count)])),
      sizes: sizesIn(join(root, "build/mini-unix.elf")),
      filter: readFileSync(join(root, ".weft/residual/filter_attached_dns.c"), "utf8"),
    };
  } finally {
    rmSync(join(root, ".."), { recursive: true, force: true });
  }
}

function sizesIn(image: string): Map<string, number> {
  const listed = execFileSync("nm", ["-S", image], { encoding: "utf8" });
  const sized = [...listed.matchAll(/^\w+ (\w+) [tTwW] (\S+)$/gm)];
  return new Map(sized.map(([, size = "0", name = ""]) => [name, Number.parseInt(size, 16)]));
}

function weft(...words: string[]): string {
  const { stdout, stderr } = spawnSync(launcher, words, { encoding: "utf8", timeout: 300_000 });
  if (words[0] === "build" && / error/.test(stderr)) process.stderr.write(stderr);
  return stdout;
}
