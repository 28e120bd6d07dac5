/**
 * For each run of Vitest: a temporary folder of its own, in which every test and every program that it starts makes its
 * temporary folders, and which goes with the run. `WEFT_KEEP_TEMPORARY=1` keeps it, for looking at what a test left.
 * Its name is short: sockets are made in it, whose paths may have 107 bytes.
 */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export default function makeOwnTemporaryFolder(): () => void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "weft-"));
  // As a system's own: daemons that a test starts as root go on as somebody else.
  chmodSync(folder, 0o1777);
  const before = process.env.TMPDIR;
  process.env.TMPDIR = folder;
  return () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    if (process.env.WEFT_KEEP_TEMPORARY === "1") process.stderr.write(`kept: ${folder}\n`);
    else rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
}
