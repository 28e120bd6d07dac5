/** A recording and a memory dump as Weft and QEMU make them, of a small kernel; made once. */
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const weft = join(root, "weaver-bridge/dist/weft.js");
const CODE = ["-m32", "-march=i686", "-Og", "-g", "-fno-pie", "-no-pie", "-ffreestanding", "-nostdlib"];
const MORE = ["-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-static"];
const LINK = "-Wl,-n,-Ttext=0x100000,--build-id=none,--no-warn-rwx-segments";
const KERNEL = `unsigned counter;
void on_timer(void) { }
void second_processor(void) { }
int f(int n) { counter += n; return n; }
void first_processor(void)
{
	f(3);
	asm volatile("outb %%al, %0" :: "Nd"((unsigned short)0x501) : "memory");
	for (;;)
		asm volatile("hlt");
}
`;
const MEMORY = 4;

let made: string | undefined;

/** Puts `real.weftrun` and `real.core` into a folder. */
export function putRealRun(folder: string): void {
  made ??= make();
  for (const name of ["real.weftrun", "real.core"]) copyFileSync(join(made, name), join(folder, name));
}

function make(): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-real-run-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const run = (program: string, words: readonly string[], input = "") =>
    execFileSync(program, words, { cwd: folder, input, stdio: ["pipe", "pipe", "pipe"] });
  const boot = join(root, "weaver-bridge/replug/litmus-boot.S");
  writeFileSync(join(folder, "kernel.c"), KERNEL);
  run("gcc", [...CODE, ...MORE, LINK, "-o", "kernel.elf", boot, "kernel.c"]);
  const settings = { kernel: "kernel.elf", memory: MEMORY };
  const devices = ["-nodefaults", "-device", "isa-debug-exit,iobase=0x501"];
  writeFileSync(
    join(folder, "weft.json"),
    JSON.stringify({ name: "real", run: { ...settings, arguments: devices } }),
  );
  run(process.execPath, [weft, "debug", "real.weftrun", "--record"]);
  const asked = [
    { execute: "qmp_capabilities" },
    { execute: "dump-guest-memory", arguments: { paging: false, protocol: "file:real.core" } },
    { execute: "quit" },
  ];
  run(
    "qemu-system-i386",
    ["-kernel", "kernel.elf", "-m", String(MEMORY), "-display", "none", "-nodefaults", "-S", "-qmp", "stdio"],
    asked.map((one) => `${JSON.stringify(one)}\n`).join(""),
  );
  return folder;
}
