/**
 * Requests take effect in the order in which they came: one begins when the one before it is answered. What must get through to
 * a machine that runs, or to a session that hangs, waits for nobody; what only looks beside the session keeps nobody waiting.
 */
import { CONSOLE_INPUT, RECENT_LOG, RECORDED_HITS, RUN_REASON, VALUE_ORIGIN } from "../../protocol/index.js";

/** These begin at once, and nobody waits for them. */
const OVERTAKES: ReadonlySet<string> = new Set([
  ...["initialize", "pause", "cancel", "terminate", "disconnect"],
  ...["threads", "source", RECENT_LOG, CONSOLE_INPUT],
]);

/** These begin in their turn, and nobody waits for them: a recording is searched by a machine of its own. */
const LETS_PASS: ReadonlySet<string> = new Set([RECORDED_HITS, VALUE_ORIGIN, RUN_REASON]);

export interface RequestOrder {
  /** Begins `work` when it is the request's turn; its promise settles when the request is answered, and never rejects. */
  take(command: string, work: () => Promise<void>): void;
}

export function createRequestOrder(): RequestOrder {
  let last: Promise<void> = Promise.resolve();
  return {
    take: (command, work) => {
      if (OVERTAKES.has(command)) void work();
      else if (LETS_PASS.has(command)) last = last.then(() => void work());
      else last = last.then(work);
    },
  };
}
