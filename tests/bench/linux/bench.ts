/**
 * The gate's tests of Linux on the sample as users get it: twice the units that the gate builds, with modules,
 * probes, tracing and ACPI. Takes a quarter of an hour, and prints what each test took.
 */
import { spawnSync } from "node:child_process";
import { repository } from "../support/kernel-units.js";

export function benchLinux(): void {
  const { status } = spawnSync("npx", ["vitest", "run", "--project", "linux", "--reporter=verbose"], {
    cwd: repository,
    stdio: "inherit",
    env: { ...process.env, WEFT_WHOLE_LINUX: "1" },
    timeout: 3_600_000,
  });
  if (status !== 0) throw new Error("the whole Linux does not do what the gate's does");
}
