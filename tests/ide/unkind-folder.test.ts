/// <reference lib="dom" />
// A folder of somebody who wants the IDE to stand still, or whoever looks at it to click: pipes in the place of its settings and
// of what Git reads, and links in texts of others.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { answerTrust, openFile, openWindow, runCommand, useSession } from "./support/index.js";

/** More than Node has threads for files. */
const PIPES = [".vscode", ".theia"].flatMap((folder) =>
  ["settings.json", "tasks.json", "launch.json"].map((name) => join(folder, name)),
);

const OF_GIT = ["HEAD", "config", "index", "packed-refs"].map((name) => join(".git", name));

function makePipes(folder: string): void {
  execFileSync("git", ["init", "-q"], { cwd: folder });
  for (const pipe of [...PIPES, ...OF_GIT]) {
    const path = join(folder, pipe);
    rmSync(path, { force: true });
    mkdirSync(join(path, ".."), { recursive: true });
    execFileSync("mkfifo", [path]);
  }
}

const session = useSession({ samples: ["mini-unix"], prepare: makePipes, isOpen: false });

test("pipes in the place of settings and tasks hold up nothing: files open, before and after Yes", async () => {
  const { page, ide } = session;
  await openWindow(page, ide.address);
  await answerTrust(page, "No");
  await openFile(page, "kernel/syscall.c");
  // Git, which would wait, is not asked about it.
  await runCommand(page, "Weft: Compare Match Set…");
  await page.getByText("Comparing match sets needs a trusted folder").first().waitFor();
  await page.reload();
  await page.locator(".theia-preload").waitFor({ state: "detached" });
  await answerTrust(page, "Yes");
  await openFile(page, "kernel/fork.c");
});

test("a link in Markdown runs only what its text may run, whoever opens it", async () => {
  const executed = session.page.evaluate(async () => {
    // Identifiers of services are symbols, which a page can only look for by name.
    const { container } = (window as unknown as { theia: { container: Container } }).theia;
    interface Container {
      readonly _bindingDictionary: { getMap(): Map<unknown, unknown> };
      get(key: unknown): never;
    }
    interface Commands {
      onWillExecuteCommand(heard: (event: { readonly commandId: string }) => void): void;
    }
    interface Renderer {
      render(text: { value: string; isTrusted: boolean | { enabledCommands: string[] } }): {
        readonly element: HTMLElement;
      };
    }
    const named = (name: string) =>
      [...container._bindingDictionary.getMap().keys()].find(
        (key) => typeof key === "symbol" && key.description === name,
      );
    const [refused, allowed] = ["core.about", "workbench.action.openSettings"] as [string, string];
    const ran: string[] = [];
    const last = new Promise<void>((done) => {
      (container.get(named("CommandService")) as Commands).onWillExecuteCommand(({ commandId }) => {
        ran.push(commandId);
        if (commandId === allowed) done();
      });
    });
    const click = (command: string, isTrusted: boolean | { enabledCommands: string[] }) => {
      const renderer = container.get(named("MarkdownRenderer")) as Renderer;
      const { element } = renderer.render({ value: `[x](command:${command})`, isTrusted });
      document.body.append(element);
      element.querySelector("a")?.click();
      element.remove();
    };
    click(refused, false);
    click(refused, { enabledCommands: [allowed] });
    // What ran before it is heard before it.
    click(allowed, { enabledCommands: [allowed] });
    await last;
    return ran.filter((command) => command === refused || command === allowed);
  });
  expect(await executed).toEqual(["workbench.action.openSettings"]);
});
