import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { linkOf, writeLinkRecord } from "../../kernel-build/index.js";
import { archiveMembers } from "./archive-members.js";
import { productsOf } from "./linked-products.js";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "weft-links-")));
  mkdirSync(join(folder, "lib"));
  for (const name of ["a.o", "lib/an-object-with-a-long-name.o", "lib/b.o"])
    writeFileSync(join(folder, name), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

const link = (words: string, directory = folder) =>
  writeLinkRecord({ root: folder }, linkOf({ argv: words.split(" "), directory }));
const products = (...objects: string[]) =>
  productsOf(
    { root: folder },
    objects.map((object) => join(folder, object)),
  ).map((path) => path.slice(folder.length + 1));

test.each(["rcs", "rcsT"])(
  "what an object was linked into, through archives (ar %s) and partial links",
  (how) => {
    const words = [how, "lib/k.a", "lib/an-object-with-a-long-name.o", "lib/b.o"];
    expect(spawnSync("ar", words, { cwd: folder }).status).toBe(0);
    expect(archiveMembers(join(folder, "lib/k.a"))).toEqual(["an-object-with-a-long-name.o", "b.o"]);
    link("gcc -r -o part.o ../a.o", join(folder, "lib"));
    link("gcc -o kernel lib/part.o lib/k.a -lgcc");
    link("gcc a.o");
    expect(products("a.o").sort()).toEqual(["a.out", "kernel", "lib/part.o"]);
    expect(products("lib/an-object-with-a-long-name.o")).toEqual(["lib/k.a", "kernel"]);
    expect(products("other.o")).toEqual([]);
  },
);
