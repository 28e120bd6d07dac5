/** The kernels that the stress weaves into, at work. */
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LiveGuest, repository, startGuest } from "../../support/live-guest/live-guest.js";
import { kernelText } from "../../support/live-guest/system-map.js";
import { miniUnix } from "../live-tables/kernels.js";

export interface StressGuest {
  readonly guest: LiveGuest;
  /** Small ones, of 1 to some 50 hooks. */
  readonly aspects: readonly string[];
  readonly large: string;
  text(): Buffer;
  /** What of its console says that it is not well; undefined where nothing does. */
  complaint(): string | undefined;
  /** How far its load came. */
  progress(): string;
}

const MINI_UNIX = [
  `aspect Before { int n; advice execution("% sys_%(...)") : before() { n++; } };`,
  `aspect After { int n; advice execution("% sys_%(...)" || "% schedule(...)" || "% wait_on(...)") : after() { n++; } };`,
  `aspect Members { int n; advice access("% process::state") : before() { n++; } };`,
  `aspect Calls { int n; advice call("% list_%(...)" || "% schedule(...)") : before() { n++; } };`,
  `aspect Around { advice execution("% sys_getppid(...)" || "% file_of_descriptor(...)") : around() { tjp->proceed(); } };`,
];
const MINI_UNIX_LARGE = `aspect Large { int n; advice execution("% %(...)") : before() { n++; } };`;

const LINUX = [
  `aspect Before { unsigned n; advice execution("% ksys_read(...)" || "% ksys_write(...)" || "% vfs_read(...)" || "% vfs_write(...)") : before() { n++; } };`,
  `aspect After { unsigned n; advice execution("% vfs_write(...)" || "% kernel_clone(...)") : after() { n++; } };`,
  `aspect Members { unsigned n; advice get("% file::f_mode") || set("% task_struct::on_rq") : before() { n++; } };`,
  `aspect Calls { unsigned n; advice call("% kernel_clone(...)" || "% vfs_write(...)") : before() { n++; } };`,
  `aspect Around { advice execution("% ksys_read(...)") : around() { tjp->proceed(); } };`,
];
const LINUX_LARGE = `aspect Large { unsigned n; advice access("% task_struct::%") : before() { n++; } };`;

const COMPLAINTS = /BUG|Oops|WARNING|Kernel panic|PANIC|stall|lockup|general protection|FAILED/;

const complaintOf = (guest: LiveGuest) => () => {
  const said = guest.console();
  const at = COMPLAINTS.exec(said)?.index;
  return at === undefined ? undefined : said.slice(Math.max(0, at - 200), at + 3000);
};

const lastLine = (guest: LiveGuest, what: RegExp) => () => guest.console().match(what)?.at(-1) ?? "";

/** On one processor. `folder` is made. */
export async function miniUnixAtWork(folder: string): Promise<StressGuest> {
  const { guest } = await miniUnix(folder);
  return {
    ...{ guest, aspects: MINI_UNIX, large: MINI_UNIX_LARGE, complaint: complaintOf(guest) },
    text: () => guest.text(0xc0100000, 0x20000),
    progress: lastLine(guest, /^round: \d+/gm),
  };
}

/** Linux for two processors, built as the README says. */
const built = join(repository, ".work/linux-smp/build");

export const hasLinux = () =>
  existsSync(join(built, "linux/vmlinux")) && existsSync(join(built, "linux/arch/x86/boot/bzImage"));

/** On two processors, which QEMU runs beside each other. `folder` is made. */
export async function linuxAtWork(folder: string, deadline: number): Promise<StressGuest> {
  const root = join(folder, "linux-smp");
  mkdirSync(root);
  symlinkSync(built, join(root, "build"));
  cpSync(join(repository, "sample-projects/linux-live/weft.json"), join(root, "weft.json"));
  const project = JSON.parse(readFileSync(join(root, "weft.json"), "utf8"));
  project.run.initrd = "load.gz";
  project.run.append = "console=ttyS0 panic=-1";
  project.run.arguments = ["-smp", "2", "-accel", "tcg,thread=multi"];
  writeFileSync(join(root, "weft.json"), JSON.stringify(project));
  packLoad(root);
  const guest = await startGuest(root, /^load: works 4$/m, { deadline });
  if (!/smp: Brought up 1 node, 2 CPUs/.test(guest.console())) {
    await guest.end();
    throw new Error(`the kernel of ${built} does not start two processors`);
  }
  const { from, size } = kernelText(join(built, "linux"));
  return {
    ...{ guest, aspects: LINUX, large: LINUX_LARGE, complaint: complaintOf(guest) },
    text: () => guest.text(from, size),
    progress: lastLine(guest, /^load: \d+$/gm),
  };
}

function packLoad(root: string): void {
  const source = join(import.meta.dirname, "load.c");
  const options = ["-m32", "-O2", "-Wall", "-ffreestanding", "-fno-stack-protector", "-fno-pic"];
  const more = ["-fno-builtin", "-nostdlib", "-static", "-no-pie", "-o", join(root, "init"), source];
  execFileSync("gcc", [...options, ...more], { timeout: 60_000 });
  writeFileSync(
    join(root, "load.list"),
    `dir /dev 0755 0 0\nnod /dev/console 0600 0 0 c 5 1\ndir /tmp 0777 0 0\nfile /init ${join(root, "init")} 0755 0 0\n`,
  );
  const packed = execFileSync(join(built, "linux/usr/gen_init_cpio"), [join(root, "load.list")]);
  writeFileSync(join(root, "load.gz"), execFileSync("gzip", ["-9n"], { input: packed, timeout: 60_000 }));
}
