import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { CLANG } from "../../../tests/support/compilers.js";
import { parseCompilerCommand } from "../command/compiler-command.js";
import { preprocess } from "./preprocess.js";

function project(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "weft headers é-"));
  for (const [name, text] of Object.entries(files)) write(root, name, text);
  return root;
}

function write(root: string, name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

/** What is said of a unit with unsaved headers has to be what is said when they are saved. */
async function expectAsSaved(
  compiler: string,
  root: string,
  unsaved: Readonly<Record<string, string>>,
  unit = "u.c",
): Promise<string> {
  const command = parseCompilerCommand([compiler, "-Iinclude", "-c", unit], root);
  const input = command.inputs[0]!;
  const headers = new Map(
    Object.entries(unsaved).map(([name, text]) => [join(root, name), Buffer.from(text).toString("latin1")]),
  );
  const typed = await preprocess(command, input, { headers });
  const overlay = readFileSync(join(root, unit), "latin1");
  const typedToo = await preprocess(command, input, { headers, overlay });
  for (const [name, text] of Object.entries(unsaved)) write(root, name, text);
  const saved = await preprocess(command, input, {});
  if (!typed.ok || !typedToo.ok || !saved.ok) throw new Error("a preprocessor failed");
  expect(placed(typed.text)).toEqual(placed(saved.text));
  expect(placed(typedToo.text)).toEqual(placed(saved.text));
  return saved.text;
}

/** Each line with text in it, with its file and line. */
function placed(text: string): string[] {
  let [file, line] = ["", 0];
  return text.split("\n").flatMap((one) => {
    const marker = /^# (\d+) "(.*)"[ \d]*$/.exec(one);
    if (marker !== null) {
      [line, file] = [Number(marker[1]), marker[2] ?? ""];
      return [];
    }
    const at = `${file}:${line++}`;
    return one.trim() === "" ? [] : [`${at}: ${one.replace(/\s+/g, " ").trim()}`];
  });
}

const GUARDED = (name: string, text: string) => `#ifndef ${name}\n#define ${name}\n${text}#endif\n`;

test.each(["gcc", CLANG])("%s reads an unsaved header wherever it is included", async (compiler) => {
  const root = project({
    "u.c": '#include <stddef.h>\n#include "a.h"\n#include "b.h" /* again */\n\nint u = A + B;\n',
    "include/a.h": GUARDED("A_H", '#include "sub/b.h"\n#include <c.h>\nenum { A = 1 };\n'),
    "include/b.h": '#include "sub/b.h"\n',
    "include/sub/b.h": GUARDED("B_H", '#include "beside.h"\nenum { B = 1 };\n'),
    "include/sub/beside.h": "int beside;\n",
    "include/c.h": "#pragma once\nint c;\n",
    "include/d.h": "#pragma once\n#include <c.h>\nint d;\n",
    "include/sub/new.h": "int newly;\n",
  });
  const text = await expectAsSaved(compiler, root, {
    "include/sub/b.h": GUARDED(
      "B2_H",
      '#include "beside.h"\n#include "new.h"\n#include <d.h>\nenum { B = 2 };\n',
    ),
    "include/c.h": "#pragma once\n/* später */\nint c2;\n",
  });
  expect(text).toContain("int c2;");
  expect(text).toContain("int newly;");
});

test.each(["gcc", CLANG])("%s reads an unsaved header that is included again and again", async (compiler) => {
  const root = project({
    "src/u.c":
      '#define ITEM(n) int n;\n#include "items.h"\n#undef ITEM\n#define ITEM(n) long l_##n;\n#include "items.h"\n#include HEADER\n',
    "src/items.h": '#include "more.h"\nITEM(a)\n',
    "src/more.h": "ITEM(b)\n",
    "include/last.h": "int last;\n",
  });
  const source = readFileSync(join(root, "src/u.c"), "utf8");
  write(root, "src/u.c", `#define HEADER <last.h>\n${source}`);
  const text = await expectAsSaved(
    compiler,
    root,
    { "src/more.h": "ITEM(c)\n\nITEM(d)", "include/last.h": "int \\\n very_last;\n" },
    "src/u.c",
  );
  expect(text).toContain("long l_d;");
});

test.each(["gcc", CLANG])("%s follows #include_next from an unsaved header", async (compiler) => {
  const root = project({
    "u.c": "#include <x.h>\n",
    "include/x.h": "int first;\n#include_next <x.h>\n",
    "more/x.h": "int second;\n",
  });
  const command = parseCompilerCommand([compiler, "-Iinclude", "-Imore", "-c", "u.c"], root);
  const headers = new Map([[join(root, "include/x.h"), "int typed;\n#include_next <x.h>\n"]]);
  const result = await preprocess(command, command.inputs[0]!, { headers });
  expect(result.ok && result.text).toMatch(/int typed;[\s\S]*int second;/);
  expect(result.ok && result.text).not.toContain("int first;");
});

test("a C++ unit with the standard library compiles as with the saved header", async () => {
  const root = project({ "u.cc": '#include "h.h"\nstd::string s = H::name();\n', "include/h.h": "" });
  const header = "#include <string>\n#include <vector>\nstruct H { static std::string name(); };\n";
  const command = parseCompilerCommand(["g++", "-Iinclude", "-c", "u.cc"], root);
  const headers = new Map([[join(root, "include/h.h"), header]]);
  const result = await preprocess(command, command.inputs[0]!, { headers });
  if (!result.ok) throw new Error(result.diagnostics);
  expect(result.diagnostics).toBe("");
  execFileSync("g++", ["-x", "c++-cpp-output", "-fsyntax-only", "-"], { input: result.text });
});
