import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { loadProject, type Project, type RunRecipe } from "../project-file/project.js";
import { guestArguments, guestProblems, runGuest, watchSerial } from "./guest-run.js";

const path = process.env.PATH;
afterEach(() => {
  process.env.PATH = path;
});

/** A program in QEMU's place: how a run ends is decided by what it prints and when it ends. */
function withQemu(script: string): {
  project: Project;
  run: (recipe?: Partial<RunRecipe>) => ReturnType<typeof runGuest>;
} {
  const root = mkdtempSync(join(tmpdir(), "weft guest-"));
  writeFileSync(join(root, "weft.json"), '{"name": "g", "run": {"kernel": "k"}}');
  writeFileSync(join(root, "qemu-system-i386"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  process.env.PATH = `${root}${delimiter}${path}`;
  const project = loadProject(root).value!;
  const recipe = { kernel: "k", success: "^all done$", failure: "panic" };
  return { project, run: (more = {}) => runGuest(project, { ...recipe, ...more }) };
}

test("the success line ends a run well, the failure line badly", async () => {
  expect(await withQemu("echo booting; echo all done").run()).toMatchObject({
    outcome: "success",
    reason: "all done",
    serial: "booting\nall done\n",
  });
  expect(await withQemu("echo 'kernel panic: x'; echo all done").run()).toMatchObject({ outcome: "failure" });
});

test("a guest that goes on after its last line is stopped", async () => {
  const { run } = withQemu("echo all done; exec sleep 1000");
  expect(await run()).toMatchObject({ outcome: "success" });
});

test("a guest that never boots meets the deadline, and the last line is told", async () => {
  const outcome = await withQemu("echo loading; exec sleep 1000").run({ deadline: 0.3 });
  expect(outcome).toMatchObject({ outcome: "deadline" });
  expect(outcome.reason).toContain("the last line was: loading");
});

test("a dead QEMU says why", async () => {
  const outcome = await withQemu("echo 'no such image' >&2; exit 3").run();
  expect(outcome).toMatchObject({ outcome: "ended", code: 3 });
  expect(outcome.reason).toContain("no such image");
});

test("paths of the recipe are made absolute, a missing image is a problem", () => {
  const { project } = withQemu("");
  expect(guestArguments(project, { kernel: "k", append: "console=ttyS0", memory: 64 })).toEqual([
    ...["-kernel", join(project.root, "k"), "-m", "64", "-no-reboot"],
    ...["-append", "console=ttyS0"],
  ]);
  expect(guestProblems(project).map((problem) => problem.code)).toEqual(["run/no-image"]);
});

test("of no image QEMU guesses the format: one that names further files would have the guest read them", () => {
  const { project } = withQemu("");
  const words = guestArguments(project, { disks: ["a.img", "b,c.img"], cdrom: "boot,2.iso" });
  const images = words.filter((word) => /\.(img|iso)/.test(word));
  expect(images.map((word) => word.replaceAll(`${project.root}/`, ""))).toEqual([
    "file=a.img,index=0,media=disk,format=raw",
    "file=b,,c.img,index=1,media=disk,format=raw",
    "file=boot,,2.iso,index=2,media=cdrom,format=raw",
  ]);
});

test("an initrd below a folder with a blank or a comma is named from the project's folder, where QEMU starts", () => {
  const { project } = withQemu("");
  const initrdBelow = (root: string) =>
    guestArguments({ ...project, root }, { initrd: "build/root.elf" }).at(-1);
  expect(initrdBelow("/kernels/l4")).toBe("/kernels/l4/build/root.elf");
  expect(initrdBelow("/my kernels/l4")).toBe("build/root.elf");
  expect(initrdBelow("/kernels,new/l4")).toBe("build/root.elf");
});

test("firmware of one's own is told to QEMU, and missed before anything starts", () => {
  const { project } = withQemu("");
  writeFileSync(join(project.root, "OVMF.fd"), "");
  const argumentsOf = (firmware: string) => guestArguments(project, { disks: ["d.img"], firmware });
  expect(argumentsOf("OVMF.fd").slice(0, 2)).toEqual(["-bios", join(project.root, "OVMF.fd")]);
  expect(argumentsOf("missing.fd")).not.toContain("-bios");
  const run = { kernel: "weft.json", firmware: "missing.fd" };
  expect(guestProblems({ ...project, run }).map(({ code }) => code)).toEqual(["run/no-firmware"]);
});

test("a line of the console that never ends takes no memory, and its last words count", () => {
  const verdicts: string[] = [];
  const watch = watchSerial({ success: "all passed$" }, () => verdicts.push("heard"));
  const piece = Buffer.alloc(1 << 16, "a");
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < 1_000; at++) watch.add(piece, "out");
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(40 << 20);
  watch.add(Buffer.from("all passed\n"), "out");
  expect([verdicts, watch.verdict()?.line.length]).toEqual([["heard"], (1 << 16) + "all passed".length]);
});

test("nothing of what a kernel prints is lost while we are busy", async () => {
  // As QEMU and a Linux guest: a character that can't be written for ten milliseconds is given up.
  const letters = `use Fcntl; use Time::HiRes "time"; fcntl(STDOUT, F_SETFL, O_WRONLY | O_NONBLOCK);
    sub put { my $end = time + 0.01; until (defined syswrite(STDOUT, $_[0])) { return if time > $end } }
    put(chr(97 + $_ % 26)) for 0 .. 19999; put($_) for split //, "\\nall done\\n"; sleep 100;`;
  const { project } = withQemu(`exec perl -e '${letters}'`);
  let isHeldUp = false;
  const hold = () => {
    if (!isHeldUp) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
    isHeldUp = true;
  };
  const recipe = { kernel: "k", success: "^all done$", deadline: 20 };
  const { outcome, serial } = await runGuest(project, recipe, { onSerial: hold });
  expect(outcome).toBe("success");
  expect(serial).toBe(
    `${Array.from({ length: 20_000 }, (_, at) => String.fromCharCode(97 + (at % 26))).join("")}\nall done\n`,
  );
});
