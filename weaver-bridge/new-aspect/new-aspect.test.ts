import { expect, test } from "vitest";
import { aspectFile, aspectName, aspectText } from "./aspect-text.js";
import { applyEdits, includeAspect } from "./include-aspect.js";
import { subjectAt } from "./subject-at.js";

test("names", () => {
  expect(aspectName("trace", "sys_open")).toBe("TraceSysOpen");
  expect(aspectName("watch", "inode::i_uid")).toBe("WatchInodeIUid");
  expect(aspectFile("TraceSysOpen")).toBe("trace-sys-open.ah");
});

test("an aspect that counts", () => {
  const pointcut = 'execution("% sys_open(...)")';
  expect(
    aspectText({ purpose: "count", name: "CountSysOpen", pointcut, language: "c" }),
  ).toMatchInlineSnapshot(`
    "// Counts how often this is met: read the counters with the debugger.
    aspect CountSysOpen {
    	unsigned long met;

    	advice execution("% sys_open(...)") : before() {
    		met++;
    	}
    };
    "
  `);
});

/** What weft.json becomes. */
const included = (text: string, file = "aspects/new.ah") => applyEdits(text, includeAspect(text, file));

test("comments and the way it is written stay", () => {
  const text = '{\n  // mine\n  "name": "k", /* here */\n  "aspects": ["trace/a.ah"],\n}\n';
  const now = included(text);
  expect(now).toContain("// mine");
  expect(now).toContain('"name": "k", /* here */');
  expect(now.replace(/\s+/g, "")).toContain('"aspects":["trace/a.ah","aspects/new.ah"]');
});

test.each([
  ['{"aspects": ["aspects/*.ah"]}', true],
  ['{"aspects": ["**/*.ah"]}', true],
  ['{"aspects": ["./aspects/new.ah"]}', true],
  ['{"aspects": ["aspects/live/*.ah"]}', false],
  ['{"name": "k"}', false],
])("what %s takes already is not added again", (text, taken) => {
  expect(includeAspect(text, "aspects/new.ah").length === 0).toBe(taken);
  expect(JSON.parse(included(text)).aspects.length).toBeGreaterThan(0);
});

test("broken weft.json stays as it is", () => {
  expect(included("{")).toContain("{");
  expect(included("[1]")).toBe("[1]");
  expect(included("")).toBe("");
});

/** Of the place `$0`. */
function at(marked: string) {
  const before = marked.slice(0, marked.indexOf("$0")).split("\n");
  const lines = marked.replace("$0", "").split("\n");
  return subjectAt(lines, before.length - 1, (before.at(-1) ?? "").length)?.pointcut;
}

test.each([
  ["int sys_$0open(const char *name)\n{\n}", 'execution("% ...::sys_open(...)")'],
  ["void Thread::ru$0n()\n{\n}", 'execution("% Thread::run(...)")'],
  ["int $0alloc\n(void)\n{", 'execution("% ...::alloc(...)")'],
  ["\tinode->i_$0uid = 1;", 'set("% ...::i_uid")'],
  ["struct inode {\n\tint i_$0uid;\n};", 'set("% inode::i_uid")'],
  ["struct port { int num$0ber; };", 'set("% port::number")'],
  ["struct inode\n{\n\tint a;\n\tint i_$0uid[4];\n};", 'set("% inode::i_uid")'],
  ["void f(void)\n{\n\tint lo$0cal;\n}", undefined],
  ["\ti$0f (x)", undefined],
  ["#define A$0(x)", undefined],
  ["$0", undefined],
])("at %j", (marked, expected) => {
  expect(at(marked)).toBe(expected);
});
