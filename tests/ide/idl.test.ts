// Interfaces in IDL: what the words above an operation lead to, and the same from a call of its stub in C.
import { expect, test } from "vitest";
import { goTo, keepScreenshot, openFile, runCommand, useSession } from "./support/index.js";

const session = useSession({ samples: ["mini-l4"] });

test("the messages of an operation are drawn from its lens and from a call of its stub", async () => {
  const { page } = session;
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
  expect(session.errors).toEqual([]);
});
