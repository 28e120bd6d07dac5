// A unit whose tree clang can't print whole: what it needs of it is asked for by name.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { declarationsFor, parseSpecFile } from "./spec-file.js";
import { specializeUnit } from "./specialize-unit.js";
import type { ClangUnit } from "./unit-trees.js";

const folder = mkdtempSync(join(tmpdir(), "weft-large-"));
const LARGE = Array.from(
  { length: 9000 },
  (_, at) => `extern int a_name_of_some_length_that_is_not_used_${at};`,
);
const SOURCE = `
typedef unsigned short mode_t;
typedef struct { unsigned value; } id_t;
struct super { int flags; };
struct inode { mode_t mode; id_t owner; struct super *super; };
struct cred { id_t user; };
const struct cred *current(void);
typedef union { int whole; unsigned short half[2]; unsigned bits; } mixed_t;
struct shared { unsigned low : 3, high : 5; int plain; mixed_t mixed; struct { int kept; int some : 4; } in; };
int asks(const struct shared *s) { return s->low == 5 ? s->high : 7; }
int shares(struct shared *s)
{
	s->low = 9;
	s->mixed.whole = 3;
	s->mixed.bits = 70000;
	s->in.some = 200;
	s->plain = 7;
	s->in.kept = 5;
	return s->low + s->mixed.whole + s->in.some + s->plain + s->in.kept;
}
static inline int same(id_t left, id_t right) { return left.value == right.value; }
#define CRED() ({ do { } while (0); current(); })
#define FIELD(x) ({ CRED()->x; })
#define USER() (FIELD(user))
${LARGE.join("\n")}
static int allowed(const struct inode *inode, int mask)
{
	unsigned mode = inode->mode;

	if (same(USER(), inode->owner))
		mode >>= 6;
	return mask & ~mode ? -13 : 0;
}
int permission(const struct inode *inode, int mask)
{
	int result;

	if (mask & 2 && inode->super->flags & 1)
		return -30;
	result = allowed(inode, mask);
	return result;
}
`;
const path = join(folder, "large.c");
const unit: ClangUnit = { directory: folder, path, compiler: ["gcc"], options: ["-m32"], longBits: 32 };

beforeAll(() => writeFileSync(path, SOURCE));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function made(text: string) {
  const spec = parseSpecFile(join(folder, "a.spec"), text);
  const { made, problems } = await specializeUnit(unit, declarationsFor(SOURCE, [spec]));
  return { text: made[0]?.text ?? "", problems: problems.map(({ message }) => message) };
}

test("functions of the same file are followed, and members of a parameter's struct are known", async () => {
  const { text, problems } = await made(
    "specialize permission as search { mask == 1; inode->mode == 040755; }",
  );
  expect(problems).toEqual([]);
  expect(text).not.toContain("allowed(");
  expect(text).not.toContain("flags");
  // What a macro makes of another macro is written as it was; either way the mode lets all search.
  expect(text).toMatch(/same\(\(?USER\(\)\)?, inode->owner\)/);
  expect(text.match(/return [^;]*/g)).toEqual(["return 0"]);
});

test("a number that begins with 0 is octal, and a wrong member is told", async () => {
  const { text } = await made("specialize permission as closed { mask == 1; inode->mode == 0700; }");
  expect(text).toMatch(/return \(?-13\)?;/);
  const { problems } = await made(
    "specialize permission as wrong { inode->mod == 0700; inode->super->flags == 0; }",
  );
  expect(problems[0]).toContain("inode has no member mod");
});

test("nothing is known of bit-fields and of what stands in unions", async () => {
  const { text } = await made("specialize shares as apart { s noalias; }");
  const asked = await made("specialize asks as told { s->low == 5; }");
  expect(asked.text).toContain("return (int)s->high;");
  expect(text).toMatch(/return s->low \+ s->mixed\.whole \+ s->in\.some \+ 7 \+ 5;/);
});
