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
}

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
    build(source: string, more: object = {}, { cpus = 1, flags = [] }: BuildOptions = {}) {
      file = resolve(import.meta.dirname, source);
      execFileSync("gcc", [...FLAGS, ...MORE, ...flags, LINK, "-o", join(folder, "kernel.elf"), boot, file]);
      const run = { kernel: "kernel.elf", memory: 32, arguments: ["-smp", String(cpus), "-nodefaults"] };
      writeFileSync(join(folder, "weft.json"), JSON.stringify({ name, run, ...more }));
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
