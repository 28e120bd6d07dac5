// Folders of somebody who wants that nobody gets on: pipes, devices, files without an end, links that lead out. Whatever stands
// where, a project is read or told to be unreadable, at once, and nothing outside is touched.
import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { expandResponseFiles } from "../command/response-file.js";
import { loadProject } from "../project-file/project.js";
import { projectCommands } from "../records/compile-commands.js";
import { readUnitRecords, takeForeignRecords } from "../records/unit-record.js";
import { globFiles, whyCut } from "./glob-files.js";

const all = mkdtempSync(join(tmpdir(), "weft-unkind-"));
afterAll(() => rmSync(all, { recursive: true }));

type Make = (file: string) => void;
const pipe: Make = (file) => void execFileSync("mkfifo", [file]);
const zero: Make = (file) => symlinkSync("/dev/zero", file);
const endless: Make = (file) => {
  writeFileSync(file, "");
  truncateSync(file, 2 ** 40);
};
const linkTo =
  (target: string): Make =>
  (file) =>
    symlinkSync(target, file);
const naming =
  (text: string): Make =>
  (file) =>
    writeFileSync(file, text);

/** What stands where a plain file would, by what it is. */
const KINDS: Readonly<Record<string, Readonly<Record<string, Make>>>> = {
  "a description that is a device": { "weft.json": zero },
  "a description of a terabyte": { "weft.json": endless },
  "an aspect that is a pipe": { "t.ah": pipe },
  "an aspect that is a device": { "t.ah": zero },
  "an aspect of a terabyte": { "t.ah": endless },
  "an aspect that includes a pipe": { "t.ah": naming('#include "more/p.ah"\n'), "more/p.ah": pipe },
  "an aspect that includes a device": { "t.ah": naming('#include "more/p.ah"\n'), "more/p.ah": zero },
  "an aspect that includes a terabyte": { "t.ah": naming('#include "more/p.ah"\n'), "more/p.ah": endless },
  "an aspect that includes itself": { "t.ah": naming('#include "t.ah"\n#include "./t.ah"\n') },
  "a declaration that is a pipe": { "s.spec": pipe },
  "a database that is a device": { "compile_commands.json": zero },
  "a database of a terabyte": { "compile_commands.json": endless },
  "a record that is a pipe": { ".weft/units/a.json": pipe },
  "a record that is a device": { ".weft/units/a.json": zero },
  "words from a pipe": { words: pipe },
  "words from a device": { words: zero },
  "words of a terabyte": { words: endless },
  "words that name each other": { words: naming("@words @words @words") },
  "a description of a hundred thousand levels": { "weft.json": naming("[".repeat(100_000)) },
  "a link to the whole disk": { "src/link": linkTo("/") },
  "a link to all processes": { "src/link": linkTo("/proc") },
  "a link that leads around": { "src/link": linkTo(".."), "src/more": linkTo("../src") },
  "state in a link": { ".weft": linkTo("../outside") },
  "records in a link": { ".weft/units": linkTo("../../outside") },
  "programs in a link": { ".weft/programs": linkTo("../../outside") },
};

test("a pattern that fits a name in ever more ways ends", () => {
  const root = mkdtempSync(join(all, "pattern-"));
  writeFileSync(join(root, "a".repeat(200)), "");
  expect(globFiles(root, ["*a*a*a*a*a*a*a*a*a*a*a*a*b.ah"], 300)).toEqual([]);
  expect(whyCut(root)).toContain("take more than");
  expect(globFiles(root, ["a*"])).toHaveLength(1);
});

test.each(Object.entries(KINDS))("%s keeps nobody waiting and leads nowhere", (kind, files) => {
  const root = join(all, kind.replaceAll(" ", "-"));
  const outside = join(all, "outside");
  mkdirSync(outside, { recursive: true });
  writeFileSync(join(outside, "mine.json"), JSON.stringify({ version: 2, root: "/elsewhere", command: {} }));
  const usual = {
    "weft.json": naming(
      JSON.stringify({
        name: "u",
        aspects: ["*.ah", "src/**/*.ah"],
        specializations: ["*.spec"],
        commands: { database: "compile_commands.json" },
      }),
    ),
    "t.ah": naming("aspect T { };\n"),
    "compile_commands.json": naming(
      JSON.stringify([{ directory: root, file: "a.c", arguments: ["gcc", "@words", "-c", "a.c"] }]),
    ),
    ...files,
  };
  for (const [name, make] of Object.entries(usual)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    make(join(root, name));
  }
  const { value, problems } = loadProject(root);
  if (value === undefined) expect(problems.map(({ severity }) => severity)).toContain("error");
  else {
    const { value: commands } = projectCommands(value);
    for (const { arguments: words } of commands)
      expect(expandResponseFiles(words, root).length).toBeLessThan(5_000);
    expect([...readUnitRecords(value), ...takeForeignRecords(value)]).toEqual([]);
  }
  expect(readdirSync(outside)).toEqual(["mine.json"]);
});
