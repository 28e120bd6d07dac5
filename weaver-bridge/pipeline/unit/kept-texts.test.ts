import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type CompilerInput, unitOf } from "../../kernel-build/index.js";
import { loadAspects } from "../load-aspects.js";
import { createAnalyser } from "./analyse-unit.js";
import { createKeptTexts } from "./kept-texts.js";
import { inProcessHost } from "./parse-host.js";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "weft-kept-")));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

test("a unit that was read with its aspects' text has the compiler's own text without, and is not read again", async () => {
  write("a.h", "struct s { int m; };\n");
  write("a.c", '#include "a.h"\n#define ONE 1\nint f(struct s *p) { return p->m + ONE; }\n');
  write("a.ah", '#include "a.h"\naspect A { advice execution("% f(...)") : before() { (void)ONE; } };\n');
  const unit = unitOf({ directory: folder, file: "a.c", arguments: ["gcc", "-c", "a.c"] })!;
  const analyser = createAnalyser({ host: inProcessHost() });
  const alone = { ...unit, aspects: [], always: true } as const;
  const { unitText: own } = await analyser.analyse(alone);
  const texts = createKeptTexts();
  const { status } = await analyser.analyse({
    ...{ ...unit, aspects: loadAspects(["a.ah"], folder).files, withTail: true, texts },
  });
  expect([status, texts.of(unit.input)?.text]).toEqual(["analysed", own]);
  write("a.c", "int other;\n");
  expect((await analyser.analyse({ ...alone, texts })).unitText).toBe(own);
  expect((await analyser.analyse({ ...alone, texts, overlay: "int typed;\n" })).unitText).toContain("typed");
  expect((await analyser.analyse(alone)).unitText).toContain("other");
});

test("no more is kept than there is room for, and each unit's first text", () => {
  const inputs = ["a.c", "b.c", "c.c"].map((path): CompilerInput => ({ path, language: undefined }));
  const [a, b, c] = inputs as [CompilerInput, CompilerInput, CompilerInput];
  const texts = createKeptTexts(5);
  const textOf = (text: string) => ({ ok: true, text, diagnostics: "" }) as const;
  texts.keep(a, textOf("123"));
  texts.keep(b, textOf("456"));
  texts.keep(c, textOf("78"));
  texts.keep(a, textOf("9"));
  expect(inputs.map((input) => texts.of(input)?.text)).toEqual(["123", undefined, "78"]);
});
