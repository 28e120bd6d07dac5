import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { buildIdOf } from "../../qemu/index.js";
import { readProject, requireImage } from "../project/project.js";
import { createRecorder } from "./recorder.js";

function folderWithPipe(pipe: string): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-piped-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const run = { kernel: "k.elf", memory: 16 };
  writeFileSync(join(folder, "weft.json"), JSON.stringify({ name: "p", aspects: [], run }));
  mkdirSync(join(folder, ".weft"));
  for (const name of ["k.elf", ".weft/weave-map.json"]) writeFileSync(join(folder, name), "");
  rmSync(join(folder, pipe));
  execFileSync("mkfifo", [join(folder, pipe)]);
  return folder;
}

const MACHINE = ["-kernel", "k.elf", "-display", "none"];

test.each(["k.elf", ".weft/weave-map.json"])("%s as a pipe keeps no recording waiting", async (pipe) => {
  const folder = folderWithPipe(pipe);
  const recorder = createRecorder(readProject(folder), MACHINE, join(folder, "run"));
  await expect(recorder).rejects.toThrow(`${join(folder, pipe)} can't be read: it is no file`);
});

test("a kernel that is a pipe keeps no debug session waiting, and no recording that is opened", async () => {
  const folder = folderWithPipe("k.elf");
  await expect(requireImage(readProject(folder))).rejects.toThrow("k.elf can't be read: it is no file");
  await expect(buildIdOf(join(folder, "k.elf"))).rejects.toThrow("it is no file");
});
