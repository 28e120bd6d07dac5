// Where an assembly file may write what a guard keeps, by names that units tell.
import { expect, test } from "vitest";
import { parseInProcess } from "../clang-ast/src/index.js";
import { assemblyMentions, GUARD_FACTS, readGuards, waysOfAssembly } from "./index.js";

const UNIT = `struct mode { int id, on; }; struct task { struct mode mode; int pid; };
struct mode M, *m = &M, modes[4]; static struct mode hidden; extern struct task *current; int other;
void enter(struct task *, int), leave(int), own(struct mode *); void own(struct mode *m) { m->on = 1; }
void go(void) { enter(current, 1); leave(1); own(&M); own(&hidden); }
`;
const GUARD = "optimistic guard struct mode { on } protects fast";

function told(assembly: string, guard = GUARD): string[] {
  const { guards } = readGuards(`${guard};`);
  const { facts, unit } = unitOf(UNIT);
  return assemblyMentions(assembly, guards, waysOfAssembly(facts, unit, guards)).map(
    ({ range, chain, within }) =>
      `${within ?? "beside labels"}: ${chain.join("; ")}, ${assembly.slice(range.start, range.end)}`,
  );
}

function unitOf(unit: string) {
  const settings = { language: "c" as const, arguments: ["-m32"], fileName: "a.c", wanted: GUARD_FACTS };
  return { unit, facts: parseInProcess(unit, settings) };
}

test.each([
  ["f:\tmovl $1, M+4 # the mode", ["f: assembly names M, M"]],
  ["f: mov m, %eax; g: movl $1, 4(%eax)", ["f: assembly names m, m"]],
  ["#define MODE M+4\nf:\n\tmovl $1, MODE", ["beside labels: assembly names M, M"]],
  ["f: movl $1, modes+4(,%ecx,8)", ["f: assembly names modes, modes"]],
  ["f:\n\tmovl\tcurrent, %edx", ["f: assembly names current, current"]],
  [
    ".globl enter\nenter:\n\tmov 4(%esp), %eax",
    ["enter: an object is an argument of enter, which is assembly, enter"],
  ],
  [".globl start; start: call enter", []],
  ["enter: ret", []],
  [".globl leave\nleave: ret", []],
  ["f: movl $1, hidden", []],
  ["f: movl $1, other", []],
  ['f: /* M */ ret // m\n\t.ascii "M", "m\\"M" # modes\n# M', []],
  [".globl M\n.type M, @object\nM: .long 0, 0\n m1: .long other_M, .M, %M", []],
])("%j", (assembly, expected) => {
  expect(told(assembly)).toEqual(expected);
});

test("what the declaration lets go, and what nothing relies on, is not told", () => {
  expect(told("f: incl M+4", `${GUARD} harmless f because "the boot processor alone"`)).toEqual([]);
  expect(told("g: incl M+4", `${GUARD} harmless f because "the boot processor alone"`)).toHaveLength(1);
  expect(told("f: incl M+4", `${GUARD} aliases told because "watched"`)).toEqual([]);
  expect(told("f: incl M+4", "optimistic guard struct mode { on }")).toEqual([]);
});

test("words in quotes name no object", () => {
  const quoted = `${UNIT}char label[4]; void say(const char *, char); void no(void) { say("a mode label[4]; (", '('); }`;
  const { facts, unit } = unitOf(quoted);
  const [ways] = waysOfAssembly(facts, unit, readGuards(`${GUARD};`).guards);
  expect(ways?.objects).not.toContain("label");
  expect(ways?.objects).toContain("modes");
});
