/**
 * The worker process: hosts the addon, so that a crash of libclang costs one request and not the editor. One request
 * at a time, in order; ends when its host goes away.
 */
import { loadAddon } from "../addon.js";
import { ClangError } from "../clang-error.js";
import { openLibclang } from "../find-libclang.js";
import { packFacts } from "../pack/pack-facts.js";
import { parsePlain } from "../parse-in-process.js";
import type { WorkerReply, WorkerRequest } from "./worker-protocol.js";

process.on("message", (request: WorkerRequest) => send(answer(request)));
process.on("disconnect", () => process.exit(0));
send({ kind: "ready" });
try {
  // In the middle of a parse nothing is heard of the host's end.
  loadAddon().endWithParent?.();
  openLibclang();
} catch (error) {
  if (!(error instanceof ClangError)) throw error; // Else each request says so.
}

function answer({ id, text, options }: WorkerRequest): WorkerReply {
  try {
    const facts = packFacts(parsePlain(text, options));
    return { kind: "facts", id, facts, memory: process.memoryUsage.rss() };
  } catch (error) {
    if (!(error instanceof ClangError))
      return {
        kind: "failed",
        id,
        message: error instanceof Error ? (error.stack ?? error.message) : `${error}`,
      };
    const { code, message, hint } = error;
    return { kind: "failed", id, code, message, ...(hint === undefined ? {} : { hint }) };
  }
}

function send(reply: WorkerReply): void {
  process.send?.(reply, undefined, undefined, (error) => {
    if (error) process.exit(1);
  });
}
