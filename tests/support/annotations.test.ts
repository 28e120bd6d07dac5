import { expect, test } from "vitest";
import { withAnnotations, withoutAnnotations } from "./annotations.js";

const ANNOTATED = "void f/*^advised-by: A.before, B.after*/(void) { g/*^advised-by: A.around*/(); }\n";

test("markers go and come back", () => {
  const text = withoutAnnotations(ANNOTATED);
  expect(text).toBe("void f(void) { g(); }\n");
  const found = [
    { offset: 16, text: "A.around" },
    { offset: 6, text: "A.before" },
    { offset: 6, text: "B.after" },
  ];
  expect(withAnnotations(text, found)).toBe(ANNOTATED);
});

test("other comments stay", () => {
  expect(withoutAnnotations("int a; /* advised-by: X */")).toBe("int a; /* advised-by: X */");
});
