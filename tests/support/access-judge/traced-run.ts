/**
 * C that runs alone on a machine of QEMU, and what each of its instructions did: the judge of what is said of code. `main`
 * of the sources is called once; objects are linked in the order of the sources.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildPlugin } from "../live-guest/qemu-plugin.js";
import { TRACED, type TracedMachine, type TracedName } from "./traced-machines.js";

export interface TracedSource {
  readonly name: string;
  readonly text: string;
  readonly compiler: string;
  readonly options: readonly string[];
}

export interface MemoryEvent {
  readonly instruction: number;
  readonly address: number;
  /** In bytes. */
  readonly size: number;
  readonly isStore: boolean;
}

export interface TracedRun {
  /** The folder with the sources, which are still there, and the image in it. */
  readonly folder: string;
  readonly image: string;
  readonly bytes: Buffer;
  /** In order. */
  readonly memory: readonly MemoryEvent[];
  /** How often each instruction was executed. */
  readonly executed: ReadonlyMap<number, number>;
  remove(): void;
}

/** The program did more than is written down; perhaps it has no end. */
export class TooLongError extends Error {
  constructor() {
    super("the program did more than 33 million things");
  }
}

const TIME = { timeout: 120_000, maxBuffer: 1 << 26 } as const;

/** Throws TooLongError, and the error of a program that failed. */
export function runTraced(sources: readonly TracedSource[], name: TracedName = "i386"): TracedRun {
  const machine = TRACED[name];
  const folder = mkdtempSync(join(tmpdir(), "weft-traced-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const run = (program: string, words: readonly string[]) =>
    execFileSync(program, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], ...TIME });
  try {
    writeFileSync(join(folder, "start.s"), machine.start);
    writeFileSync(join(folder, "image.ld"), machine.script);
    run("as", [...machine.assembler, "-o", "start.o", "start.s"]);
    for (const { name, text, compiler, options } of sources) {
      writeFileSync(join(folder, `${name}.c`), text);
      run(compiler, [...machine.bare, ...options, "-g", "-c", "-o", `${name}.o`, `${name}.c`]);
    }
    const objects = sources.map(({ name }) => `${name}.o`);
    run("ld", [...machine.linker, "-o", "image.elf", "start.o", ...objects]);
    run("objcopy", [...machine.loaded, "image.elf", "image.boot"]);
    buildPlugin(join(import.meta.dirname, "trace.c"), join(folder, "trace.so"));
    boot(folder, machine);
    const [image, trace] = [join(folder, "image.elf"), readFileSync(join(folder, "trace"))];
    return { folder, image, bytes: readFileSync(image), ...eventsIn(trace, machine), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** QEMU ends with (0x3f << 1) | 1 where `main` came back. */
function boot(folder: string, { qemu }: TracedMachine): void {
  const words = [
    ..."-display none -nodefaults -no-reboot -m 64 -accel tcg -device isa-debug-exit,iobase=0xf4".split(" "),
    ...["-kernel", "image.boot", "-plugin", "./trace.so,out=trace"],
  ];
  try {
    execFileSync(qemu, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], ...TIME });
  } catch (error) {
    const { status } = error as { status?: number };
    if (status === 127) return;
    if (status === 3) throw new TooLongError();
    throw error;
  }
  throw new Error("the machine ended before main came back");
}

function eventsIn(trace: Buffer, machine: TracedMachine) {
  const memory: MemoryEvent[] = [];
  const executed = new Map<number, number>();
  for (let at = 0; at + 12 <= trace.length; at += 12) {
    const [instruction, how] = [machine.address(trace.readUInt32LE(at)), trace.readUInt32LE(at + 8)];
    if (how === 0) executed.set(instruction, (executed.get(instruction) ?? 0) + 1);
    else
      memory.push({
        ...{ instruction, address: machine.address(trace.readUInt32LE(at + 4)) },
        ...{ size: how >>> 1, isStore: (how & 1) === 1 },
      });
  }
  return { memory, executed };
}
