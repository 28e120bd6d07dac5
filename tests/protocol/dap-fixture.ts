/** What the debug adapter's tests share: an adapter under test, its kernel, and a transcript of what a user sees. */
import { fileURLToPath } from "node:url";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { TO_NEXT_ADVICE } from "@weft/debug-adapter/protocol";
import { makeBundles } from "../support/bundles.js";
import { type DapClient, startDapClient } from "../support/dap-client.js";
import type { TestKernel } from "./dap-kernel/build-kernel.js";

const ADAPTER = fileURLToPath(new URL("../../debug-adapter/", import.meta.url));
let bundled = false;

/** The adapter as it ships: the bundle, started by node. */
export function startAdapter(environment: NodeJS.ProcessEnv = {}): DapClient {
  if (!bundled) makeBundles("debug-adapter");
  bundled = true;
  return startDapClient(process.execPath, [`${ADAPTER}dist/main.js`], environment);
}

/** A debugging session on the test kernel, written down as a user would see it. */
export class Transcript {
  private readonly lines: string[] = [];

  constructor(
    readonly client: DapClient,
    readonly kernel: TestKernel,
  ) {}

  /** Initializes, launches, sets breakpoints given as file -> breakpoints, and says that configuration is done. */
  async launch(
    settings: object = {},
    breakpoints: Record<string, readonly DebugProtocol.SourceBreakpoint[]> = {},
  ): Promise<void> {
    await this.client.request("initialize", {
      adapterID: "weft",
      linesStartAt1: true,
      columnsStartAt1: true,
      pathFormat: "path",
    });
    await this.client.request("launch", {
      type: "weft",
      request: "launch",
      project: this.kernel.folder,
      build: "never",
      ...settings,
    });
    await this.client.event("initialized");
    for (const [file, list] of Object.entries(breakpoints)) await this.breakpoints(file, list);
    await this.client.request("configurationDone");
  }

  async breakpoints(file: string, breakpoints: readonly DebugProtocol.SourceBreakpoint[]): Promise<void> {
    const source = { path: this.kernel.file(file) };
    const answer = await this.client.request<DebugProtocol.SetBreakpointsResponse["body"]>("setBreakpoints", {
      source,
      breakpoints,
    });
    for (const [index, { verified, line, message }] of answer.breakpoints.entries())
      this.say(
        `breakpoint ${file}:${breakpoints[index]?.line} ${verified ? `at line ${line}` : `refused: ${message}`}`,
      );
  }

  async functions(breakpoints: readonly DebugProtocol.FunctionBreakpoint[]): Promise<void> {
    const answer = await this.client.request<DebugProtocol.SetFunctionBreakpointsResponse["body"]>(
      "setFunctionBreakpoints",
      { breakpoints },
    );
    for (const [index, { verified, message = "" }] of answer.breakpoints.entries())
      this.say(`function ${breakpoints[index]?.name} ${verified ? "set" : "refused"}: ${message}`);
  }

  /** Waits for the next stop and writes the reason and the stack down; `frames` of it. */
  async stop(frames = 4): Promise<void> {
    const stopped = await this.client.event<DebugProtocol.StoppedEvent["body"]>("stopped");
    const text = stopped.text === undefined ? "" : ` (${stopped.text})`;
    this.say(`stopped: ${stopped.reason}${text}`);
    for (const frame of (await this.stack(frames)).stackFrames) {
      const hint = frame.presentationHint === "normal" ? "" : ` [${frame.presentationHint}]`;
      this.say(`  ${frame.name}  ${frame.source?.name ?? "?"}:${frame.line}${hint}`);
    }
  }

  stack(levels = 1, startFrame = 0): Promise<DebugProtocol.StackTraceResponse["body"]> {
    return this.client.request("stackTrace", { threadId: 1, startFrame, levels });
  }

  /** Sends a request that resumes the machine, and writes the stop that follows down. */
  async go(
    command: "continue" | "next" | "stepIn" | "stepOut" | typeof TO_NEXT_ADVICE,
    frames = 4,
  ): Promise<void> {
    this.say(`> ${command}`);
    await this.client.request(command, { threadId: 1 });
    await this.stop(frames);
  }

  /** Writes the variables of a scope of the frame down. */
  async scope(name: string, frame = 0): Promise<DebugProtocol.Variable[]> {
    const variables = await this.client.request<DebugProtocol.VariablesResponse["body"]>("variables", {
      variablesReference: await this.scopeReference(name, frame),
    });
    for (const variable of variables.variables)
      this.say(`  ${name.toLowerCase()}: ${variable.name} = ${variable.value}`);
    return variables.variables;
  }

  async scopeReference(name: string, frame = 0): Promise<number> {
    const scopes = await this.client.request<DebugProtocol.ScopesResponse["body"]>("scopes", {
      frameId: await this.frameId(frame),
    });
    return scopes.scopes.find((scope) => scope.name === name)?.variablesReference ?? 0;
  }

  async frameId(frame = 0): Promise<number> {
    return (await this.stack(1, frame)).stackFrames[0]?.id ?? 0;
  }

  async evaluate(expression: string, frame = 0, context = "watch"): Promise<void> {
    const frameId = await this.frameId(frame);
    const result = await this.client
      .request<DebugProtocol.EvaluateResponse["body"]>("evaluate", { expression, frameId, context })
      .then((body) => body.result)
      .catch((error: Error) => `error: ${error.message}`);
    this.say(`  ${expression} -> ${result}`);
  }

  say(line: string): void {
    this.lines.push(line);
  }

  /** Addresses, ids and the folder of the test replaced by placeholders. */
  text(): string {
    return `${this.lines.join("\n")}\n`
      .replaceAll(this.kernel.folder, "<project>")
      .replace(/0x[0-9a-f]+/g, "<address>");
  }
}
