/** What counts as the same object, on objects that gcc made. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareObjects } from "./compare-objects.js";
import { readObject } from "./object-image.js";

async function compared(before: string, after: string) {
  const folder = mkdtempSync(join(tmpdir(), "weft-compare-"));
  const images = [before, after].map(async (text, index) => {
    writeFileSync(join(folder, `${index}.c`), text);
    execFileSync("gcc", ["-m32", "-O2", "-g", "-c", `${index}.c`, "-o", `${index}.o`], { cwd: folder });
    return readObject(join(folder, `${index}.o`));
  });
  const [left, right] = await Promise.all(images);
  if (left === undefined || right === undefined) throw new Error("no objects");
  return compareObjects(left, right);
}

const F = "int g(int); int f(int a) { return g(a) + 1; }\n";
const H = "int h(int a) { return a * 3; }\n";

test("blank lines move debug lines alone", async () => {
  expect(await compared(F + H, `\n\n${F}\n${H}`)).toEqual({
    ...{ verdict: "equal", functions: [], sections: [] },
    linesDiffer: true,
  });
});

test("functions in another order are the same functions", async () => {
  expect(await compared(F + H, H + F)).toMatchObject({ verdict: "reordered", functions: [], sections: [] });
});

test("a function that differs, comes or goes is named with its sizes; others are not", async () => {
  const differs = await compared(F + H, F.replace("+ 1", "+ 1000") + H);
  expect(differs).toMatchObject({ verdict: "different", functions: [{ name: "f" }] });
  const gone = await compared(F + H, F);
  expect(gone.functions).toEqual([{ name: "h", before: expect.any(Number) }]);
});

test("constants and initial values count", async () => {
  expect((await compared("int v = 1;\n", "int v = 2;\n")).sections).toEqual([".data"]);
  expect(
    (await compared('const char *f(void) { return "a"; }\n', 'const char *f(void) { return "b"; }\n'))
      .verdict,
  ).toBe("different");
});
