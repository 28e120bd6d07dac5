import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { unitOf } from "@weft/weaver-bridge/kernel-build";
import { createAnalyser, inProcessHost, loadAspects } from "@weft/weaver-bridge/pipeline";
import { expect, test } from "vitest";
import { introducedText, movedText, withIntroducedText } from "./introduced-text.js";

test("introduced text stands in its line, and nothing else moves", () => {
  const text = "struct a {\n  int x;\n};\nint after;\n";
  const introduced = [
    { file: "/a.h", line: 3, column: 1, text: "int y;" },
    { file: "/a.h", line: 3, column: 1, text: "int z;" },
    { file: "/a.h", line: 1, column: 10, text: ": public B" },
    { file: "/a.h", line: 90, column: 1, text: "gone" },
  ];
  expect(withIntroducedText(text, introduced)).toMatchInlineSnapshot(`
    "struct a  : public B {
      int x;
     int y;  int z; };
    int after;
    "
  `);
});

const CLASS = "struct before {\n\tint x;\n};\nstruct node {\n\tint uid;\n};\nstruct more { int ä; } it;\n";

test.each([
  ["lines come before it", (text: string) => `\n\n${text}`],
  ["lines go before it and others come behind it", (text: string) => `${text.slice(26)}int z;\nint y;\n\n`],
  ["other lines are edited", (text: string) => text.replace("x;", "x, y;").replace("it;", "it, them;")],
  ["a class like it comes before it", (text: string) => `struct a {\n\tint a;\n};\n${text}`],
])("introduced text moves along when %s", (_, edit) => {
  const item = { file: "/a.h", line: 6, column: 1, text: "int calls;" };
  const now = edit(CLASS);
  const lines = now.split("\n");
  const moved = movedText(item, CLASS, now);
  expect(moved).toBeDefined();
  expect([lines[moved!.line - 2], lines[moved!.line - 1]]).toEqual(["\tint uid;", "};"]);
});

test("introduced text moves in a line that is edited, and goes with the line", () => {
  const item = { file: "/a.h", line: 7, column: 23, text: "int calls;" };
  const behind = CLASS.replace("} it;", "} it, them;");
  expect(movedText(item, CLASS, behind)).toEqual(item);
  expect(movedText(item, CLASS, `\n${behind}`)).toEqual({ ...item, line: 8 });
  expect(movedText(item, CLASS, CLASS.replace("struct more { int ä; } it;\n", ""))).toBeUndefined();
});

test.each([
  ["gcc", "k.c", "struct"],
  ["g++", "k.cc", "class"],
])("of a condition in a slice only what holds is introduced (%s)", async (compiler, file, key) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "weft-introduced-")));
  try {
    writeFileSync(join(folder, file), `${key} node { int links; };\n`);
    writeFileSync(
      join(folder, "a.ah"),
      'aspect A { advice "node" : slice struct {\n#ifdef WIDE\nlong calls;\n#else\nchar calls;\n#endif\n}; };\n',
    );
    const unit = unitOf({ directory: folder, file, arguments: [compiler, "-DWIDE", "-c", file] });
    if (unit === undefined) throw new Error("no unit");
    const aspects = loadAspects(["a.ah"], folder).files;
    const analysis = await createAnalyser({ host: inProcessHost() }).analyse({ ...unit, aspects });
    const texts = introducedText(folder, analysis).map(({ text }) => text);
    expect(texts.join(" ")).toContain("long calls;");
    expect(texts.join(" ")).not.toContain("char calls;");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("a class that only the slices' own headers bring gets its members in its header", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "weft-introduced-")));
  try {
    writeFileSync(join(folder, "k.cc"), "class node { int links; };\n");
    writeFileSync(join(folder, "other.h"), "class other {\n  int a;\n};\n");
    writeFileSync(
      join(folder, "a.ah"),
      '#include "other.h"\nstruct extra { int c; };\naspect A { advice "node" || "other" : slice class { int added; }; };\n',
    );
    const unit = unitOf({ directory: folder, file: "k.cc", arguments: ["g++", "-c", "k.cc"] });
    if (unit === undefined) throw new Error("no unit");
    const aspects = loadAspects(["a.ah"], folder).files;
    const analysis = await createAnalyser({ host: inProcessHost() }).analyse({ ...unit, aspects });
    const texts = introducedText(folder, analysis);
    expect(texts.map(({ file, text }) => [basename(file), text.replace(/\s+/g, " ")])).toEqual([
      ["k.cc", "struct extra { int c; };"],
      ["k.cc", "private: int added;"],
      ["other.h", "private: int added;"],
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
