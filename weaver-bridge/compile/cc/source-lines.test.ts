import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withSourceLines } from "./source-lines.js";

const SOURCE = "int f(int a, int b);\n\tint unused; return f(x, f(x, 2)) + (x = 3);\n";

/** As Clang prints it, of a file with that text. */
function shown(printed: string): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-lines-"));
  try {
    writeFileSync(join(folder, "a.c"), SOURCE);
    return withSourceLines(Buffer.from(printed, "latin1"), folder).toString("latin1");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("woven lines are shown as they are written, with the place", () => {
  const printed = `a.c:2:40: warning: unsequenced modification and access to 'x' [-Wunsequenced]
    2 |                      (x, __weft_shadow_1
      |                       ~
    3 | # 2 "a.c"
    4 |                           (x, 2)) + (x = 3);
      |                                        ^
a.c:1:7: warning: something
    1 | int f(int a, int b);
      |       ^~~
2 warnings generated.
`;
  expect(shown(printed)).toBe(`a.c:2:40: warning: unsequenced modification and access to 'x' [-Wunsequenced]
    2 | \tint unused; return f(x, f(x, 2)) + (x = 3);
      | \t                                      ^
a.c:1:7: warning: something
    1 | int f(int a, int b);
      |       ^~~
2 warnings generated.
`);
});

test("what is shown of other files, or not at all, stays", () => {
  const printed =
    "b.c:1:1: error: no\n    1 | __weft_shadow_1\n      | ^\n<weft>:1:2: note: here\n1 error generated.\n";
  expect(shown(printed)).toBe(printed);
});
