/**
 * A long session with the language server: random edits in kernel files, headers and aspects of a small project,
 * questions in between, files opened, closed and saved. In the end every text is one that compiles, and a server that
 * was just started is asked about the same texts: both have to say the same. Reproducible by its seed.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AspectsResult, EffectsResult } from "@weft/language-server/protocol";
import { type LspClient, startLspClient } from "../lsp-client.js";
import { generator } from "../random-numbers.js";

export interface SessionResult {
  readonly edits: number;
  readonly requests: number;
  /** The longest wait for an answer to a question between the edits, in milliseconds of wall time. */
  readonly longest: { readonly method: string; readonly milliseconds: number };
  /** What the long-lived server says in the end, and what a new one says. */
  readonly atTheEnd: string;
  readonly afresh: string;
}

export interface SessionOptions {
  readonly seed: number;
  readonly edits: number;
  readonly command?: readonly string[];
}

/** File name to the texts that it can have in the end; the first is on the disk. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  "include/inode.h": [
    "struct inode { unsigned i_uid; int links; };\nstatic inline void set_owner(struct inode *n, unsigned u) { n->i_uid = u; }\n",
    "struct inode { unsigned i_uid; int links; int mode; };\nstatic inline void set_owner(struct inode *n, unsigned u)\n{\n\tn->i_uid = u;\n\tn->mode = 1;\n}\n",
  ],
  "open.c": [
    '#include "inode.h"\nint open(struct inode *n)\n{\n\treturn n->links;\n}\nint chown(struct inode *n, unsigned u)\n{\n\tset_owner(n, u);\n\treturn open(n);\n}\n',
    '#include "inode.h"\n\n/* später */ int open(struct inode *n) { return n->links + 1; }\nint chown(struct inode *n, unsigned u)\n{\n\tif (u > 7)\n\t\tn->i_uid = u;\n\treturn open(n) + open(n);\n}\n',
  ],
  "drop.c": [
    '#include "inode.h"\nvoid drop(struct inode *n)\n{\n\tset_owner(n, 0);\n}\n',
    '#include "inode.h"\n#define ZERO(n) ((n)->i_uid = 0)\nvoid drop(struct inode *n)\n{\n\tZERO(n);\n}\n',
  ],
  "owner.ah": [
    'aspect Owner {\n\tunsigned changes;\n\tadvice set("% inode::i_uid") : after() { changes++; }\n};\n',
    'aspect Owner {\n\tpointcut writes() = set("% inode::%") && within("% %own(...)");\n\tadvice writes() : before() { }\n\tadvice execution("% drop(...)") : around() { tjp->proceed(); }\n};\n',
  ],
  "trace.ah": [
    'aspect Trace {\n\tadvice call("% open(...)") : before() { }\n};\n',
    'aspect Trace {\n\tadvice call("% open(...)") : before() { }\n\tadvice execution("% %(...)") : after() { }\n\tadvice execution("% nothing(...)") : after() { }\n};\n',
  ],
};

const WORDS =
  '{ } ( ) ; " " && || ! % ... int advice pointcut aspect execution( call( within( : before() after() around() slice struct /* */ // #if 0 #endif #include n-> i_uid ä 𝄞 \\ \n \t \r\n = * :: tjp-> order( cflow('.split(
    " ",
  );
const QUESTIONS = [
  "textDocument/hover",
  "textDocument/completion",
  "textDocument/definition",
  "textDocument/codeLens",
  "textDocument/documentSymbol",
  "textDocument/semanticTokens/full",
  "weft/effects",
] as const;

export async function randomSession({ seed, edits, command }: SessionOptions): Promise<SessionResult> {
  const folder = mkdtempSync(join(tmpdir(), "weft-editing-"));
  const options = { folder, ...(command === undefined ? {} : { command }) };
  writeProject(folder);
  const random = generator(seed);
  const client = await startLspClient(options);
  try {
    const session = { client, folder, random, texts: openAll(client, folder), requests: 0 };
    let longest = { method: "", milliseconds: 0 };
    for (let edit = 0; edit < edits; edit++) {
      editOnce(session);
      if (random(5) !== 0) continue;
      const answered = await askOnce(session);
      if (answered.milliseconds > longest.milliseconds) longest = answered;
    }
    const final = Object.fromEntries(Object.entries(FILES).map(([name, all]) => [name, pick(random, all)]));
    for (const [name, text] of Object.entries(final)) {
      // Units read headers from the disk, too.
      writeFileSync(join(folder, name), text);
      client.change(uriIn(session.texts, name), text);
      client.notify("textDocument/didSave", { textDocument: { uri: uriIn(session.texts, name) } });
    }
    const atTheEnd = await finalState(client, session.texts);
    await client.stop();
    const fresh = await startLspClient(options);
    try {
      const afresh = await finalState(fresh, openAll(fresh, folder, final));
      return { edits, requests: session.requests, longest, atTheEnd, afresh };
    } finally {
      await fresh.stop();
    }
  } finally {
    await client.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Session {
  readonly client: LspClient;
  readonly folder: string;
  readonly random: (below: number) => number;
  readonly texts: Map<string, { readonly uri: string; text: string }>;
  requests: number;
}

function writeProject(folder: string): void {
  mkdirSync(join(folder, "include"));
  for (const [name, [text = ""]] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  writeFileSync(
    join(folder, "weft.json"),
    JSON.stringify({
      name: "editing",
      aspects: ["*.ah"],
      commands: { compiler: "gcc", flags: ["-m32", "-std=gnu11", "-Iinclude"], files: ["*.c"] },
    }),
  );
}

function openAll(
  client: LspClient,
  folder: string,
  texts?: Readonly<Record<string, string>>,
): Session["texts"] {
  return new Map(
    Object.entries(FILES).map(([name, [first = ""]]) => {
      const text = texts?.[name] ?? first;
      return [name, { uri: client.open(join(folder, name), text), text }];
    }),
  );
}

/** A few characters go or come, mostly; sometimes a file is whole again, or closed and opened. */
function editOnce({ client, folder, random, texts }: Session): void {
  const [name, document] = pick(random, [...texts]);
  const kind = random(40);
  if (kind === 0) {
    document.text = pick(random, FILES[name] ?? [""]);
    client.change(document.uri, document.text);
  } else if (kind === 1) {
    client.notify("textDocument/didClose", { textDocument: { uri: document.uri } });
    client.open(join(folder, name), document.text);
  } else {
    const start = random(document.text.length + 1);
    const length = random(3) === 0 ? random(Math.min(30, document.text.length - start + 1)) : 0;
    const added = random(3) === 0 ? "" : pick(random, WORDS);
    document.text = document.text.slice(0, start) + added + document.text.slice(start + length);
    client.change(document.uri, document.text);
  }
}

async function askOnce(session: Session): Promise<SessionResult["longest"]> {
  const { client, random, texts } = session;
  const [, { uri, text }] = pick(random, [...texts]);
  const method = pick(random, QUESTIONS);
  const lines = text.split("\n");
  const line = random(lines.length);
  const position = { line, character: random((lines[line] ?? "").length + 1) };
  const began = performance.now();
  await client.request(method, method === "weft/effects" ? { uri } : { textDocument: { uri }, position });
  session.requests++;
  return { method, milliseconds: Math.round(performance.now() - began) };
}

/** Everything that the server shows of aspects, once it is done with all texts. */
async function finalState(client: LspClient, texts: Session["texts"]): Promise<string> {
  const parts: unknown[] = [];
  for (const [name, { uri }] of texts) {
    const { effects, state } = await client.until(
      () => client.request<EffectsResult>("weft/effects", { uri }),
      (answer) => answer.state !== "computing",
    );
    parts.push([
      name,
      state,
      effects.map(({ title, range, order, certainty }) => ({ title, range, order, certainty })),
    ]);
  }
  const { aspects } = await client.request<AspectsResult>("weft/aspects", {});
  parts.push(
    aspects.map(({ name, advice }) => [name, advice.map(({ label, targets }) => [label, targets.length])]),
  );
  // Problems follow the effects, in a message of their own.
  const problems = () =>
    [...texts].map(([name, { uri }]) => [
      name,
      client
        .diagnostics(uri)
        .filter(({ source }) => source === "weft")
        .map(({ message }) => message)
        .sort(),
    ]);
  const settled = await settle(() => JSON.stringify(problems()), client);
  return JSON.stringify([...parts, JSON.parse(settled)], undefined, 1);
}

/** The value once it stays the same over several questions to the server. */
async function settle(value: () => string, client: LspClient): Promise<string> {
  let last = value();
  for (let same = 0; same < 20; ) {
    await client.request("weft/aspects", {});
    await new Promise((resolve) => setTimeout(resolve, 100));
    const now = value();
    same = now === last ? same + 1 : 0;
    last = now;
  }
  return last;
}

function uriIn(texts: Session["texts"], name: string): string {
  return texts.get(name)?.uri ?? "";
}

function pick<T>(random: (below: number) => number, items: readonly T[]): T {
  return items[random(items.length)] as T;
}
