/** What a client sees at a stop, and what it asks there. */
import type { DebugProtocol } from "@vscode/debugprotocol";
import { isPointcut } from "../../engine/index.js";
import type { RecordedHits, RecordedHitsArguments } from "../../protocol/index.js";
import { counterCommand, type LiveCounters } from "../kernel/live-counters.js";
import { hitsAsText } from "../recorded/recorded-hits.js";
import { completions } from "../values/completions.js";
import { showTable, tableCommand } from "../values/cpu-tables.js";
import { disassemble } from "../values/disassembly.js";
import { ResumesSession } from "./resumes-session.js";

const HITS = /^hits (?:--most (\d+) )?(?:--seconds (\d+) )?(.+)$/s;

export abstract class LooksSession extends ResumesSession {
  /** Throws where nothing can be woven into what is debugged. */
  protected abstract readonly counters: LiveCounters;

  protected abstract hitsOf(args: RecordedHitsArguments): Promise<RecordedHits>;

  protected override async stackTraceRequest(
    response: DebugProtocol.StackTraceResponse,
    args: DebugProtocol.StackTraceArguments,
  ): Promise<void> {
    await this.answer(response, async () => {
      const cpu = this.tasks?.sleeps(args.threadId) ? undefined : args.threadId - 1;
      if (cpu !== undefined)
        await this.programs?.showFor(cpu).catch((error: Error) => this.log.add("session", error.message));
      return this.view.stackTrace(args);
    });
  }

  protected override sourceRequest(
    response: DebugProtocol.SourceResponse,
    { sourceReference, source }: DebugProtocol.SourceArguments,
  ): void {
    void this.answer(response, async () => {
      const content = this.woven.content(source?.sourceReference ?? sourceReference);
      if (content === undefined) throw new Error("This text is of a session that has ended.");
      return { content, mimeType: "text/x-c" };
    });
  }

  protected override scopesRequest(
    response: DebugProtocol.ScopesResponse,
    args: DebugProtocol.ScopesArguments,
  ): void {
    void this.answer(response, () => this.view.scopes(args));
  }

  protected override async variablesRequest(
    response: DebugProtocol.VariablesResponse,
    args: DebugProtocol.VariablesArguments,
  ): Promise<void> {
    await this.answer(response, () => this.view.variables(args));
  }

  protected override async setVariableRequest(
    response: DebugProtocol.SetVariableResponse,
    args: DebugProtocol.SetVariableArguments,
  ): Promise<void> {
    await this.answer(response, () => this.view.setVariable(args));
  }

  /** What hooks displaced is shown as the kernel has it. */
  protected override async disassembleRequest(
    response: DebugProtocol.DisassembleResponse,
    args: DebugProtocol.DisassembleArguments,
  ): Promise<void> {
    await this.answer(response, async () => {
      await this.learnLiveCode();
      const lines = await disassemble(this.connection, args);
      return { instructions: [...(await this.live.inCode(lines, this.connection))] };
    });
  }

  protected override async evaluateRequest(
    response: DebugProtocol.EvaluateResponse,
    args: DebugProtocol.EvaluateArguments,
  ): Promise<void> {
    const text = args.context === "repl" ? args.expression.trim() : "";
    const position = /^goto (\d+)$/.exec(text)?.[1];
    const command = this.consoleCommand(text, args.frameId);
    if (position !== undefined) {
      response.body = { result: "", variablesReference: 0 };
      await this.goTo(response, Number(position));
    } else if (command !== undefined)
      await this.answer(response, async () => ({ result: await command(), variablesReference: 0 }));
    else await this.answer(response, () => this.view.evaluate(args));
  }

  protected override setExpressionRequest(
    response: DebugProtocol.SetExpressionResponse,
    args: DebugProtocol.SetExpressionArguments,
  ): void {
    void this.answer(response, () => this.view.setExpression(args));
  }

  protected override completionsRequest(
    response: DebugProtocol.CompletionsResponse,
    args: DebugProtocol.CompletionsArguments,
  ): void {
    void this.answer(response, async () => ({ targets: await completions(this.connection, args) }));
  }

  /** What is no expression, but asks Weft. */
  private consoleCommand(text: string, frameId: number | undefined): (() => Promise<string>) | undefined {
    const counting = counterCommand(text);
    if (counting !== undefined) return async () => counting(this.counters);
    const table = tableCommand(text);
    if (table !== undefined) return () => showTable(this.connection, table, this.view.frame(frameId));
    const [, most, seconds, pointcut] = HITS.exec(text) ?? [];
    if (pointcut === undefined || !isPointcut(pointcut)) return undefined;
    const limits = {
      ...(most === undefined ? {} : { most: Number(most) }),
      ...(seconds === undefined ? {} : { seconds: Number(seconds) }),
    };
    return async () => hitsAsText(await this.hitsOf({ pointcut, ...limits }), true);
  }

  protected override async dataBreakpointInfoRequest(
    response: DebugProtocol.DataBreakpointInfoResponse,
    args: DebugProtocol.DataBreakpointInfoArguments,
  ): Promise<void> {
    await this.answer(response, async () =>
      isPointcut(args.name) ? this.pointcutToWatch(args.name) : this.view.dataBreakpointInfo(args),
    );
  }

  /** All writes of a field, of whatever object: a pointcut is watched by its instructions, so there may be any number of them. */
  private async pointcutToWatch(pointcut: string): Promise<DebugProtocol.DataBreakpointInfoResponse["body"]> {
    const { places, message } = await this.resolvePointcut(pointcut);
    const accesses = places.filter(({ meant }) => meant.some(({ how }) => how === "access"));
    if (accesses.length === 0) {
      const why = message ?? "None of its instructions is an access; name it with get(…) or set(…).";
      return { dataId: null, description: `${pointcut} can't be watched: ${why}` };
    }
    const count = `${accesses.length} ${accesses.length === 1 ? "place" : "places"}`;
    return { dataId: pointcut, description: `${pointcut} (${count})`, canPersist: true };
  }
}
