/**
 * What benches read of Debian packages, unpacked into a cache folder and never installed: binary packages as they are, source
 * packages for what no binary package carries. Once there, nothing is fetched again.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "weft", "bench-packages");

/** Folder with the package's files; undefined, said on the terminal, when it can't be fetched. */
export function binaryPackage(name: string): string | undefined {
  return unpacked(name, (folder) => {
    run("apt-get", ["download", "-qq", name], folder);
    const archive = readdirSync(folder).find((file) => file.endsWith(".deb"));
    return archive !== undefined && run("dpkg", ["-x", archive, "."], folder);
  });
}

/** Likewise for a source package; only members that match `patterns` (of tar) are unpacked. */
export function sourcePackage(name: string, patterns: readonly string[]): string | undefined {
  return unpacked(`${name}-source`, (folder) => {
    const lists = join(folder, "lists");
    mkdirSync(join(lists, "partial"), { recursive: true });
    writeFileSync(join(folder, "sources.list"), `deb-src http://deb.debian.org/debian ${codename()} main\n`);
    const options = [
      `Dir::Etc::sourcelist=${join(folder, "sources.list")}`,
      "Dir::Etc::sourceparts=/dev/null",
      `Dir::State::Lists=${lists}`,
      "APT::Sandbox::User=root",
    ].flatMap((option) => ["-o", option]);
    if (!run("apt-get", [...options, "update", "-qq"], folder)) return false;
    if (!run("apt-get", [...options, "source", "--download-only", "-qq", name], folder)) return false;
    const archive = readdirSync(folder).find((file) => /\.orig\.tar\.(xz|gz|bz2)$/.test(file));
    if (archive === undefined) return false;
    return run("tar", ["-xf", archive, "--strip-components=1", "--wildcards", ...patterns], folder);
  });
}

function unpacked(name: string, fetch: (folder: string) => boolean): string | undefined {
  const folder = join(cache, name);
  const done = join(folder, ".complete");
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  if (!fetch(folder)) {
    console.log(`${name} could not be fetched; it is left out`);
    return undefined;
  }
  writeFileSync(done, "");
  return folder;
}

function codename(): string {
  return /^VERSION_CODENAME=(\w+)/m.exec(readFileSync("/etc/os-release", "utf8"))?.[1] ?? "stable";
}

function run(program: string, words: readonly string[], folder: string): boolean {
  return spawnSync(program, words, { cwd: folder, stdio: "ignore", timeout: 600_000 }).status === 0;
}
