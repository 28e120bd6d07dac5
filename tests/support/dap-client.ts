/**
 * A small client of the Debug Adapter Protocol over a child's standard input and output, for tests. Events are kept
 * until a test asks for them, so nothing is lost between two awaits; every wait ends with the traffic so far.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { DebugProtocol } from "@vscode/debugprotocol";

export interface DapClient {
  readonly process: ChildProcess;
  /** Resolves with the answer's body; rejects with the adapter's message. */
  request<T = Record<string, never>>(command: string, args?: object): Promise<T>;
  /** The next event of this name that satisfies the condition, among those not taken yet. */
  event<T = DebugProtocol.Event["body"]>(name: string, condition?: (body: T) => boolean): Promise<T>;
  /** All output of a category so far. */
  output(category: string): string;
  /** Resolves when the output of a category contains the text. */
  outputHas(category: string, text: string): Promise<void>;
  /** Resolves with the exit code when the adapter has ended. */
  readonly exited: Promise<number | null>;
  /** Ends the adapter if it still runs. */
  dispose(): Promise<void>;
}

/** Bound of every wait, in milliseconds; a passing test never comes near it. */
const PATIENCE = 60_000;

export function startDapClient(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  folder?: string,
): DapClient {
  const env = { ...process.env, ...environment };
  const child = spawn(program, [...args], {
    stdio: "pipe",
    env,
    ...(folder === undefined ? {} : { cwd: folder }),
  });
  const traffic: string[] = [];
  const events: DebugProtocol.Event[] = [];
  const outputs = new Map<string, string>();
  const pending = new Map<number, (response: DebugProtocol.Response) => void>();
  const watchers = new Set<() => void>();
  const waits = new Set<(error: Error) => void>();
  let sequence = 0;

  const exited = new Promise<number | null>((resolve) => child.once("close", (code) => resolve(code)));
  void exited.then((code) => {
    for (const reject of [...waits]) reject(new Error(`the adapter ended with code ${code}`));
  });
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => traffic.push(`stderr ${text}`));
  child.stdin.on("error", () => {});
  readMessages(child, (message) => {
    traffic.push(`<- ${JSON.stringify(message).slice(0, 400)}`);
    if (message.type === "response")
      pending.get((message as DebugProtocol.Response).request_seq)?.(message as DebugProtocol.Response);
    if (message.type !== "event") return;
    const event = message as DebugProtocol.Event;
    if (event.event === "output")
      outputs.set(event.body.category, (outputs.get(event.body.category) ?? "") + event.body.output);
    events.push(event);
    for (const watcher of [...watchers]) watcher();
  });

  const bounded = <T>(
    what: string,
    start: (resolve: (value: T) => void, reject: (error: Error) => void) => void,
  ): Promise<T> =>
    new Promise((resolve, reject) => {
      const fail = (error: Error) => {
        settle();
        reject(new Error(`no ${what}: ${error.message}\n${traffic.slice(-60).join("\n")}`));
      };
      const timer = setTimeout(() => fail(new Error("waited too long")), PATIENCE);
      const settle = () => {
        clearTimeout(timer);
        waits.delete(fail);
      };
      waits.add(fail);
      const settled =
        <V>(then: (value: V) => void) =>
        (value: V) => {
          settle();
          then(value);
        };
      start(settled(resolve), settled(reject));
    });
  const until = <T>(what: string, probe: () => T | undefined): Promise<T> =>
    bounded(what, (resolve) => {
      const watcher = () => {
        const found = probe();
        if (found === undefined) return;
        watchers.delete(watcher);
        resolve(found);
      };
      watchers.add(watcher);
      watcher();
    });

  return {
    process: child,
    exited,
    request: <T>(command: string, args: object = {}) =>
      bounded<T>(`answer to ${command}`, (resolve, reject) => {
        const seq = ++sequence;
        const text = JSON.stringify({ seq, type: "request", command, arguments: args });
        traffic.push(`-> ${text}`);
        pending.set(seq, (response) => {
          pending.delete(seq);
          if (response.success) resolve(response.body as T);
          else reject(new Error(response.body?.error?.format ?? response.message ?? "failed"));
        });
        child.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
      }),
    event: <T>(name: string, condition: (body: T) => boolean = () => true) =>
      until(`event ${name}`, () => {
        const index = events.findIndex((event) => event.event === name && condition(event.body as T));
        return index === -1 ? undefined : ((events.splice(index, 1)[0]?.body ?? {}) as T);
      }),
    output: (category) => outputs.get(category) ?? "",
    outputHas: async (category, text) => {
      await until(`"${text}" on ${category}`, () =>
        outputs.get(category)?.includes(text) ? true : undefined,
      );
    },
    dispose: async () => {
      child.kill("SIGTERM");
      await exited;
    },
  };
}

function readMessages(
  child: ChildProcess,
  onMessage: (message: DebugProtocol.ProtocolMessage) => void,
): void {
  let buffer = Buffer.alloc(0);
  child.stdout?.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf("\r\n\r\n");
      if (end === -1) return;
      const length = Number(/Content-Length: (\d+)/.exec(buffer.toString("latin1", 0, end))?.[1]);
      if (buffer.length < end + 4 + length) return;
      onMessage(JSON.parse(buffer.toString("utf8", end + 4, end + 4 + length)));
      buffer = buffer.subarray(end + 4 + length);
    }
  });
}
