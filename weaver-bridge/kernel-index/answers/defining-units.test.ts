import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseAspectFile } from "../../pointcut/index.js";
import { createMemoryIndex } from "../memory/memory-index.js";
import { createSettledStamps, readUnit, startUnit } from "../reading/read-unit.js";
import { allSteps } from "../steps.js";
import { definingUnits, mayDefine } from "./defining-units.js";

describe("a file may define a class", () => {
  const of = (text: string) => mayDefine(text, [{ name: "task" }]);
  test.each([
    "struct task { int id; };",
    "struct task\n{ int id; };",
    "struct __attribute__((packed)) task {};",
    "struct task __attribute__((packed)) {};",
    "union task /* all of it */ {};",
    "#define STRUCT(name) \\\n  struct task { name; }",
    "typedef struct { int id; } task;",
    "typedef struct { int id; } __attribute__((packed)) task __attribute__((unused)), *tasks;",
    "struct { int id; } task;",
    "#define process task\nstruct process { int id; };",
    "DEFINE_STRUCT(task, int id);",
    "DEFINE_STRUCT(4, task)",
  ])("where it says so: %s", (text) => expect(of(text)).toBe(true));
  test.each([
    "struct task;\nstruct task *current;\nvoid run(struct task *task) { task->id = 1; }",
    "void run(struct tasks *t) {}",
    '/* struct task { is elsewhere } */ const char *text = "struct task {";',
    "#define id_of(task) ((task)->id)\nint id(struct task *t) { return id_of(t); }",
    "struct queue { struct task *first; };\nstatic struct task idle;",
  ])("and not where it merely uses it: %s", (text) => expect(of(text)).toBe(false));
});

describe("of units with a class", () => {
  const write = (files: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), "weft-defining-"));
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return folder;
  };
  const slices = (pattern: string) => [
    parseAspectFile("/a.ah", `aspect A { advice "${pattern}" : slice struct { int seen; }; };`),
  ];
  const of = async (files: Record<string, string>, pattern: string, flags: readonly string[] = []) => {
    const folder = write(files);
    const index = createMemoryIndex();
    for (const name of Object.keys(files).filter((file) => file.endsWith(".c"))) {
      const own = name === "b.c" ? flags : [];
      const unit = { path: join(folder, name), directory: folder, argv: ["gcc", "-c", ...own, name] };
      await readUnit(startUnit(unit), index, createSettledStamps(), () => undefined);
    }
    return allSteps(definingUnits(index, slices(pattern))).map((path) => basename(path));
  };
  const header = "#ifndef SIZE\n#define SIZE 1\n#endif\nstruct task { int id[SIZE]; };\n";
  const user = '#include "task.h"\nint id(struct task *t) { return t->id[0]; }\n';

  test("one tells about a header", async () => {
    expect(await of({ "task.h": header, "a.c": user, "b.c": user, "c.c": "int c;\n" }, "task")).toEqual([
      "a.c",
    ]);
  });
  test("each that makes another class of it tells so", async () => {
    const files = { "task.h": header, "a.c": user, "b.c": user, "c.c": user };
    expect(await of(files, "task", ["-DSIZE=2"])).toEqual(["a.c", "b.c"]);
    const packed = "struct __attribute__((packed)) task { int id[SIZE]; };\n";
    expect(
      await of({ ...files, "task.h": header.replace(/struct.*\n/, packed) }, "task", ["-DSIZE=2"]),
    ).toEqual(["a.c", "b.c"]);
    expect(await of(files, "task", ["-m32"])).toEqual(["a.c", "b.c"]);
  });
  test("each that defines it itself tells so, and what can't be read", async () => {
    const own = "struct task { char own; };\nint own(struct task *t) { return t->own; }\n";
    const broken = '#include "task.h"\nint id(struct task *t) { return t->nothing; }\n';
    const files = { "task.h": header, "a.c": user, "b.c": own, "c.c": user, "d.c": broken };
    expect(await of(files, "task")).toEqual(["a.c", "b.c", "d.c"]);
  });
  test("all of them may match a pattern", async () => {
    expect(await of({ "task.h": header, "a.c": user, "b.c": user }, "t%")).toHaveLength(2);
    expect(await of({ "task.h": header, "a.c": user, "b.c": user }, "ta%k")).toHaveLength(1);
  });
});
