import { describe, expect, test } from "vitest";
import { entityName, parseSnippet } from "../../../tests/support/index.js";
import { definesOtherMain } from "./other-main.js";

test.each([
  ["int main(void) { return 0; }", false],
  ["int main() { return 0; }", false],
  ["int main(int argc, char **argv) { return 0; }", false],
  ["int main(int c, char *v[], char **e)\n{ return 0; }", false],
  ["int main(int, const char *const *v) { return 0; }", false],
  ["void kmain(unsigned a) { }", false],
  ["int domain(unsigned a) { return a; } int main2(unsigned a) { return a; }", false],
  ["int f(int a) { if (main(a, 1)) { return 1; } return 0; } int main(void) { return 0; }", false],
  ["int main(unsigned magic, struct info *info) { return 0; }", true],
  ["void main (struct info *info)\n{ }", true],
  ["int kmain(void) { return 0; } int main(int a, int b) { return 0; }", true],
])("%j: %j", (text, other) => {
  expect(definesOtherMain(text)).toBe(other);
});

describe.each(["c", "c++"] as const)("in %s", (language) => {
  test("a kernel's main, which no program has, is executed, and calls what it calls", () => {
    const text =
      "struct info { int n; }; int f(int n); int main(unsigned magic, struct info *i) { return f(i->n); }";
    const facts = parseSnippet(text, { language });
    expect(facts.diagnostics).toEqual([]);
    const names = facts.shadows.flatMap((shadow) =>
      shadow.kind === "execution" || shadow.kind === "call"
        ? [[shadow.kind, entityName(facts, shadow.entity)]]
        : [],
    );
    expect(names).toEqual(
      expect.arrayContaining([
        ["execution", "main"],
        ["call", "f"],
      ]),
    );
  });
});
