/**
 * The agent for a project's Linux: its module, compiled by the kernel's own build system, in a program that needs nothing
 * else in the guest. It is made anew when kernel or agent are others.
 */
import { createHash } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  firstError,
  ProcessError,
  type Project,
  runProcess,
  temporaryFolder,
  writeAtomically,
} from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";
import { liveFolder } from "./guest-record.js";

const MODULE = "weft_agent";
const PROGRAM = "weft-agent";

/** `sources` is the folder of the agent's C files. The answer is the program's file. Rejects when it can't be written. */
export async function makeAgent(project: Project, sources: string): Promise<string | Problem> {
  const { build } = project;
  const directory = resolve(project.root, build?.directory ?? ".");
  if (build === undefined || !existsSync(join(directory, "Kconfig"))) return noLinux(project);
  const missing = missingOption(configurationOf(directory, build.make));
  if (missing !== undefined) return missing;
  const file = join(liveFolder(project), `agent-${keyOf(project, directory, sources)}`);
  if (existsSync(file)) return file;
  const folder = temporaryFolder("weft-agent-");
  try {
    const problem = await compile(folder, sources, [...variablesOf(build.make), `M=${folder}`], directory);
    if (problem !== undefined) return problem;
    writeAtomically(file, readFileSync(join(folder, PROGRAM)));
    return file;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Run where sources and module are. */
export function programCommand(): string[] {
  const flags = ["-m32", "-O2", "-ffreestanding", "-fno-stack-protector", "-fno-pic", "-fno-builtin"];
  return ["gcc", ...flags, "-nostdlib", "-static", "-no-pie", "-s", "-o", PROGRAM, "program.c"];
}

/** Debug information of the module is for nobody in the guest. */
async function compile(
  folder: string,
  sources: string,
  make: readonly string[],
  directory: string,
): Promise<Problem | undefined> {
  cpSync(sources, folder, { recursive: true });
  const prepare = existsSync(join(directory, "scripts/module.lds")) ? [] : [["modules_prepare"]];
  const steps = [
    ...prepare.map((goal) => ({
      argv: [...make.filter((word) => !word.startsWith("M=")), ...goal],
      directory,
    })),
    // Without a list of its symbols the kernel says when it loads the module whether it has them all.
    { argv: [...make, "KBUILD_MODPOST_WARN=1", "modules"], directory },
    { argv: ["strip", "--strip-debug", `${MODULE}.ko`], directory: folder },
    { argv: programCommand(), directory: folder },
  ];
  for (const { argv, directory: where } of steps)
    try {
      const { code, output, errors } = await runProcess(argv, { directory: where, deadline: 600_000 });
      if (code !== 0) return notMade(firstError(`${errors}${output}`));
    } catch (error) {
      if (error instanceof ProcessError) return notMade(error.message);
      throw error;
    }
  return undefined;
}

/** `make` with its variables, without its goals. */
function variablesOf([program = "make", ...words]: readonly string[]): string[] {
  const isKept = (word: string, index: number) =>
    word.includes("=") || word.startsWith("-") || /^-[Cf]$/.test(words[index - 1] ?? "");
  return [program, ...words.filter(isKept)];
}

function configurationOf(directory: string, make: readonly string[]): string | undefined {
  const elsewhere = make.find((word) => word.startsWith("O="))?.slice(2) ?? ".";
  const file = join(resolve(directory, elsewhere), ".config");
  return existsSync(file) ? readFileSync(file, "latin1") : undefined;
}

function missingOption(configuration: string | undefined): Problem | undefined {
  if (configuration === undefined) return undefined;
  const has = (option: string) => configuration.includes(`\n${option}=y\n`);
  if (!has("CONFIG_MODULES"))
    return notMade("the kernel is built without CONFIG_MODULES, so it takes no module");
  if (!has("CONFIG_X86_32")) return notMade("the kernel is not for i386");
  return has("CONFIG_MODULE_SIG_FORCE")
    ? notMade("the kernel takes signed modules only (CONFIG_MODULE_SIG_FORCE)")
    : undefined;
}

function keyOf(project: Project, directory: string, sources: string): string {
  const hash = createHash("sha256");
  for (const file of filesBelow(sources)) hash.update(readFileSync(file));
  for (const name of [project.build?.symbols, join(directory, ".config")]) {
    const file = resolve(project.root, name ?? "");
    if (existsSync(file)) hash.update(`${file} ${statSync(file).mtimeMs} `);
  }
  return hash.digest("hex").slice(0, 16);
}

/** In an order that is always the same. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function notMade(why: string): Problem {
  return {
    code: "live/no-agent",
    severity: "error",
    message: `the guest's agent can't be made: ${why}`,
    hint: "Build the kernel first (weft build), with CONFIG_MODULES; without modules weave through QEMU's debug stub: weft run --live.",
  };
}

function noLinux({ file }: Project): Problem {
  return notMade(`${file} does not build a Linux kernel ("build": {"directory": …, "make": …})`);
}
