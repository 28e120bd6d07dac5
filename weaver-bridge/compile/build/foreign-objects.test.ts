import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadProject, type Project, writeUnitRecord } from "../../kernel-build/index.js";
import { refreshObjects } from "./refresh-objects.js";

test("objects that came with a copied project are removed, and nothing behind a link of it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weft-foreign-"));
  const [old, root, outside] = ["old", "new", "outside"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  try {
    for (const made of [old, root, outside]) mkdirSync(made);
    writeFileSync(join(old, "weft.json"), "{}");
    writeFileSync(join(root, "weft.json"), JSON.stringify({ name: "copied" }));
    for (const output of ["a.o", "out/b.o", "../outside/c.o", ""])
      writeUnitRecord({ root: old }, {
        version: 2,
        command: { directory: old, file: `${output}.c`, arguments: ["gcc", "-c", `${output}.c`], output },
        aspects: "",
        map: { file: `${output}.c`, status: "unchanged", effects: [], generated: [] },
      } as unknown as Parameters<typeof writeUnitRecord>[1]);
    mkdirSync(join(root, ".weft"));
    renameSync(join(old, ".weft/units"), join(root, ".weft/units"));
    symlinkSync(outside, join(root, "out"));
    for (const file of ["new/a.o", "outside/b.o", "outside/c.o"]) writeFileSync(join(folder, file), "");
    await refreshObjects(loadProject(root).value as Project);
    const left = ["new/a.o", "outside/b.o", "outside/c.o"].filter((file) => existsSync(join(folder, file)));
    expect(left).toEqual(["outside/b.o", "outside/c.o"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
