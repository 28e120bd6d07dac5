/** A recording as a machine: what GDB and the session see of it is what they see of a machine that runs for the first time. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import type { Machine, MachineEvents } from "./machine.js";
import { makeOwnFolder } from "./own-folder.js";
import { relayStub } from "./stub-relay.js";
import { startTimeMachine, type TimeMachine, type TimeMachineSettings } from "./time-machine.js";

export interface ReplayedMachine extends Machine {
  readonly time: TimeMachine;
}

export async function startReplay(
  settings: TimeMachineSettings,
  events: MachineEvents,
  signal: AbortSignal,
): Promise<ReplayedMachine> {
  const folder = await makeOwnFolder();
  const stub = join(folder, "gdb");
  const recording = join(folder, "recording");
  const decoder = new StringDecoder("utf8");
  const forget = () => rm(folder, { recursive: true, force: true });
  try {
    const time = await startTimeMachine(
      settings,
      recording,
      { onConsole: (piece) => events.onConsole(decoder.write(piece)), note: events.note },
      signal,
    );
    const relay = await relayStub(stub, { stub: recording, mendSteps: false });
    return {
      time,
      stub,
      processId: time.processId,
      wasReset: () => false,
      showThreads: relay.showThreads,
      ended: time.ended.finally(() => {
        relay.close();
        return forget();
      }),
      type: async () => {
        throw new Error("A recording takes no input: it holds what was typed when it was made.");
      },
      end: () => time.end(),
    };
  } catch (error) {
    await forget();
    throw error;
  }
}
