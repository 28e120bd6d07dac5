import { expect, test } from "vitest";
import { parseAspectFile } from "../../pointcut/index.js";
import { splitTail } from "./aspect-tail.js";
import { broughtCode } from "./brought-code.js";

const FILES = [
  parseAspectFile("/a.ah", '#include "sys.h"\n#include "lock.h"\nint kept;\naspect A { int n; };\n'),
];

/** As the preprocessor leaves the tail. */
const TAIL = `# 1 "<weft-tail>"
__weft_section_begin_0
# 1 "/a.ah"
# 1 "/usr/sys.h" 1 3
int s() { return 0; }
# 2 "/a.ah" 2
# 1 "/lock.h" 1
# 1 "/usr/more.h" 1 3
int more() { return 0; }
# 2 "/lock.h" 2
inline void lock() {}
# 3 "/a.ah" 2
int kept;
# 1 "<weft-tail>"
__weft_section_end_0
`;

const brought = (isOwn?: (file: string) => boolean) =>
  broughtCode(splitTail(TAIL).tail!, FILES, "c++", isOwn);

test("an aspect's own header goes to the unit, with all that stands before it, and what follows stays", () => {
  const { text, tail } = brought()!;
  expect(text).toMatch(/sys\.h[\s\S]*inline void lock\(\) \{\}\n# 3 "\/a\.ah" 2\n$/);
  expect(tail.sections[0]).toBe('# 3 "/a.ah"\nint kept;\n');
});

test("headers that are not woven stay where they are", () => {
  expect(brought((file) => file.startsWith("/usr/"))?.text).toContain("int more()");
  expect(brought(() => false)).toBeUndefined();
});
