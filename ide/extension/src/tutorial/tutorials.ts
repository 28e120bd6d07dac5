// The tutorial of the open folder: its state, its checks, its solutions, as commands for the view. Checks are asked by the
// view; it is told when something here changed (texts, effects, problems, builds).
import { checkStep, rightAnswer, type Step, type Tutorial, type World } from "@weft/weaver-bridge/tutorial";
import * as vscode from "vscode";
import { noted } from "../expected.js";
import type { LanguageServer } from "../language-server.js";
import { watchBuilds } from "./build-state.js";
import { editorWorld, type WeftSaid } from "./editor-world.js";
import * as messages from "./messages.js";
import { openFile } from "./open-file.js";
import { reread } from "./reread-documents.js";
import { solveStep } from "./solve-step.js";
import { startTutorial } from "./start-tutorial.js";
import { typeInTerminal } from "./terminals.js";
import { allTutorials, keepProgress, progressOf, tutorialOf } from "./tutorial-store.js";

const CHANGE_PAUSE = 250;

export function registerTutorials(server: LanguageServer): vscode.Disposable {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const tutorial = folder === undefined ? undefined : tutorialOf(folder.fsPath);
  const builds = watchBuilds();
  const command = vscode.commands.registerCommand;
  const general = [
    builds,
    command(messages.LIST, () => allTutorials().map(itemOf)),
    command(messages.START, (name: string) => startTutorial(name)),
    command(messages.STATE, () => tutorial && stateOf(tutorial)),
  ];
  if (folder === undefined || tutorial === undefined) return vscode.Disposable.from(...general);

  const said = new Map<string, Promise<WeftSaid>>();
  const tell = pausing(() => {
    void vscode.commands.executeCommand(messages.CHANGED).then(undefined, noted("the page of the tutorial"));
  });
  const changed = () => {
    said.clear();
    tell();
  };
  const noAnswers: messages.Seen = { frames: [], answers: {} };
  const world = (seen: messages.Seen) => editorWorld({ folder, server, builds, seen, said });
  return vscode.Disposable.from(
    ...general,
    command(messages.CHECK, async ({ step: at, seen, now }: messages.CheckQuestion) => {
      const step = tutorial.steps[at];
      if (step === undefined) return [];
      if (now === true) said.clear();
      askAhead(step, world(seen));
      const verdicts = await checkStep(step, world(seen));
      if (verdicts.every(({ state }) => state === "ok")) rememberDone(tutorial, step.name);
      return verdicts;
    }),
    command(messages.SOLVE, async (at: number) => {
      const step = tutorial.steps[at];
      if (step === undefined) return {};
      const problem = await solveStep(folder, step.solve);
      if (problem !== undefined) return { problem };
      const answer = step.solve.flatMap((action) => ("answer" in action ? [action.answer] : []))[0];
      const question = step.checks.find((check) => check.kind === "answer");
      if (answer !== "*" || question === undefined) return { answer };
      said.clear();
      const right = await rightAnswer(question.wanted, world(noAnswers));
      return "value" in right ? { answer: right.value } : { problem: Object.values(right)[0] };
    }),
    command(messages.RESET, async (at: number) => {
      await vscode.workspace.saveAll(false);
      const { problem } = await startTutorial(tutorial.name, at + 1);
      await reread(folder);
      changed();
      return { problem };
    }),
    command(messages.GO, (step: number) => keepProgress(tutorial.name, { step })),
    command(messages.OPEN, (file: string, line?: string) => openFile(folder, file, line)),
    command(messages.TYPE, (words: string) => typeInTerminal(folder, words)),
    builds.onDidChange(changed),
    server.onEffectsChanged(tell),
    server.onDidStart(tell),
    vscode.languages.onDidChangeDiagnostics(tell),
    vscode.workspace.onDidChangeTextDocument(tell),
    vscode.workspace.onDidSaveTextDocument(changed),
  );
}

/** What an answer is held against is found out while the learner looks for it. A build is not begun for that. */
function askAhead({ checks }: Step, world: World): void {
  for (const check of checks)
    if (check.kind === "answer" && check.wanted.arguments?.[0] !== "build")
      void rightAnswer(check.wanted, world);
}

function rememberDone({ name }: Tutorial, step: string): void {
  const { done } = progressOf(name);
  if (!done.includes(step)) keepProgress(name, { done: [...done, step] });
}

function itemOf({ name, title, minutes, sample, text, steps }: Tutorial): messages.TutorialItem {
  const summary = (text.split(/\n\s*\n/)[0] ?? "").replace(/\s+/g, " ").replace(/[*`]/g, "");
  const done = progressOf(name).done.filter((one) => steps.some((step) => step.name === one)).length;
  return { name, title, minutes, sample, summary, steps: steps.length, done };
}

function stateOf({ name, title, sample, steps }: Tutorial): messages.TutorialState {
  const { step, done } = progressOf(name);
  return {
    name,
    title,
    sample,
    step: Math.min(step, steps.length - 1),
    done,
    steps: steps.map((one) => ({
      name: one.name,
      title: one.title,
      text: one.text,
      buttons: one.buttons,
      checks: one.checks.map((check) => ({
        says: check.says,
        ...(check.kind === "answer" ? { ask: check.wanted.ask } : {}),
      })),
      isSolvable: one.solve.length > 0,
    })),
  };
}

/** Calls after a pause in which it was not asked for again. */
function pausing(call: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, CHANGE_PAUSE);
  };
}
