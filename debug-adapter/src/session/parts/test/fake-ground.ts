/** A ground for tests of one part: no GDB and no client, but what was said to either is kept. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { GdbConnection } from "../../gdb/gdb-connection.js";
import type { Ground, Phase } from "../ground.js";

export interface FakeGround extends Ground {
  phase: Phase;
  isRunning: boolean;
  /** Commands to GDB, events as `NAME`, prints as `CATEGORY: TEXT`, stops and goings on, in their order. */
  readonly said: string[];
  readonly events: DebugProtocol.Event[];
  readonly notes: string[];
}

export function fakeGround(answer: (command: string) => object = () => ({})): FakeGround {
  const said: string[] = [];
  const events: DebugProtocol.Event[] = [];
  const notes: string[] = [];
  const say = (text: string) => async () => void said.push(text);
  const gdb = {
    sendCommand: async (command: string) => {
      said.push(command);
      return answer(command);
    },
  };
  return {
    ...{ phase: "ready", isRunning: false, said, events, notes },
    gdb: gdb as unknown as GdbConnection,
    frames: { create: () => 1, get: () => ({ threadId: 1, frameId: 0 }) },
    print: (text, category) => void said.push(`${category}: ${text.trimEnd()}`),
    send: (event) => {
      events.push(event);
      said.push(event.event);
    },
    note: (_source, text) => void notes.push(text),
    pauseIfNeeded: say("pause"),
    continueIfNeeded: say("continue"),
    pauseIfRunning: say("pause"),
    isOnlyPause: () => true,
    keepPause: () => void said.push("keep the pause"),
    registers: async () => [],
    forgetHandles: () => void said.push("forget handles"),
  };
}
