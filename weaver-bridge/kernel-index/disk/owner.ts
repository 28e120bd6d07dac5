/** Who may write: the process named in a file, as long as it lives. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { unlessRefused } from "../../model/index.js";

/** Undefined while another living process owns the file; else releases it. */
export function claimOwnership(file: string): (() => void) | undefined {
  const own = identityOf(process.pid) ?? `${process.pid}`;
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, own, { flag: "wx" });
      return () => {
        if (ownerIn(file) === own) rmSync(file, { force: true });
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const owner = ownerIn(file);
    if (owner === undefined) continue;
    const pid = Number.parseInt(owner, 10);
    if (owner !== own && Number.isInteger(pid) && identityOf(pid) === owner) return undefined;
    rmSync(file, { force: true });
  }
  return undefined;
}

function ownerIn(file: string): string | undefined {
  return unlessRefused(() => readFileSync(file, "utf8"));
}

/** Process id and start time: ids are used again. Undefined for a process that is gone. */
function identityOf(pid: number): string | undefined {
  return unlessRefused(() => {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // A zombie writes no more.
    return fields[0] === "Z" ? undefined : `${pid} ${fields[19]}`;
  });
}
