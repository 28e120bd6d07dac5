import shared from "@theia/core/shared/markdown-it";
import { expect, test } from "vitest";
import { isWebPage } from "./web-page";

// What is told to import takes the module of another form.
const MarkdownIt = (shared as unknown as { default?: typeof shared }).default ?? shared;

/** As Theia's renderer of notifications does. */
function linksIn(text: string, isAllowed?: (target: string) => boolean): string[] {
  const engine = MarkdownIt({ html: false });
  if (isAllowed !== undefined) engine.validateLink = isAllowed;
  return [...engine.renderInline(text).matchAll(/(?:href|src)="([^"]*)"/g)].map(([, target = ""]) => target);
}

test("no text in a notification makes a link that runs a command", () => {
  const texts = [
    "[more](command:weft.build)",
    '[more](<command:weft.build?["a"]> "words")',
    "<command:weft.build?%5B%22a%22%5D>",
    "[more](COMMAND:weft.build)",
    "![more](command:weft.build)",
    "[more](&#99;ommand:weft.build)",
    "[more](vscode:extension/x)",
  ];
  expect(texts.flatMap((text) => linksIn(text, isWebPage))).toEqual([]);
  // Without it each of them is a link.
  expect(texts.flatMap((text) => linksIn(text)).length).toBe(texts.length);
});

test("a page in the web stays one", () => {
  const page = "https://example.org/a";
  expect(linksIn(`see [here](${page}) and <${page}>`, isWebPage)).toEqual([page, page]);
});
