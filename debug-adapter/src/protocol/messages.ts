/** Requests and events that the adapter has beyond the Debug Adapter Protocol. Names and payloads only. */

/** The debug type of our configurations, `"type": "weft"`. */
export const DEBUG_TYPE = "weft";

/** Request: text for the guest's serial console. The answer comes when the last character is sent. */
export const CONSOLE_INPUT = "weft/consoleInput";
export interface ConsoleInput {
  readonly text: string;
}

/** Request: the adapter's recent log, oldest line first, for a problem report. */
export const RECENT_LOG = "weft/recentLog";
export interface RecentLog {
  readonly lines: readonly string[];
}

/** Event, just before `terminated`: why the session ended. */
export const SESSION_ENDED = "weft/sessionEnded";
export interface SessionEnded {
  /** Stable, one of the adapter's catalogue, for example `qemu-ended`. */
  readonly code: string;
  /** What happened, as a person reads it. */
  readonly message: string;
}
