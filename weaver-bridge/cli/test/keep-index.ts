/** For tests: the index of a project, as an editor that was open leaves it. */
import { readdirSync, utimesSync } from "node:fs";
import { join, resolve } from "node:path";
import { loadProject, type Project, projectCommands, unitOf } from "../../kernel-build/index.js";
import type { IndexReply } from "../../kernel-index/index-protocol.js";
import { createIndexService } from "../../kernel-index/index-service.js";

export function keepIndex(root: string): Promise<void> {
  // What was written a moment ago may still change unseen, and would be read again.
  const old = new Date(Date.now() - 60_000);
  for (const name of readdirSync(root)) utimesSync(join(root, name), old, old);
  const { value: commands } = projectCommands(loadProject(root).value as Project);
  const units = commands.flatMap((command) => {
    const unit = unitOf(command);
    if (unit === undefined) return [];
    const { directory, argv } = unit.command;
    return [{ path: resolve(directory, unit.input.path), directory, argv }];
  });
  return new Promise((done) => {
    let active = true;
    const service = createIndexService(
      root,
      (reply: IndexReply) => {
        if (reply.kind === "progress") active = reply.progress.active;
        if (reply.kind !== "changed" || active) return;
        service.close();
        done();
      },
      () => undefined,
    );
    service.handle({ kind: "units", units, crashed: [] });
  });
}
