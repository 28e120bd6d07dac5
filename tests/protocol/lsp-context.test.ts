/** Kernel-context checks as diagnostics of aspect files, kept up to date by edits. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type LspClient, type LspDiagnostic, startLspClient } from "../support/lsp-client.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

const KERNEL = `struct lock { int taken; };
#define spin_lock(lock) ((lock)->taken = 1)
#define spin_unlock(lock) ((lock)->taken = 0)
static struct lock queue_lock;
static void append(void) { }
void push(void)
{
	spin_lock(&queue_lock);
	append();
	spin_unlock(&queue_lock);
}
`;
const ASPECT = `aspect Trace {
	advice execution("% append(...)") : before() { msleep(1); }
};
`;

interface Explained extends LspDiagnostic {
  readonly relatedInformation?: readonly {
    location: { uri: string; range: { start: { line: number } } };
    message: string;
  }[];
}

test("advice that may sleep where a lock is held is told with the calls that lead there; edits follow", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-context-"));
  writeFileSync(join(folder, "k.c"), KERNEL);
  writeFileSync(join(folder, "t.ah"), ASPECT);
  const project = { name: "t", aspects: ["*.ah"], commands: { files: ["*.c"] }, kernelContext: "linux" };
  writeFileSync(join(folder, "weft.json"), JSON.stringify(project));
  const lsp = await startLspClient({ folder });
  client = lsp;
  const kernel = lsp.open(join(folder, "k.c"));
  const aspect = lsp.open(join(folder, "t.ah"));
  const found = () =>
    lsp.diagnostics(aspect).filter(({ code }) => String(code).startsWith("context/")) as Explained[];
  const until = (accept: (list: readonly Explained[]) => boolean) => lsp.until(async () => found(), accept);

  const [told] = await until((list) => list.length === 1);
  expect(told?.message).toContain("may sleep (calls msleep(1)) and may run with spin lock &queue_lock held");
  expect(told?.range.start).toEqual(lsp.positionOf(aspect, "msleep"));
  expect(
    told?.relatedInformation?.map(({ location, message }) => `${location.range.start.line + 1}: ${message}`),
  ).toEqual([
    "5: runs at this execution with spin lock &queue_lock held",
    "9: push calls append with spin lock &queue_lock held",
  ]);

  lsp.replace(
    kernel,
    "\tappend();\n\tspin_unlock(&queue_lock);\n",
    "\tspin_unlock(&queue_lock);\n\tappend();\n",
  );
  await until((list) => list.length === 0);
  lsp.replace(aspect, "msleep(1)", "spin_lock(&own)");
  await until((list) => list.some(({ code }) => code === "context/leaves-lock"));
});
