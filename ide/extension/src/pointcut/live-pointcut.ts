// The pointcut that is looked at: asks the server what it selects, drops answers to older questions, keeps the last good
// answer while a newer text can't be read, and asks again while the index is incomplete.
import {
  type SearchPointcutParams,
  type SearchPointcutResult,
  searchPointcutRequest,
} from "@weft/language-server/protocol";
import * as vscode from "vscode";
import type { LanguageServer } from "../language-server.js";
import { isPart } from "./summary.js";

export interface LivePointcut extends vscode.Disposable {
  /** Asks soon; a newer question ends this one. */
  ask(question: SearchPointcutParams): void;
  clear(): void;
  /** The newest answer that has one; see `stale`. */
  readonly answer: SearchPointcutResult | undefined;
  /** Why the answer is not that of the newest text. */
  readonly stale: string | undefined;
  readonly isAsking: boolean;
  readonly onDidChange: vscode.Event<void>;
}

const SEARCHING = "Searching…";
const PAUSE_MS = 60;
const AGAIN_MS = 1_000;

export function createLivePointcut(server: LanguageServer): LivePointcut {
  const changed = new vscode.EventEmitter<void>();
  let question: SearchPointcutParams | undefined;
  let answer: SearchPointcutResult | undefined;
  let answered: SearchPointcutParams | undefined;
  let stale: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running: vscode.CancellationTokenSource | undefined;

  const cancel = () => {
    clearTimeout(timer);
    running?.cancel();
    running?.dispose();
    running = undefined;
  };
  const later = (milliseconds: number) => {
    cancel();
    timer = setTimeout(() => void run(), milliseconds);
  };
  const run = async () => {
    const asked = question;
    if (asked === undefined) return;
    const own = new vscode.CancellationTokenSource();
    running = own;
    changed.fire();
    const result = await server.ask(searchPointcutRequest, asked, own.token);
    if (running !== own) return;
    running = undefined;
    own.dispose();
    if (result === undefined) stale = server.problem ?? "The language server gave no answer.";
    else if (result.state === "none") stale = result.message;
    else if (result.state !== "superseded") [answer, answered, stale] = [result, asked, undefined];
    // What another question overtook in the server is still the newest here.
    if (result?.state === "superseded") later(PAUSE_MS);
    else if (result?.unverified === true) later(AGAIN_MS);
    else if (result !== undefined && isPart(result)) later(AGAIN_MS);
    changed.fire();
  };
  const subscription = server.onEffectsChanged(() => {
    if (question !== undefined && running === undefined) later(250);
  });
  return {
    ask(next) {
      if (JSON.stringify(next) === JSON.stringify(question) && next.expression !== undefined) return;
      if (next.expression !== undefined && next.expression !== answered?.expression) {
        // Another question: until it is answered nothing is shown as its answer.
        stale = SEARCHING;
        changed.fire();
      }
      question = next;
      later(PAUSE_MS);
    },
    clear() {
      cancel();
      [question, answer, answered, stale] = [undefined, undefined, undefined, undefined];
      changed.fire();
    },
    get answer() {
      return answer;
    },
    get stale() {
      return stale;
    },
    get isAsking() {
      return running !== undefined;
    },
    onDidChange: changed.event,
    dispose: () => {
      cancel();
      vscode.Disposable.from(subscription, changed).dispose();
    },
  };
}
