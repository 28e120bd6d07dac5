/** What GDB says of a stop. */

interface Watchpoint {
  readonly number: string;
  readonly exp: string;
}

/** GDB's `*stopped` record, as far as it is read. */
export interface GdbStop {
  readonly reason?: string;
  readonly bkptno?: string;
  readonly "thread-id"?: string;
  readonly frame?: { readonly addr?: string };
  readonly "signal-name"?: string;
  readonly "signal-meaning"?: string;
  readonly wpt?: Watchpoint;
  readonly "hw-rwpt"?: Watchpoint;
  readonly "hw-awpt"?: Watchpoint;
  readonly value?: { readonly old?: string; readonly new?: string; readonly value?: string };
}

export function isWatchStop(stop: GdbStop): boolean {
  return (stop.wpt ?? stop["hw-rwpt"] ?? stop["hw-awpt"]) !== undefined;
}
