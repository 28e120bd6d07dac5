/** The aspect-aware half of the server: what an editor shows, driven by edits, with the real preprocessor and libclang. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { AspectsResult, EffectsResult, WovenTextResult } from "@weft/language-server/protocol";
import { afterEach, expect, test } from "vitest";
import { hostileProject, TRICKS } from "../../weaver-bridge/cli/test/hostile-folders.js";
import { type LspClient, startLspClient } from "../support/lsp-client.js";
import { semanticTokens } from "../support/semantic-tokens.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

const HEADER = `struct inode { unsigned int i_uid; int links; };
static inline void set_owner(struct inode *node, unsigned int uid) { node->i_uid = uid; }
#define CHOWN(node, uid) ((node)->i_uid = (uid))
`;
const KERNEL = `#include "inode.h"
int open(struct inode *node)
{
	return node->links;
}
int chown(struct inode *node, unsigned int uid)
{
	CHOWN(node, uid);
	set_owner(node, uid);
	return open(node);
}
`;
const OTHER = `#include "inode.h"
void drop(struct inode *node) { set_owner(node, 0); }
`;
const ASPECT = `aspect Owner {
	unsigned int changes;
	advice set("% inode::i_uid") : after() { changes++; }
	advice execution("% chown(...)") : before() { changes = tjp->arg1; }
};
`;
const PROJECT = {
  name: "test",
  language: "c",
  aspects: ["aspects/*.ah"],
  commands: { compiler: "gcc", flags: ["-m32", "-std=gnu11", "-Iinclude"], files: ["*.c"] },
};

interface Project {
  readonly folder: string;
  readonly kernel: string;
  readonly aspect: string;
  readonly header: string;
}

function makeProject(project: object | string = PROJECT): Project {
  const folder = mkdtempSync(join(tmpdir(), "weft lsp ö "));
  for (const name of ["aspects", "include"]) mkdirSync(join(folder, name));
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write("weft.json", typeof project === "string" ? project : JSON.stringify(project));
  write("other.c", OTHER);
  return {
    folder,
    kernel: write("kernel.c", KERNEL),
    aspect: write("aspects/owner.ah", ASPECT),
    header: write("include/inode.h", HEADER),
  };
}

const effectsOf = (lsp: LspClient, uri: string) => lsp.request<EffectsResult>("weft/effects", { uri });

/** The first answer that is not under way and holds what is wanted. */
const settled = (lsp: LspClient, uri: string, accept: (answer: EffectsResult) => boolean = () => true) =>
  lsp.until(
    () => effectsOf(lsp, uri),
    (answer) => answer.state !== "computing" && accept(answer),
  );

/** `7: set Owner.after CHOWN` with lines from 1 and the marked text. */
function printed(answer: EffectsResult, text: string): string[] {
  const lines = text.split("\n");
  return answer.effects.map(({ range, kind, joinPoint, by }) => {
    const marked = lines[range.start.line]?.slice(range.start.character, range.end.character);
    return `${range.start.line + 1}: ${joinPoint} ${by.name}.${kind} ${marked}`;
  });
}

test("effects stand at the names that a reader sees, in units, macros and headers", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const kernel = client.open(project.kernel);
  const header = client.open(project.header);
  expect(printed(await settled(client, kernel), KERNEL)).toEqual([
    "6: execution Owner.before chown",
    "8: set Owner.after CHOWN",
  ]);
  expect(printed(await settled(client, header, ({ effects }) => effects.length > 0), HEADER)).toEqual([
    "2: set Owner.after i_uid",
  ]);
});

test("an edit changes the effects without a build, and comes with the document's version", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const uri = client.open(project.kernel);
  await settled(client, uri, ({ effects }) => effects.length === 2);
  const version = client.replace(
    uri,
    "\tset_owner(node, uid);\n",
    "\tnode->i_uid = uid;\n\tnode->i_uid++;\n",
  );
  const answer = await settled(client, uri, (result) => result.version === version);
  expect(answer.effects.map(({ range, joinPoint }) => `${range.start.line + 1} ${joinPoint}`)).toEqual([
    "6 execution",
    "8 set",
    "9 set",
    "10 set",
  ]);
  expect(readFileSync(project.kernel, "utf8")).toBe(KERNEL);
});

test("an unsaved edit of an aspect changes the markers of C files", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const kernel = client.open(project.kernel);
  const aspect = client.open(project.aspect);
  await settled(client, kernel, ({ effects }) => effects.length === 2);
  client.replace(aspect, 'execution("% chown(...)")', 'execution("% open(...)")');
  const answer = await settled(client, kernel, ({ effects }) =>
    effects.some(({ title }) => title.endsWith("of open")),
  );
  expect(printed(answer, KERNEL)).toEqual(["2: execution Owner.before open", "8: set Owner.after CHOWN"]);
});

test("aspects of a file that a listed aspect file includes, from when it does", async () => {
  const project = makeProject({ ...PROJECT, aspects: ["aspects/owner.ah"] });
  const opens = 'aspect Opens { advice execution("% open(...)") : before() { } };\n';
  writeFileSync(join(project.folder, "aspects/opens.ah"), opens);
  client = await startLspClient({ folder: project.folder });
  const kernel = client.open(project.kernel);
  const before = await settled(client, kernel, ({ effects }) => effects.length > 0);
  expect(before.effects.map(({ by }) => by.name)).toEqual(["Owner", "Owner"]);
  writeFileSync(project.aspect, `#include "opens.ah"\n${ASPECT}`);
  client.notify("workspace/didChangeWatchedFiles", {
    changes: [{ uri: pathToFileURL(project.aspect).href, type: 2 }],
  });
  const after = await settled(client, kernel, ({ effects }) => effects.length > 2);
  expect(printed(after, KERNEL)[0]).toBe("2: execution Opens.before open");
});

test("the aspects' tree, lenses, hints, hover and definition name both ends", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const kernel = client.open(project.kernel);
  const aspect = client.open(project.aspect);
  await settled(client, kernel, ({ effects }) => effects.length === 2);
  const tree = await client.until(
    () => (client as LspClient).request<AspectsResult>("weft/aspects", {}),
    ({ aspects }) => aspects[0]?.advice[0]?.targets.length === 2,
  );
  expect(tree.aspects.map(({ name, advice }) => [name, ...advice.map(({ label }) => label)])).toEqual([
    ["Owner", 'after set("% inode::i_uid")', 'before execution("% chown(...)")'],
  ]);
  const lenses = async (uri: string) =>
    (
      await (client as LspClient).request<{ command: { title: string } }[]>("textDocument/codeLens", {
        textDocument: { uri },
      })
    ).map(({ command }) => command.title);
  expect(await lenses(kernel)).toEqual(["advised by Owner", "why"]);
  expect(
    await client.until(
      () => lenses(aspect),
      ([first]) => first === "matches 2 join points",
    ),
  ).toEqual(["matches 2 join points", "matches 1 join point"]);
  const textDocument = { uri: kernel };
  const position = client.positionOf(kernel, "int chown", 4);
  const hover = await client.request<{ contents: { value: string } }>("textDocument/hover", {
    textDocument,
    position,
  });
  expect(hover.contents.value).toContain("Owner: before execution of chown");
  expect(hover.contents.value).toContain("changes = tjp->arg1;");
  const places = await client.request<{ uri: string; range: { start: { line: number } } }[]>(
    "textDocument/definition",
    {
      textDocument,
      position,
    },
  );
  expect(
    places.map(({ uri, range }) => `${uri === aspect ? "aspect" : "kernel"}:${range.start.line}`),
  ).toEqual(["kernel:5", "aspect:3"]);
  expect(
    await client.request("textDocument/definition", {
      textDocument: { uri: aspect },
      position: client.positionOf(aspect, "advice execution", 3),
    }),
  ).toMatchObject([{ uri: kernel, range: { start: { line: 5, character: 4 } } }]);
});

test("a half-typed pointcut is marked at its characters and recovers", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const kernel = client.open(project.kernel);
  const aspect = client.open(project.aspect);
  await settled(client, kernel, ({ effects }) => effects.length === 2);
  client.replace(aspect, 'execution("% chown(...)")', 'execution("% chown(...)');
  const published = await client.waitFor<{ uri: string; diagnostics: { source?: string; range: object }[] }>(
    "textDocument/publishDiagnostics",
    ({ uri, diagnostics }) => uri === aspect && diagnostics.some(({ source }) => source === "weft"),
  );
  expect(published.diagnostics.filter(({ source }) => source === "weft").length).toBeGreaterThan(0);
  client.change(aspect, ASPECT);
  await client.until(
    async () => (client as LspClient).diagnostics(aspect),
    (diagnostics) => diagnostics.every(({ source }) => source !== "weft"),
  );
  expect((await settled(client, kernel, ({ effects }) => effects.length === 2)).state).toBe("ready");
});

test("a pointcut that matches nothing says so after the whole project was seen, with a near name", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const aspect = client.open(project.aspect, ASPECT.replace("% chown(", "% chwon("));
  const [problem] = await client.until(
    async () => (client as LspClient).diagnostics(aspect).filter(({ code }) => code === "pointcut/no-match"),
    ({ length }) => length > 0,
  );
  expect(problem).toMatchObject({ severity: 2, range: { start: { line: 3 } } });
  expect(problem?.message).toContain("chown");
});

test("advice bodies get completion, hover and type errors from clangd", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const kernel = client.open(project.kernel);
  await settled(client, kernel, ({ effects }) => effects.length === 2);
  // In quotes, beside the unit: there the weave finds it.
  writeFileSync(join(project.folder, "beside.h"), "\n");
  const wrong = ASPECT.replace("changes++;", 'changes = "ä" + tjp->target->i_uid->x;');
  const text = `#include "beside.h"\n${wrong}`;
  const aspect = client.open(project.aspect, text);
  const [problem] = await client.until(
    async () => (client as LspClient).diagnostics(aspect).filter(({ source }) => source === "clang"),
    (found) => found.some(({ message }) => /not a pointer|not found/.test(message)),
  );
  expect(problem?.range.start.line).toBe(3);
  const completion = await client.request<{ items: { label: string }[] }>("textDocument/completion", {
    textDocument: { uri: aspect },
    position: client.positionOf(aspect, "tjp->target->i_uid", "tjp->target->".length),
  });
  expect(completion.items.map(({ label }) => label.trim()).sort()).toEqual(["i_uid", "links"]);
  const hover = await client.request<{ contents: { value: string } }>("textDocument/hover", {
    textDocument: { uri: aspect },
    position: client.positionOf(aspect, "tjp->arg1", "tjp->a".length),
  });
  expect(hover.contents.value).toContain("arg1");
  const definition = await client.request<{ uri: string }[]>("textDocument/definition", {
    textDocument: { uri: aspect },
    position: client.positionOf(aspect, "->i_uid", 3),
  });
  expect(definition.map(({ uri }) => uri.slice(uri.lastIndexOf("/") + 1))).toEqual(["inode.h"]);
  const typed = await semanticTokens(client, aspect, text);
  const tokens = typed.map((token) => token.text);
  expect(typed).toContainEqual(expect.objectContaining({ text: "i_uid", type: "property" }));
  // Of the aspect language, what is ours to colour; nothing of the text that clangd gets for it.
  expect(tokens).toContain("set");
  expect(tokens.filter((token) => /weft/.test(token))).toEqual([]);
});

test("completion in a pointcut knows the project's names", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const kernel = client.open(project.kernel);
  const aspect = client.open(project.aspect);
  await settled(client, kernel, ({ effects }) => effects.length === 2);
  const labels = async (anchor: string, delta: number) => {
    type Items = { label: string }[];
    const answer = await (client as LspClient).request<Items | { items: Items }>("textDocument/completion", {
      textDocument: { uri: aspect },
      position: (client as LspClient).positionOf(aspect, anchor, delta),
    });
    const items = Array.isArray(answer) ? answer : answer.items;
    return items.map(({ label }) => label);
  };
  // Names that take long come with the next question: the list says that it is unfinished.
  await expect.poll(() => labels('set("%', 5)).toContain("% inode::i_uid");
  expect(await labels("execution(", 4)).toEqual(expect.arrayContaining(["execution", "within"]));
});

test("broken C at the join point keeps the server answering, and its markers come back", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const uri = client.open(project.kernel);
  await settled(client, uri, ({ effects }) => effects.length === 2);
  const broken = client.replace(uri, "\tCHOWN(node, uid);", "\tCHOWN(node, ;;)) {");
  await settled(client, uri, ({ version }) => version === broken);
  const unterminated = client.replace(uri, '#include "inode.h"', '#include "nowhere.h"');
  const failed = await settled(client, uri, ({ version }) => version === unterminated);
  expect(failed).toMatchObject({ state: "failed" });
  expect(failed.message).toContain("nowhere.h");
  const repaired = client.change(uri, KERNEL);
  const answer = await settled(client, uri, ({ version }) => version === repaired);
  expect(printed(answer, KERNEL)).toEqual(["6: execution Owner.before chown", "8: set Owner.after CHOWN"]);
});

test("a killed libclang worker is started again", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const uri = client.open(project.kernel);
  await settled(client, uri, ({ effects }) => effects.length === 2);
  const killed = childrenOf(client.process.pid)
    .filter(({ command }) => /worker-main|clang-worker/.test(command))
    .filter(({ pid }) => killIfAlive(pid));
  expect(killed.length).toBeGreaterThan(0);
  const version = client.replace(uri, "return open(node);", "return open(node) + 1;");
  const answer = await settled(
    client,
    uri,
    (result) => result.version === version && result.state === "ready",
  );
  expect(answer.effects).toHaveLength(2);
});

test("without libclang the file says so, and C still has clangd", async () => {
  const project = makeProject();
  client = await startLspClient({
    folder: project.folder,
    environment: { WEFT_LIBCLANG: "/nowhere/libclang.so" },
  });
  const uri = client.open(project.kernel);
  const answer = await settled(client, uri);
  expect(answer).toMatchObject({ state: "failed", effects: [] });
  expect(answer.message).toContain("libclang");
  expect(await client.request("textDocument/documentSymbol", { textDocument: { uri } })).toHaveLength(2);
});

test("the woven text is the compiler's input", async () => {
  const project = makeProject();
  client = await startLspClient({ folder: project.folder });
  const uri = client.open(project.kernel);
  const woven = await client.request<WovenTextResult>("weft/wovenText", { uri });
  expect(woven).toMatchObject({ languageId: "c" });
  const text = "text" in woven ? woven.text : "";
  expect(text).toContain("__weft_advice_Owner");
  const file = join(project.folder, "woven.i");
  writeFileSync(file, text);
  execFileSync("gcc", ["-m32", "-std=gnu11", "-fsyntax-only", "-x", "cpp-output", file]);
});

test("a broken weft.json is reported at its place; without one, files work with default options", async () => {
  const project = makeProject('{ "name": "test", "aspects": [ }');
  client = await startLspClient({ folder: project.folder });
  const configuration = client.open(join(project.folder, "weft.json"), undefined, "json");
  const [problem] = await client.until(
    async () => (client as LspClient).diagnostics(configuration),
    ({ length }) => length > 0,
  );
  expect(problem?.source).toBe("weft");
  await client.stop();

  const folder = mkdtempSync(join(tmpdir(), "weft-loose-"));
  writeFileSync(join(folder, "a.c"), "int f(void) { return 1; }\n");
  writeFileSync(join(folder, "a.ah"), 'aspect A { advice execution("% f(...)") : before() { } };\n');
  client = await startLspClient({ folder });
  const uri = client.open(join(folder, "a.c"));
  const answer = await settled(client, uri, ({ effects }) => effects.length === 1);
  expect(answer.message).toContain("weft.json");
});

test.each([
  ["who says that the folder is not trusted", false],
  ["who says nothing", undefined],
])("for %s nothing runs that weft.json names", async (_who, trusted) => {
  const project = makeProject({ ...PROJECT, commands: { ...PROJECT.commands, compiler: "./evil" } });
  const evil = join(project.folder, "evil");
  const trace = join(project.folder, "ran");
  writeFileSync(evil, `#!/bin/sh\necho ran >> "${trace}"\nexec gcc "$@"\n`, { mode: 0o755 });
  client = await startLspClient({ folder: project.folder, initializationOptions: { trusted } });
  const uri = client.open(project.kernel);
  await settled(client, uri, ({ effects }) => effects.length === 2);
  expect(() => readFileSync(trace)).toThrow("ENOENT");
});

test("nothing of a folder that nobody trusts runs by the words of its commands", async () => {
  const { root, ran } = hostileProject();
  client = await startLspClient({ folder: root, initializationOptions: { trusted: false } });
  const last = Object.keys(TRICKS).length - 1;
  for (let at = 0; at < last; at++) client.open(join(root, `u${at}.c`));
  await settled(client, client.open(join(root, `u${last}.c`)), ({ effects }) => effects.length === 1);
  expect(ran()).toEqual([]);
});

test("two servers on one workspace don't disturb each other", async () => {
  const project = makeProject();
  const second = await startLspClient({ folder: project.folder });
  client = await startLspClient({ folder: project.folder });
  const answers = await Promise.all(
    [client, second].map((lsp) =>
      settled(lsp, lsp.open(project.kernel), ({ effects }) => effects.length === 2),
    ),
  );
  await second.stop();
  expect(answers.map(({ effects }) => effects.length)).toEqual([2, 2]);
});

/** The worker of the background ends by itself when there is nothing left to do. */
function killIfAlive(pid: number): boolean {
  try {
    return process.kill(pid, "SIGKILL");
  } catch {
    return false;
  }
}

function childrenOf(pid: number | undefined): { pid: number; command: string }[] {
  return execFileSync("ps", ["--ppid", String(pid), "-o", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .flatMap((line) => {
      const match = /^\s*(\d+)\s+(.*)$/.exec(line);
      return match === null ? [] : [{ pid: Number(match[1]), command: match[2] as string }];
    });
}

test("what clangd says about a header waits until a unit tells its flags", async () => {
  const project = makeProject({
    ...PROJECT,
    commands: { ...PROJECT.commands, flags: [...PROJECT.commands.flags, "-DWIDE=int"] },
  });
  writeFileSync(project.header, `${HEADER}extern WIDE wide;\n`);
  client = await startLspClient({ folder: project.folder });
  const header = client.open(project.header);
  await client.until(
    async () =>
      (await (client as LspClient).request<{ contents: { value: string } } | null>("textDocument/hover", {
        textDocument: { uri: header },
        position: (client as LspClient).positionOf(header, "WIDE wide", 6),
      })) ?? { contents: { value: "" } },
    ({ contents }) => contents.value.includes("Type: `int`") || contents.value.includes("extern int wide"),
  );
  const wrong = client
    .all("textDocument/publishDiagnostics")
    .filter(
      (params) =>
        (params as { uri: string; diagnostics: object[] }).uri === header &&
        (params as { diagnostics: object[] }).diagnostics.length > 0,
    );
  expect(wrong).toEqual([]);
});
