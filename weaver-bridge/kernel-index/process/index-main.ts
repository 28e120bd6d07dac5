/**
 * The index process: `index-main.js ROOT`. It hosts libclang, so a crash of it costs the unit that was being read;
 * whoever started it starts it again, and it goes on where it was.
 */
import { runInNewContext } from "node:vm";
import { startNatively, startsNatively } from "../../clang-ast/src/index.js";
import { startProcessesBy } from "../../kernel-build/index.js";
import type { IndexReply, IndexRequest } from "../protocol/index-protocol.js";
import { setKnownFlag } from "./engine-flags.js";
import { createIndexService } from "./index-service.js";

// A preprocessor for each unit, from a process of hundreds of megabytes.
if (startsNatively()) startProcessesBy(startNatively);
const service = createIndexService(process.argv[2] ?? process.cwd(), send, collectGarbage);
// It lives as long as the editor does: what is garbage goes soon. What was just loaded stays.
setKnownFlag("--heap-growing-percent=50");
process.on("message", (request: IndexRequest) => service.handle(request));
process.on("disconnect", () => {
  service.close();
  process.exit(0);
});
send({ kind: "ready" });

/** All of it, now: left to itself the heap grows by half before that happens. */
function collectGarbage(): void {
  setKnownFlag("--expose-gc");
  (runInNewContext("globalThis.gc") as (() => void) | undefined)?.();
}

function send(reply: IndexReply): void {
  process.send?.(reply, undefined, undefined, (error) => {
    if (error) process.exit(1);
  });
}
