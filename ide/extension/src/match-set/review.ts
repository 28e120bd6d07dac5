// Review documents: what a change does to the match set, as Markdown to read, copy or save. From a row of it Go to
// Definition leads to the join point, as does its link.
import { join } from "node:path";
import * as vscode from "vscode";

const scheme = "weft-review";

interface Review {
  readonly markdown: string;
  /** Of the project, that places are relative to. */
  readonly folder: string;
}

export interface Reviews extends vscode.Disposable {
  /** Opens one, in front. */
  show(review: Review): Promise<void>;
}

export function registerReviews(): Reviews {
  const reviews = new Map<string, Review>();
  const listening = vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      provideTextDocumentContent: (uri) => reviews.get(uri.toString())?.markdown ?? "",
    }),
    vscode.languages.registerDocumentLinkProvider(
      { scheme },
      {
        provideDocumentLinks: (document) =>
          placesIn(document, reviews.get(document.uri.toString())).map(
            ({ words, file, line }) =>
              new vscode.DocumentLink(words, vscode.Uri.file(file).with({ fragment: `L${line + 1}` })),
          ),
      },
    ),
    vscode.languages.registerDefinitionProvider(
      { scheme },
      {
        provideDefinition: (document, at) =>
          placesIn(document, reviews.get(document.uri.toString()))
            .filter(({ words }) => words.start.line === at.line)
            .map(
              ({ file, line }) => new vscode.Location(vscode.Uri.file(file), new vscode.Position(line, 0)),
            ),
      },
    ),
    vscode.commands.registerCommand("weft.copyReview", copy),
    vscode.commands.registerCommand("weft.saveReview", save),
  );
  return {
    dispose: () => listening.dispose(),
    async show(review) {
      const uri = vscode.Uri.from({ scheme, path: `/Advice review ${reviews.size + 1}.md` });
      reviews.set(uri.toString(), review);
      const document = await vscode.workspace.openTextDocument(uri);
      await vscode.window.showTextDocument(document, { preview: false });
    },
  };
}

/** What stands as `FILE:LINE`, in backticks. */
function placesIn(
  document: vscode.TextDocument,
  review: Review | undefined,
): { readonly words: vscode.Range; readonly file: string; readonly line: number }[] {
  if (review === undefined) return [];
  return [...document.getText().matchAll(/`([^`\n]+):(\d+)`/g)].map((found) => {
    const start = document.positionAt(found.index + 1);
    const words = new vscode.Range(start, start.translate(0, found[0].length - 2));
    const [, file = "", number = "1"] = found;
    return { words, file: join(review.folder, file), line: Math.max(0, Number(number) - 1) };
  });
}

function frontReview(): vscode.TextDocument | undefined {
  const document = vscode.window.activeTextEditor?.document;
  if (document?.uri.scheme === scheme) return document;
  void vscode.window.showInformationMessage(
    "There is no review in front. Weft: Write Review of Match Set opens one.",
  );
  return undefined;
}

async function copy(): Promise<void> {
  const review = frontReview();
  if (review === undefined) return;
  await vscode.env.clipboard.writeText(review.getText());
  vscode.window.setStatusBarMessage("The review is on the clipboard", 4000);
}

async function save(): Promise<void> {
  const review = frontReview();
  if (review === undefined) return;
  const uri = await vscode.window.showSaveDialog({ filters: { Markdown: ["md"] } });
  if (uri !== undefined) await vscode.workspace.fs.writeFile(uri, Buffer.from(review.getText(), "utf8"));
}
