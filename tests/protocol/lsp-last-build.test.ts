/** What only the compiler rejects: the build leaves it out and lists it in its weave map, and the editor then says so. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { EffectsResult, WhyResult } from "@weft/language-server/protocol";
import type { UnitWeaveMap } from "@weft/weaver-bridge/model";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeBundles } from "../support/bundles.js";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

const repository = resolve(import.meta.dirname, "../..");
const root = mkdtempSync(join(tmpdir(), "weft é last-build-"));
const source = join(root, "main.cc");

const FILES = {
  "main.cc": `extern "C" int printf(const char *, ...);
struct P { int k; P(int k) : k(k) { } P(const P &) = delete; };
P make() { return {3}; }
int got() { return make().k; }
int one() { return 1; }
int main() { printf("%d %d\\n", got(), one()); return 0; }
`,
  "a.ah": `int n;
aspect A { advice call("% ...::%(...)") : after() { n++; } };
`,
  Makefile: "main.o: main.cc\n\t$(CXX) -c -o $@ main.cc\nclean:\n\trm -f main.o\n",
  "weft.json": JSON.stringify({
    name: "rejected",
    language: "c++",
    aspects: ["a.ah"],
    commands: { compiler: "g++", flags: [], files: ["main.cc"] },
    build: { make: ["make", "CXX={cc}"], compiler: "g++", clean: ["make", "clean"] },
  }),
};

function build(): void {
  const run = spawnSync(join(repository, "weaver-bridge/cli/bin/weft"), ["build", root], {
    encoding: "utf8",
  });
  expect(run.status, run.stderr).toBe(0);
}

let lsp: LspClient;
beforeAll(async () => {
  makeBundles("weft");
  mkdirSync(root, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(root, name), text);
  lsp = await startLspClient({ folder: root });
});
afterAll(async () => {
  await lsp.stop();
  rmSync(root, { recursive: true, force: true });
});

const uri = pathToFileURL(source).href;
const effects = async () => {
  const { effects: all } = await lsp.request<EffectsResult>("weft/effects", { uri });
  return all.map(({ range, title }) => `${range.start.line + 1} ${title}`);
};
const rejected = "4 A: after call of make";
const saidOfIt = () => lsp.diagnostics(uri).filter(({ code }) => `${code}`.endsWith("weave/rejected"));

test("before the build the editor shows it, after the build it says why it is left out, also while typing", async () => {
  lsp.open(source);
  await lsp.until(effects, (all) => all.includes(rejected));
  build();
  const map = JSON.parse(readFileSync(join(root, ".weft/weave-map.json"), "utf8")) as {
    readonly units: readonly UnitWeaveMap[];
  };
  expect(map.units).toMatchObject([
    {
      leftOut: [
        {
          effect: {
            by: { name: "A" },
            binding: { joinPoint: { kind: "call", signature: "P make()" } },
          },
          code: "weave/rejected",
          because: expect.stringMatching(/^'P' can be neither copied nor moved \(use of deleted/),
        },
      ],
    },
  ]);
  lsp.notify("workspace/didChangeWatchedFiles", {
    changes: [{ uri: pathToFileURL(join(root, ".weft/weave-map.json")).href, type: 2 }],
  });
  const built = await lsp.until(effects, (all) => !all.includes(rejected));
  expect(built.length).toBe(map.units[0]?.effects.length);
  const [said] = await lsp.until(
    async () => saidOfIt(),
    (all) => all.length > 0,
  );
  expect(said?.range.start.line).toBe(3);
  expect(said?.message).toContain(
    "after advice of 'A' was left out by the build: 'P' can be neither copied nor moved",
  );

  const why = await lsp.request<Extract<WhyResult, { joinPoints: unknown }>>("weft/why", {
    uri,
    position: { line: 3, character: 0 },
  });
  const answers = why.joinPoints.flatMap(({ advice }) =>
    advice.map(({ applies, why: words }) => [applies, words]),
  );
  expect(answers).toContainEqual([
    "no",
    expect.stringContaining("but was left out by the build: 'P' can be neither copied"),
  ]);

  lsp.replace(uri, "int one()", "int two();\nint one()");
  await lsp.until(effects, (all) => all.includes("7 A: after call of one"));
  expect(await effects()).not.toContain(rejected);
  expect(saidOfIt().map(({ range }) => range.start.line)).toEqual([3]);
});

test("a server that starts later knows it from the build's map", async () => {
  const later = await startLspClient({ folder: root });
  try {
    later.open(source);
    await later.until(
      async () => later.diagnostics(uri).map(({ message }) => message),
      (all) => all.some((message) => message.includes("was left out by the build")),
    );
  } finally {
    await later.stop();
  }
});
