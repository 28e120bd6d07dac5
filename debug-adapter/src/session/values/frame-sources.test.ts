/** Asked of a real GDB, of an image in which two files have a static function of one name. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { WeaveIndex } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { withSources } from "./frame-sources.js";

const folder = mkdtempSync(join(tmpdir(), "weft frame sources "));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const source = (name: string) => join(folder, name, "main.c");

const gdb = (command: string) =>
  execFileSync("gdb", ["-nx", "-batch", "-ex", command, join(folder, "image")], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

/** What a connection answers, one GDB for each question. */
const connection = {
  consoleCommand: async (command: string) => gdb(command),
  async sendCommand(command: string) {
    const [, quoted = '""'] = /^-data-evaluate-expression (".*")$/.exec(command) ?? [];
    const told = spawnText(JSON.parse(quoted));
    if (told.value === undefined) throw new Error(told.error);
    return { value: told.value };
  },
} as unknown as GdbConnection;

function spawnText(expression: string): { value?: string; error: string } {
  const error = join(folder, "error");
  const words = ["-c", 'gdb -nx -batch -ex "print $0" "$1" 2> "$2" || :; cat "$2" >&2', expression];
  const out = execFileSync("sh", [...words, join(folder, "image"), error], {
    encoding: "utf8",
    stdio: "pipe",
  });
  const [, value] = /^\$1 = (\d+)$/m.exec(out) ?? [];
  return value === undefined
    ? { error: execFileSync("cat", [error], { encoding: "utf8" }) }
    : { value, error: "" };
}

beforeAll(() => {
  const gcc = (...words: string[]) =>
    execFileSync("gcc", ["-g", "-O1", "-no-pie", ...words], { cwd: folder });
  for (const name of ["one", "two"]) {
    mkdirSync(join(folder, name));
    writeFileSync(
      source(name),
      `int ${name}_value;\nstatic __attribute__((noinline)) void init(void) { ${name}_value++; }\nvoid ${name}(void) { init(); }\n`,
    );
    execFileSync("gcc", ["-g", "-O1", "-no-pie", "-c", "main.c"], { cwd: join(folder, name) });
  }
  writeFileSync(
    join(folder, "top.c"),
    "void one(void), two(void);\nint main(void) { one(); two(); return 0; }\n",
  );
  gcc("top.c", "one/main.o", "two/main.o", "-o", "image");
});

const startsOf = () =>
  [...gdb("info line init").matchAll(/starts at address (0x[0-9a-f]+)/g)].map(([, address]) => address ?? "");
const indexOf = (...files: string[]) => ({ advisedSources: () => files }) as unknown as WeaveIndex;
const sourcesOf = (index: WeaveIndex) =>
  Promise.all(
    startsOf().map(async (address) => {
      const frame = { level: 0, symbol: "init", file: "/k/t.ah", line: 1, address };
      return (await withSources(connection, [frame], index))[0]?.source;
    }),
  );

test("the code at an address is of one of the functions of its name", async () => {
  const found = await sourcesOf(indexOf(source("other"), source("one"), source("two")));
  expect(found.toSorted()).toEqual([source("one"), source("two")]);
});

test("where GDB knows another file's function by the name of one that has none, neither is told", async () => {
  const top = join(folder, "top.c");
  const told = await sourcesOf(indexOf(top, source("one"), source("two")));
  expect(told.filter((name) => name === top)).toEqual([]);
});
