/** The peer: GDB itself over its machine interface, on a QEMU that was started by hand. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as after } from "node:timers/promises";

const PATIENCE = 120_000;

export interface PlainGdb {
  readonly process: ChildProcess;
  /** The record that answers; throws GDB's error. */
  ask(command: string): Promise<string>;
  /** A command that lets the machine run, until it stops again. */
  run(command: string): Promise<void>;
  end(): Promise<void>;
}

/** `machine`: QEMU's program and arguments; it stands at power-on. */
export async function startPlainGdb(
  machine: readonly string[],
  directory: string,
  symbols: string,
  socket: string,
): Promise<PlainGdb> {
  const [program = "", ...words] = machine;
  const stub = ["-chardev", `socket,id=stub,path=${socket},server=on,wait=off`, "-gdb", "chardev:stub", "-S"];
  const qemu = spawn(program, [...words, ...stub], { cwd: directory, stdio: "ignore" });
  while (!existsSync(socket)) await after(2);
  const gdb = spawn("gdb", ["-q", "-nx", "--interpreter=mi3"], { cwd: directory });
  let buffer = "";
  const wanted: { readonly pattern: RegExp; take(line: string): void }[] = [];
  gdb.stdout.on("data", (text) => {
    const lines = (buffer + String(text)).split("\n");
    buffer = lines.pop() ?? "";
    for (const line of lines) {
      const at = wanted.findIndex(({ pattern }) => pattern.test(line));
      if (at !== -1) wanted.splice(at, 1)[0]?.take(line);
    }
  });
  const next = (pattern: RegExp) =>
    Promise.race([
      new Promise<string>((take) => wanted.push({ pattern, take })),
      after(PATIENCE, undefined, { ref: false }).then(() => {
        throw new Error(`plain GDB said nothing like ${pattern}`);
      }),
    ]);
  const ask = async (command: string) => {
    const answer = next(/^\^/);
    gdb.stdin.write(`${command}\n`);
    const line = await answer;
    if (line.startsWith("^error")) throw new Error(line);
    return line;
  };
  for (const command of [
    ...["-gdb-set mi-async on", "-gdb-set confirm off", "-gdb-set trust-readonly-sections on"],
    ...[`-file-exec-and-symbols "${symbols}"`, `-target-select remote ${socket}`],
  ])
    await ask(command);
  return {
    process: gdb,
    ask,
    async run(command) {
      const stopped = next(/^\*stopped/);
      await ask(command);
      await stopped;
    },
    async end() {
      qemu.kill("SIGKILL");
      gdb.kill("SIGKILL");
      await Promise.all([once(gdb, "close"), qemu.exitCode ?? once(qemu, "close")]);
    },
  };
}
