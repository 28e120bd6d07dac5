/** A plugin of `plugin/`, compiled for the QEMU of this machine when it is first used. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { cacheFolder, ProcessError, runProcess } from "../kernel-build/index.js";
import type { Problem } from "../model/index.js";

const MINUTE = 60_000;

/** `source` is the plugin's C file, `qemu` the program. The answer is a file in the user's cache. */
export async function pluginOfQemu(source: string, qemu: string): Promise<string | Problem> {
  const version = await interfaceVersion(qemu);
  if (typeof version !== "number") return version;
  const folder = cacheFolder("qemu-plugins");
  const texts = [source, join(dirname(source), "qemu-interface.h")].map((one) => readFileSync(one));
  const key = createHash("sha256").update(Buffer.concat(texts)).update(`${version}`).digest("hex");
  const file = join(folder, `${basename(source, ".c")}-${key.slice(0, 16)}.so`);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  const made = `${file}.${process.pid}`;
  const words = [
    "-shared",
    "-fPIC",
    "-O2",
    "-pthread",
    `-DWEFT_PLUGIN_VERSION=${version}`,
    "-o",
    made,
    source,
  ];
  try {
    const said = await attempt(["cc", ...words]);
    if (said !== undefined) return noPlugin(`it can't be compiled: ${said}`);
    renameSync(made, file);
  } finally {
    rmSync(made, { force: true });
  }
  return file;
}

/** Of the plugin interface. QEMU 6.0 to 8.2 have 1; 9.0 and later want 2 at least, and know it. */
async function interfaceVersion(qemu: string): Promise<number | Problem> {
  try {
    const { output } = await runProcess([qemu, "--version"], { directory: process.cwd(), deadline: MINUTE });
    const major = Number(/version (\d+)\./.exec(output.toString())?.[1]);
    if (major >= 6) return major < 9 ? 1 : 2;
    return noPlugin(`${qemu} does not say that it is QEMU 6 or newer`);
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    return noPlugin(`${error.message}. Install the package qemu-system-x86`);
  }
}

/** What went wrong, in a line. */
async function attempt(argv: readonly string[]): Promise<string | undefined> {
  try {
    const { code, errors } = await runProcess(argv, { directory: process.cwd(), deadline: MINUTE });
    return code === 0
      ? undefined
      : (errors
          .toString()
          .split("\n")
          .find((line) => line.includes("error")) ?? "cc failed");
  } catch (error) {
    if (!(error instanceof ProcessError)) throw error;
    return error.message;
  }
}

function noPlugin(why: string): Problem {
  return {
    ...{ code: "live/no-plugin", severity: "error" },
    message: `the kernel can't be watched by a plugin of QEMU: ${why}`,
    hint: "Needed are a C compiler (cc) for this machine and a QEMU with plugins, as Debian's.",
  };
}
