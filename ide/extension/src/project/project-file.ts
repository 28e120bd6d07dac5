// Help while editing weft.json: problems, completion and hover from its schema. VS Code brings its own for JSON with a
// schema; Theia has none, so there the same library does the work here.
import { readFileSync } from "node:fs";
import { unlessBroken } from "@weft/weaver-bridge/model";
import * as vscode from "vscode";
import {
  getLanguageService,
  type JSONSchema,
  type LanguageService,
  TextDocument,
} from "vscode-json-languageservice";

const selector: vscode.DocumentSelector = { scheme: "file", pattern: "**/weft.json" };
const builtIn = "vscode.json-language-features";

export function registerProjectFile(extensionUri: vscode.Uri): vscode.Disposable {
  const schema = readSchema(extensionUri);
  if (vscode.extensions.getExtension(builtIn) !== undefined || schema === undefined)
    return new vscode.Disposable(() => {});
  // What a "$schema" of the file names is this schema, wherever it lies: Theia could not read it.
  const service = getLanguageService({
    schemaRequestService: () => Promise.resolve(JSON.stringify(schema)),
    workspaceContext: { resolveRelativePath: (path, file) => new URL(path, file).href },
  });
  service.configure({ allowComments: true, schemas: [{ uri: "weft://schema", fileMatch: ["*"], schema }] });
  const problems = vscode.languages.createDiagnosticCollection("weft.json");
  const check = async (document: vscode.TextDocument) => {
    if (vscode.languages.match(selector, document) > 0)
      problems.set(document.uri, await problemsOf(service, document));
  };
  for (const document of vscode.workspace.textDocuments) void check(document);
  return vscode.Disposable.from(
    problems,
    vscode.workspace.onDidOpenTextDocument((document) => void check(document)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => void check(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => problems.delete(uri)),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: (document, at) => hover(service, document, at),
    }),
    vscode.languages.registerCompletionItemProvider(
      selector,
      { provideCompletionItems: (document, at) => complete(service, document, at) },
      '"',
      ":",
    ),
  );
}

function readSchema(extensionUri: vscode.Uri): JSONSchema | undefined {
  return unlessBroken(() =>
    JSON.parse(
      readFileSync(vscode.Uri.joinPath(extensionUri, "dist/schemas/weft.schema.json").fsPath, "utf8"),
    ),
  );
}

function parse(service: LanguageService, document: vscode.TextDocument) {
  const text = TextDocument.create(document.uri.toString(), "jsonc", document.version, document.getText());
  return { text, tree: service.parseJSONDocument(text) };
}

async function problemsOf(
  service: LanguageService,
  document: vscode.TextDocument,
): Promise<vscode.Diagnostic[]> {
  const { text, tree } = parse(service, document);
  const found = await service.doValidation(text, tree, { comments: "ignore", trailingCommas: "ignore" });
  return found.map(({ range, message, severity }) => {
    const level = severity === 1 ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning;
    const problem = new vscode.Diagnostic(
      toRange(range),
      typeof message === "string" ? message : message.value,
      level,
    );
    problem.source = "weft.json";
    return problem;
  });
}

async function hover(
  service: LanguageService,
  document: vscode.TextDocument,
  at: vscode.Position,
): Promise<vscode.Hover | undefined> {
  const { text, tree } = parse(service, document);
  const found = await service.doHover(text, at, tree);
  if (found === null) return undefined;
  const contents = Array.isArray(found.contents) ? found.contents : [found.contents];
  return new vscode.Hover(
    contents.map(
      (content) => new vscode.MarkdownString(typeof content === "string" ? content : content.value),
    ),
    found.range && toRange(found.range),
  );
}

async function complete(
  service: LanguageService,
  document: vscode.TextDocument,
  at: vscode.Position,
): Promise<vscode.CompletionItem[]> {
  const { text, tree } = parse(service, document);
  const found = await service.doComplete(text, at, tree);
  return (found?.items ?? []).map((one) => {
    const item = new vscode.CompletionItem(one.label, (one.kind ?? 1) - 1);
    const edit = one.textEdit;
    item.insertText = new vscode.SnippetString(edit?.newText ?? one.insertText ?? one.label);
    if (edit !== undefined && "range" in edit) item.range = toRange(edit.range);
    if (one.filterText !== undefined) item.filterText = one.filterText;
    const words = one.documentation;
    if (words !== undefined) item.documentation = typeof words === "string" ? words : words.value;
    return item;
  });
}

function toRange({ start, end }: LspRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}

interface LspRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}
