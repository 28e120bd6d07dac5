/**
 * A Debian of its own for one run: what mmdebstrap makes, with the packages that the README names and those that set-up
 * installs, is kept in the user's cache folder by what it is made of, and each run writes into a layer above that goes
 * with it. Mirror, proxy, certificates and npm's cache are this machine's. Needs root and mount namespaces.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "weft", "fresh");
const TWENTY_MINUTES = 1_200_000;

/** What the README tells users of each release to type, as root; of one that it does not name, as of the newest. */
export function documentedCommands(release) {
  const readme = readFileSync(join(root, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/```sh\n((?:sudo .*\n)+)```/g)].map(([, lines]) => lines);
  const block = blocks[release === "bookworm" ? 1 : 0];
  if (!block?.includes("nodejs")) throw new Error(`README.md does not say how Node comes into ${release}.`);
  return block
    .trim()
    .split("\n")
    .map((line) => line.replace(/^sudo /, ""));
}

/** What the README tells users to type in the clone, so that `weft` is there in any folder, as root. */
export function linkCommand() {
  const command = /^sudo (ln -s .*)$/m.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1];
  if (command === undefined) throw new Error("README.md does not say how weft comes into any folder.");
  return command;
}

/** The folder of the kept root; made where it is not there yet. `prepare` is done in it before it is kept. */
export async function keptRoot(release, prepare, log) {
  const parts = ["tests/fresh/debian.mjs", "tests/fresh/prepare.mjs", "tests/tools/system-packages.mjs"];
  parts.push("weaver-bridge/model/machine-tools.json", "package-lock.json", ".npmrc");
  const hash = createHash("sha256").update(documentedCommands(release).join("\n"));
  for (const part of parts) hash.update(readFileSync(join(root, part)));
  const folder = join(cache, `${release}-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache).filter((name) => name.startsWith(`${release}-`) && !isBeingMade(name)))
    rmSync(join(cache, old), { recursive: true, force: true });
  const made = `${folder}.part-${process.pid}`;
  try {
    log("mmdebstrap …");
    const { code, said } = await runApart([
      "mmdebstrap",
      "--quiet",
      "--variant=apt",
      // Lists of the release that comes are good for a week, and a mirror may be behind; who signed them is looked at.
      '--aptopt=Acquire::Check-Valid-Until "false"',
      release,
      made,
      mirror(),
    ]);
    if (code !== 0) throw new Error(`mmdebstrap ended with ${code}:\n${said}`);
    await prepare(made);
    if (!existsSync(folder)) renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  return folder;
}

/** Another run may make one, too; what a process left that is gone belongs to nobody. */
function isBeingMade(name) {
  const maker = /\.part-(\d+)$/.exec(name)?.[1];
  return maker !== undefined && existsSync(`/proc/${maker}`);
}

/** Where this machine's apt gets Debian from. */
function mirror() {
  const files = ["/etc/apt/sources.list", ...list("/etc/apt/sources.list.d")].filter(existsSync);
  const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
  const addresses = [...text.matchAll(/^(?:URIs:|deb(?: \[[^\]]*\])?)\s+(\S+)/gm)].map(
    ([, address]) => address,
  );
  const archive = addresses.find((address) => /\/debian\/?$/.test(address));
  if (archive === undefined) throw new Error("apt on this machine knows no mirror of Debian.");
  return archive;
}

function list(folder) {
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /\.(list|sources)$/.test(name))
        .map((name) => join(folder, name))
    : [];
}

const ENTER = `
mount --make-rprivate /
root=$1 layer=$2 npm=$3
if [ -n "$layer" ]; then
  mkdir -p "$layer/above" "$layer/work" "$layer/merged"
  mount -t overlay overlay -o "lowerdir=$root,upperdir=$layer/above,workdir=$layer/work" "$layer/merged"
  root=$layer/merged
fi
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mkdir -p "$root/root/.npm" "$root/weft"
mount --bind "$npm" "$root/root/.npm"
cp -L /etc/resolv.conf "$root/etc/resolv.conf"
echo "127.0.0.1 localhost" > "$root/etc/hosts"
if [ -n "$NODE_EXTRA_CA_CERTS" ]; then mkdir -p "$root/etc/ssl/certs"; cat "$NODE_EXTRA_CA_CERTS" > "$root/etc/ssl/certs/weft-host.crt"; fi
shift 3
exec chroot "$root" /usr/bin/env -i "$@"
`;

const HANDED_ON = [
  "http_proxy",
  "https_proxy",
  "no_proxy",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "NO_PROXY",
  "npm_config_registry",
];

/** Runs a shell command in it; resolves with its exit code and its last words. `layer` is where what it writes goes. */
export function runIn(folder, command, { layer = "", timeout = TWENTY_MINUTES } = {}) {
  const given = HANDED_ON.filter((name) => process.env[name]).map((name) => `${name}=${process.env[name]}`);
  if (process.env.NODE_EXTRA_CA_CERTS) given.push("NODE_EXTRA_CA_CERTS=/etc/ssl/certs/weft-host.crt");
  const environment = [
    "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    ...["HOME=/root", "LANG=C.UTF-8", "DEBIAN_FRONTEND=noninteractive", "CI=1", ...given],
  ];
  const npm = execFileSync("npm", ["config", "get", "cache"], { encoding: "utf8" }).trim();
  mkdirSync(npm, { recursive: true });
  const words = ["sh", "-ec", ENTER, "sh", folder, layer, npm, ...environment, "sh", "-ec", command];
  return runApart(words, timeout);
}

/** In namespaces of its own: what it mounts and starts ends with it. */
function runApart(words, timeout = TWENTY_MINUTES) {
  const apart = ["--mount", "--pid", "--mount-proc", "--ipc", "--uts", "--fork", "--kill-child"];
  return new Promise((done) => {
    const child = spawn("unshare", [...apart, ...words], { stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (data) => {
        said = (said + data).slice(-20_000);
      });
    const deadline = setTimeout(() => child.kill("SIGKILL"), timeout);
    child.on("error", (error) => done({ code: -1, said: error.message }));
    child.on("close", (code, signal) => {
      clearTimeout(deadline);
      running.delete(child);
      done({ code: code ?? -1, said: signal === null ? said : `${said}\nended by ${signal}` });
    });
  });
}

/** A folder for what one run writes; it goes with the process. */
export function newLayer() {
  const layer = mkdtempSync(join(tmpdir(), "weft-fresh-"));
  layers.push(layer);
  return layer;
}

/** Those of this process that run, and what they write: when it ends, however it is told to, they end and it goes. */
const running = new Set();
const layers = [];
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
  for (const layer of layers) rmSync(layer, { recursive: true, force: true, maxRetries: 3 });
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

const MAY_MOUNT = 'mount -t overlay overlay -o "lowerdir=/usr,upperdir=$1/above,workdir=$1/work" "$1/merged"';

/** What this machine lacks for it, in words; undefined where nothing is. */
export function whyNot() {
  if (process.getuid?.() !== 0) return "they need root: sudo npm test -- --only fresh";
  const layer = newLayer();
  for (const part of ["above", "work", "merged"]) mkdirSync(join(layer, part));
  const { status, stderr } = spawnSync("unshare", [
    "--mount",
    "--pid",
    "--fork",
    "sh",
    "-ec",
    MAY_MOUNT,
    "sh",
    layer,
  ]);
  if (status === 0) return undefined;
  return `they need rights to make namespaces and to mount: ${stderr ?? "there is no unshare"}`.trim();
}

export const mayRun = () => whyNot() === undefined;
