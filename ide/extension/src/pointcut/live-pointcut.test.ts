import type { SearchPointcutParams, SearchPointcutResult } from "@weft/language-server/protocol";
import { expect, test, vi } from "vitest";
import type { LanguageServer } from "../language-server.js";

vi.mock("vscode", () => {
  class EventEmitter {
    private readonly listeners: (() => void)[] = [];
    readonly event = (listener: () => void) => {
      this.listeners.push(listener);
      return { dispose: () => {} };
    };
    fire() {
      for (const listener of this.listeners) listener();
    }
    dispose() {}
  }
  class CancellationTokenSource {
    readonly token = {};
    cancel() {}
    dispose() {}
  }
  return { EventEmitter, CancellationTokenSource, Disposable: { from: () => ({ dispose: () => {} }) } };
});

const { createLivePointcut } = await import("./live-pointcut.js");

test("the answer to one pointcut is never that to the next, which says that it is being searched", async () => {
  const answers: ((result: SearchPointcutResult) => void)[] = [];
  const server = {
    ask: (_method: string, _question: SearchPointcutParams) =>
      new Promise<SearchPointcutResult>((resolve) => answers.push(resolve)),
    onEffectsChanged: () => ({ dispose: () => {} }),
  } as never as LanguageServer;
  const live = createLivePointcut(server);
  const result = (expression: string): SearchPointcutResult =>
    ({ state: "whole", expression, files: [], searched: 1, units: 1 }) as never;
  live.ask({ uri: "file:///k.c", expression: 'call("% a(...)")' });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]?.(result('call("% a(...)")'));
  await vi.waitFor(() => expect(live.answer?.expression).toBe('call("% a(...)")'));
  expect(live.stale).toBeUndefined();
  live.ask({ uri: "file:///k.c", expression: 'call("% b' });
  expect(live.stale).toBe("Searching…");
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  expect(live.stale).toBe("Searching…");
  answers[1]?.(result('call("% b%")'));
  await vi.waitFor(() => expect(live.stale).toBeUndefined());
  expect(live.answer?.expression).toBe('call("% b%")');
  live.dispose();
});
