/** Each edit, what is told of each unit without looking at it, and what the weaver then really makes of that unit. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { outlineOf } from "../clang-ast/src/index.js";
import { parseCompilerCommand } from "../kernel-build/index.js";
import type { AspectFile } from "../model/index.js";
import { parseAspectFile } from "../pointcut/index.js";
import { aspectChanges, type Concern, withGain } from "./aspect-changes.js";
import { createAnalyser } from "./unit/analyse-unit.js";
import { inProcessHost, type ParseHost } from "./unit/parse-host.js";
import { isRewritten } from "./unit/unit-analysis.js";
import { weaveUnit } from "./unit/weave-unit.js";

const UNITS = {
  "open.c": "struct file { int mode; };\nint do_open(struct file *f) { f->mode = 1; return f->mode; }\n",
  "close.c": "int do_close(int a) { return a; }\nint helper(int a) { return do_close(a); }\n",
  "both.c":
    "struct file { int mode; };\nint do_open(struct file *f);\nint do_close(int a) { return do_open(0); }\n",
  "plain.c": "int plain(int a) { return a + 1; }\n",
};
type Unit = keyof typeof UNITS;

const ASPECTS = {
  "open.ah": `#include <stddef.h>
aspect Open {
  int opened;
  int unused;
  advice execution("% do_open(...)") : before() { opened++; }
  advice call("% do_open(...)") : after() { opened--; }
};
`,
  "close.ah": `#include <limits.h>
#define STEP 2
aspect Close {
  int closed;
  advice execution("% do_close(...)") : before() { closed += STEP; }
};
`,
};
type Files = { readonly [name: string]: string };

/** As [open.c, close.c, both.c, plain.c]. */
type Told = readonly [Concern, Concern, Concern, Concern];

const NOTHING: Told = ["none", "none", "none", "none"];
const edited = (file: keyof typeof ASPECTS, from: string, to: string): Files => ({
  ...ASPECTS,
  [file]: ASPECTS[file].replace(from, () => to),
});

const EDITS: readonly (readonly [string, Files, Told])[] = [
  ["nothing", ASPECTS, NOTHING],
  ["a comment at the end", edited("open.ah", "};\n", "}; // done\n"), NOTHING],
  ["a comment after a body", edited("open.ah", "opened++; }", "opened++; } /* one more */"), NOTHING],
  [
    "a comment in a body",
    edited("open.ah", "opened++;", "opened++; /* one more */"),
    ["lines", "none", "none", "none"],
  ],
  ["a blank line after the include", edited("close.ah", "\n", "\n\n"), ["none", "lines", "lines", "none"]],
  ["indentation", edited("open.ah", "  advice exec", "   advice exec"), ["lines", "none", "none", "none"]],
  ["a body", edited("open.ah", "opened++", "opened += 2"), ["code", "none", "none", "none"]],
  ["another body", edited("open.ah", "opened--", "opened -= 2"), ["none", "none", "code", "none"]],
  [
    "a pointcut of new names",
    edited("open.ah", 'call("% do_open', 'call("% do_close'),
    ["none", "unknown", "unknown", "none"],
  ],
  [
    "a pointcut written otherwise",
    edited("open.ah", 'call("% do_open', 'call( "% do_open'),
    ["none", "none", "lines", "none"],
  ],
  [
    "a wildcard",
    edited("open.ah", 'execution("% do_open', 'execution("% pla%n'),
    ["unknown", "none", "none", "unknown"],
  ],
  [
    "a field that only one unit has",
    edited("close.ah", 'execution("% do_close(...)"', 'set("% file::mode"'),
    ["unknown", "unknown", "unknown", "none"],
  ],
  [
    "advice less",
    edited("open.ah", /* of both.c */ '  advice call("% do_open(...)") : after() { opened--; }\n', ""),
    ["none", "none", "unknown", "none"],
  ],
  [
    "one more advice where there is some",
    edited("close.ah", "STEP; }", 'STEP; }\n  advice execution("% do_close(...)") : after() { closed--; }'),
    ["none", "unknown", "unknown", "none"],
  ],
  [
    "one more advice behind",
    edited("close.ah", "STEP; }", 'STEP; }\n  advice call("% do_close(...)") : before() {}'),
    ["none", "unknown", "unknown", "none"],
  ],
  [
    "one more advice before",
    edited("close.ah", "  advice", '  advice call("% nobody(...)") : before() {}\n  advice'),
    ["none", "unknown", "unknown", "none"],
  ],
  [
    "an unused member",
    edited("open.ah", "int unused", "long unused"),
    ["unknown", "none", "unknown", "none"],
  ],
  [
    "a member's type",
    edited("close.ah", "int closed", "long closed"),
    ["none", "unknown", "unknown", "none"],
  ],
  ["a macro", edited("close.ah", "STEP 2", "STEP 3"), ["unknown", "unknown", "unknown", "none"]],
  [
    "one more include",
    edited("close.ah", "#define", "#include <stdarg.h>\n#define"),
    ["none", "unknown", "unknown", "none"],
  ],
  [
    "a third aspect",
    {
      ...ASPECTS,
      "third.ah": '#include <stdarg.h>\naspect Third { advice execution("% plain(...)") : before() {} };\n',
    },
    ["none", "none", "none", "unknown"],
  ],
  [
    "order",
    edited(
      "open.ah",
      "  int opened",
      '  advice execution("% %(...)") : order("Close", "Open");\n  int opened',
    ),
    ["unknown", "unknown", "unknown", "none"],
  ],
  [
    "a slice",
    edited("open.ah", "  int opened", '  advice "file" : slice struct { int more; };\n  int opened'),
    ["code", "none", "code", "none"],
  ],
  ["an aspect less", { "open.ah": ASPECTS["open.ah"] }, ["unknown", "unknown", "unknown", "none"]],
];

describe("what an edit of aspects means", () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-changes-"));
  let host: ParseHost;
  let before: Woven;

  beforeAll(async () => {
    host = inProcessHost();
    for (const [name, text] of Object.entries(UNITS)) writeFileSync(join(folder, name), text);
    before = await wovenWith(parsed(ASPECTS));
    expect(Object.values(before).map(({ effects }) => effects.length)).toEqual([1, 1, 2, 0]);
  });
  afterAll(() => host.dispose());

  const parsed = (files: Files): AspectFile[] =>
    Object.entries(files).map(([name, text]) => parseAspectFile(join(folder, name), text));

  type Woven = Awaited<ReturnType<typeof wovenWith>>;

  async function wovenWith(aspects: readonly AspectFile[]) {
    const units = Object.keys(UNITS).map(async (name) => {
      const command = parseCompilerCommand(["gcc", "-g", "-c", name], folder);
      const input = command.inputs[0];
      if (input === undefined) throw new Error(`${name} is no input`);
      const analysis = await createAnalyser({ host }).analyse({ command, input, aspects, withTail: true });
      expect(analysis.failure).toBeUndefined();
      const woven = isRewritten(analysis) ? weaveUnit(analysis) : undefined;
      expect(woven?.problems ?? []).toEqual([]);
      const { unitText } = analysis;
      return [name, { text: woven?.text ?? "", effects: woven?.effects ?? [], unitText }] as const;
    });
    return Object.fromEntries(await Promise.all(units));
  }

  test.each(EDITS)("%s", async (_, files, expected) => {
    const aspects = parsed(files);
    expect(aspects.flatMap(({ problems }) => problems)).toEqual([]);
    const after = await wovenWith(aspects);
    const changes = aspectChanges(parsed(ASPECTS), aspects);
    const told = Object.entries(before).map(([name, { effects, unitText }]) => {
      const concern = changes.concern(effects, "c");
      const place = { language: "c", directory: folder } as const;
      const gains = changes.mayGain(outlineOf(unitText), effects, place);
      return [name as Unit, gains ? withGain(concern) : concern] as const;
    });
    expect(told.map(([, concern]) => concern)).toEqual(expected);
    for (const [name, concern] of told) {
      const [old, now] = [before[name]?.text ?? "", after[name]?.text ?? ""];
      if (concern === "none" && now !== old) expect(compiled(now), name).toEqual(compiled(old));
      if (concern === "lines") expect(code(now), name).toBe(code(old));
      if (concern === "code") expect(code(now), name).not.toBe(code(old));
    }
  });

  /** With line tables. */
  const compiled = (text: string) => {
    const object = join(folder, "object.o");
    const argv = ["-g1", "-O2", "-c", "-x", "cpp-output", "-", "-o", object];
    const { status, stderr } = spawnSync("gcc", argv, { cwd: folder, input: text, encoding: "latin1" });
    expect(stderr).toBe("");
    expect(status).toBe(0);
    return readFileSync(object);
  };
  const code = (text: string) => text.replace(/^# .*$/gm, "").replace(/\s+/g, " ");
});
