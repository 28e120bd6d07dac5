/** Specialization through the real server: what an editor is told while declarations and code are typed, without a build. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {
  BindingTimesResult,
  DeclareSpecializationResult,
  EffectsResult,
  WhyDynamicCause,
  WhyDynamicResult,
  WovenTextResult,
} from "@weft/language-server/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LspClient, startLspClient } from "../support/lsp-client.js";

const HEADER = `#define LOUD 2
enum mode { QUIET, NORMAL };
struct port { int flags; int left; };
`;
const C = `#include "port.h"
extern int put(int c);
int limit;
int send(struct port *port, int mode, int n)
{
	int step = mode == LOUD ? 3 : 1;
	if (port->flags & 4)
		return -1;
	if (n > limit)
		n = limit;
	for (int i = 0; i < step; i++)
		port->left -= n;
	put(n);
	return port->left;
}
`;
const SPEC = `/* é */ specialize send as send_loud { mode == LOUD; }
`;

const root = mkdtempSync(join(tmpdir(), "weft é spec-"));
const file = (name: string) => join(root, name);
let lsp: LspClient;
let c: string;
let spec: string;

beforeAll(async () => {
  const project = {
    name: "ports",
    specializations: ["*.spec"],
    commands: { compiler: "gcc", flags: ["-m32", "-std=gnu11"], files: ["send.c"] },
  };
  writeFileSync(file("weft.json"), JSON.stringify(project));
  writeFileSync(file("port.h"), HEADER);
  writeFileSync(file("send.c"), C);
  writeFileSync(file("send.spec"), SPEC);
  lsp = await startLspClient({ folder: root });
  c = lsp.open(file("send.c"));
  spec = lsp.open(file("send.spec"), undefined, "weft-spec");
}, 60_000);
afterAll(async () => {
  await lsp?.stop();
  rmSync(root, { recursive: true, force: true });
});

const marks = async () => {
  const { effects } = await lsp.request<EffectsResult>("weft/effects", { uri: c });
  return effects
    .filter(({ kind }) => kind === "residual")
    .map(({ range, title }) => `${range.start.line + 1} ${title}`);
};
const problems = () =>
  lsp
    .diagnostics(spec)
    .map(
      ({ range, message }) =>
        `${range.start.line + 1}:${range.start.character}-${range.end.character} ${message}`,
    );
const at = async (method: string, uri: string, text: string, delta = 0) =>
  lsp.request<never>(method, { textDocument: { uri }, position: lsp.positionOf(uri, text, delta) });

test("lines are marked while typing: with the declaration, with another, with other code, without a build", async () => {
  const first = await lsp.until(marks, (found) => found.length > 0);
  expect(first).toEqual([
    "6 send_loud: done beforehand",
    "7 send_loud: kept",
    "8 send_loud: kept",
    "9 send_loud: kept",
    "10 send_loud: kept",
    "11 send_loud: done beforehand",
    "11 send_loud: done beforehand, 4 copies",
    "11 send_loud: done beforehand, 3 copies",
    "12 send_loud: kept, 3 copies",
    "13 send_loud: kept",
    "14 send_loud: kept",
  ]);
});

test("completion knows functions, parameters, members, constants and words", async () => {
  const completion = async (text: string, delta: number) => {
    const items = (await at("textDocument/completion", spec, text, delta)) as { label: string }[];
    return items.map(({ label }) => label).filter((label) => !/^(i386|linux|unix)$/.test(label));
  };
  lsp.replace(spec, "mode == LOUD; ", "mode == LOUD; port-> ");
  try {
    expect(await completion("port->", 6)).toEqual(["flags", "left"]);
    lsp.replace(spec, "port->", "for each port->");
    expect(await completion("for each port->", 15)).toEqual(["flags", "left"]);
    lsp.replace(spec, "for each port->", "port->");
    expect(await completion("mode == ", 8)).toEqual(["QUIET", "NORMAL", "LOUD"]);
    const clauses = ["require", "assume", "for each", "extern", "compare", "dispatch", "keep", "limits"];
    expect((await completion("{ mode", 2)).sort()).toEqual(["port", "mode", "n", "limit", ...clauses].sort());
  } finally {
    lsp.replace(spec, "port-> ", "");
  }
});

test("all mistakes are told at their characters while typing", async () => {
  const wrong = "port->flag == 0; left == 1; mode == NOISY; mode == QUIET;";
  lsp.replace(spec, "mode == LOUD; ", `mode == LOUD; ${wrong}`);
  await lsp.until(
    async () => problems(),
    (all) => all.length === 4,
  );
  expect(problems().sort()).toEqual([
    "1:104-109 mode == QUIET contradicts what is said before: 2",
    "1:57-63 port has no member flag; there are: flags, left",
    "1:70-74 there is no parameter left; there are: port, mode, n",
    expect.stringMatching(/^1:89-94 NOISY is no constant here/),
  ]);
  lsp.replace(spec, wrong, "port->flags == 0;");
  const now = await lsp.until(marks, (all) => all.includes("7 send_loud: always false"));
  expect(now).toContain("8 send_loud: never reached");
  expect(problems()).toEqual([]);
});

test("hover says what a declaration gives, definition leads to C, and the residual code stands beside its source", async () => {
  const hover = async (uri: string, text: string, delta = 0) =>
    ((await at("textDocument/hover", uri, text, delta)) as { contents: { value: string } }).contents.value;
  expect(await hover(spec, "send as")).toMatchInlineSnapshot(`
    "\`\`\`c
    int send(struct port * port, int mode, int n)
    \`\`\`

    **send_loud**: 11 lines; 6 places decided beforehand, 5 kept."
  `);
  expect(await hover(spec, "flags")).toContain("int port->flags");
  expect(await hover(spec, "LOUD;")).toBe("`LOUD` is `2` of type `int`");
  expect(await hover(c, "port->flags", 7)).toContain("always 0 in send_loud");
  expect(await at("textDocument/definition", spec, "flags")).toMatchObject([
    { range: { start: { line: 2, character: 18 } } },
  ]);
  const beside = await lsp.request<WovenTextResult>("weft/wovenText", { uri: c, form: "residual" });
  if ("message" in beside) throw new Error(beside.message);
  const lines = beside.text.split("\n");
  expect(
    beside.rows.flatMap(({ first, line }) =>
      line === undefined ? [] : [`${line + 1} ${lines[first]?.trim()}`],
    ),
  ).toContain("12 port->left -= n;");
});

test("binding times are told for each expression, and why one is not known leads to the fact to declare", async () => {
  const { spans } = await lsp.request<BindingTimesResult>("weft/bindingTimes", { uri: c });
  const text = C.split("\n");
  expect(
    spans.map(
      ({ range: { start, end }, time }) =>
        `${time} ${text[start.line]?.slice(start.character, end.character)}`,
    ),
  ).toMatchInlineSnapshot(`
    [
      "static mode == LOUD ? 3 : 1",
      "static port->flags & 4",
      "dynamic n",
      "dynamic limit",
      "dynamic limit",
      "static 0",
      "static i < step",
      "static i++",
      "dynamic port",
      "dynamic n",
      "dynamic n",
      "dynamic port->left",
    ]
  `);
  const why = async (marked: string, delta: number) => {
    const answer = await lsp.request<WhyDynamicResult>("weft/whyDynamic", {
      uri: c,
      position: lsp.positionOf(c, marked, delta),
    });
    return "message" in answer ? answer.message : answer.residuals.map(({ causes }) => causes.map(said));
  };
  expect(await why("n > limit", 1)).toMatchInlineSnapshot(`
    [
      [
        {
          "fact": " n == VALUE;",
          "why": "9: nothing is said of n",
        },
        {
          "fact": " limit == VALUE;",
          "why": "9: nothing is said of limit",
        },
      ],
    ]
  `);
  expect(await why("return port->left", 10)).toMatchInlineSnapshot(`
    [
      [
        {
          "from": [
            {
              "from": [
                {
                  "from": [
                    {
                      "from": [
                        {
                          "fact": " limit == VALUE;",
                          "why": "10: nothing is said of limit",
                        },
                      ],
                      "why": "10: it is written here, from what is not known",
                    },
                  ],
                  "why": "12: n is written before, when the program runs",
                },
              ],
              "why": "12: it is written here, from what is not known",
            },
          ],
          "why": "14: port->left is written before, when the program runs",
        },
      ],
    ]
  `);
  expect(await why("port->flags & 4", 1)).toMatchInlineSnapshot(
    `"Nothing here depends on what is not known"`,
  );
});

test("the light bulb at an expression declares the fact that would decide it", async () => {
  interface Action {
    readonly title: string;
    readonly kind: string;
    readonly edit: {
      readonly changes: Record<string, { range: { start: object; end: object }; newText: string }[]>;
    };
  }
  const offered = async (marked: string, delta: number) => {
    const start = lsp.positionOf(c, marked, delta);
    const actions = await lsp.request<Action[] | null>("textDocument/codeAction", {
      textDocument: { uri: c },
      range: { start, end: start },
      context: { diagnostics: [] },
    });
    return (actions ?? []).filter(({ title }) => title.startsWith("Declare "));
  };
  const actions = await offered("n > limit", 1);
  expect(actions.map(({ title, kind }) => `${kind}: ${title}`)).toEqual([
    "quickfix: Declare n == VALUE; for send_loud",
    "quickfix: Declare limit == VALUE; for send_loud",
  ]);
  const start = lsp.positionOf(spec, "}");
  expect(actions[1]?.edit.changes).toEqual({
    [spec]: [{ range: { start, end: start }, newText: " limit == VALUE;" }],
  });
  expect((await offered("return port->left", 10)).map(({ title }) => title)).toEqual([
    "Declare limit == VALUE; for send_loud",
  ]);
  expect(await offered("port->flags & 4", 1)).toEqual([]);
  lsp.replace(spec, "}", " limit == 7;}");
  await lsp.until(
    () => offered("n > limit", 1),
    (now) => now.length === 1 && now[0]?.title.startsWith("Declare n ") === true,
  );
  lsp.replace(spec, " limit == 7;}", "}");
  await lsp.until(
    () => offered("n > limit", 1),
    (now) => now.length === 2,
  );
});

interface Said {
  readonly why: string;
  readonly fact?: string;
  readonly from?: readonly Said[];
}

function said({ place, why, fact, causes }: WhyDynamicCause): Said {
  return {
    why: `${place.range.start.line + 1}: ${why}`,
    ...(fact === undefined ? {} : { fact: fact.edit.newText }),
    ...(causes.length === 0 ? {} : { from: causes.map(said) }),
  };
}

test("renames lead from a declaration into C, and from C into declarations and guards", async () => {
  const guard = "optimistic guard struct port { flags } protects send_loud;\n";
  lsp.replace(spec, "/* é */", `${guard}/* é send_loud */`);
  const rename = async (uri: string, marked: string, delta: number, newName: string) => {
    const position = lsp.positionOf(uri, marked, delta);
    const edit = await lsp.request<{
      changes?: Record<string, { range: { start: { line: number; character: number } } }[]>;
    } | null>("textDocument/rename", { textDocument: { uri }, position, newName });
    // In headers clangd changes what it has indexed by then.
    return Object.entries(edit?.changes ?? {})
      .filter(([at]) => !at.endsWith(".h"))
      .flatMap(([at, list]) =>
        list.map(
          ({ range: { start } }) => `${at.split("/").at(-1)}:${start.line + 1}:${start.character + 1}`,
        ),
      )
      .sort();
  };
  expect(await rename(spec, "send_loud {", 2, "send_noisy")).toEqual(["send.spec:1:49", "send.spec:2:38"]);
  await expect(rename(spec, "mode == LOUD", 1, "way")).rejects.toThrow("rename it there");
  expect(await rename(c, "port->flags", 7, "bits")).toEqual([
    "send.c:7:12",
    "send.spec:1:32",
    "send.spec:2:70",
  ]);
  expect(await rename(c, "int mode, int n", 5, "way")).toEqual([
    "send.c:4:33",
    "send.c:6:13",
    "send.spec:2:50",
  ]);
  expect(await rename(c, "int send(", 5, "transmit")).toEqual(["send.c:4:5", "send.spec:2:30"]);
  lsp.replace(spec, `${guard}/* é send_loud */`, "/* é */");
});

test("a declaration is made from the function at the cursor", async () => {
  const position = lsp.positionOf(c, "put(n)");
  const made = await lsp.request<DeclareSpecializationResult>("weft/declareSpecialization", {
    uri: c,
    position,
  });
  expect(made).toMatchObject({ function: "send", isNew: false, cursor: { line: 3, character: 1 } });
  expect("insertion" in made && made.insertion.newText).toBe(
    "\nspecialize send as send_special {\n\t/* port nonnull; port->MEMBER == VALUE; */\n\t/* mode == VALUE; */\n\t/* n == VALUE; */\n}\n",
  );
});

test("code that is edited is marked anew, and half-typed text keeps nobody waiting", async () => {
  lsp.replace(c, "mode == LOUD ? 3 : 1", "mode == LOUD ? 1 : 3");
  const now = await lsp.until(marks, (all) => all.includes("12 send_loud: kept"));
  expect(now).not.toContain("12 send_loud: kept, 3 copies");
  lsp.replace(spec, "{ mode == LOUD;", "{ mode == LOUD; n = ");
  await lsp.until(
    async () => problems(),
    (all) => all.some((one) => one.includes("not understood")),
  );
});
