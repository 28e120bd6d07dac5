import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLinklessFiles, forgetDebugLinks } from "./debug-links.js";
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

test("symbols of a folder lead GDB nowhere: they are themselves, or a copy that goes with the session", async () => {
  const told: string[] = [];
  const files = createLinklessFiles((sentence) => told.push(sentence));
  const linked = symbols("linked", "-m64");
  run("gcc", "-g", "-c", "a.c", "-o", "plain.o");
  expect(await files.of(file("plain.o"))).toBe(file("plain.o"));
  const [copy, again] = [await files.of(linked), await files.of(linked)];
  expect(copy).not.toBe(linked);
  expect(again).toBe(copy);
  expect(linkedFiles(copy)).toEqual([]);
  expect(told).toEqual([expect.stringContaining(`${linked} has GDB read further files`)]);
  expect(linkedFiles(linked)).toHaveLength(3);
  run("mkfifo", "pipe");
  await expect(files.of(file("pipe"))).rejects.toThrow("it is no file");
  await files.end();
  expect(existsSync(copy)).toBe(false);
});

test("links behind many sections are found, and the interface of code that is made at run time", async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `int f${at}(void) { return ${at}; }`).join("\n");
  writeFileSync(file("many.c"), `void __jit_debug_register_code(void) {}\n${many}\n`);
  run("gcc", "-ffunction-sections", "-c", "many.c", "-o", "many.o");
  run("objcopy", "--add-section", ".gnu_debuglink=link", "many.o", "many");
  await forgetDebugLinks(file("many"));
  expect(linkedFiles("many")).toEqual([]);
  const names = run("nm", "many");
  expect(names).not.toContain(" __jit_debug_register_code");
  expect(names).toContain(" f4999\n");
});

test("GDB reads nothing that a machine's memory names", async () => {
  // As a compiler at run time hands GDB its code: here a file that leads on to a device without an end.
  run("gcc", "-shared", "-nostdlib", "-s", "a.c", "-o", "shown.so");
  run("objcopy", "--add-section", ".gnu_debuglink=link", "shown.so", "shown");
  const bytes = readFileSync(file("shown"));
  writeFileSync(file("jit.c"), jitProgram(bytes));
  run("gcc", "-g", "jit.c", "-o", "jit");
  await forgetDebugLinks(file("jit"));
  const words = ["-nx", "-batch", "-iex", "set debuginfod enabled off", "-ex", "run", "./jit"];
  // Signals are not heard by a GDB that reads on.
  const said = execFileSync("gdb", words, {
    ...{ cwd: folder, encoding: "utf8", timeout: 50_000, killSignal: "SIGKILL" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  expect(said).toContain("exited normally");
});

const jitProgram = (bytes: Buffer) => `
static unsigned char shown[] = {${[...bytes].join(",")}};
struct entry { struct entry *next, *previous; void *file; unsigned long long size; } one = {0, 0, shown, sizeof shown};
struct { unsigned version, action; struct entry *relevant, *first; } __jit_debug_descriptor = {1, 0, 0, 0};
void __attribute__((noinline)) __jit_debug_register_code(void) { __asm__ volatile(""); }
int main(void) {
  __jit_debug_descriptor.first = __jit_debug_descriptor.relevant = &one;
  __jit_debug_descriptor.action = 1;
  __jit_debug_register_code();
  return 0;
}
`;
