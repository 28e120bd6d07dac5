/** Kernels of one C file behind the litmus's boot code, each a project in a folder of its own, and an adapter for it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import { afterEach, beforeEach } from "vitest";
import type { DapClient } from "../support/dap-client.js";
import { requireTool } from "../support/index.js";
import { startAdapter } from "./dap-fixture.js";

const boot = resolve(import.meta.dirname, "../../weaver-bridge/replug/litmus-boot.S");
const FLAGS = ["-m32", "-march=i686", "-Og", "-g", "-fno-pie", "-no-pie", "-ffreestanding", "-nostdlib"];
const MORE = ["-fno-stack-protector", "-fno-asynchronous-unwind-tables", "-static"];
const LINK = "-Wl,-n,-Ttext=0x100000,--build-id=none,--no-warn-rwx-segments";

export interface SmallKernel {
  /** Of the project. */
  readonly folder: string;
  readonly client: DapClient;
  /** Compiles a file of this folder; `more` stands in weft.json. */
  build(source: string, more?: object, options?: BuildOptions): void;
  /**
   * Builds a text as FILE.c, records a run of it to its end, and gives an adapter that has the recording launched, before
   * `configurationDone`.
   */
  replayOf(file: string, text: string, options: BuildOptions): Promise<DapClient>;
  /** In the file that was compiled, from 1. */
  lineOf(text: string): number;
  /** Of an adapter that has ended another one takes the place. */
  startAgain(): DapClient;
  /** Initializes and launches, without a build. Breakpoints may be set then, before `configurationDone`. */
  launch(settings?: object): Promise<DebugProtocol.Capabilities>;
}

export interface BuildOptions {
  readonly cpus?: number;
  readonly flags?: readonly string[];
  /** 32 by default. One of 64 has one processor, and no interrupts. */
  readonly bits?: 32 | 64;
}

/** In the highest 2 GB. Multiboot loads a plain file. */
const WIDE = resolve(import.meta.dirname, "../support/x86-64-kernel");
const WIDE_FLAGS = [
  "-m64",
  "-march=x86-64",
  "-mcmodel=kernel",
  "-mno-red-zone",
  "-mgeneral-regs-only",
  "-Og",
  "-g",
];
const WIDE_MORE = [
  "-fno-pic",
  "-no-pie",
  "-ffreestanding",
  "-nostdlib",
  "-Wl,-z,noexecstack,--no-warn-rwx-segments",
  "-Wl,-z,max-page-size=4096",
];
const WIDE_BOOT = `.include "long-mode.s"
long_mode 0x20, 0x80000001
  call first_processor
2: hlt
  jmp 2b
long_mode_tables
.bss
.balign 16
.skip 65536
stack_end:
.section .note.GNU-stack, "", @progbits
`;

/** They end QEMU by a port. */
const ENDS = ["-nodefaults", "-device", "isa-debug-exit,iobase=0x501"];
const RECORDED_RUNS = {
  32: { kernel: "kernel.elf", memory: 32, arguments: ENDS },
  64: { kernel: "kernel.bin", architecture: "x86_64", memory: 32, arguments: ENDS },
};

/** To be called where tests are declared; what it returns can be used inside of them. `name`: of folder and project. */
export function useSmallKernel(name: string, tools: readonly string[] = []): SmallKernel {
  let folder = "";
  let file = "";
  let client: DapClient | undefined;
  const kernel = {
    get folder() {
      return folder;
    },
    get client() {
      if (client === undefined) throw new Error("no adapter was started");
      return client;
    },
    build(source: string, more: object = {}, { cpus = 1, flags = [], bits = 32 }: BuildOptions = {}) {
      file = resolve(import.meta.dirname, source);
      if (bits === 64) {
        buildWide(folder, file, flags);
        const build = { make: ["true"], image: "kernel.elf", symbols: "kernel.elf" };
        writeFileSync(join(folder, "weft.json"), JSON.stringify({ name, build, ...more }));
        return;
      }
      execFileSync("gcc", [...FLAGS, ...MORE, ...flags, LINK, "-o", join(folder, "kernel.elf"), boot, file]);
      const run = { kernel: "kernel.elf", memory: 32, arguments: ["-smp", String(cpus), "-nodefaults"] };
      writeFileSync(join(folder, "weft.json"), JSON.stringify({ name, run, ...more }));
    },
    async replayOf(name: string, text: string, options: BuildOptions) {
      const source = join(folder, name);
      writeFileSync(source, text);
      kernel.build(source, { run: RECORDED_RUNS[options.bits ?? 32] }, options);
      const recording = join(folder, "run.weftrun");
      await kernel.launch({ record: recording, noDebug: true });
      await kernel.client.request("configurationDone");
      await kernel.client.event("weft/recorded");
      await kernel.client.event("terminated");
      await kernel.client.dispose();
      const adapter = kernel.startAgain();
      await kernel.launch({ replay: recording });
      return adapter;
    },
    lineOf: (text: string) =>
      readFileSync(file, "utf8")
        .split("\n")
        .findIndex((line) => line.includes(text)) + 1,
    startAgain: () => (client = startAdapter()),
    async launch(settings: object = {}) {
      const { client: adapter } = kernel;
      const capabilities = await adapter.request<DebugProtocol.Capabilities>("initialize", {
        ...{ adapterID: "weft", linesStartAt1: true, pathFormat: "path" },
      });
      const common = { type: "weft", request: "launch", project: folder, build: "never" };
      await adapter.request("launch", { ...common, ...settings });
      await adapter.event("initialized");
      return capabilities;
    },
  };
  beforeEach((context) => {
    for (const tool of ["gcc", "gdb", "qemu-system-i386", ...tools]) requireTool(context, tool);
    folder = mkdtempSync(join(tmpdir(), `weft-${name}-`));
    kernel.startAgain();
  });
  afterEach(async () => {
    await client?.dispose();
    rmSync(folder, { recursive: true, force: true });
  });
  return kernel;
}

function buildWide(folder: string, file: string, flags: readonly string[]): void {
  const boot = join(folder, "boot.s");
  writeFileSync(boot, WIDE_BOOT);
  const [image, plain] = [join(folder, "kernel.elf"), join(folder, "kernel.bin")];
  const link = ["-Wl,-T", join(WIDE, "image.ld"), "-Wl,--build-id=none", "-static"];
  const words = [...WIDE_FLAGS, ...WIDE_MORE, ...flags, `-Wa,-I${WIDE}`, ...link, "-o", image, boot, file];
  execFileSync("gcc", words);
  execFileSync("objcopy", ["-O", "binary", image, plain]);
}
