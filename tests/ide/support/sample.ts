/** A sample project to work on: copied, because the IDE writes beside what it builds, under a name that tests paths. */
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const samples = fileURLToPath(new URL("../../../sample-projects/", import.meta.url));

export interface SampleCopy {
  readonly folder: string;
  remove(): void;
}

/** Copies a sample into a folder whose path holds a space and letters beyond ASCII; several stand side by side in it. */
export function copySample(...names: readonly [string, ...string[]]): SampleCopy {
  const parent = mkdtempSync(join(tmpdir(), "weft kérnel ñ-"));
  const isSource = (path: string) => !/\/(build|\.weft)$/.test(path);
  for (const name of names)
    cpSync(join(samples, name), join(parent, name), { recursive: true, filter: isSource });
  const folder = names.length === 1 ? join(parent, names[0]) : parent;
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 20 }) };
}

/** Commits the folder, and then adds a system call to the mini-unix in it. */
export function addSystemCall(folder: string): void {
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@t", ...words], { cwd: folder });
  git("init", "-q");
  git("add", "-A");
  git("commit", "-q", "-m", "start");
  const [file] = ["fs/attributes.c", "mini-unix/fs/attributes.c"]
    .map((path) => join(folder, path))
    .filter((path) => existsSync(path));
  if (file === undefined) throw new Error(`no mini-unix in ${folder}`);
  const call = "int sys_review(void);\nint sys_review(void)\n{\n\treturn 0;\n}\n";
  writeFileSync(file, `${readFileSync(file, "utf8")}\n${call}`);
}

/** Names of the samples that are Weft projects. */
export function sampleNames(): string[] {
  const isProject = (name: string) =>
    statSync(join(samples, name, "weft.json"), { throwIfNoEntry: false }) !== undefined;
  return readdirSync(samples).filter(isProject).sort();
}
