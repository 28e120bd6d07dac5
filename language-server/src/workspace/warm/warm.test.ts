/** A quick analysis must say what a whole one says; checked with the real preprocessor and libclang. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClangHost } from "@weft/weaver-bridge/clang-ast";
import { parseCompilerCommand } from "@weft/weaver-bridge/kernel-build";
import { createAnalyser } from "@weft/weaver-bridge/pipeline";
import { parseAspectFile } from "@weft/weaver-bridge/pointcut";
import { afterAll, describe, expect, test } from "vitest";
import { headEnd } from "./head-end.js";
import { headFor, identifiersOf, indexHead } from "./head-index.js";
import { readChunks } from "./read-chunks.js";
import { analyseWarm, isCurrent, prepareHead, WARM_FROM_BYTES } from "./warm-unit.js";

const declared = (text: string) =>
  [...readChunks(text)].map(({ declares }) => [...declares].sort().join(" "));

describe("declarations at file scope", () => {
  test("functions, variables, typedefs and pointers to functions", () => {
    expect(
      declared("int f(int a); static inline int g(void) { int x; return x; } extern int a, *b[4], c = 3;"),
    ).toEqual(["f", "g", "a b c"]);
    expect(
      declared(
        "typedef unsigned int u32; typedef int (*handler_t)(int n); void (*signal(int s, void (*h)(int)))(int);",
      ),
    ).toEqual(["u32", "handler_t", "signal"]);
    expect(declared("int (name)(int x); int v __attribute__((aligned(4)));")).toEqual(["name", "v"]);
  });

  test("tags and enumerators, also nested ones", () => {
    expect(declared("struct s; struct t { enum { A, B = 2 } e; struct u { int x; } u; } t1;")).toEqual([
      "s",
      "A B t t1 u",
    ]);
    expect(declared("enum color { RED, GREEN }; struct __attribute__((packed)) p { int q; };")).toEqual([
      "GREEN RED color",
      "p",
    ]);
  });

  test("bodies are left out, places are kept", () => {
    const [chunk] = readChunks('# 7 "a.h" 1\n\nint f(void)\n{ return 1; }\n');
    expect(chunk).toMatchObject({ text: "int f(void)\n;", file: "a.h", line: 8 });
  });
});

test("the head ends before the first code, outside of conditionals and comments", () => {
  const head = '/* c */\n#define X \\\n  1\n#include "a.h"\n#ifdef Y\n#include "b.h"\n#endif\n';
  expect(headEnd(`${head}int x;\n#include "c.h"\n`)).toBe(head.length);
  expect(headEnd('#include "a.h"\n#if 1\nint x;\n#endif\n')).toBe('#include "a.h"\n'.length);
  expect(headEnd('#include "a.h" /* b\n*/\nint x;')).toBe('#include "a.h" /* b\n*/\n'.length);
  expect(headEnd("int x;")).toBe(0);
  expect(headEnd("#endif\n")).toBe(0);
});

test("a head is cut down to what is named, and what that names", async () => {
  const index = await indexHead(
    '# 1 "a.h"\ntypedef int id;\nstruct owner { id uid; };\nint unused(struct owner *o);\nint used(struct owner *o);\n',
  );
  expect(headFor(index, identifiersOf("used"))).toBe(
    'struct owner;\n# 1 "a.h"\ntypedef int id;\nstruct owner { id uid; };\n\nint used(struct owner *o);\n',
  );
});

describe("a quick analysis", () => {
  const host = createClangHost();
  afterAll(() => host.dispose());
  const never = new AbortController().signal;
  const folder = mkdtempSync(join(tmpdir(), "weft warm ü "));

  /** A header as large as a kernel's, with what is awkward in it. */
  const header = `${Array.from({ length: 4000 }, (_, n) => `int filler_${n}(struct filler *f, unsigned long value_${n});`).join("\n")}
#define CHOWN(node, id) ((node)->i_uid = (id))
#define UNIQUE_(a, b) a##b
#define UNIQUE(a, b) UNIQUE_(a, b)
#define NAMED int UNIQUE(named_, __COUNTER__)(void);
NAMED
NAMED
typedef unsigned int uid_t;
struct inode { uid_t i_uid; enum { PLAIN, OTHER } kind; struct ops { int (*open)(struct inode *node); } *ops; };
static inline void init(struct inode *node) { node->i_uid = 0; }
extern int limit;
`;
  const unitText = `#define MODE 1
#include "big.h"
#include MISSING_OR("big.h")
NAMED
int open(struct inode *node)
{
	if (node->kind == PLAIN && __LINE__ > 3)
		CHOWN(node, limit);
	init(node);
	return node->ops->open(node);
}
`.replace('#include MISSING_OR("big.h")\n', "");
  const path = join(folder, "ünit.c");
  writeFileSync(join(folder, "big.h"), header);
  writeFileSync(path, unitText);
  const command = parseCompilerCommand(["gcc", "-m32", "-std=gnu11", "-DLIMIT=3", "-c", "ünit.c"], folder);
  const unit = { path, command, input: { path: "ünit.c", language: "c" }, guessed: false };
  const aspects = [
    parseAspectFile(
      "/t.ah",
      'aspect T { advice execution("% %(...)") || call("% %(...)") || set("% %::%") || get("% %") || get("% %::%") : before() {} };',
    ),
  ];
  const effectsOfText = async (text: string) => {
    const head = await prepareHead(unit, unitText, never);
    if (head === undefined) throw new Error("the head was not prepared");
    const quick = await analyseWarm(head, { unit, text, aspects }, host, never);
    const whole = await createAnalyser({ host }).analyse({
      command,
      input: unit.input,
      aspects,
      overlay: text,
    });
    const inUnit = whole.effects.filter(({ target }) => target.file === "ünit.c");
    const print = (effects: typeof inUnit) =>
      effects.map(({ id, title, reason, order }) => [id, title, reason, order]);
    return { quick: quick && print(quick.effects), whole: print(inUnit) };
  };

  test("says what a whole one says about the unit's own code, before and after an edit", async () => {
    expect(header.length).toBeGreaterThan(WARM_FROM_BYTES);
    for (const text of [
      unitText,
      unitText.replace("init(node);", "NAMED init(node); filler_7(0, node->i_uid);"),
    ]) {
      const { quick, whole } = await effectsOfText(text);
      expect(whole.length).toBeGreaterThan(5);
      expect(quick).toEqual(whole);
    }
  });

  test("declines when errors may be its own doing, and when a header changed on disk", async () => {
    const head = await prepareHead(unit, unitText, never);
    if (head === undefined) throw new Error("the head was not prepared");
    const opaque = unitText.replace("init(node);", "struct nowhere x;");
    expect(await analyseWarm(head, { unit, text: opaque, aspects }, host, never)).toBeUndefined();
    expect(isCurrent(head, unit, unitText)).toBe(true);
    expect(isCurrent(head, unit, unitText.replace("MODE 1", "MODE 2"))).toBe(false);
    writeFileSync(join(folder, "big.h"), `${header}\n\n`);
    expect(isCurrent(head, unit, unitText)).toBe(false);
    writeFileSync(join(folder, "big.h"), header);
  });
});
