/**
 * Builds the test kernel into a folder of its own, with spaces and non-ASCII letters in its path, as `weft build`
 * leaves a project: image, `weft.json`, `.weft/weave-map.json`. `woven.c` is hand-written in the shape of the weaver's
 * output, so that these tests stand without the weaver.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AdviceKind, AspectEffect, GeneratedFunction, UnitWeaveMap } from "@weft/weaver-bridge/model";

export interface TestKernel {
  readonly folder: string;
  file(name: string): string;
}

export interface TestKernelOptions {
  /** gcc's option, default `-Og`. */
  readonly optimize?: string;
  /** What happens before the kernel's first C line: the CPU halts for ever, the machine is reset, or the kernel panics. */
  readonly boot?: "NEVER_BOOTS" | "TRIPLE_FAULT" | "PANICS";
  readonly weaveMap?: boolean;
  /** Without lines of source in the symbols. */
  readonly stripped?: boolean;
  /** The machine's timer ticks all the time. */
  readonly fastTimer?: boolean;
}

const FLAGS =
  "-m32 -g -ffreestanding -fno-pic -fno-asynchronous-unwind-tables -fno-stack-protector -fno-optimize-sibling-calls";

export function buildTestKernel(options: TestKernelOptions = {}): TestKernel {
  const folder = mkdtempSync(join(tmpdir(), "weft dap ü "));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  cpSync(fileURLToPath(new URL(".", import.meta.url)), folder, { recursive: true });
  const gcc = (...args: string[]) =>
    execFileSync("gcc", [...FLAGS.split(" "), options.optimize ?? "-Og", ...args], { cwd: folder });
  gcc("-fpreprocessed", "-x", "cpp-output", "-c", "woven.c", "-o", "kernel.o");
  gcc("-c", ...(options.fastTimer === true ? ["-DFAST_TIMER"] : []), "hardware.c");
  gcc("-c", ...(options.boot === undefined ? [] : [`-D${options.boot}`]), "boot.S");
  gcc(
    "-nostdlib",
    "-static",
    `-Wl,--build-id=none,--no-warn-rwx-segments${options.stripped === true ? ",--strip-debug" : ""}`,
    "-T",
    "link.ld",
    "boot.o",
    "kernel.o",
    "hardware.o",
    "-o",
    "kernel.elf",
  );
  writeFileSync(
    join(folder, "weft.json"),
    JSON.stringify({ name: "test kernel", run: { kernel: "kernel.elf", memory: 32 } }),
  );
  if (options.weaveMap !== false) writeWeaveMap(folder);
  return { folder, file: (name) => join(folder, name) };
}

function writeWeaveMap(folder: string): void {
  const effects = [
    effect(0, 0, "before", "execution of sys_open", 15),
    effect(1, 0, "before", "execution of sys_close", 23),
    effect(2, 1, "around", "execution of schedule", 29),
    effect(3, 2, "after", "call of may_open", 17),
    effect(4, 3, "before", "get of inode::i_uid", 10),
  ];
  const advice = (symbol: string, index: number): GeneratedFunction => ({
    symbol,
    role: "advice",
    effects: [effects[index]?.id ?? ""],
    label: effects[index]?.title ?? "",
  });
  const unit: UnitWeaveMap = {
    version: 2,
    source: "kernel.c",
    directory: folder,
    status: "woven",
    effects,
    generated: [
      advice("__weft_advice_Trace_0_0", 0),
      advice("__weft_advice_Trace_0_1", 1),
      advice("__weft_advice_Trace_1_0", 2),
      advice("__weft_advice_Trace_2_0", 3),
      advice("__weft_advice_Trace_3_0", 4),
      { symbol: "__weft_shadow_0", role: "shadow", effects: ["e4"], label: "get of inode::i_uid" },
      { symbol: "__weft_shadow_1", role: "shadow", effects: ["e3"], label: "call of may_open" },
      { symbol: "__weft_proceed_0", role: "proceed", effects: ["e2"], label: "schedule" },
    ],
  };
  mkdirSync(join(folder, ".weft"));
  writeFileSync(join(folder, ".weft", "weave-map.json"), JSON.stringify({ version: 2, units: [unit] }));
}

function effect(
  number: number,
  adviceIndex: number,
  kind: AdviceKind,
  what: string,
  line: number,
): AspectEffect {
  const name = what.split(" ").at(-1);
  const range = { file: "kernel.c", startLine: line, startColumn: 1, endLine: line, endColumn: 2 };
  return {
    id: `e${number}`,
    target: range,
    origin: { ...range, file: "trace.ah" },
    by: { tool: "aspects", name: "Trace" },
    title: `Trace: ${kind} ${what}`,
    reason: "",
    certainty: "certain",
    order: 0,
    binding: {
      kind: "advice",
      when: kind,
      joinPoint: {
        ...{ id: `j${number}`, kind: "execution", signature: `int ${name}(…)`, within: "", inMacro: false },
      },
      adviceIndex,
    },
  };
}
