/** For tests: units read into the index that is kept for a project, as an editor that was open leaves it. */

import { createIndexService } from "../process/index-service.js";
import type { IndexedUnit, IndexReply } from "../protocol/index-protocol.js";

export function keepUnits(root: string, units: readonly IndexedUnit[]): Promise<void> {
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
