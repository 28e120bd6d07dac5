/**
 * Broken aspects, by the thousand: every `.ah` file of the samples and of the rule programs is cut, mixed and mutated,
 * and the server is asked about it. It has to answer all, and soon. Without clangd: its answers are its own affair.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { globFiles } from "@weft/weaver-bridge/kernel-build";
import { type LspClient, startLspClient } from "../../support/lsp-client.js";
import { repository } from "../support/kernel-units.js";
import { printTable } from "../support/table.js";

const QUESTIONS = [
  "textDocument/hover",
  "textDocument/completion",
  "textDocument/definition",
  "textDocument/documentSymbol",
  "textDocument/codeLens",
  "textDocument/semanticTokens/full",
  "textDocument/signatureHelp",
  "textDocument/formatting",
];
const PIECES =
  '{ } ( ) ; " " && || ! % ... :: aspect advice pointcut execution( call( within( cflow( that( args( order( before() after() around() slice class struct virtual = 0 /* */ // # \\ \n template<class T> operator<< ~ * & const [] 𝄞 \u0000'.split(
    " ",
  );

export async function benchAspectFuzz(): Promise<void> {
  const texts = Number(process.env.WEFT_BENCH_TEXTS ?? 10_000);
  const corpus = globFiles(repository, ["sample-projects/**/*.ah", "tests/golden/**/*.ah"])
    .filter((path) => !path.includes("/build/"))
    .map((path) => readFileSync(path, "utf8"));
  const folder = mkdtempSync(join(tmpdir(), "weft-fuzz-"));
  writeFileSync(
    join(folder, "k.c"),
    "struct inode { int i_uid; };\nint open(struct inode *n) { return n->i_uid; }\n",
  );
  writeFileSync(
    join(folder, "weft.json"),
    JSON.stringify({
      name: "fuzz",
      aspects: ["*.ah"],
      commands: { compiler: "gcc", flags: [], files: ["*.c"] },
    }),
  );
  writeFileSync(join(folder, "f.ah"), "");
  const client = await startLspClient({
    folder,
    command: [process.execPath, join(repository, "language-server/dist/main.js"), "--stdio"],
    initializationOptions: { clangd: { path: "/nowhere/clangd" } },
  });
  try {
    client.open(join(folder, "k.c"));
    const uri = client.open(join(folder, "f.ah"));
    const times = new Map(QUESTIONS.map((method) => [method, { count: 0, errors: 0, longest: 0, text: "" }]));
    for (let index = 0; index < texts; index++) {
      const text = mutated(corpus);
      client.change(uri, text);
      for (const method of [any(QUESTIONS), any(QUESTIONS)]) {
        const { failed, milliseconds } = await ask(client, uri, text, method);
        const time = times.get(method)!;
        time.count++;
        if (failed) time.errors++;
        if (milliseconds > time.longest)
          Object.assign(time, { longest: milliseconds, text: text.slice(0, 60) });
      }
    }
    console.log(`${texts} texts from ${corpus.length} files; goal: no error, no answer over 1,000 ms\n`);
    printTable(
      ["question", "asked", "errors", "longest, ms"],
      [...times].map(([method, { count, errors, longest }]) => [
        method,
        String(count),
        String(errors),
        longest.toFixed(0),
      ]),
    );
  } finally {
    await client.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ask(client: LspClient, uri: string, text: string, method: string) {
  const lines = text.split("\n");
  const line = Math.floor(Math.random() * lines.length);
  const position = { line, character: Math.floor(Math.random() * ((lines[line] ?? "").length + 1)) };
  const began = performance.now();
  const failed = await client
    .request(method, { textDocument: { uri }, position, options: { tabSize: 8, insertSpaces: false } })
    .then(
      () => false,
      // Without clangd formatting says so; a server that is gone rejects everything.
      (error: Error) => !error.message.includes("No clangd"),
    );
  return { failed, milliseconds: performance.now() - began };
}

function mutated(corpus: readonly string[]): string {
  let text = any(corpus);
  for (let times = 1 + Math.floor(Math.random() * 6); times > 0; times--) {
    const at = Math.floor(Math.random() * (text.length + 1));
    const end = Math.min(text.length, at + Math.floor(Math.random() * 80));
    const other = any(corpus);
    const from = Math.floor(Math.random() * (other.length + 1));
    const kind = Math.floor(Math.random() * 4);
    if (kind === 0) text = text.slice(0, at);
    else if (kind === 1) text = text.slice(0, at) + text.slice(end);
    else if (kind === 2) text = text.slice(0, at) + other.slice(from, from + 80) + text.slice(end);
    else
      text =
        text.slice(0, at) + any(PIECES).repeat(1 + Math.floor(Math.random() ** 8 * 5_000)) + text.slice(at);
  }
  return text;
}

function any<T>(items: readonly T[]): T {
  return items[Math.floor(Math.random() * items.length)] as T;
}
