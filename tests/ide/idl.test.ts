// Interfaces in IDL: what the words above an operation lead to, and the same from a call of its stub in C.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  answerTrust,
  type Browser,
  collectErrors,
  copySample,
  goTo,
  type IdeProcess,
  keepScreenshot,
  openBrowser,
  openFile,
  openWindow,
  runCommand,
  type SampleCopy,
  startIde,
} from "./support/index.js";

let sample: SampleCopy;
let ide: IdeProcess;
let browser: Browser;
beforeAll(async () => {
  sample = copySample("mini-l4");
  ide = await startIde({ folder: sample.folder });
  browser = await openBrowser();
});
afterEach(async ({ task }) => {
  const page = browser?.context.pages().at(-1);
  if (task.result?.state === "fail" && page !== undefined) await keepScreenshot(page, `failed ${task.name}`);
});
afterAll(async () => {
  await browser?.close();
  await ide?.stop();
  sample?.remove();
});

test("the messages of an operation are drawn from its lens and from a call of its stub", async () => {
  const page = await browser.context.newPage();
  const errors = collectErrors(page);
  await openWindow(page, ide.address);
  await answerTrust(page, "Yes");
  const drawing = page
    .frameLocator("#theia-main-content-panel iframe.webview")
    .frameLocator("iframe#active-frame");

  const editor = await openFile(page, "user/interfaces/files.idl");
  await editor.locator(".codelens-decoration a", { hasText: "oneway" }).click();
  await drawing.getByRole("heading", { name: "files::storage::touch" }).waitFor();
  await keepScreenshot(page, "message-layout");

  await openFile(page, "user/programs/client.c");
  await goTo(page, 66);
  await runCommand(page, "Weft: Show Message Layout");
  await drawing.getByRole("heading", { name: "files::storage::open" }).waitFor();
  const parts = await drawing.getByRole("list", { name: "Request" }).getByRole("listitem").all();
  const words = await Promise.all(parts.map((part) => part.getAttribute("aria-label")));
  expect(words[0]).toBe("EDX: length of path, 4 bytes");
  expect(words.at(-1)).toBe("Memory from +24: path, +24, up to 48 bytes");
  expect(errors).toEqual([]);
});
