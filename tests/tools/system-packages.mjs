/**
 * The Debian packages of `machine-tools.json`, and how to tell that what they bring is there already. Knows nothing of npm.
 * Installs only what is missing, and only through apt, as root or with a sudo that asks nothing.
 */
import { spawnSync } from "node:child_process";
import { accessSync, constants, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { proposal, releaseOfGcc } from "./newer-clang.mjs";

const table = new URL("../../weaver-bridge/model/machine-tools.json", import.meta.url);
const TABLE = JSON.parse(readFileSync(table, "utf8"));
const TOOLS = Object.values(TABLE);

/** What a program's name on the path does not tell. */
const PROBES = {
  "i686 objects": () => compiles32("gcc", "c", "#include <stdint.h>"),
  "i686 C++ library": () => compiles32("g++", "c++", "#include <vector>"),
  libclang: hasLibclang,
};

function isThere({ programs, probe }) {
  if (probe !== undefined) return probe in PROBES ? PROBES[probe]() : exists(probe);
  return programs.some(onPath);
}

/**
 * Installs what is missing of `groups`. Returns the rows of the table that are still unmet; empty means all is there.
 */
export function ensureSystemPackages(groups, log) {
  const missing = TOOLS.filter((tool) => groups.includes(tool.group) && !isThere(tool));
  if (missing.length === 0) return [];
  log(`missing: ${missing.map(({ what, packages: [first] }) => `${what} (${first})`).join("; ")}`);
  const apt = aptCommand();
  if (apt === undefined) return missing;
  runApt(apt, ["update", "-qq"], log);
  const chosen = missing.map(({ packages }) => packages.find(isAvailable) ?? packages[0]);
  log(`installing with apt: ${chosen.join(" ")}`);
  runApt(apt, ["install", "-y", "-q", "--no-install-recommends", ...new Set(chosen)], log);
  return missing.filter((tool) => !isThere(tool));
}

function aptCommand() {
  if (!onPath("apt-get")) return undefined;
  if (process.getuid?.() === 0) return ["apt-get"];
  const sudo = onPath("sudo") && spawnSync("sudo", ["-n", "true"], { stdio: "ignore" }).status === 0;
  return sudo ? ["sudo", "-n", "apt-get"] : undefined;
}

function runApt(apt, args, log) {
  const result = spawnSync(apt[0], [...apt.slice(1), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    timeout: 900_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  if (result.status !== 0)
    log(`apt-get ${args[0]} failed:\n${(result.stderr || result.stdout || "").slice(-2000)}`);
}

function isAvailable(name) {
  const result = spawnSync("apt-cache", ["policy", name], { encoding: "utf8" });
  return /Candidate: (?!\(none\))/.test(result.stdout ?? "");
}

/** Where users without rights have no path to administrators' programs, these count too. */
const MORE_FOLDERS = ["/sbin", "/usr/sbin"];

function onPath(name) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...MORE_FOLDERS];
  return folders.some((folder) => exists(join(folder, name), constants.X_OK));
}

function compiles32(compiler, language, include) {
  const source = `${include}\nint main(void) { return 0; }\n`;
  // Not to a device: as root a compiler may replace it.
  const folder = mkdtempSync(join(tmpdir(), "weft-setup-"));
  const options = { cwd: folder, input: source, stdio: ["pipe", "ignore", "ignore"] };
  const { status } = spawnSync(compiler, ["-m32", "-x", language, "-", "-o", "probe"], options);
  rmSync(folder, { recursive: true, force: true });
  return status === 0;
}

function hasLibclang() {
  if (process.env.WEFT_LIBCLANG !== undefined) return exists(process.env.WEFT_LIBCLANG);
  return librariesHere().length > 0;
}

/** Releases of libclang that are installed, from the oldest that Weft can read with. */
function librariesHere() {
  const llvm = list("/usr/lib").filter((entry) => /^llvm-(1[6-9]|[2-9]\d)$/.test(entry));
  const isLibclang = (file) => /^libclang[-.].*so/.test(file) && !file.includes("cpp");
  return llvm
    .filter((entry) => list(`/usr/lib/${entry}/lib`).some(isLibclang))
    .map((entry) => Number(entry.slice("llvm-".length)));
}

/** A newer libclang for this machine's gcc, in words; undefined where it is new enough, or the user names one. */
export function proposeNewerClang() {
  if (process.env.WEFT_LIBCLANG !== undefined) return undefined;
  return proposal(TABLE, { gcc: releaseOfGcc(), libclang: Math.max(...librariesHere()) }, isAvailable);
}

function exists(path, mode = constants.F_OK) {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
