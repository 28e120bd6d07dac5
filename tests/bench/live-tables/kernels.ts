/** The two kernels of the tables: how they are made, and what of them is hooked. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  countedText,
  type LiveGuest,
  repository,
  startGuest,
  weft,
} from "../../support/live-guest/live-guest.js";
import { FIRST_ROUND } from "./rounds.js";

const here = import.meta.dirname;
const samples = join(repository, "sample-projects");

/** Pointcuts and the bodies of advice, empty, with what is in a register, and with what is on the stack. */
export interface NullAdvice {
  readonly no: string;
  readonly register?: string;
  readonly stack?: string;
}

export interface BenchKernel {
  readonly name: string;
  readonly guest: LiveGuest;
  readonly jump: NullAdvice;
  readonly trap: NullAdvice;
  /** Pointcuts of what Table 3 counts, and the address of the kernel's own count where it has one. */
  readonly switches: { readonly pointcut: string; readonly address?: number };
  readonly state: string;
  /** Units that the kernel's own makefile, called without Weft, would compile by another command than was used. */
  differing(): number;
}

/** `folder` is made; nobody needs it when the guest has ended. */
export async function miniUnix(folder: string): Promise<BenchKernel> {
  const root = join(folder, "mini-unix");
  cpSync(join(samples, "mini-unix"), root, {
    recursive: true,
    filter: (from) => !/\/(build|\.weft)$/.test(from),
  });
  cpSync(join(here, "mini-unix.c"), join(root, "user/programs/bench-live.c"));
  cpSync(join(here, "work.h"), join(root, "user/programs/work.h"));
  const text = countedText(folder, 0xc0100000, 0x40000);
  const project = JSON.parse(readFileSync(join(root, "weft.json"), "utf8"));
  project.run.arguments.push(...text.arguments);
  writeFileSync(join(root, "weft.json"), JSON.stringify(project));
  weft(root, "build", "--without-aspects");
  return {
    name: "mini-unix",
    guest: await startGuest(root, FIRST_ROUND, { text, append: "init=/bin/bench-live" }),
    jump: {
      no: `aspect A { advice execution("% sys_getppid(...)") : before() { } };`,
      register: `aspect A { void *seen; advice get("% process::parent") && within("% sys_getppid(...)") : before() { seen = tjp->target; } };`,
      stack: `aspect A { unsigned seen; advice execution("% file_of_descriptor(...)") : before() { seen = tjp->arg0; } };`,
    },
    trap: {
      no: `aspect A { advice get("% process::pid") && within("% sys_fork(...)") : before() { } };`,
      register: `aspect A { void *seen; advice get("% process::pid") && within("% sys_fork(...)") : before() { seen = tjp->target; } };`,
    },
    switches: { pointcut: 'execution("% switch_to(...)")' },
    state: 'access("% process::state")',
    differing: () => compiledAnew("make", [], root),
  };
}

/** The sample as it is, built once below the repository, with a first program of the bench's own. */
export async function linux(folder: string): Promise<BenchKernel> {
  const tree = join(linuxSample(), "build/linux");
  const vmlinux = join(tree, "vmlinux");
  const root = linuxProject(folder, "linux", join(here, "linux.c"), probeModule(tree, folder));
  const text = countedText(folder, 0xc1000000, 0x600000);
  const project = JSON.parse(readFileSync(join(root, "weft.json"), "utf8"));
  project.run.arguments = text.arguments;
  project.run.append = "console=ttyS0 panic=-1";
  writeFileSync(join(root, "weft.json"), JSON.stringify(project));
  return {
    name: "Linux 6.1",
    guest: await startGuest(root, FIRST_ROUND, { text }),
    jump: {
      no: `aspect A { advice execution("% __ia32_sys_getppid(...)") : before() { } };`,
      register: `aspect A { const void *seen; advice execution("% vfs_write(...)") : before() { seen = tjp->arg0; } };`,
      stack: `aspect A { const void *seen; advice execution("% vfs_write(...)") : before() { seen = tjp->arg3; } };`,
    },
    trap: { no: "", register: "", stack: "" },
    switches: {
      pointcut: 'access("% rq::nr_switches")',
      address: addressOf(vmlinux, "runqueues.nr_switches"),
    },
    state: 'access("% task_struct::__state")',
    // Kbuild compiles again what was compiled by another command.
    differing: () => compiledAnew("make", ["ARCH=i386", "vmlinux"], tree),
  };
}

function compiledAnew(program: string, words: readonly string[], directory: string): number {
  const said = execFileSync(program, words, {
    cwd: directory,
    encoding: "utf8",
    timeout: 1_800_000,
    maxBuffer: 1 << 28,
  });
  return said.split("\n").filter((line) => /^\s+CC\s|\bgcc .*-c\b/.test(line)).length;
}

export function linuxSample(): string {
  const sample = join(samples, "linux-live");
  weft(repository, "build", sample, "--without-aspects");
  return sample;
}

/** A project of its own for that kernel, so that a guest of the sample and this one do not meet. */
export function linuxProject(folder: string, name: string, init: string, ...files: string[]): string {
  const sample = join(samples, "linux-live");
  const root = join(folder, name);
  mkdirSync(root, { recursive: true });
  const project = JSON.parse(readFileSync(join(sample, "weft.json"), "utf8"));
  const built = (path: string) => join(sample, path);
  project.build = {
    ...project.build,
    prepare: undefined,
    finish: undefined,
    make: ["true"],
    directory: root,
  };
  project.build.symbols = built(project.build.symbols);
  project.build.image = built(project.build.image);
  project.run.kernel = project.build.image;
  project.run.initrd = initramfs(root, init, files);
  project.commands.database = built(project.commands.database);
  delete project.run.success;
  delete project.run.failure;
  writeFileSync(join(root, "weft.json"), JSON.stringify(project));
  return root;
}

const FLAGS = [
  "-m32",
  "-O2",
  "-ffreestanding",
  "-fno-stack-protector",
  "-fno-pic",
  "-fno-builtin",
  "-nostdlib",
];

function initramfs(root: string, init: string, files: readonly string[]): string {
  const program = join(root, "init");
  execFileSync("gcc", [...FLAGS, "-static", "-no-pie", "-o", program, init], { timeout: 60_000 });
  const list = [
    "dir /dev 0755 0 0",
    "nod /dev/console 0600 0 0 c 5 1",
    "dir /proc 0755 0 0",
    "dir /tmp 0777 0 0",
    `file /init ${program} 0755 0 0`,
    ...files.map((file) => `file /${file.split("/").at(-1)} ${file} 0755 0 0`),
  ];
  writeFileSync(join(root, "files"), `${list.join("\n")}\n`);
  const pack = join(samples, "linux-live/build/linux/usr/gen_init_cpio");
  const packed = execFileSync(pack, [join(root, "files")], { maxBuffer: 1 << 28, timeout: 60_000 });
  const archive = join(root, "initramfs");
  writeFileSync(archive, packed);
  return archive;
}

/** The kernel's own probes, as a module built against it. */
function probeModule(tree: string, folder: string): string {
  const probe = join(folder, "probe");
  cpSync(join(here, "probe"), probe, { recursive: true });
  const make = (...words: string[]) =>
    execFileSync("make", ["-s", "-C", tree, "ARCH=i386", ...words], { timeout: 600_000, stdio: "pipe" });
  make("modules_prepare");
  make(`M=${probe}`, "KBUILD_MODPOST_WARN=1", "modules");
  const module = join(probe, "probe.ko");
  if (!existsSync(module)) throw new Error(`no module came of ${readdirSync(probe).join(" ")}`);
  return module;
}

function addressOf(vmlinux: string, expression: string): number {
  const asked = ["-batch", "-ex", `print/x (unsigned)&${expression}`, vmlinux];
  const said = execFileSync("gdb", asked, { encoding: "utf8", timeout: 120_000 });
  return Number(/= (0x[0-9a-f]+)/.exec(said)?.[1]);
}
