import { expect, test } from "vitest";
import { withIntroducedText } from "./introduced-text.js";

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
