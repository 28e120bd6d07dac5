/**
 * What is seen at a stop: the stack, and in its frames scopes, variables and the values of expressions, named as the
 * source spells them. Asks GDB; holds until the machine runs.
 */

import type { DebugProtocol } from "@vscode/debugprotocol";
import { groupRegisters } from "@weft/weaver-bridge/machine";
import {
  type JoinPointNames,
  type RawFrame,
  type ShownFrame,
  showStack,
  type WeaveIndex,
} from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { evaluate, type FrameReference, stackDepth, stackFrames, typeOf } from "../gdb/mi-commands.js";
import { frameNames } from "./frame-names.js";
import { withSources } from "./frame-sources.js";
import { frameToDap } from "./frame-to-dap.js";
import { nameCallers } from "./interrupted-frames.js";
import { partOf } from "./pages.js";
import { createVariableStore, type RegistersReference, type VariableStore } from "./variable-store.js";
import type { WovenSources } from "./woven-sources.js";

export interface StopView {
  stackTrace(args: DebugProtocol.StackTraceArguments): Promise<DebugProtocol.StackTraceResponse["body"]>;
  scopes(args: DebugProtocol.ScopesArguments): Promise<DebugProtocol.ScopesResponse["body"]>;
  variables(args: DebugProtocol.VariablesArguments): Promise<DebugProtocol.VariablesResponse["body"]>;
  setVariable(args: DebugProtocol.SetVariableArguments): Promise<DebugProtocol.SetVariableResponse["body"]>;
  setExpression(
    args: DebugProtocol.SetExpressionArguments,
  ): Promise<DebugProtocol.SetExpressionResponse["body"]>;
  evaluate(args: DebugProtocol.EvaluateArguments): Promise<DebugProtocol.EvaluateResponse["body"]>;
  /** Memory is watched by address, so the data breakpoint outlives the frame that it was made in. */
  dataBreakpointInfo(
    args: DebugProtocol.DataBreakpointInfoArguments,
  ): Promise<DebugProtocol.DataBreakpointInfoResponse["body"]>;
  frame(id: number | undefined): FrameReference;
  /** The names of a frame, as the source that it shows spells them. */
  namesAt(frame: FrameReference): Promise<JoinPointNames>;
  /** The thread was stopped by a source breakpoint in this file (GDB's name of it); holds until the machine runs. */
  stoppedIn(threadId: number, file: string): void;
  forgetStacks(): void;
  /** The machine runs. */
  forget(): void;
}

export interface StopViewParts {
  readonly gdb: GdbConnection;
  readonly index: () => WeaveIndex;
  /** Frames with the names that the index knows. */
  readonly named: (frames: readonly RawFrame[], breakpointFile: string | undefined) => readonly RawFrame[];
  readonly woven: WovenSources;
  /** File with the symbols of the program that runs, or of the kernel. */
  readonly symbols: () => string;
  /** The numbers that the client has for frames. */
  readonly handles: {
    create(frame: FrameReference): number;
    get(handle: number, defaultValue?: FrameReference): FrameReference;
  };
  readonly registers: (frameHandle: number) => Promise<DebugProtocol.Variable[]>;
}

const GONE = "The machine has run since; ";
const FIRST_FRAME: FrameReference = { threadId: 1, frameId: 0 };

export function createStopView({
  gdb,
  index,
  named,
  woven,
  symbols,
  handles,
  registers,
}: StopViewParts): StopView {
  const store = createVariableStore(gdb);
  const stacks = new Map<number, ShownFrame[]>();
  const breakpointFiles = new Map<number, string>();

  const forgetStacks = () => {
    stacks.clear();
    breakpointFiles.clear();
  };
  const shownStack = async (threadId: number): Promise<ShownFrame[]> => {
    const known = stacks.get(threadId);
    if (known !== undefined) return known;
    const depth = await stackDepth(gdb, threadId);
    const frames = await stackFrames(gdb, threadId, 0, depth - 1);
    const called = await nameCallers(gdb, named(frames, breakpointFiles.get(threadId)), symbols());
    const shown = showStack(await withSources(gdb, called, index()), index(), breakpointFiles.get(threadId));
    stacks.set(threadId, shown);
    return shown;
  };
  const namesAt = async (frame: FrameReference): Promise<JoinPointNames> => {
    const shown = (await shownStack(frame.threadId)).find(({ level }) => level >= frame.frameId);
    return frameNames(gdb, frame, shown, index().aspects);
  };
  const frameOf = (id: number | undefined): FrameReference => {
    if (id === undefined) return FIRST_FRAME;
    const frame = handles.get(id) as FrameReference | undefined;
    if (frame === undefined) throw new Error(`${GONE}this frame is gone.`);
    return frame;
  };
  const referenceOf = (reference: number) => {
    const known = store.referenceOf(reference);
    if (known === undefined) throw new Error(`${GONE}these variables are gone.`);
    return known;
  };

  const registersOf = async ({
    frame,
    names,
    group,
  }: RegistersReference): Promise<DebugProtocol.Variable[]> => {
    const { general, groups } = groupRegisters(await registers(handles.create({ ...frame })));
    if (group !== undefined) return groups.get(group) ?? [];
    const rest = [...groups].map(([name, members]) => ({
      name,
      value: `${members.length} registers`,
      variablesReference: store.scopeReference("registers", frame, names, name),
    }));
    return [...general, ...rest];
  };

  return {
    async stackTrace(args) {
      const shown = await shownStack(args.threadId);
      const first = args.startFrame ?? 0;
      const last = args.levels ? first + args.levels : shown.length;
      const places = await woven.placesOf(shown);
      const frames = shown.slice(first, last).map((frame, position) => {
        const id = handles.create({ threadId: args.threadId, frameId: frame.level });
        return { ...frameToDap(frame, id, first + position === 0), ...places.get(frame.level) };
      });
      return { stackFrames: frames, totalFrames: shown.length };
    },

    async scopes(args) {
      const frame = frameOf(args.frameId);
      const names = await namesAt(frame);
      const scope = (
        name: string,
        kind: Parameters<VariableStore["scopeReference"]>[0],
        expensive: boolean,
      ) => ({
        name,
        variablesReference: store.scopeReference(kind, frame, names),
        expensive,
        ...(kind === "globals" ? {} : { presentationHint: kind }),
      });
      return {
        scopes: [
          scope("Arguments", "arguments", false),
          scope("Locals", "locals", false),
          scope("Globals", "globals", true),
          scope("Registers", "registers", true),
        ],
      };
    },

    async variables(args) {
      const reference = referenceOf(args.variablesReference);
      if (reference.kind === "registers") return { variables: partOf(await registersOf(reference), args) };
      return { variables: await store.variables(reference, args) };
    },

    async setVariable(args) {
      const reference = referenceOf(args.variablesReference);
      return { value: await store.assign(reference, args.name, args.value) };
    },

    async setExpression({ expression, value, frameId }) {
      const frame = frameOf(frameId);
      const names = await namesAt(frame);
      if (names.constant(expression) !== undefined)
        throw new Error(`${expression} is what the weaver knew: it stands nowhere, so it can't be changed.`);
      const target = names.expression(expression);
      await evaluate(gdb, `${target} = ${names.expression(value)}`, frame);
      return { value: await evaluate(gdb, target, frame) };
    },

    async evaluate(args) {
      const text = args.expression.trim();
      const command = args.context === "repl" ? /^(?:>|-exec\s+)(.*)$/s.exec(text)?.[1]?.trim() : undefined;
      if (command !== undefined) {
        await gdb.withEcho(() => runCommand(gdb, command));
        return { result: "", variablesReference: 0 };
      }
      const frame = frameOf(args.frameId);
      const value = await store.evaluate(text, frame, await namesAt(frame));
      return { ...value, result: value.value };
    },

    async dataBreakpointInfo(args) {
      const frame = frameOf(args.frameId);
      const expression =
        (args.variablesReference && store.expressionOf(args.variablesReference, args.name)) ||
        (await namesAt(frame)).expression(args.name);
      try {
        const address = await evaluate(gdb, `(unsigned long)&(${expression})`, frame);
        const size = Number(await evaluate(gdb, `sizeof(${expression})`, frame));
        const type = await typeOf(gdb, expression, `--thread ${frame.threadId} --frame ${frame.frameId}`);
        return {
          dataId: `*(${pointerTo(type, size)})0x${BigInt(address).toString(16)}`,
          description: `${args.name} (${size} bytes)`,
          accessTypes: ["read", "write", "readWrite"],
          canPersist: false,
        };
      } catch (error) {
        return {
          dataId: null,
          description: `${args.name} can't be watched: ${(error as Error).message}`,
        };
      }
    },

    frame: frameOf,
    namesAt,
    stoppedIn: (threadId, file) => void breakpointFiles.set(threadId, file),
    forgetStacks,
    forget() {
      forgetStacks();
      store.forget();
    },
  };
}

/** Of a type that can't be named everywhere, to so many bytes. */
function pointerTo(type: string, size: number): string {
  if (/^[\w ]+\**$/.test(type)) return `${type} *`;
  const plain = { 1: "char", 2: "short", 4: "int" }[size];
  return plain === undefined ? `char (*)[${size}]` : `${plain} *`;
}

/** What the user typed for GDB itself. */
async function runCommand(gdb: GdbConnection, command: string): Promise<void> {
  if (command.startsWith("-")) await gdb.sendCommand(command);
  else await gdb.sendCommand(`-interpreter-exec console ${JSON.stringify(command)}`);
}
