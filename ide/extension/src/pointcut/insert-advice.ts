// Makes advice of a pointcut: in an aspect that the user chooses, or in a new one.
import { type AspectNode, aspectsRequest } from "@weft/language-server/protocol";
import * as vscode from "vscode";
import { placeText, toRange } from "../aspects/places.js";
import type { LanguageServer } from "../language-server.js";

interface Choice extends vscode.QuickPickItem {
  readonly aspect?: AspectNode;
}

export async function insertAdvice(server: LanguageServer, expression: string): Promise<void> {
  const aspects = (await server.ask(aspectsRequest, {}))?.aspects ?? [];
  const choices: Choice[] = [
    ...aspects.map((aspect) => ({ label: aspect.name, description: placeText(aspect), aspect })),
    { label: "$(new-file) A new aspect" },
  ];
  const chosen = await vscode.window.showQuickPick(choices, {
    title: `Insert as advice: ${expression}`,
    placeHolder: "The aspect that the advice goes to",
  });
  if (chosen === undefined) return;
  await (chosen.aspect === undefined ? insertIntoNew(expression) : insertInto(chosen.aspect, expression));
}

function adviceSnippet(expression: string): string {
  return `advice ${escaped(expression)} : \${1|before,after,around|}() {\n\t\t$0\n\t}\n`;
}

function escaped(expression: string): string {
  return expression.replace(/[\\$}]/g, "\\$&");
}

async function insertInto(aspect: AspectNode, expression: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(aspect.uri, true));
  const editor = await vscode.window.showTextDocument(document);
  const from = document.offsetAt(toRange(aspect).end);
  const open = document.getText().indexOf("{", from);
  if (open === -1) {
    void vscode.window.showWarningMessage(`The aspect ${aspect.name} has no body yet.`);
    return;
  }
  const snippet = new vscode.SnippetString(`\n\t${adviceSnippet(expression)}`);
  await editor.insertSnippet(snippet, document.positionAt(open + 1));
}

async function insertIntoNew(expression: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: "weft-aspect", content: "" });
  const editor = await vscode.window.showTextDocument(document);
  const text = `aspect \${2:NewAspect} {\n\t${adviceSnippet(expression)}};\n`;
  await editor.insertSnippet(new vscode.SnippetString(text), new vscode.Position(0, 0));
}
