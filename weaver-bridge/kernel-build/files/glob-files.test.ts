import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { globFiles } from "./glob-files.js";

test("a folder that links lead to again is searched once, by its nearest name", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "weft-glob-")));
  try {
    mkdirSync(join(root, "src/a/b"), { recursive: true });
    mkdirSync(join(root, "other"));
    for (const file of ["src/m.c", "src/a/n.c", "src/a/b/o.c", "other/p.c"])
      writeFileSync(join(root, file), "");
    symlinkSync(".", join(root, "src/self"));
    symlinkSync("../..", join(root, "src/a/up"));
    symlinkSync("src/a/b", join(root, "short"));
    symlinkSync("m.c", join(root, "src/named.c"));
    const found = globFiles(root, ["**/*.c"]).map((file) => relative(root, file));
    expect(found).toEqual(["other/p.c", "short/o.c", "src/a/n.c", "src/m.c", "src/named.c"]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test("a link to what holds the folder, or to no disk, is not searched", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "weft-glob-")));
  try {
    mkdirSync(join(root, "in/src"), { recursive: true });
    mkdirSync(join(root, "beside"));
    for (const file of ["in/src/a.c", "beside/b.c", "c.c"]) writeFileSync(join(root, file), "");
    for (const [link, target] of Object.entries({
      root: "/",
      up: "../..",
      own: "..",
      proc: "/proc/self",
      near: "../beside",
    }))
      symlinkSync(target, join(root, "in", link));
    const found = globFiles(join(root, "in"), ["**/*.c"]).map((file) => relative(root, file));
    expect(found).toEqual(["in/near/b.c", "in/src/a.c"]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
