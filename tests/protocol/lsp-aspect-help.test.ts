/**
 * clangd's help wherever an aspect has C or C++: kinds of advice, members, helpers and slices, by kinds of questions. Each
 * place has the same two statements, so that each question has the same answer everywhere.
 */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type LspClient, type LspPosition, startLspClient } from "../support/lsp-client.js";

const HEADER = `struct node { int uid; struct node *next; };
extern struct node *pick(void);
extern int state;
static inline int half(int whole) { return whole / 2; }
`;
/** Headers of old kernels have no include guard: aspect and unit may include them all the same. */
const GUARDED = `#ifndef NODE_H\n#define NODE_H\n${HEADER}#endif\n`;
const UNIT = `#include "node.h"
int state;
static struct node all;
struct node *pick(void) { return &all; }
int open_node(struct node *n, int flags) { n->uid = flags + (pick() != n); return n->uid + state; }
int twice(struct node *n) { state = 1; return open_node(n, 2) * 2; }
`;
const CXX_UNIT = `${UNIT}
class Guard { public: Guard(int level) : level(level) {} ~Guard() {} int get() const { return level; } private: int level; };
int guarded() { Guard g(3); return g.get(); }
`;

/** The two statements, told apart by the name of a variable. */
const code = (place: string) => `struct node *at_${place} = pick(); helper( at_${place}->uid, 1);`;

/** Name of the advice's place, and its head. */
const ADVICE: Readonly<Record<string, string>> = {
  execution_before: 'execution("% open_node(...)") : before()',
  execution_after: 'execution("% open_node(...)") : after()',
  execution_around: 'execution("% twice(...)") : around()',
  call_before: 'call("% open_node(...)") : before()',
  call_around: 'call("% open_node(...)") : around()',
  set_after: 'set("% node::uid") : after()',
  get_before: 'get("% node::uid") : before()',
  variable: 'set("% state") : before()',
  named: "opening() : after()",
  context: 'opening() && args(who, "int") : before(struct node *who)',
  cflow: 'call("% pick(...)") && cflow(opening()) : before()',
};
const CXX_ADVICE: Readonly<Record<string, string>> = {
  construction: 'construction("Guard") : after()',
  destruction: 'destruction("Guard") : before()',
  method: 'execution("% Guard::get()") : before()',
};

function aspectText(advice: Readonly<Record<string, string>>): string {
  const proceed = (head: string) => (head.endsWith("around()") ? " tjp->proceed();" : "");
  return `#include "node.h"
static inline int helper(int uid, int more) { return uid + more; }
static inline void prelude_function(void) { ${code("prelude")} }

aspect Watch {
	int count;
	void member_function(void) { ${code("member")} count = 1; }
	pointcut opening() = execution("% open_node(...)");
${Object.entries(advice)
  .map(([place, head]) => `	advice ${head} {\n\t\t${code(place)}${proceed(head)}\n\t}\n`)
  .join("")}};

static inline void behind_all(void) { ${code("behind")} }
`;
}

const LANGUAGES = [
  { language: "C", compiler: "gcc", unit: "k.c", text: UNIT, advice: ADVICE },
  { language: "C++", compiler: "g++", unit: "k.cc", text: CXX_UNIT, advice: { ...ADVICE, ...CXX_ADVICE } },
] as const;

type TypedCase = readonly [place: string, expression: string, member: string, other?: string];

/** What `tjp` is at the join points that the advice matches: a member that is offered, and one that is not. */
const TYPED: Readonly<Record<"gcc" | "g++", readonly TypedCase[]>> = {
  gcc: [
    ["execution_before", "tjp->", "arg1", "arg2"],
    ["execution_before", "tjp->arg0->", "uid"],
    ["execution_after", "tjp->", "result", "arg2"],
    ["execution_around", "tjp->", "arg0", "arg1"],
    ["execution_around", "tjp->arg0->next->", "uid"],
    ["call_before", "tjp->", "arg1", "arg2"],
    ["call_around", "tjp->arg0->", "next"],
    ["set_after", "tjp->target->", "uid"],
    ["get_before", "tjp->target->", "next"],
    ["variable", "tjp->", "signature", "arg1"],
    ["named", "tjp->", "result"],
    ["context", "who->", "uid"],
    ["cflow", "tjp->result->", "uid"],
  ],
  "g++": [
    ["execution_before", "tjp->", "signature()"],
    ["execution_before", "(*tjp->arg<0>())->", "uid"],
    ["execution_around", "(*tjp->arg<0>())->next->", "uid"],
    ["call_before", "(*tjp->arg<0>())->", "next"],
    ["set_after", "tjp->target()->", "uid"],
    ["get_before", "tjp->target()->", "next"],
    ["context", "who->", "uid"],
    ["cflow", "(*tjp->result())->", "uid"],
    ["construction", "tjp->that()->", "get() const"],
    ["destruction", "tjp->that()->", "get() const"],
    ["method", "tjp->that()->", "get() const"],
  ],
};

interface Edit {
  readonly range: { readonly start: LspPosition; readonly end: LspPosition };
  readonly newText: string;
}

describe.each(LANGUAGES)("in an aspect of $language", ({ compiler, unit, text, advice }) => {
  const places = ["prelude", "member", ...Object.keys(advice), "behind"];
  const source = aspectText(advice);
  let client: LspClient;
  let uri: string;
  const at = (wanted: string, delta = 0) => client.positionOf(uri, wanted, delta);
  const ask = <T>(method: string, position: LspPosition, more: object = {}) =>
    client.request<T>(`textDocument/${method}`, { textDocument: { uri }, position, ...more });
  const errors = () => client.diagnostics(uri).filter(({ severity }) => severity === 1);

  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "weft help "));
    writeFileSync(join(folder, "node.h"), compiler === "gcc" ? HEADER : GUARDED);
    writeFileSync(join(folder, unit), text);
    writeFileSync(join(folder, "watch.ah"), source);
    writeFileSync(
      join(folder, "weft.json"),
      JSON.stringify({
        name: "help",
        aspects: ["*.ah"],
        commands: { compiler, flags: ["-I."], files: [unit] },
      }),
    );
    client = await startLspClient({ folder });
    uri = client.open(join(folder, "watch.ah"));
    // Once an error of the user's is the only one, clangd knows the unit, and nothing of ours disturbs it.
    client.replace(uri, "return uid + more;", "return uid + lost_name;");
    await client.until(
      async () => errors(),
      (all) => all.length === 1 && all[0]?.message.includes("lost_name") === true,
    );
    client.change(uri, source);
    await client.until(
      async () => errors(),
      (all) => all.length === 0,
    );
  });
  afterAll(() => client.stop());

  test.each(places)("%s: completion, hover, signatures, definitions", async (place) => {
    const member = at(`at_${place}->uid`, `at_${place}->`.length);
    const offered = await ask<{ items: { label: string }[] }>("completion", member);
    expect(offered.items.map(({ label }) => label.trim()).sort()).toEqual(
      expect.arrayContaining(["next", "uid"]),
    );
    const hover = await ask<{ contents: { value: string } }>("hover", member);
    expect(hover.contents.value).toContain("int uid");
    const help = await ask<{ signatures: { label: string }[]; activeParameter: number }>(
      "signatureHelp",
      at(`at_${place}->uid, 1`, `at_${place}->uid, `.length),
    );
    expect(help.signatures[0]?.label).toContain("helper(int uid, int more)");
    expect(help.activeParameter).toBe(1);
    expect(await ask("definition", member)).toMatchObject([{ uri: expect.stringMatching(/node\.h$/) }]);
    expect(await ask("definition", at(`helper( at_${place}->`, 2))).toMatchObject([
      { uri, range: { start: { line: 1 } } },
    ]);
    const highlights = await ask<Edit[]>("documentHighlight", at(`at_${place}->uid`));
    expect(highlights).toHaveLength(2);
  });

  test("references of a helper are found in all places", async () => {
    const found = await ask<{ uri: string }[]>("references", at("helper(int uid"), {
      context: { includeDeclaration: true },
    });
    expect(found.filter((one) => one.uri === uri)).toHaveLength(places.length + 1);
  });

  test.each(places)("%s: a name is renamed in its place", async (place) => {
    const edit = await ask<{ changes: Record<string, Edit[]> }>("rename", at(`at_${place}->uid`), {
      newName: "renamed",
    });
    expect(edit.changes[uri]).toHaveLength(2);
    const { line } = at(`at_${place}->uid`);
    for (const { range } of edit.changes[uri] ?? []) expect(range.start.line).toBe(line);
  });

  test("every place is formatted", async () => {
    const edits = await client.request<Edit[]>("textDocument/formatting", {
      textDocument: { uri },
      options: { tabSize: 8, insertSpaces: false },
    });
    for (const place of places) {
      const space = at(`helper( at_${place}->`, "helper(".length);
      const touched = edits.some(
        ({ range: { start, end } }) =>
          start.line <= space.line &&
          end.line >= space.line &&
          (start.line < space.line || start.character <= space.character) &&
          (end.line > space.line || end.character > space.character),
      );
      expect([place, touched]).toEqual([place, true]);
    }
  });

  test("an error in each place is told at its place, and only there", async () => {
    client.change(uri, source.replaceAll("->uid, 1)", "->lost, 1)"));
    const told = await client.until(
      async () => errors(),
      (all) => all.length >= places.length,
    );
    expect(told.map(({ range }) => range.start.line).sort((a, b) => a - b)).toEqual(
      places.map((place) => at(`at_${place}->lost`).line),
    );
    client.change(uri, source);
    await client.until(
      async () => errors(),
      (all) => all.length === 0,
    );
  });

  test.each(TYPED[compiler])("%s: after %s stands %s", async (place, expression, member, other) => {
    const labels = async () => {
      client.change(
        uri,
        source.replace(
          `struct node *at_${place} = pick();`,
          `struct node *at_${place} = pick(); ${expression}; `,
        ),
      );
      const end = at(`= pick(); ${expression};`, `= pick(); ${expression}`.length);
      const offered = await ask<{ items: { label: string }[] } | null>("completion", end);
      return (offered?.items ?? []).map(({ label }) => label.trim());
    };
    const offered = await labels();
    expect(offered).toContain(member);
    if (other !== undefined) expect(offered).not.toContain(other);
    client.change(uri, source);
  });

  test("pointcut declarations and heads of advice have completion, hover, signatures, definitions, rename", async () => {
    const labels = async (position: LspPosition) => {
      type Items = readonly { label: string }[];
      const answer = await ask<Items | { items: Items }>("completion", position);
      return ("items" in answer ? answer.items : answer).map(({ label }) => label.trim());
    };
    // The project's index starts with the first question; until it can answer there is no hover, or one of what is known
    // so far.
    for (const name of ["opening() =", "opening() : after"]) {
      let hover: { contents: { value: string } } | null = null;
      while (hover === null || /\(reading, /.test(hover.contents.value)) hover = await ask("hover", at(name));
      expect(hover.contents.value).toContain("open_node");
    }
    expect(
      await labels(at('opening() = execution("% open', 'opening() = execution("% open'.length)),
    ).toContain("open_node");
    expect(await labels(at('advice call("% pick', 'advice call("% p'.length))).toContain("pick");
    expect(await labels(at("opening() = execution", "opening() = ".length))).toEqual(
      expect.arrayContaining(["execution", "call", "cflow"]),
    );
    expect(await labels(at("advice opening() : after", "advice ".length))).toContain("opening");
    const help = await ask<{ signatures: { label: string }[] }>(
      "signatureHelp",
      at("opening() = execution(", "opening() = execution(".length),
    );
    expect(help.signatures[0]?.label).toContain("execution(");
    expect(await ask("definition", at("advice opening() : after", "advice op".length))).toMatchObject([
      { uri, range: { start: at("opening() =") } },
    ]);
    const references = await ask<unknown[]>("references", at("opening() ="), {
      context: { includeDeclaration: true },
    });
    expect(references).toHaveLength(4);
    const edit = await ask<{ changes: Record<string, Edit[]> }>("rename", at("opening() ="), {
      newName: "starting",
    });
    expect(edit.changes[uri]).toHaveLength(4);
    const variable = await ask<{ changes: Record<string, Edit[]> }>(
      "rename",
      at("args(who", "args(".length),
      { newName: "whom" },
    );
    expect(variable.changes[uri]).toHaveLength(2);
  });

  test("slices have completion, hover, definitions and rename, and errors of syntax", async () => {
    client.change(
      uri,
      `${source}aspect Sliced {\n\tadvice "node" : slice struct {\n\t\tstruct node *before;\n\t\tint calls;\n\t};\n};\n`,
    );
    const hover = async () => ask<{ contents: { value: string } } | null>("hover", at("int calls", 5));
    await client.until(hover, (answer) => answer?.contents.value.includes("calls") === true);
    expect(await ask("definition", at("struct node *before", 8))).toMatchObject([
      { uri: expect.stringMatching(/node\.h$/) },
    ]);
    const offered = await ask<{ items: { label: string }[] }>(
      "completion",
      at("struct node *before", "struct no".length),
    );
    expect(offered.items.map(({ label }) => label.trim())).toContain("node");
    client.replace(uri, "int calls;", "int calls[;");
    await client.until(
      async () => errors(),
      (all) => all.some(({ range }) => range.start.line === at("int calls[").line),
    );
    client.change(uri, source);
    await client.until(
      async () => errors(),
      (all) => all.length === 0,
    );
  });
});
