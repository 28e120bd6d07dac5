/**
 * What the parts of a session stand on: GDB's connection, whether the machine runs, and the line to the client. The library
 * that the session is built on gives all of it (`requests/weft-debug-session`); tests of a part give what that part needs.
 */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import type { FrameReference } from "../gdb/mi-commands.js";

/** `idle` until a launch or attach, `ready` while a machine is debugged. */
export type Phase = "idle" | "starting" | "ready" | "restarting" | "ended";

export type OutputCategory = "stdout" | "stderr" | "console" | "important";

export interface Ground {
  readonly phase: Phase;
  readonly isRunning: boolean;
  /** Undefined before GDB was started. */
  readonly gdb: GdbConnection;
  /** The numbers that the client has for frames. */
  readonly frames: {
    create(frame: FrameReference): number;
    get(handle: number, defaultValue?: FrameReference): FrameReference;
  };
  print(text: string, category: OutputCategory): void;
  send(event: DebugProtocol.Event): void;
  /** Into the session's log, which a problem report has. */
  note(source: "session" | "machine", text: string): void;
  /** Stops a machine that runs, unseen by the client; each call needs one of `continueIfNeeded`. */
  pauseIfNeeded(): Promise<void>;
  continueIfNeeded(): Promise<void>;
  pauseIfRunning(): Promise<void>;
  /** Whether the machine ran before the only one of these stops that is open. */
  isOnlyPause(): boolean;
  /** `continueIfNeeded` will not let the machine run: the caller does. */
  keepPause(): void;
  registers(frameHandle: number): Promise<DebugProtocol.Variable[]>;
  /** Handles of a stop that is over. */
  forgetHandles(): void;
}

/** For what may fail without harm to the rest: into the log with its name. */
export function noted(ground: Pick<Ground, "note">, what: string): (error: Error) => void {
  return (error) => ground.note("session", `${what}: ${error.message}`);
}
