/** The woven text with the origin of its lines: exact, readable and inline; of one aspect; of headers; after edits. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { WovenTextParams, WovenTextResult } from "@weft/language-server/protocol";
import { afterEach, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

let client: LspClient | undefined;
afterEach(async () => {
  await client?.stop();
  client = undefined;
});

const HEADER = `struct node { int links; };
static inline int link(struct node *node) { return ++node->links; }
`;
const KERNEL = `#include "node.h"
int add(struct node *node)
{
	return link(node);
}
`;
const ASPECTS = `aspect Trace {
	int calls;
	advice execution("% add(...)") : before() { calls++; }
};
aspect Watch {
	int sets;
	advice set("% node::links") : after() { sets++; }
	advice execution("% link(...)") : before() { links++; }
	int links;
};
`;

type Text = Extract<WovenTextResult, { text: string }>;

test.each([
  ["C", "k.c", "gcc"],
  ["C++", "k.cc", "g++"],
])("woven text of %s", async (_, name, compiler) => {
  const folder = mkdtempSync(join(tmpdir(), "weft-woven-"));
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  write("node.h", HEADER);
  write(name, KERNEL);
  write(`other-${name}`, '#include "node.h"\nint other(struct node *n) { return link(n); }\n');
  write("a.ah", ASPECTS);
  const commands = { compiler, files: [`*.${name.split(".")[1]}`] };
  write("weft.json", JSON.stringify({ name: "t", aspects: ["*.ah"], commands }));
  const lsp = await startLspClient({ folder });
  client = lsp;
  const kernel = lsp.open(join(folder, name));
  const header = pathToFileURL(join(folder, "node.h")).href;
  const ask = async (params: WovenTextParams) => {
    const answer = await lsp.until(
      () => lsp.request<WovenTextResult>("weft/wovenText", params),
      (result) => "text" in result,
    );
    const { text, rows, units, unit } = answer as Text;
    const lines = text.split("\n");
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(lines.length);
    const of = (kind: string) =>
      rows.flatMap((row) => (row.kind === kind ? lines.slice(row.first, row.first + row.count) : []));
    return { text, rows, of, units, unit };
  };

  const exact = await ask({ uri: kernel });
  expect(exact.of("marker").length).toBeGreaterThan(0);
  expect(exact.of("advice").join("\n")).toContain("++");
  const added = exact.rows.find(
    ({ kind, uri, line = 9, count }) => kind !== "glue" && uri === kernel && line <= 3 && 3 < line + count,
  );
  expect(exact.text.split("\n")[(added?.first ?? 0) + 3 - (added?.line ?? 3)]).toContain("return link");

  const readable = await ask({ uri: kernel, form: "readable" });
  expect(readable.text).not.toMatch(/^# \d+ "/m);
  expect(readable.text).not.toContain("struct node { int links; }");

  const inline = await ask({ uri: kernel, form: "inline" });
  expect(inline.of("source").join("\n")).toBe(KERNEL);
  expect(inline.text).toContain("__weft_");

  const one = await ask({ uri: kernel, aspect: "Watch" });
  expect(one.text).not.toContain("calls++");
  expect(one.text).toContain("sets");

  const both = await ask({ uri: kernel, aspect: "Watch", form: "readable" });
  const first = await ask({ uri: kernel, aspect: "Watch", advice: 0, form: "readable" });
  const second = await ask({ uri: kernel, aspect: "Watch", advice: 1, form: "readable" });
  const bodies = [/sets\s*\+\+/, /links\s*\+\+;/].map((body) =>
    [both, first, second].map(({ text }) => body.test(text)),
  );
  expect(bodies).toEqual([
    [true, true, false],
    [true, false, true],
  ]);

  const ofHeader = await lsp.until(
    () => lsp.request<WovenTextResult>("weft/wovenText", { uri: header, form: "inline" }),
    (result) => "text" in result && result.units.length === 2,
  );
  expect((ofHeader as Text).units).toEqual([kernel, pathToFileURL(join(folder, `other-${name}`)).href]);
  const other = await ask({ uri: header, form: "inline", unit: (ofHeader as Text).units[1] as string });
  expect(other.unit).toContain("other-");
  expect(other.of("source").join("\n")).toBe(HEADER);
  expect(other.text).toContain("__weft_");

  lsp.replace(kernel, "int add(", "int moved(");
  const edited = await ask({ uri: kernel, form: "inline" });
  expect(edited.of("source").join("\n")).toContain("int moved(");
});
