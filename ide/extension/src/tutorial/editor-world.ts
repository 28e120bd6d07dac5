// The world of a tutorial's checks as the IDE knows it: texts as the editors show them, the language server's answers, the
// problems, builds, and what the view has seen of debugger and guest.
import { type AdviceNode, aspectsRequest, effectsRequest, whyRequest } from "@weft/language-server/protocol";
import { lookUp } from "@weft/weaver-bridge/model";
import type { Answer, FoundProblem, Selection, WhyNot, World } from "@weft/weaver-bridge/tutorial";
import * as vscode from "vscode";
import { textOfFile } from "../expected.js";
import type { LanguageServer } from "../language-server.js";
import { runWeft } from "../project/run-weft.js";
import type { BuildWatch } from "./build-state.js";
import type { Seen } from "./messages.js";

export interface EditorWorldOptions {
  readonly folder: vscode.Uri;
  readonly server: LanguageServer;
  readonly builds: BuildWatch;
  readonly seen: Seen;
  /** Answers of weft, by its words, until something changes. */
  readonly said: Map<string, Promise<WeftSaid>>;
}

export type WeftSaid = Answer<{ readonly code: number; readonly output: string }>;

const WEFT_DEADLINE = 120_000;

export function editorWorld({ folder, server, builds, seen, said }: EditorWorldOptions): World {
  const uriOf = (file: string) => vscode.Uri.joinPath(folder, file);
  const pathOf = (uri: string) => {
    const { path } = vscode.Uri.parse(uri);
    return path.startsWith(`${folder.path}/`) ? path.slice(folder.path.length + 1) : path;
  };
  const noServer = () => {
    if (server.isStarting) return { waiting: "Weft is starting." };
    return { cannot: server.problem ?? "The language server gave no answer; its output says why." };
  };
  const text = (file: string) => textOf(uriOf(file));
  const files = async () =>
    (await vscode.workspace.findFiles("**/*", "**/{build,.weft,.git}/**")).map((uri) =>
      pathOf(uri.toString()),
    );
  return {
    text,
    files,
    effects: async (file, line) => {
      const uri = uriOf(file);
      const found = await server.ask(effectsRequest, { uri: uri.toString() });
      if (found === undefined) return noServer();
      const shown = openDocument(uri);
      const isOld = shown !== undefined && found.version !== undefined && found.version < shown.version;
      if (found.state === "computing" || isOld) return { waiting: "Weft is looking." };
      const onLine = found.effects.filter(
        ({ role, range }) => role === "target" && range.start.line === line - 1,
      );
      return { value: onLine.map(({ title }) => title) };
    },
    why: async (file, line, aspect) => {
      const source = ((await text(file)) ?? "").split("\n")[line - 1] ?? "";
      const position = { line: line - 1, character: source.search(/\S|$/) };
      const answer = await server.ask(whyRequest, { uri: uriOf(file).toString(), position, aspect });
      if (answer === undefined) return noServer();
      return {
        value: "message" in answer ? [] : answer.joinPoints.flatMap(({ advice }) => advice.map(whyNot)),
      };
    },
    select: async (file, line) => {
      const found = await server.ask(aspectsRequest, {});
      if (found === undefined) return noServer();
      const advice = found.aspects
        .flatMap((aspect) => aspect.advice)
        .find((one) => pathOf(one.uri) === file && one.range.start.line === line - 1);
      return { value: selectionOf(advice) };
    },
    problems: async () => ({ value: problemsIn(folder, pathOf) }),
    build: async () => builds.state(folder, await files()),
    console: async () => ({ value: seen.console }),
    frames: async () => ({ value: seen.frames }),
    front: async () => ({ value: seen.front }),
    weft: (words) => {
      const key = JSON.stringify(words);
      const answer = said.get(key) ?? ask(words, folder);
      // What runs changes without a file.
      if (words[0] !== "live") said.set(key, answer);
      return answer;
    },
    answer: async (question) => lookUp(seen.answers, question),
  };
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
  const shown = openDocument(uri);
  return shown === undefined ? textOfFile(uri) : shown.getText();
}

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    (document) => !document.isClosed && document.uri.path === uri.path,
  );
}

function whyNot({
  place,
  applies,
  why,
  suggestion,
}: {
  readonly place: { readonly label: string };
  readonly applies: string;
  readonly why: string;
  readonly suggestion?: { readonly pointcut: string };
}): WhyNot {
  return {
    advice: place.label,
    applies: applies !== "no",
    why,
    ...(suggestion === undefined ? {} : { suggestion: suggestion.pointcut }),
  };
}

function selectionOf(advice: AdviceNode | undefined): Selection {
  if (advice === undefined)
    return { pointcut: "", total: 0, labels: [], message: "no advice that Weft understands begins there" };
  return {
    pointcut: advice.label.replace(/^\w+ /, ""),
    total: advice.targets.length,
    labels: advice.targets.map(({ label }) => label),
  };
}

function problemsIn(folder: vscode.Uri, pathOf: (uri: string) => string): FoundProblem[] {
  return vscode.languages.getDiagnostics().flatMap(([uri, problems]) => {
    if (!uri.path.startsWith(`${folder.path}/`)) return [];
    return problems
      .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
      .map(({ severity, message, range, code }) => ({
        file: pathOf(uri.toString()),
        line: range.start.line + 1,
        message: message.replace(/\.$/, ""),
        code: String(typeof code === "object" ? code.value : (code ?? "")),
        isError: severity === vscode.DiagnosticSeverity.Error,
      }));
  });
}

async function ask(words: readonly string[], folder: vscode.Uri): Promise<WeftSaid> {
  const [first, ...rest] = words;
  if (first === undefined) return { cannot: "the tutorial names no command" };
  const cancel = new vscode.CancellationTokenSource();
  const answer = await runWeft(
    { words: [first, ...rest], project: folder.fsPath, deadline: WEFT_DEADLINE },
    cancel.token,
  );
  cancel.dispose();
  if ("problem" in answer) return { cannot: answer.problem };
  if ("cancelled" in answer) return { cannot: "it was cancelled" };
  return { value: { code: answer.code, output: `${answer.out}${answer.errors}` } };
}
