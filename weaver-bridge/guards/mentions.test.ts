import { expect, test } from "vitest";
import { newMentions, readGuards } from "./index.js";

const header = (more = "") => `# 1 "cred.h"\nstruct cred { int uid; };\nint id(struct cred *);\n${more}`;

test("a unit is read where a line that names a term or its type has not been seen", () => {
  const isNew = newMentions(
    readGuards("optimistic guard struct cred { uid }; optimistic guard debug;").guards,
  );
  const asked = [
    `${header()}# 1 "a.c"\nvoid f(void) {}\n`,
    `${header()}# 1 "b.c"\nvoid g(void) {}\n`,
    `${header()}# 1 "c.c"\nvoid h(struct cred *c) { c->uid = 1; }\n`,
    `${header("static void set(struct cred *c) { c->uid = 2; }\n")}# 1 "d.c"\n`,
    `${header()}# 1 "e.c"\nint uid; void i(void) { uid = 1; }\n`,
    '# 1 "f.c"\nvoid j(void) { debug = 1; }\n',
  ];
  expect(asked.map(isNew)).toEqual([true, false, true, true, false, true]);
  expect(isNew(asked[5] as string)).toBe(true);
});
