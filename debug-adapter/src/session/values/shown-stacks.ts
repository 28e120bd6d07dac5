/** The stacks of a stop as they are shown, each read once. Holds until the machine runs. */
import { type RawFrame, type ShownFrame, showStack, type WeaveIndex } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { stackDepth, stackFrames } from "../gdb/mi-commands.js";
import { withSources } from "./frame-sources.js";
import { nameCallers } from "./interrupted-frames.js";

export interface ShownStacksParts {
  readonly gdb: GdbConnection;
  readonly index: () => WeaveIndex;
  /** Frames with the names that the index knows. */
  readonly named: (frames: readonly RawFrame[], breakpointFile: string | undefined) => readonly RawFrame[];
  /** File with the symbols of the program that runs, or of the kernel. */
  readonly symbols: () => string;
}

export class ShownStacks {
  /** By thread. */
  private readonly stacks = new Map<number, ShownFrame[]>();
  private readonly breakpointFiles = new Map<number, string>();

  constructor(private readonly parts: ShownStacksParts) {}

  async of(threadId: number): Promise<ShownFrame[]> {
    const known = this.stacks.get(threadId);
    if (known !== undefined) return known;
    const { gdb, index, named, symbols } = this.parts;
    const depth = await stackDepth(gdb, threadId);
    const frames = await stackFrames(gdb, threadId, 0, depth - 1);
    const called = await nameCallers(gdb, named(frames, this.breakpointFiles.get(threadId)), symbols());
    const sourced = await withSources(gdb, called, index());
    const shown = showStack(sourced, index(), this.breakpointFiles.get(threadId));
    this.stacks.set(threadId, shown);
    return shown;
  }

  /** The thread was stopped by a source breakpoint in this file (GDB's name of it). */
  stoppedIn(threadId: number, file: string): void {
    this.breakpointFiles.set(threadId, file);
  }

  forget(): void {
    this.stacks.clear();
    this.breakpointFiles.clear();
  }
}
