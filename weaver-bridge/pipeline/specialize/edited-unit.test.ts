// While somebody types: after each edit the answer is that of a reader which has never seen another text.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { parseSpecFile } from "./spec-file.js";
import { specializeUnit } from "./specialize-unit.js";
import { createUnitReader, type UnitReader } from "./unit-trees.js";

const SOURCE = `#define LOUD 2
#define TWICE(x) ((x) * 2)
struct port { int flags, left; unsigned quick : 3, slow; struct { int at; } in; };
extern int put(int c);
static int other(struct port *p, int n) { return p->left + n; }
static int step(struct port *p, int mode, int n)
{
	int kept = n;
	if (mode == LOUD && p->flags & 1)
		kept += TWICE(mode);
	else if (mode == 3)
		kept = put(n); /* what else */
	return kept;
}
int send(struct port *p, int mode, int n)
{
	int sum = step(p, mode, n);
	sum += other(p, mode);
	p->slow = LOUD;
	return sum;
}
`;
const EDITS: readonly (readonly [from: string, to: string])[] = [
  ["int kept = n;", "int kept = n + mode;"],
  ["kept += TWICE(mode)", "kept += TWICE(mode + 10)"],
  ["int sum = step(p", "int sum = mode + step(p"],
  ["p->slow", "p->quick"],
  ["p->left + n", "p->left + n * 3"],
  ["p->quick = LOUD", "p->quick = LOUD * 7"],
  ["p->flags & 1", "p->in.at & 1"],
  ["#define LOUD 2", "#define LOUD 3"],
  ["mode == LOUD &&", "mode == LOUD + 0 &&"],
  ["what else", "nothing"],
  ["return kept;", "return kept; {"],
  ["return kept; {", "return kept;"],
  ["kept = put(n)", "kept = put(n) + unheard(n)"],
  ["kept = put(n) + unheard(n)", "kept = put(n"],
  ["kept = put(n", "kept = put(n)"],
  ["extern int put(int c);", "extern int put(int c), got;"],
  ["return sum;", "return sum + got;"],
];

const folder = mkdtempSync(join(tmpdir(), "weft-edited-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("an edit gives what a first reading gives", async () => {
  const spec = parseSpecFile("a.spec", "specialize send as loud { mode == LOUD; }\n");
  const [declaration] = spec.declarations;
  if (declaration === undefined) throw new Error("no declaration");
  const path = join(folder, "send.c");
  const unit = { directory: folder, path, compiler: ["gcc"], options: ["-m32"], longBits: 32 as const };
  const say = async (reader: UnitReader) => {
    const { made, problems } = await specializeUnit(reader, [{ spec, declaration }], { isBrief: true });
    const residuals = made.map(({ text, residual: { notes, expressions } }) => ({
      text,
      notes,
      expressions,
    }));
    return { problems, residuals };
  };
  let text = SOURCE;
  writeFileSync(path, text);
  let reader = createUnitReader(unit, () => text, true);
  expect((await say(reader)).residuals[0]?.text).toContain("int loud(");
  for (const [from, to] of EDITS) {
    expect(text).toContain(from);
    text = text.replace(from, () => to);
    writeFileSync(path, text);
    const now = text;
    reader = reader.edited(unit, () => now);
    expect(await say(reader), to).toEqual(await say(createUnitReader(unit, () => now, true)));
  }
}, 60_000);

test("a letter in a function has that function read and nothing else", async () => {
  const path = join(folder, "one.c");
  const before = SOURCE.replace("extern int put", "int put");
  writeFileSync(path, before);
  const unit = { directory: folder, path, compiler: ["gcc"], options: ["-m32"], longBits: 32 as const };
  const reader = createUnitReader(unit, () => before, true);
  const first = await reader.program("send");
  const after = before.replace("int kept = n", "int kept = n * 2");
  writeFileSync(path, after);
  const second = await reader.edited(unit, () => after).program("send");
  if (typeof first === "string" || typeof second === "string") throw new Error("nothing was read");
  const isSame = (name: string) => first.functions.get(name) === second.functions.get(name);
  expect([isSame("send"), isSame("step"), isSame("other")]).toEqual([true, false, true]);
}, 60_000);
