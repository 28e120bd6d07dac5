/** What is typed in a header shows at once in the header and in the units that include it, saved or not. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { EffectsResult } from "@weft/language-server/protocol";
import { afterEach, expect, test } from "vitest";
import { CLANG } from "../support/compilers.js";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

const HEADER = `struct inode { int i_uid; int links; };
#define OWN(n, u) ((n)->i_uid = (u))
static inline void set_owner(struct inode *n, int u)
{
	n->i_uid = u;
}
`;
const UNIT = (name: string) => `#include "inode.h"
void ${name}(struct inode *n)
{
	OWN(n, 1);
	set_owner(n, 2);
}
`;

async function start(compiler = "gcc"): Promise<{ running: LspClient; folder: string; header: string }> {
  const folder = mkdtempSync(join(tmpdir(), "weft headers "));
  mkdirSync(join(folder, "include"));
  writeFileSync(join(folder, "include/inode.h"), HEADER);
  for (const name of ["open", "drop", "link"]) writeFileSync(join(folder, `${name}.c`), UNIT(name));
  writeFileSync(
    join(folder, "owner.ah"),
    'aspect Owner {\n\tadvice set("% inode::i_uid") : after() { }\n\tadvice execution("% set_%(...)") : before() { }\n};\n',
  );
  writeFileSync(
    join(folder, "weft.json"),
    JSON.stringify({
      name: "headers",
      aspects: ["*.ah"],
      commands: { compiler, flags: ["-Iinclude"], files: ["*.c"] },
    }),
  );
  const running = (client = await startLspClient({ folder }));
  return { running, folder, header: join(folder, "include/inode.h") };
}

/** Lines (from 1) with what stands there, once they are as expected. */
function untilEffects(running: LspClient, path: string, expected: readonly string[]): Promise<unknown> {
  const uri = pathToFileURL(path).href;
  return running.until(
    async () => {
      const { effects, state } = await running.request<EffectsResult>("weft/effects", { uri });
      const lines = effects.map(({ range, joinPoint }) => `${range.start.line + 1} ${joinPoint}`).sort();
      return { lines, state };
    },
    ({ lines, state }) => state === "ready" && lines.join() === [...expected].sort().join(),
  );
}

test.each(["gcc", CLANG])("effects follow an unsaved header, compiled by %s", async (compiler) => {
  const { running, folder, header } = await start(compiler);
  const open = join(folder, "open.c");
  const closed = join(folder, "drop.c");
  const uri = running.open(header);
  running.open(open);
  await untilEffects(running, header, ["3 execution", "5 set"]);
  await untilEffects(running, open, ["4 set"]);
  await untilEffects(running, closed, ["4 set"]);

  // A join point goes from each unit, and a function comes in the header.
  running.replace(uri, "((n)->i_uid = (u))", "((n)->links = (u))");
  running.replace(
    uri,
    "static inline void set_owner",
    "/* später */\nstatic inline void set_none(struct inode *n)\n{\n\tn->i_uid = 0;\n}\nstatic inline void set_owner",
  );
  await untilEffects(running, header, ["4 execution", "6 set", "8 execution", "10 set"]);
  await untilEffects(running, open, []);
  await untilEffects(running, closed, []);
  // A unit that is opened now sees the same.
  running.open(join(folder, "link.c"));
  await untilEffects(running, join(folder, "link.c"), []);
  expect(readFileSync(header, "utf8")).toBe(HEADER);

  // Half-typed text keeps what is known.
  running.replace(uri, "struct inode { int i_uid;", "struct inode { int i_uid");
  running.replace(uri, "/* später */", "\n\n/* später */");
  await untilEffects(running, header, ["6 execution", "8 set", "10 execution", "12 set"]);
});

test("closing an unsaved header brings back what is saved", async () => {
  const { running, folder, header } = await start();
  const uri = running.open(header);
  running.open(join(folder, "open.c"));
  running.replace(uri, "((n)->i_uid = (u))", "((n)->links = (u))");
  await untilEffects(running, join(folder, "open.c"), []);
  await untilEffects(running, join(folder, "drop.c"), []);
  running.notify("textDocument/didClose", { textDocument: { uri } });
  await untilEffects(running, join(folder, "open.c"), ["4 set"]);
  await untilEffects(running, join(folder, "drop.c"), ["4 set"]);
});

test("a header that is saved as it was typed stays as it was shown, and a new include is followed", async () => {
  const { running, folder, header } = await start();
  const uri = running.open(header);
  running.open(join(folder, "open.c"));
  const version = running.replace(uri, "((n)->i_uid = (u))", "((n)->links = (u))");
  expect(version).toBe(2);
  await untilEffects(running, join(folder, "open.c"), []);
  writeFileSync(header, HEADER.replace("((n)->i_uid = (u))", "((n)->links = (u))"));
  running.notify("textDocument/didSave", { textDocument: { uri } });
  await untilEffects(running, join(folder, "drop.c"), []);
  await untilEffects(running, header, ["3 execution", "5 set"]);

  writeFileSync(join(folder, "include/more.h"), "static inline void set_more(void) { }\n");
  const more = running.open(join(folder, "include/more.h"));
  running.replace(more, "{ }", "{ }\nstatic inline void set_most(void) { }");
  running.replace(uri, "struct inode {", '#include "more.h"\nstruct inode {');
  await untilEffects(running, join(folder, "include/more.h"), ["1 execution", "2 execution"]);
  await untilEffects(running, header, ["4 execution", "6 set"]);
});

test("a header that changes on disk while a unit is read for the first time is read again", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft headers "));
  const [header, unit, started, go] = ["inode.h", "open.c", "started", "go"].map((name) =>
    join(folder, name),
  );
  // Says when it has read, and ends when it is told.
  const compiler = join(folder, "slow-gcc");
  writeFileSync(
    compiler,
    `#!/bin/sh\ntext=$(gcc "$@") || exit\n: > '${started}'\nwhile ! [ -e '${go}' ]; do sleep 0.02; done\nprintf '%s\\n' "$text"\n`,
    { mode: 0o755 },
  );
  const declared = (line: string) => `struct inode { int i_uid; };\n${line}\n`;
  writeFileSync(header as string, declared(""));
  writeFileSync(unit as string, '#include "inode.h"\nint nothing;\n');
  writeFileSync(
    join(folder, "owner.ah"),
    'aspect Owner {\n\tadvice execution("% set_%(...)") : before() { }\n};\n',
  );
  const commands = { compiler, flags: ["-m32"], files: ["*.c"] };
  writeFileSync(join(folder, "weft.json"), JSON.stringify({ name: "slow", aspects: ["*.ah"], commands }));
  const running = (client = await startLspClient({ folder }));
  await expect.poll(() => existsSync(started as string)).toBe(true);
  writeFileSync(header as string, declared("static inline void set_uid(struct inode *n) { n->i_uid = 0; }"));
  running.notify("workspace/didChangeWatchedFiles", {
    changes: [{ uri: pathToFileURL(header as string).href, type: 2 }],
  });
  // Answered after the notification was read.
  await running.request("weft/effects", { uri: pathToFileURL(unit as string).href });
  writeFileSync(go as string, "");
  await untilEffects(running, header as string, ["2 execution"]);
});
