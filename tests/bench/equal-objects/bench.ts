/**
 * Where no advice matches, what is compiled is the compiler's own, byte for byte: objects and what is written beside them,
 * with gcc and clang, C and C++, and options that look closely at a unit's text. Sources are the machine's headers, a unit
 * each, and those below the folders in WEFT_BENCH_TREES (by colons). WEFT_BENCH_OBJECTS says how many, 500 without it.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { CLANG, CLANGXX } from "../../support/compilers.js";
import { createRandom } from "../random-cxx/random.js";
import { repository } from "../support/kernel-units.js";
import { printTable } from "../support/table.js";

const WEFT = join(repository, "weaver-bridge/cli/bin/weft");
const COMPILERS = { c: ["gcc", CLANG], "c++": ["g++", CLANGXX] } as const;
const OPTIONS = [
  "-O2",
  "-Os -g",
  "-O1 -g3",
  "-O2 -flto",
  "-O0 --coverage",
  "-O1 -g -gsplit-dwarf",
  "-O2 -fstack-usage -ffunction-sections",
  "-O3 -fno-inline -MMD -fPIC",
];
/** Each unit has to be parsed and matched to know that nothing matches. */
const ASPECTS = `aspect Nothing {
  advice call("% ...::%(...)") && within("% nobody_is_called_so(...)") : before() {}
  advice execution("% ...::%(...)") && !execution("% ...::%(...)") : around() { tjp->proceed(); }
  advice get("% ...::nobody_is_called_so") || set("% ...::nobody_is_called_so") : after() {}
};
`;
const HEADERS = {
  c: "assert ctype errno fcntl float inttypes limits locale math setjmp signal stdarg stddef stdio stdlib string time unistd wchar wctype complex fenv tgmath stdatomic pthread regex sys/stat sys/socket netdb poll dirent glob",
  "c++":
    "algorithm array atomic bitset chrono complex condition_variable deque exception forward_list fstream functional future initializer_list iomanip ios iosfwd iostream istream iterator limits list locale map memory mutex new numeric ostream queue random ratio regex set sstream stack stdexcept streambuf string system_error thread tuple type_traits typeindex unordered_map unordered_set utility valarray vector",
} as const;

interface Unit {
  readonly language: keyof typeof COMPILERS;
  /** An absolute path. */
  readonly source: string;
  readonly folders: readonly string[];
}

export function benchEqualObjects(): void {
  const wanted = Number(process.env.WEFT_BENCH_OBJECTS ?? 500);
  const folder = mkdtempSync(join(tmpdir(), "weft-equal-"));
  try {
    writeFileSync(join(folder, "nothing.ah"), ASPECTS);
    const units = [...headerUnits(folder), ...treeUnits()];
    const counts = new Map<string, { same: number; all: number }>();
    for (let trial = 0, compiled = 0; compiled < wanted && trial < 4 * wanted; trial++) {
      const random = createRandom(trial + 1);
      const unit = random.pick(units);
      const compiler = random.pick(COMPILERS[unit.language]);
      const options = random.pick(OPTIONS);
      const difference = differenceOf(unit, [compiler, ...options.split(" ")], folder);
      if (difference === "no unit") continue;
      compiled++;
      if (difference !== undefined) console.log([unit.source, compiler, options, difference].join("  "));
      for (const row of [compiler, options, "all"]) {
        const { same, all } = counts.get(row) ?? { same: 0, all: 0 };
        counts.set(row, { same: same + (difference === undefined ? 1 : 0), all: all + 1 });
      }
    }
    printTable(
      ["objects", "identical", "of"],
      [...counts].map(([name, { same, all }]) => [name, String(same), String(all)]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function headerUnits(folder: string): Unit[] {
  return (["c", "c++"] as const).flatMap((language) =>
    HEADERS[language].split(" ").map((header) => {
      const end = language === "c" ? ".h" : "";
      const source = join(folder, `${header.replace("/", "-")}.${language === "c" ? "c" : "cc"}`);
      const use = language === "c" ? "" : " template<class T> T twice(T x) { return x + x; }\n";
      writeFileSync(
        source,
        `#include <${header}${end}>\n${use}static int count;\nint counted(int by) { return count += by; }\n`,
      );
      return { language, source, folders: [] };
    }),
  );
}

function treeUnits(): Unit[] {
  const trees = (process.env.WEFT_BENCH_TREES ?? "").split(":").filter((tree) => tree !== "");
  return trees.flatMap((tree) => {
    const files = readdirSync(tree, { recursive: true, encoding: "utf8" }).map((file) => join(tree, file));
    const headers = files.filter((file) => /\.(h|hpp|hh)$/.test(file));
    const folders = [...new Set([tree, join(tree, "include"), ...headers.map((file) => dirname(file))])];
    return files.flatMap((source): Unit[] =>
      /\.c$/.test(source)
        ? [{ language: "c", source, folders }]
        : /\.(cc|cpp|cxx)$/.test(source)
          ? [{ language: "c++", source, folders }]
          : [],
    );
  });
}

/** Which file differs, or what was said; `no unit` where the compiler refuses it, or makes no unit twice. */
function differenceOf(
  { source, folders }: Unit,
  command: readonly string[],
  folder: string,
): string | undefined {
  const directory = join(folder, "unit");
  const words = [...command, "-w", "-frandom-seed=1", ...folders.map((path) => `-I${path}`), "-c", source];
  const weft = [WEFT, "cc", "--aspects", join(folder, "nothing.ah"), "--"];
  const make = (before: readonly string[]) => {
    rmSync(directory, { recursive: true, force: true });
    mkdirSync(directory);
    const [program = "", ...rest] = [...before, ...words, "-o", "o.o"];
    const { status, stderr } = spawnSync(program, rest, { cwd: directory, timeout: 300_000 });
    const names = status === 0 ? readdirSync(directory).sort() : [];
    const files = names.map((name) => [name, contents(join(directory, name))] as const);
    return { status, said: stderr.toString(), files: new Map(files) };
  };
  const [plain, woven] = [make([]), make(weft)];
  if (plain.status !== 0) return "no unit";
  if (woven.status !== 0 || woven.said !== plain.said) return woven.said.slice(0, 300);
  const difference = differing(plain.files, woven.files);
  // GCC's identity of split debug information is not the same each time.
  return difference !== undefined && differing(plain.files, make([]).files) !== undefined
    ? "no unit"
    : difference;
}

const differing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  [...new Set([...one.keys(), ...other.keys()])].find((name) => one.get(name) !== other.get(name));

/** Of dependencies the names: a unit depends on its aspects too, which is as it should be. */
function contents(path: string): string {
  const text = readFileSync(path, "latin1");
  if (!path.endsWith(".d")) return text;
  return text
    .split(/[\s\\]+/)
    .filter((name) => !name.endsWith("nothing.ah"))
    .join("\n");
}
