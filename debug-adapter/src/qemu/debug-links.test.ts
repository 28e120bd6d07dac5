import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forgetDebugLinks } from "./debug-links.js";
import { openRecording, writeRecording } from "./recording.js";

let folder = "";
const file = (name: string) => join(folder, name);
const run = (...[program = "", ...words]: string[]) =>
  execFileSync(program, words, { cwd: folder, encoding: "utf8" });
const linkedFiles = (name: string) =>
  run("readelf", "-SW", name).match(/\.(?:gnu_debuglink|gnu_debugaltlink|debug_sup)\b/g) ?? [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "weft-links-"));
  writeFileSync(file("a.c"), "int f(void) { return 1; }\n");
  // As somebody may have packed it: the name leads out, to a device without an end.
  writeFileSync(file("link"), Buffer.from("../../../dev/zero\0\0\0\x01\0\0\0", "latin1"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function symbols(name: string, ...words: string[]): string {
  run("gcc", "-g", ...words, "-c", "a.c", "-o", `${name}.o`);
  const links = ["gnu_debuglink", "gnu_debugaltlink", "debug_sup"];
  run("objcopy", ...links.flatMap((link) => ["--add-section", `.${link}=link`]), `${name}.o`, name);
  return file(name);
}

test.each([
  ["of 64 bits", ["-m64"]],
  ["of 32 bits", ["-m32"]],
])("symbols %s name no further files, and are what they were", async (_, words) => {
  const path = symbols("s", ...words);
  expect(linkedFiles(path)).toHaveLength(3);
  const before = readFileSync(path);
  await forgetDebugLinks(path);
  expect(linkedFiles(path)).toEqual([]);
  const after = readFileSync(path);
  expect(after.filter((byte, at) => byte !== before[at])).toHaveLength(3);
  expect(run("readelf", "--debug-dump=info", path)).toContain("DW_TAG_subprogram");
});

test("what is no whole file stays as it is", async () => {
  const whole = readFileSync(symbols("t", "-m64"));
  for (const bytes of [Buffer.alloc(0), Buffer.from("text"), whole.subarray(0, 60), whole.subarray(0, 300)]) {
    writeFileSync(file("part"), bytes);
    await forgetDebugLinks(file("part"));
    expect(readFileSync(file("part"))).toEqual(bytes);
  }
});

test("those of a recording are opened without them", async () => {
  writeFileSync(
    file("log"),
    Buffer.concat([Buffer.from("0000000ce02e0000000000000000", "hex"), Buffer.from([0])]),
  );
  const about = { project: "/p", program: "qemu-system-i386", machine: [], build: "" };
  await writeRecording(file("run"), about, { symbols: symbols("u", "-m32"), log: file("log") });
  const into = mkdtempSync(join(folder, "into-"));
  const opened = await openRecording(file("run"), into).catch((error: Error) => error);
  expect(opened).not.toBeInstanceOf(Error);
  expect(linkedFiles(join(into, "symbols"))).toEqual([]);
});
