import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "@weft/weaver-bridge/kernel-build";
import { expect, test } from "vitest";
import { partsOfMachine, whyNotRecorded, whyNotReplaced, writeRecording } from "./recording.js";

const MACHINE = "-kernel /k/kernel.elf -m 64 -no-reboot -initrd ram.gz -append init=/x -display none".split(
  " ",
);

test("a recorded machine finds its files by names that are the same everywhere", () => {
  const { machine, parts } = partsOfMachine(MACHINE, "/project");
  expect(machine.join(" ")).toBe(
    "-kernel kernel -m 64 -no-reboot -initrd initrd -append init=/x -display none",
  );
  expect(parts).toEqual({ kernel: "/k/kernel.elf", initrd: "/project/ram.gz" });
  expect(whyNotRecorded(machine)).toBeUndefined();
});

test.each([
  ["-smp 2", "-smp 2: QEMU records one CPU only"],
  ["-smp 1", undefined],
  [
    "-drive file=x.img",
    "-drive file=x.img: of disks, IDE ones with raw images are recorded (-drive file=FILE,index=N,media=disk,format=raw)",
  ],
  ["-boot d", undefined],
  ["-device e1000", "-device e1000: this option is not known to run again exactly"],
  ["--monitor stdio", "-monitor stdio: this option is not known to run again exactly"],
  ["-kernel /etc/passwd", "-kernel /etc/passwd: this option is not known to run again exactly"],
  ["-machine type=pc,accel=tcg,hpet=off", undefined],
  ["-M q35", undefined],
  ["-machine virt,dumpdtb=x", "-machine virt,dumpdtb=x: this option is not known to run again exactly"],
  ["-M pc,firmware=/etc/passwd", "-M pc,firmware=/etc/passwd: this option is not known to run again exactly"],
  ["-cpu qemu32,+rdrand,vendor=GenuineIntel", undefined],
  ["-cpu max,x=/etc/passwd", "-cpu max,x=/etc/passwd: this option is not known to run again exactly"],
  ["-m 256M", undefined],
  ["-m 900G", "-m 900G: this option is not known to run again exactly"],
  ["-m 64,maxmem=900G", "-m 64,maxmem=900G: this option is not known to run again exactly"],
  ["-rtc base=2006-06-17T16:01:21,clock=vm", undefined],
  ["-device isa-debug-exit,iobase=0xf4,iosize=0x04", undefined],
])("%s", (argument, expected) => {
  expect(whyNotRecorded(["-no-reboot", ...argument.split(" ")])).toBe(expected);
});

test("a recording takes the place of a recording, and of nothing else", async () => {
  const folder = temporaryFolder("weft-recording-");
  const place = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const log = place("log", "");
  const about = { project: folder, program: "qemu-system-i386", machine: ["-no-reboot"], build: "" };
  const recording = join(folder, "run.weftrun");
  expect(await whyNotReplaced(recording)).toBeUndefined();
  await writeRecording(recording, about, { log, symbols: log });
  expect(await whyNotReplaced(recording)).toBeUndefined();
  expect(await whyNotReplaced(place("empty", ""))).toBeUndefined();
  for (const there of [place("notes", "mine\n"), place("one-line", "{}"), folder])
    expect(await whyNotReplaced(there)).toBe(`${there} is there already, and is no recording`);
});
