import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { harmlessArguments } from "@weft/weaver-bridge/kernel-build";
import { expect, test } from "vitest";
import { projectRootOf, readProject } from "./project-set.js";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "weft project ö "));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const WEFT = JSON.stringify({
  name: "p",
  aspects: ["*.ah"],
  commands: { compiler: "my-gcc", flags: ["-Ia", "-fplugin=x.so"], files: ["*.c"] },
});

test("what could run something is taken from an untrusted project's commands", () => {
  const argv =
    "./evil -m32 -std=gnu11 -Iinclude -I other -DX=1 -include a.h -fplugin=x.so -B. -wrapper sh @more -specs=s -o a.o -c a.c";
  expect(harmlessArguments(argv.split(" "), "/").join(" ")).toBe(
    "gcc -m32 -std=gnu11 -I /include -I /other -DX=1 -include /a.h -c /a.c",
  );
  const folder = folderWith({ "weft.json": WEFT, "a.c": "", "t.ah": "" });
  const command = (trusted: boolean) =>
    readProject(folder, trusted).units.get(join(folder, "a.c"))?.command.argv.join(" ");
  expect(command(true)).toBe("my-gcc -Ia -fplugin=x.so -c a.c");
  expect(command(false)).toBe(`gcc -I ${join(folder, "a")} -c ${join(folder, "a.c")}`);
});

test("a broken weft.json keeps the project that was, and says what is wrong", () => {
  const folder = folderWith({ "weft.json": WEFT, "a.c": "", "t.ah": "" });
  const before = readProject(folder, true);
  writeFileSync(join(folder, "weft.json"), '{ "name": ');
  const broken = readProject(folder, true, before);
  expect(broken.units).toBe(before.units);
  expect(broken.problems).toHaveLength(1);
  expect(broken.message).toContain("weft.json can't be used");
});

test("without weft.json the folder's aspects and compile_commands.json are used", () => {
  const folder = folderWith({ "a.c": "", "t.ah": "" });
  expect(readProject(folder, true)).toMatchObject({ declared: false, aspects: [join(folder, "t.ah")] });
  expect(readProject(folder, true).message).toContain("There is no weft.json");
  writeFileSync(
    join(folder, "compile_commands.json"),
    JSON.stringify([{ directory: folder, file: "a.c", command: "cc -c a.c" }]),
  );
  expect([...readProject(folder, true).units.keys()]).toEqual([join(folder, "a.c")]);
});

test("a file belongs to the nearest weft.json, else to the opened folder, else to its own", () => {
  const folder = folderWith({ "inner/weft.json": WEFT, "inner/src/a.c": "", "b.c": "" });
  expect(projectRootOf(join(folder, "inner/src/a.c"), folder)).toBe(join(folder, "inner"));
  expect(projectRootOf(join(folder, "b.c"), folder)).toBe(folder);
  expect(projectRootOf("/elsewhere/c.c", folder)).toBe("/elsewhere");
});

test.each([
  ["names the running thread", { expression: "current", struct: "task" }, true],
  ["knows that one counter is for all", "current", true],
  ["says nothing", undefined, false],
])("a project that %s says how cflow counts", (_, currentThread, knowsThreads) => {
  const folder = folderWith({
    "weft.json": JSON.stringify({ ...JSON.parse(WEFT), currentThread }),
    "a.c": "",
    "t.ah": "",
  });
  expect(readProject(folder, true).knowsThreads).toBe(knowsThreads);
});
