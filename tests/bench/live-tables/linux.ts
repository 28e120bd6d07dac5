/** The Linux of `sample-projects/linux-live`, with its servers reached through ports of this machine. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../support/free-port.js";
import { type LiveGuest, repository, startGuest, weft } from "../../support/live-guest/live-guest.js";
import { buildPlugin } from "../../support/live-guest/qemu-plugin.js";
import { symbolOf } from "../../support/live-guest/system-map.js";

export interface NetworkGuest {
  readonly guest: LiveGuest;
  /** Where the guest's web server, and what takes data and forgets it, are met. */
  readonly web: number;
  readonly discard: number;
  /** That QEMU began until now; a processor that idles begins none. */
  counted(): Counted;
}

export interface Counted {
  /** In all of the guest. */
  readonly instructions: number;
  /** Of the kernel's clock. */
  readonly ticks: number;
}

const sample = join(repository, "sample-projects/linux-live");

/** Its time is that of its instructions: one is a nanosecond. */
export async function withNetworkGuest(work: (guest: NetworkGuest) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "weft-live-network-"));
  try {
    buildLinuxLive();
    const counts = counters(folder);
    const started = await startNetworkGuest(folder, ["-icount", "shift=0", ...counts.arguments]);
    try {
      await work({ ...started, counted: counts.counted });
    } finally {
      await started.guest.end();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of a kernel that is built; in a project of its own below `folder`. */
export async function startNetworkGuest(folder: string, qemu: readonly string[], words = "") {
  const root = join(folder, "linux-live");
  mkdirSync(root);
  cpSync(join(sample, "aspects"), join(root, "aspects"), { recursive: true });
  symlinkSync(join(sample, "build"), join(root, "build"));
  const [web, discard] = [await freePort(), await freePort()];
  const project = JSON.parse(readFileSync(join(sample, "weft.json"), "utf8"));
  project.run.arguments = [
    ...["-nic", `user,model=e1000,hostfwd=tcp:127.0.0.1:${web}-:80,hostfwd=tcp:127.0.0.1:${discard}-:9`],
    // A source of random numbers, so that connections don't cost more while the kernel still gathers some.
    ...["-cpu", "qemu32,+rdrand"],
    ...qemu,
  ];
  writeFileSync(join(root, "weft.json"), JSON.stringify(project));
  const append = `${project.run.append} random.trust_cpu=on ${words} -- quiet`;
  return { guest: await startGuest(root, /weft-init: works/, { append }), web, discard };
}

/** The kernel is built where that was not done yet; the folder of what is built. */
export function buildLinuxLive(): string {
  if (!isBuilt()) weft(sample, "build", "--without-aspects");
  return join(sample, "build/linux");
}

function isBuilt(): boolean {
  const built = join(sample, "build/initramfs.gz");
  const isNew = existsSync(built) && statSync(built).mtimeMs > statSync(join(sample, "init/init.c")).mtimeMs;
  return isNew && existsSync(join(sample, "build/linux/arch/x86/boot/bzImage"));
}

const CLOCK = "update_process_times";

function counters(folder: string): {
  readonly arguments: readonly string[];
  readonly counted: () => Counted;
} {
  const clock = symbolOf(join(sample, "build/linux"), CLOCK);
  const source = join(repository, "tests/support/live-guest/counts.c");
  const [all, ticks] = [join(folder, "all"), join(folder, "ticks")];
  // QEMU takes two of one file for one.
  const plugin = (file: string) => {
    buildPlugin(source, `${file}.so`);
    return `${file}.so,counts=${file}`;
  };
  const plans = [plugin(all), `${plugin(ticks)},from=${clock},size=1`];
  const number = (file: string) => Number(readFileSync(file).readBigUInt64LE(0));
  return {
    arguments: plans.flatMap((plan) => ["-plugin", plan]),
    counted: () => ({ instructions: number(all), ticks: number(ticks) }),
  };
}
