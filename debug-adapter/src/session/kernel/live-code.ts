/**
 * Advice that `weft live` put into the machine: GDB gets its lines and call frames while it is woven, so that breakpoints
 * in it, steps and stacks are those of compiled code.
 */
import { statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readRegular, writeAtomically } from "@weft/weaver-bridge/kernel-build";
import { type HookedText, type LiveFrames, unlessBroken } from "@weft/weaver-bridge/model";
import { type CodeLine, type LiveNames, liveFrames, liveNames, withHooks } from "../../engine/index.js";
import { makeOwnFolder } from "../../qemu/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { unlessGdbRefuses } from "../gdb/gdb-refusal.js";
import { addSymbolFile, removeSymbolFiles } from "../gdb/symbol-files.js";

export interface LiveCode extends LiveNames {
  /** Who weaves while this session is there knows that variables will be asked for. */
  begin(): Promise<void>;
  /** Something else is woven than GDB knows. */
  isNew(): boolean;
  /** The machine stands: GDB knows what is woven now. */
  learn(gdb: GdbConnection): Promise<void>;
  /** With what hooks displaced. The machine stands. */
  inCode(lines: readonly CodeLine[], gdb: GdbConnection): Promise<readonly CodeLine[]>;
  /** GDB has read the kernel's symbols anew, and forgotten all others. */
  forget(): void;
  end(): Promise<void>;
}

const NOTHING: LiveNames = {
  indexWith: (index) => index,
  named: (frames) => frames,
  shown: (frames) => frames,
};

/** `project`: its folder. */
export function createLiveCode(project: () => string): LiveCode {
  let folder: string | undefined;
  let mark: string | undefined;
  let known = "";
  let count = 0;
  let files: string[] = [];
  let names = NOTHING;
  let hooked: readonly HookedText[] = [];
  const stamp = () => {
    const status = statSync(join(project(), FRAMES), { throwIfNoEntry: false });
    return status === undefined ? "" : `${status.mtimeMs} ${status.ino}`;
  };
  const add = async (gdb: GdbConnection, { symbols: _, ...told }: LiveFrames) => {
    folder ??= await makeOwnFolder();
    const [advice, frames] = [join(folder, `advice-${count}.elf`), join(folder, `frames-${count}.elf`)];
    count++;
    // Of the file that Weft writes itself: what the folder says of another is not believed.
    await writeFile(advice, readRegular(join(project(), ADVICE)));
    await writeFile(frames, liveFrames(told));
    for (const file of [advice, frames]) {
      await addSymbolFile(gdb, file);
      files.push(file);
    }
  };
  return {
    async begin() {
      const file = join(project(), DEBUGGER);
      writeAtomically(file, `${process.pid}\n`);
      mark = file;
    },
    isNew: () => stamp() !== known,
    async learn(gdb) {
      known = stamp();
      await unlessGdbRefuses(removeSymbolFiles(gdb, files));
      files = [];
      const told = framesOf(project());
      names = told === undefined ? NOTHING : liveNames(told);
      hooked = told?.hooked ?? [];
      if (told !== undefined) await add(gdb, told);
    },
    indexWith: (index) => names.indexWith(index),
    named: (frames) => names.named(frames),
    shown: (frames, file) => names.shown(frames, file),
    inCode: (lines, gdb) =>
      withHooks(lines, hooked, {
        ofMachine: (start, end) => codeOf(gdb, start, end),
        ofFile: (start, end) => codeOfFile(gdb, start, end),
      }),
    forget() {
      [known, files, names, hooked] = ["", [], NOTHING, []];
    },
    async end() {
      if (mark !== undefined) await rm(mark, { force: true });
      mark = undefined;
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
      folder = undefined;
    },
  };
}

const LIVE = ".weft/live";
const FRAMES = `${LIVE}/frames.json`;
const DEBUGGER = `${LIVE}/debugger`;
const ADVICE = `${LIVE}/advice.elf`;

/** Of the guest that runs. */
function framesOf(project: string): LiveFrames | undefined {
  // Nothing was woven, or no guest runs.
  return unlessBroken(() => {
    const read = (name: string) => JSON.parse(readRegular(join(project, name), "utf8"));
    const told = read(FRAMES) as LiveFrames | null;
    const guest = read(`${LIVE}/guest.json`) as { readonly id: string } | null;
    return told?.version === 2 && told.guest === guest?.id ? told : undefined;
  });
}

async function codeOf(gdb: GdbConnection, start: number, end: number): Promise<CodeLine[]> {
  const { asm_insns: lines } = await gdb.sendCommand<{
    asm_insns: readonly { address: string; opcodes: string; inst: string }[];
  }>(`-data-disassemble -s ${start} -e ${end} -- 2`);
  return lines.map(({ address, opcodes, inst }) => ({
    address,
    instructionBytes: opcodes,
    instruction: inst,
  }));
}

async function codeOfFile(gdb: GdbConnection, start: number, end: number): Promise<CodeLine[]> {
  await gdb.sendCommand("-gdb-set trust-readonly-sections on");
  try {
    return await codeOf(gdb, start, end);
  } finally {
    await gdb.sendCommand("-gdb-set trust-readonly-sections off");
  }
}
