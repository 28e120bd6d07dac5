// Which processes belong to one that is to be ended. Theia asks `ps` for it, which no package of a bare Debian brings: there each
// window that was closed or loaded anew left its extensions' host running, with the servers that it had started.
import { readdirSync, readFileSync } from "node:fs";
import { ProcessUtils } from "@theia/core/lib/node/process-utils";
import { injectable } from "@theia/core/shared/inversify";

@injectable()
export class ProcessTree extends ProcessUtils {
  protected override unixGetPGID(pid: number): number {
    return statusOf(pid)?.group ?? Number.NaN;
  }

  protected override unixGetChildrenRecursive(pid: number): Set<number> {
    return descendantsOf(pid);
  }
}

/** By Linux's `/proc`: children, their children and so on, those first that are nearest. */
export function descendantsOf(root: number): Set<number> {
  const parents = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: statusOf(Number(name))?.parent }));
  const found = new Set<number>([root]);
  // A set that grows is walked to its new end.
  for (const one of found) for (const { pid, parent } of parents) if (parent === one) found.add(pid);
  found.delete(root);
  return found;
}

/** Undefined of a process that has ended. */
function statusOf(pid: number): { parent: number; group: number } | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
  // The name before, in brackets, may hold anything.
  const [, parent, group] = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: Number(parent), group: Number(group) };
}
