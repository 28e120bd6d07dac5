/** Requests beyond the Debug Adapter Protocol; `protocol/messages` says what each asks. */
import { isAbsolute } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import {
  CONSOLE_INPUT,
  type ConsoleInput,
  DUMP_MEMORY,
  type DumpMemory,
  GO_TO,
  type GoTo,
  RECENT_LOG,
  RECORDED_HITS,
  REVERSE_TO_ADVICE,
  REVERSE_TO_JOIN_POINT,
  REVERSE_TO_LINE,
  REVERSE_TO_WRITE,
  type ReverseToWrite,
  SHOW_WOVEN,
  type ShowWoven,
  type SourceLine,
  STEP_INTO,
  type StepInto,
  type SteppedInto,
  TO_NEXT_ADVICE,
} from "../../protocol/index.js";
import { DUMP_STANDS } from "../../qemu/index.js";
import { dumpMachine } from "../recorded/memory-dump.js";
import { MachineSession } from "./machine-session.js";

export abstract class OwnRequestsSession extends MachineSession {
  protected override customRequest(command: string, response: DebugProtocol.Response, args: unknown): void {
    if (command === REVERSE_TO_WRITE)
      void this.reverseToWrite(response, (args ?? {}) as Partial<ReverseToWrite>);
    else if (command === REVERSE_TO_JOIN_POINT) void this.goBack(response, (travel) => travel.toJoinPoint());
    else if (command === REVERSE_TO_ADVICE) void this.reverseToAdvice(response, args as SourceLine);
    else if (command === REVERSE_TO_LINE) void this.reverseToLine(response, args as SourceLine);
    else if (command === TO_NEXT_ADVICE)
      void this.resume(response, async () => this.nextAdvice?.go(this.enters));
    else if (command === STEP_INTO)
      void this.answer(response, async () => this.stepInto((args ?? {}) as Partial<StepInto>));
    else if (command === SHOW_WOVEN)
      void this.answer(response, () => this.showWoven((args ?? {}) as Partial<ShowWoven>));
    else if (command === GO_TO) void this.goTo(response, Number((args as Partial<GoTo>)?.position));
    else if (command === RECORDED_HITS)
      void this.answer(response, () => this.hitsOf({ pointcut: "", ...(args as object) }));
    else if (command === RECENT_LOG) {
      response.body = { lines: this.log.lines() };
      this.sendResponse(response);
    } else if (command === DUMP_MEMORY) {
      void this.answer(response, async () => {
        const { file = "" } = (args ?? {}) as Partial<DumpMemory>;
        if (!isAbsolute(file)) throw new Error("Dump into which file? Its path must be absolute.");
        if (this.isDump) throw new Error(DUMP_STANDS);
        if (this.isRunning && this.machine?.dump === undefined)
          throw new Error("The machine is running. Pause it first.");
        await dumpMachine(this.machine, this.connection, file);
        return { file };
      });
    } else if (command === CONSOLE_INPUT) {
      void this.handle(response, async () => {
        if (this.machine === undefined)
          throw new Error("The console of a machine that was attached to is not ours.");
        await this.machine.type(String((args as Partial<ConsoleInput>).text ?? ""));
        this.sendResponse(response);
      });
    } else this.fail(response, new Error(`The debugger has no request "${command}".`));
  }

  private async showWoven({ woven = !this.woven.isShown }: Partial<ShowWoven>): Promise<ShowWoven> {
    this.woven.show(woven);
    if (this.isRunning) return { woven };
    this.sendStopAgain();
    const { stackFrames } = await this.view.stackTrace({ threadId: this.stoppedThread, levels: 1 });
    const source = stackFrames[0]?.source;
    if (woven && source?.path !== undefined)
      this.print(`Nothing is woven into ${source.name} here: its source is what was compiled.\n`, "console");
    return { woven };
  }

  private stepInto({ advice }: Partial<StepInto>): SteppedInto {
    const aspects = [...this.index.aspects].sort();
    const unknown = advice === undefined ? undefined : this.unknownAspects(advice);
    if (unknown !== undefined) throw new Error(unknown);
    if (advice !== undefined) this.stepped = advice;
    return { advice: this.stepped, aspects };
  }
}
