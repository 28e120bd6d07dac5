// The map's data, kept until the server says that files changed: how long each file is and what touches it. The map and
// the badges in the explorer read it here.
import {
  type CrosscuttingFile,
  type CrosscuttingResult,
  crosscuttingRequest,
  effectFields,
} from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";

export type MappedFile = CrosscuttingFile & { readonly lines: number };

export interface ProjectMap extends vscode.Disposable {
  readonly files: ReadonlyMap<string, MappedFile>;
  /** Names that effects refer to; it only grows. */
  readonly aspects: readonly string[];
  readonly isComputing: boolean;
  /** Why there is no map, for people. */
  readonly problem: string | undefined;
  /** Uris whose files changed, came or went; `undefined` for all. */
  readonly onDidChange: vscode.Event<readonly string[] | undefined>;
}

/** Many files change together when an aspect is edited; one question answers them all. */
const quietMilliseconds = 150;

export function createProjectMap(server: LanguageServer): ProjectMap {
  const files = new Map<string, MappedFile>();
  const aspects: string[] = [];
  const changed = new vscode.EventEmitter<readonly string[] | undefined>();
  /** What to ask for next; `"all"` after a start. */
  let wanted: Set<string> | "all" | undefined;
  let asking = false;
  let isComputing = true;
  let timer: NodeJS.Timeout | undefined;

  const take = ({ aspects: names, files: answered }: CrosscuttingResult) => {
    const numbers = names.map((name) => {
      const known = aspects.indexOf(name);
      return known === -1 ? aspects.push(name) - 1 : known;
    });
    for (const { uri, lines, effects, problems } of answered)
      if (lines === undefined) files.delete(uri);
      else
        files.set(uri, {
          uri,
          lines,
          effects: effects.map((value, at) => (at % effectFields === 1 ? (numbers[value] ?? 0) : value)),
          problems,
        });
  };
  const ask = async () => {
    if (asking || wanted === undefined) return;
    const question = wanted === "all" ? {} : { uris: [...wanted] };
    wanted = undefined;
    asking = true;
    const answer = await server.ask(crosscuttingRequest, question);
    asking = false;
    if (answer !== undefined) {
      if (question.uris === undefined) files.clear();
      isComputing = answer.state === "computing";
      take(answer);
      changed.fire(question.uris);
    }
    if (wanted !== undefined) askSoon();
  };
  const askSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void ask();
    }, quietMilliseconds);
  };
  const want = (uris: readonly string[] | undefined) => {
    if (uris === undefined || wanted === "all") wanted = "all";
    else wanted = new Set([...(wanted ?? []), ...uris]);
    askSoon();
  };
  const subscriptions = [
    changed,
    server.onDidStart(() => want(undefined)),
    server.onDidStop(() => {
      files.clear();
      changed.fire(undefined);
    }),
    server.onMapChanged(want),
  ];
  return {
    files,
    aspects,
    get isComputing() {
      return isComputing;
    },
    get problem() {
      return server.problem;
    },
    onDidChange: changed.event,
    dispose: () => {
      clearTimeout(timer);
      vscode.Disposable.from(...subscriptions).dispose();
    },
  };
}
