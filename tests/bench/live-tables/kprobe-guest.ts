/** A guest of the Linux of `sample-projects/linux-live` that puts one kprobe after the other into itself, when it is told to. */
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type LiveGuest, repository, startGuest } from "../../support/live-guest/live-guest.js";
import { buildLinuxLive } from "./linux.js";
import { FIRST_ROUND } from "./rounds.js";

export interface Kprobe {
  readonly at: number;
  readonly kind: "kprobe" | "kretprobe";
  /** The kernel may make a jump of the breakpoint. */
  readonly mayJump: boolean;
  /** Also has a handler for after the instruction. */
  readonly hasPostHandler?: boolean;
}

export interface KprobeGuest {
  readonly guest: LiveGuest;
  /** Where Linux was built. */
  readonly build: string;
  /** In place of the last one; what the kernel made of it is the answer. */
  put(probe: Kprobe): Promise<"optimized" | "int3">;
  takeOut(): Promise<void>;
  end(): Promise<void>;
}

const here = import.meta.dirname;
const sample = join(repository, "sample-projects/linux-live");

/** `folder` is made. The kernel is built where that was not done yet. */
export async function startKprobeGuest(folder: string): Promise<KprobeGuest> {
  const build = buildLinuxLive();
  const [root, port] = [join(folder, "linux-kprobes"), join(folder, "port")];
  mkdirSync(root);
  symlinkSync(join(sample, "build"), join(root, "build"));
  const project = JSON.parse(readFileSync(join(sample, "weft.json"), "utf8"));
  project.run.initrd = initialFiles(join(folder, "probe"), build);
  project.run.arguments = [
    ...["-nic", "none", "-icount", "shift=0", "-device", "isa-serial,index=1,chardev=kprobes"],
    ...["-chardev", `socket,id=kprobes,path=${port},server=on,wait=off`],
  ];
  writeFileSync(join(root, "weft.json"), JSON.stringify(project));
  const guest = await startGuest(root, FIRST_ROUND, { append: "console=ttyS0 panic=-1 quiet" });
  const told = connect(port);
  const byteAt = (at: number) => guest.text(at, 1)[0];
  const tell = async (words: string) => {
    const from = guest.console().length;
    told.write(`${words}\n`);
    // The kernel makes jumps when nobody has come with another kprobe for a while.
    const settled = new RegExp(`^probe: ${words}\n(?:.*\n){${3 * SETTLED}}`, "m");
    await guest.until(() => settled.test(guest.console().slice(from)));
    const failure = /^FAILED.*/m.exec(guest.console().slice(from))?.[0];
    if (failure !== undefined) throw new Error(`${words}: ${failure}`);
  };
  return {
    ...{ guest, build },
    put: async (probe) => {
      await tell(spelled(probe));
      const byte = byteAt(probe.at);
      if (byte !== JUMP && byte !== BREAKPOINT) throw new Error(`${spelled(probe)}: there is none`);
      return byte === JUMP ? "optimized" : "int3";
    },
    takeOut: () => tell("1"),
    end: async () => {
      told.destroy();
      await guest.end();
    },
  };
}

/** Rounds of the guest's program, of three lines and 10 ms at least. */
const SETTLED = 20;
const JUMP = 0xe9;
const BREAKPOINT = 0xcc;

function spelled({ at, kind, mayJump, hasPostHandler }: Kprobe): string {
  const more = [kind === "kretprobe" ? " returns=1" : "", hasPostHandler ? " after=1" : ""].join("");
  return `${mayJump ? 1 : 0}at=${at}${more}`;
}

/** A program, with a module of the kernel in it, and nothing else; the archive. */
function initialFiles(folder: string, build: string): string {
  mkdirSync(folder);
  for (const file of ["probe.c", "probe-init.c"]) copyFileSync(join(here, file), join(folder, file));
  writeFileSync(join(folder, "Kbuild"), "obj-m := probe.o\n");
  const run = (directory: string, program: string, ...words: string[]) =>
    execFileSync(program, words, { cwd: directory, timeout: 600_000, stdio: ["ignore", "pipe", "pipe"] });
  const make = (...words: string[]) => run(build, "make", "ARCH=i386", ...words);
  if (!existsSync(join(build, "scripts/module.lds"))) make("modules_prepare");
  // The kernel's list of symbols is not made, and it says itself whether it has them.
  make(`M=${folder}`, "KBUILD_MODPOST_WARN=1", "modules");
  run(folder, "strip", "--strip-debug", "probe.ko");
  const flags = ["-m32", "-O2", "-ffreestanding", "-fno-stack-protector", "-fno-pic", "-fno-builtin"];
  run(folder, "gcc", ...flags, "-nostdlib", "-static", "-no-pie", "-s", "-o", "init", "probe-init.c");
  const entries = ["dir /dev 0755 0 0", "nod /dev/console 0600 0 0 c 5 1", "dir /proc 0755 0 0"];
  writeFileSync(join(folder, "list"), [...entries, "file /init init 0755 0 0", ""].join("\n"));
  const archive = join(folder, "initramfs");
  writeFileSync(archive, run(folder, join(build, "usr/gen_init_cpio"), "list"));
  return archive;
}
