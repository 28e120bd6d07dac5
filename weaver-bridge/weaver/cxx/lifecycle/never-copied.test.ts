import type { ClassEntity } from "@weft/weaver-bridge/model";
import { expect, test } from "vitest";
import { createNeverCopied } from "./never-copied.js";

const HEAD = "class Thread;\nstruct Queue { Thread *first; Thread &at(int); };\n";
const CLASS = `class Thread : public Item {
  friend class Queue; Thread *next;
  struct Frame { int at; };
public:
  explicit Thread(int n) : next(0) { } ~Thread(); static Thread *self();
# 9 "thread.h"
  Thread &operator=(const Thread &other); bool is(const Thread * const other) const { return this == other; }
};
`;
const REST = `Thread::Thread(int n) { }
Thread :: ~ Thread() { next = (Thread *)0; }
Thread *
# 3 "thread.cc"
  Thread::self() { return static_cast<Thread *>(0); }
static char memory[sizeof(Thread)];
__asm__("'Thread' has two layouts");
void use(struct Thread *t) { Thread *copy = t; Thread::self(); t->~Thread(); }
`;

function isNeverCopied(more: string, advice = ""): boolean {
  const text = HEAD + CLASS + REST + more;
  const range = { start: HEAD.length, end: HEAD.length + CLASS.length - 1 };
  const body = { start: text.indexOf("{", HEAD.length), end: range.end };
  const owner = { kind: "class", name: "Thread", definition: { range, body, topLevel: range.start } };
  return createNeverCopied(text, { sections: [undefined, advice] })(owner as unknown as ClassEntity);
}

test("a class of which a unit has pointers and references alone is never copied", () => {
  expect(isNeverCopied("")).toBe(true);
  expect(isNeverCopied("int a[3]; int f() { return a[1] * (2); }")).toBe(true);
  expect(isNeverCopied("", "{ Thread *t = tjp->that(); f(t, *tjp->template arg<0>()); }")).toBe(true);
});

test.each([
  "void f(Thread *p) { Thread copy(*p); }",
  "void f(Thread *p) { Thread(*p); }",
  "void f(Thread thread);",
  "void f(Thread);",
  "Thread f();",
  "Thread const copy = *Thread::self();",
  "Thread threads[3];",
  "class Member { Thread member; };",
  "class Derived : public Thread { };",
  "class Derived : Thread { };",
  "typedef Thread Alias;",
  "using Alias = Thread;",
  "Thread *f(Thread *p) { return new Thread(*p); }",
  "Thread (*pointer)(int);",
  "Box<Thread> box;",
  "Pair<int, Thread> pair;",
  "void f(Thread *p) { auto copy = *p; }",
  "void f(Thread *p) { __typeof__(*p) copy(*p); }",
  "void f(Thread *p) { decltype(+*p) copy(*p); }",
  "template <class T> void f(T copy);",
  "void f(Thread *p) { throw *p; }",
  "void f(Thread *p) { ({ *p; }); }",
  "void f(Thread &p) { run([p]() { }); }",
  "void f(Thread &p) { run([=] { return &p; }); }",
  "int f(Thread *p) { try { } catch (Thread caught) { } }",
])("%s may copy", (more) => {
  expect(isNeverCopied(more)).toBe(false);
});

test.each([
  "{ Thread copy(*tjp->that()); }",
  "{ typename JoinPoint::That copy(*tjp->that()); }",
  "{ __typeof__(*tjp->that()) copy(*tjp->that()); }",
  "template <class T> static void keep(T copy);",
])("advice %s may copy", (advice) => {
  expect(isNeverCopied("", advice)).toBe(false);
});

test("a class in a function, a template and one that is not defined are not judged", () => {
  const judge = createNeverCopied("class A { };", { sections: [] });
  const definition = { body: { start: 8, end: 11 } };
  expect(judge({ name: "A", definition } as unknown as ClassEntity)).toBe(true);
  for (const more of [
    { local: true },
    { template: "pattern" },
    { definition: undefined },
    { name: "A<int>" },
  ])
    expect(judge({ name: "A", definition, ...more } as unknown as ClassEntity)).toBe(false);
});
