/** Ending by a signal, as a user does it: at once whatever is computed, with everything that was started. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

const here = fileURLToPath(new URL(".", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "weft-unfinished-"));
const program = join(folder, "program.mjs");
const PROGRAM = `
import { writeFileSync } from "node:fs";
import { endOnSignals } from "../../compile/end-on-signals.js";
import { removeTemporary, runProcess, temporaryBeside, temporaryFolder } from "../index.js";
endOnSignals();
const [what, file] = process.argv.slice(2);
if (what === "computes") {
  removeTemporary(temporaryFolder("weft-done-"));
  await runProcess(["true"], { directory: "/" });
  process.stdout.write("ready");
  for (;;);
}
if (what === "writes") {
  writeFileSync(temporaryBeside(file), "half");
  process.stdout.write("ready");
  setInterval(() => {}, 1000);
}
if (what === "compiles") {
  const compiler = "trap '' INT QUIT; echo $$ > " + file + "; echo ready; while :; do sleep 1; done";
  const driver = "trap '' INT QUIT; sh -c \\"$0\\"; :";
  await runProcess(["sh", "-c", driver, compiler], { directory: "/", streams: "inherit" });
}
`;

beforeAll(async () => {
  await build({
    stdin: { contents: PROGRAM, resolveDir: here, loader: "ts" },
    bundle: true,
    platform: "node",
    mainFields: ["module", "main"],
    format: "esm",
    outfile: program,
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: "error",
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function started(...words: string[]) {
  const child = spawn(process.execPath, [program, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const said = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  expect(`${said[0]}`).toContain("ready");
  return child;
}

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)("%s ends what computes for ever", async (signal) => {
  const child = await started("computes");
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([null, signal]);
});

test("what is half-written goes with a signal, and after a kill with the next run", async () => {
  const half = () => readdirSync(folder).filter((name) => name.startsWith(".weft-"));
  const end = async (signal: NodeJS.Signals) => {
    const child = await started("writes", join(folder, "b.o"));
    const left = half();
    child.kill(signal);
    await once(child, "exit");
    return left.length;
  };
  expect(await end("SIGTERM")).toBe(1);
  expect(half()).toEqual([]);
  await end("SIGKILL");
  expect(half()).toHaveLength(1);
  expect(await end("SIGTERM")).toBe(1);
  expect(half()).toEqual([]);
});

test.each(["SIGTERM", "SIGINT"] as const)("%s ends a compiler that ignores the terminal", async (signal) => {
  const file = join(folder, `pid-${signal}`);
  const child = await started("compiles", file);
  const pid = Number(readFileSync(file, "utf8"));
  expect(existsSync(`/proc/${pid}`)).toBe(true);
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([null, signal]);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
