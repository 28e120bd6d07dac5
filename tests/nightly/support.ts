/**
 * The image of `npm run image`, run by unshare and chroot where no container engine is at hand (crun wants control groups of
 * its own): processes, mounts and names of its own, no rights, a volume, the host's network. User, words, environment and
 * folder are those that the image says.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** `WEFT_RELEASE=trixie` takes the image of another Debian than this machine's, as `npm run image -- --debian trixie` made it. */
const release = process.env.WEFT_RELEASE;
const archive = join(root, `ide/image/dist/weft${release === undefined ? "" : `-${release}`}.oci.tar`);

export interface Image {
  /** As engines show it. */
  readonly name: string;
  readonly rootfs: string;
  remove(): void;
  /** Starts a container on a folder; resolves when it has printed its address. */
  start(workspace: string, port: number, options?: ContainerOptions): Promise<Container>;
}

export interface ContainerOptions {
  /** As the compose file has it: a root that can't be written, /tmp in memory, and settings in a volume of their own. */
  readonly isReadOnly?: boolean;
  /** Beside what the image says. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Container {
  readonly address: string;
  /** From the engine's start to the address. */
  readonly milliseconds: number;
  /** Processor time of all that runs in it, at that moment: the same on a busy machine. */
  readonly processorSeconds: number;
  output(): string;
  /** Asks it to end as engines do; resolves with its exit code. */
  stop(): Promise<number>;
}

/** The image as it was built last, unpacked. */
export function unpackImage(): Image {
  if (!existsSync(archive))
    throw new Error(
      `${archive} is missing; build it: sudo npm run image${release === undefined ? "" : ` -- --debian ${release}`}`,
    );
  const folder = mkdtempSync(join(tmpdir(), "weft-image-test-"));
  const layout = join(folder, "layout");
  mkdirSync(layout);
  execFileSync("tar", ["--extract", "--file", archive, "--directory", layout]);
  const index = JSON.parse(readFileSync(join(layout, "index.json"), "utf8"));
  const { annotations } = index.manifests[0];
  const name = annotations["org.opencontainers.image.ref.name"];
  // umoci, unlike engines, takes no name with a path.
  annotations["org.opencontainers.image.ref.name"] = "weft";
  writeFileSync(join(layout, "index.json"), JSON.stringify(index));
  const bundle = join(folder, "bundle");
  execFileSync("umoci", ["unpack", "--image", `${layout}:weft`, bundle]);
  const made = JSON.parse(readFileSync(join(bundle, "config.json"), "utf8"));
  return {
    name,
    rootfs: join(bundle, "rootfs"),
    remove: () => rmSync(folder, { recursive: true, force: true }),
    start: (workspace, port, { isReadOnly = false, environment = {} } = {}) => {
      const args = made.process.args.map((word: string) => (word === "3100" ? String(port) : word));
      const run = { rootfs: join(bundle, "rootfs"), workspace, isReadOnly };
      const env = [
        ...made.process.env,
        ...Object.entries(environment).map(([name, value]) => `${name}=${value}`),
      ];
      return startContainer({ ...made.process, args, env }, run);
    },
  };
}

interface Process {
  readonly user: { readonly uid: number; readonly gid: number };
  readonly args: readonly string[];
  readonly env: readonly string[];
  readonly cwd: string;
}

/** As root: mounts, then a process without rights in place of the shell. */
const ENTER = `
root=$1 workspace=$2 uid=$3 gid=$4 cwd=$5 protected=$6
shift 6
mount --make-rprivate /
if [ "$protected" = true ]; then
  mount --bind "$root" "$root"
  mount -o remount,bind,ro "$root"
  mount -t tmpfs -o size=1g tmpfs "$root/tmp"
  mount -t tmpfs -o uid="$uid",gid="$gid" tmpfs "$root/home/weft"
fi
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount --bind "$workspace" "$root/workspace"
exec chroot "$root" setpriv --reuid="$uid" --regid="$gid" --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs \\
  sh -c 'cd "$1" && shift && exec env -i "$@"' sh "$cwd" "$@"
`;

interface Run {
  readonly rootfs: string;
  readonly workspace: string;
  readonly isReadOnly: boolean;
}

async function startContainer(process: Process, { rootfs, workspace, isReadOnly }: Run): Promise<Container> {
  const { uid, gid } = process.user;
  const places = [rootfs, workspace, String(uid), String(gid), process.cwd, String(isReadOnly)];
  const given = [...places, ...process.env, ...process.args];
  const apart = ["--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child"];
  const began = performance.now();
  const child = spawn("unshare", [...apart, "sh", "-ec", ENTER, "sh", ...given], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit").then(([code]) => code as number);
  let text = "";
  const ready = new Promise<string>((found) => {
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (data: string) => {
        text += data;
        const address = /^Weft is ready: (http\S+)\n/m.exec(text)?.[1];
        if (address !== undefined) found(address);
      });
  });
  const address = await Promise.race([ready, ended.then(() => undefined)]);
  if (address === undefined) throw new Error(`the container ended before it was ready:\n${text}`);
  return {
    address,
    milliseconds: performance.now() - began,
    processorSeconds: processesIn(rootfs).reduce((sum, pid) => sum + processorSeconds(pid), 0),
    output: () => text,
    stop: async () => {
      if (child.exitCode !== null) return child.exitCode;
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
      for (const pid of children.trim().split(" ")) global.process.kill(Number(pid), "SIGTERM");
      return ended;
    },
  };
}

/** Of all users. */
export function processesIn(rootfs: string): number[] {
  const pids = readdirSync("/proc").map(Number).filter(Number.isInteger);
  return pids.filter((pid) => rootOf(pid) === rootfs);
}

/** Of one that has just ended, nobody says it. */
function rootOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/root`);
  } catch {
    return undefined;
  }
}

const TICKS_PER_SECOND = 100;

/** Its own, and of the children that it waited for. */
function processorSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // After the name, which may hold blanks; utime, stime, cutime and cstime are fields 14 to 17 of all.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) / TICKS_PER_SECOND;
  } catch {
    return 0;
  }
}
