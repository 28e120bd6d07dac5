/**
 * What is seen at a stop: the stack, and in its frames scopes, variables and the values of expressions, named as the
 * source spells them. Asks GDB; holds until the machine runs.
 */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { groupRegisters } from "@weft/weaver-bridge/machine";
import type { JoinPointNames } from "../../engine/index.js";
import type { GdbConnection } from "../gdb/gdb-connection.js";
import { evaluate, type FrameReference } from "../gdb/mi-commands.js";
import { frameNames } from "./frame-names.js";
import { frameToDap } from "./frame-to-dap.js";
import { partOf } from "./pages.js";
import type { RegistersReference, ScopeKind } from "./references.js";
import { ShownStacks, type ShownStacksParts } from "./shown-stacks.js";
import { createVariableStore, type VariableStore } from "./variable-store.js";
import { describeWatchable } from "./watchable-memory.js";
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

export interface StopViewParts extends ShownStacksParts {
  readonly woven: WovenSources;
  /** The numbers that the client has for frames. */
  readonly handles: {
    create(frame: FrameReference): number;
    get(handle: number, defaultValue?: FrameReference): FrameReference;
  };
  readonly registers: (frameHandle: number) => Promise<DebugProtocol.Variable[]>;
}

const GONE = "The machine has run since; ";
const FIRST_FRAME: FrameReference = { threadId: 1, frameId: 0 };

/** What a frame has, in the order in which it is shown. */
const SCOPES = [
  { kind: "arguments", name: "Arguments", expensive: false, presentationHint: "arguments" },
  { kind: "locals", name: "Locals", expensive: false, presentationHint: "locals" },
  { kind: "globals", name: "Globals", expensive: true },
  { kind: "registers", name: "Registers", expensive: true, presentationHint: "registers" },
] as const;

export function createStopView(parts: StopViewParts): StopView {
  return new GdbStopView(parts);
}

class GdbStopView implements StopView {
  private readonly store: VariableStore;
  private readonly stacks: ShownStacks;

  constructor(private readonly parts: StopViewParts) {
    this.store = createVariableStore(parts.gdb);
    this.stacks = new ShownStacks(parts);
  }

  async stackTrace(args: DebugProtocol.StackTraceArguments) {
    const { woven, handles } = this.parts;
    const shown = await this.stacks.of(args.threadId);
    const first = args.startFrame ?? 0;
    const last = args.levels ? first + args.levels : shown.length;
    const places = await woven.placesOf(shown);
    const frames = shown.slice(first, last).map((frame, position) => {
      const id = handles.create({ threadId: args.threadId, frameId: frame.level });
      return { ...frameToDap(frame, id, first + position === 0), ...places.get(frame.level) };
    });
    return { stackFrames: frames, totalFrames: shown.length };
  }

  async scopes(args: DebugProtocol.ScopesArguments) {
    const frame = this.frame(args.frameId);
    const names = await this.namesAt(frame);
    const referTo = (kind: ScopeKind) => this.store.scopeReference(kind, frame, names);
    return { scopes: SCOPES.map(({ kind, ...scope }) => ({ ...scope, variablesReference: referTo(kind) })) };
  }

  async variables(args: DebugProtocol.VariablesArguments) {
    const reference = this.referenceOf(args.variablesReference);
    if (reference.kind === "registers")
      return { variables: partOf(await this.listRegisters(reference), args) };
    return { variables: await this.store.variables(reference, args) };
  }

  async setVariable(args: DebugProtocol.SetVariableArguments) {
    const reference = this.referenceOf(args.variablesReference);
    return { value: await this.store.assign(reference, args.name, args.value) };
  }

  async setExpression({ expression, value, frameId }: DebugProtocol.SetExpressionArguments) {
    const frame = this.frame(frameId);
    const names = await this.namesAt(frame);
    if (names.constant(expression) !== undefined)
      throw new Error(`${expression} is what the weaver knew: it stands nowhere, so it can't be changed.`);
    const { gdb } = this.parts;
    const target = names.expression(expression);
    await evaluate(gdb, `${target} = ${names.expression(value)}`, frame);
    return { value: await evaluate(gdb, target, frame) };
  }

  async evaluate(args: DebugProtocol.EvaluateArguments) {
    const { gdb } = this.parts;
    const text = args.expression.trim();
    const command = args.context === "repl" ? /^(?:>|-exec\s+)(.*)$/s.exec(text)?.[1]?.trim() : undefined;
    if (command !== undefined) {
      await gdb.withEcho(() => runCommand(gdb, command));
      return { result: "", variablesReference: 0 };
    }
    const frame = this.frame(args.frameId);
    const value = await this.store.evaluate(text, frame, await this.namesAt(frame));
    return { ...value, result: value.value };
  }

  async dataBreakpointInfo(args: DebugProtocol.DataBreakpointInfoArguments) {
    const frame = this.frame(args.frameId);
    const expression =
      (args.variablesReference && this.store.expressionOf(args.variablesReference, args.name)) ||
      (await this.namesAt(frame)).expression(args.name);
    return describeWatchable(this.parts.gdb, args.name, expression, frame);
  }

  frame(id: number | undefined): FrameReference {
    if (id === undefined) return FIRST_FRAME;
    const frame = this.parts.handles.get(id) as FrameReference | undefined;
    if (frame === undefined) throw new Error(`${GONE}this frame is gone.`);
    return frame;
  }

  async namesAt(frame: FrameReference): Promise<JoinPointNames> {
    const stack = await this.stacks.of(frame.threadId);
    const shown = stack.find(({ level }) => level >= frame.frameId);
    return frameNames(this.parts.gdb, frame, shown, this.parts.index().aspects);
  }

  stoppedIn(threadId: number, file: string): void {
    this.stacks.stoppedIn(threadId, file);
  }

  forgetStacks(): void {
    this.stacks.forget();
  }

  forget(): void {
    this.stacks.forget();
    this.store.forget();
  }

  private referenceOf(reference: number) {
    const known = this.store.referenceOf(reference);
    if (known === undefined) throw new Error(`${GONE}these variables are gone.`);
    return known;
  }

  private async listRegisters({
    frame,
    names,
    group,
  }: RegistersReference): Promise<DebugProtocol.Variable[]> {
    const { registers, handles } = this.parts;
    const { general, groups } = groupRegisters(await registers(handles.create({ ...frame })));
    if (group !== undefined) return groups.get(group) ?? [];
    const rest = [...groups].map(([name, members]) => ({
      name,
      value: `${members.length} registers`,
      variablesReference: this.store.scopeReference("registers", frame, names, name),
    }));
    return [...general, ...rest];
  }
}

/** What the user typed for GDB itself. */
async function runCommand(gdb: GdbConnection, command: string): Promise<void> {
  if (command.startsWith("-")) await gdb.sendCommand(command);
  else await gdb.sendCommand(`-interpreter-exec console ${JSON.stringify(command)}`);
}
