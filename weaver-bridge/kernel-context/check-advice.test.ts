import type { AdviceKind, AspectEffect, AspectFile, Problem } from "@weft/weaver-bridge/model";
import { parseAspectFile } from "@weft/weaver-bridge/pointcut";
import { expect, test } from "vitest";
import { contextProblems } from "./check-advice.js";
import { type ContextTable, contextRules } from "./context-table.js";
import { readSource } from "./read-source.js";

/** Marks `/*@NAME*​/` in the kernel are places of join points of execution (before `NAME(`), call or set. */
interface Wanted {
  readonly kernel: string;
  readonly advice: string;
  /** `execution f`, `call g`, `set field`: the first line of the kernel that holds `f(`, `g(` or `field`. */
  readonly at: readonly string[];
  readonly adviceKind?: AdviceKind;
  readonly table?: string | ContextTable;
  readonly members?: string;
}

function check({
  kernel,
  advice,
  at,
  adviceKind = "before",
  table = "linux",
  members = "",
}: Wanted): Problem[] {
  const header = `aspect A {\n${members}  advice call("% x(...)") : ${adviceKind}() `;
  const aspect: AspectFile = parseAspectFile("/a.ah", `${header}{ ${advice} }\n};\n`);
  const line = 2 + members.split("\n").length - 1;
  const effects = at.map((place): AspectEffect => {
    const [kind = "", name = ""] = place.split(" ");
    const lines = kernel.split("\n");
    const index = lines.findIndex((text) => text.includes(kind === "set" ? name : `${name}(`));
    const column = (lines[index] as string).indexOf(name) + 1;
    const range = {
      file: "/k.c",
      startLine: index + 1,
      startColumn: column,
      endLine: index + 1,
      endColumn: column + 1,
    };
    return {
      id: place,
      target: range,
      origin: { file: "/a.ah", startLine: line, startColumn: 3, endLine: line, endColumn: 9 },
      by: { tool: "aspects", name: "A" },
      title: "",
      reason: "",
      certainty: "certain",
      order: 0,
      binding: {
        kind: "advice",
        when: adviceKind,
        joinPoint: {
          ...{ id: place, kind: kind as "call", signature: `void ${name}(void)`, within: "", inMacro: false },
        },
        adviceIndex: 0,
      },
    };
  });
  const sources = [readSource("/k.c", kernel)];
  return contextProblems({ rules: contextRules(table), sources, aspects: [aspect], effects });
}

function said(wanted: Wanted): string[] {
  return check(wanted).flatMap(({ code, message, related = [] }) => [
    `${code}: ${message}`,
    ...related.map(({ range, message: text }) => `  ${range.file}:${range.startLine}: ${text}`),
  ]);
}

const LOCKED = `static void update(struct rq *rq)
{
	rq->count++;
}
void tick(struct rq *rq)
{
	spin_lock(&rq->lock);
	update(rq);
	spin_unlock(&rq->lock);
	update_later(rq);
}
`;

test("advice that allocates where a caller holds a spin lock", () => {
  expect(
    said({ kernel: LOCKED, advice: "buf = kmalloc(8, GFP_KERNEL);", at: ["execution update"] }),
  ).toMatchInlineSnapshot(`
    [
      "context/sleeps-in-atomic: this advice of \`A\` may sleep (calls kmalloc(8, GFP_KERNEL)) and may run with spin lock &rq->lock held",
      "  /k.c:1: runs at this execution with spin lock &rq->lock held",
      "  /k.c:8: tick calls update with spin lock &rq->lock held",
    ]
  `);
});

test("what can't sleep, or runs where nothing is held, is fine", () => {
  expect(said({ kernel: LOCKED, advice: "buf = kmalloc(8, GFP_ATOMIC);", at: ["execution update"] })).toEqual(
    [],
  );
  expect(said({ kernel: LOCKED, advice: "msleep(1);", at: ["execution tick"] })).toEqual([]);
  expect(said({ kernel: LOCKED, advice: "msleep(1);", at: ["call update_later"] })).toEqual([]);
  expect(said({ kernel: LOCKED, advice: 'printk("x");', at: ["execution update"] })).toEqual([]);
});

test("before the call that takes a lock nothing is held, after it the lock is", () => {
  expect(said({ kernel: LOCKED, advice: "msleep(1);", at: ["call spin_lock"] })).toEqual([]);
  expect(
    said({ kernel: LOCKED, advice: "msleep(1);", at: ["call spin_lock"], adviceKind: "after" })[0],
  ).toContain("spin lock &rq->lock held");
  expect(
    said({ kernel: LOCKED, advice: "msleep(1);", at: ["call spin_unlock"], adviceKind: "after" }),
  ).toEqual([]);
});

test("a handler, by its type, by who registers it, and what it calls", () => {
  const kernel = `static void drain(void) { }
static irqreturn_t on_irq(int irq, void *data) { drain(); return 0; }
static int fires(int irq) { return 0; }
void setup(void) { request_irq(4, &fires, 0); }
`;
  const advice = "mutex_lock(&m);";
  expect(said({ kernel, advice, at: ["execution drain"] })).toContainEqual(
    "  /k.c:2: on_irq is an interrupt handler",
  );
  expect(said({ kernel, advice, at: ["execution fires"] })).toContainEqual(
    "  /k.c:4: fires is made a handler by request_irq",
  );
  expect(said({ kernel, advice: "count++;", at: ["execution drain"] })).toEqual([]);
});

test("annotations that are gone after preprocessing are read as written", () => {
  const kernel = "void charge(struct rq *rq)\n\t__must_hold(&rq->lock)\n{\n\trq->x = 1;\n}\n";
  expect(said({ kernel, advice: "msleep(1);", at: ["set x"] })).toContainEqual(
    "  /k.c:1: charge is annotated to be called with &rq->lock held",
  );
});

test("sleep is found behind functions of the aspect, of the kernel and behind macros", () => {
  const kernel = `#define GRAB(m) mutex_lock(m)
void take(void) { GRAB(&big); }
void locked(void) { raw_spin_lock(&l); point(); raw_spin_unlock(&l); }
`;
  const members = "  void note(void) { take(); }\n";
  expect(said({ kernel, advice: "note();", members, at: ["call point"] })).toMatchInlineSnapshot(`
    [
      "context/sleeps-in-atomic: this advice of \`A\` may sleep (calls note(); note calls take(); take calls GRAB(&big); GRAB calls mutex_lock(m)) and may run with spin lock &l held",
      "  /a.ah:2: note calls take()",
      "  /k.c:2: take calls GRAB(&big)",
      "  /k.c:1: GRAB calls mutex_lock(m)",
      "  /k.c:3: runs at this call with spin lock &l held",
      "  /k.c:3: locked enters spin lock &l",
    ]
  `);
});

test("a lock that is released on one way only is not held behind it", () => {
  const kernel = `int f(int x)
{
	spin_lock(&a);
	if (x) {
		spin_unlock(&a);
		return one();
	}
	two();
	if (x > 2)
		spin_unlock(&a);
	three();
	goto out;
out:
	four();
	switch (x) {
	case 1:
		spin_lock(&b);
		break;
	case 2:
		five();
	}
	return 0;
}
`;
  const held = (name: string) => said({ kernel, advice: "msleep(1);", at: [`call ${name}`] }).length > 0;
  expect(["one", "two", "three", "four", "five"].map(held)).toEqual([false, true, false, false, false]);
});

test("locks of the advice's own: while sleeping, taken twice, left behind", () => {
  const advice = "spin_lock(&own); msleep(2); spin_unlock(&own);";
  expect(said({ kernel: LOCKED, advice, at: ["execution tick"] })[0]).toContain(
    "may sleep with spin lock &own held",
  );
  expect(
    said({
      kernel: LOCKED,
      advice: "spin_lock(&rq->lock); spin_unlock(&rq->lock);",
      at: ["execution update"],
    })[0],
  ).toContain("context/takes-held-lock");
  expect(
    said({
      kernel: LOCKED,
      advice: "spin_lock(&own); if (n) return; spin_unlock(&own);",
      at: ["execution tick"],
    }),
  ).toEqual([
    "context/leaves-lock: this advice of `A` enters spin lock &own held by spin_lock(&own) and leaves it behind at the return in line 2",
    "  /a.ah:2: here the advice ends with it held",
  ]);
  expect(said({ kernel: LOCKED, advice: "spin_lock(&own);", at: ["execution tick"] })[0]).toContain(
    "never leaves it",
  );
  expect(
    said({ kernel: LOCKED, advice: "spin_lock(&own); n++; spin_unlock(&own);", at: ["execution tick"] }),
  ).toEqual([]);
});

test("one lock with interrupts on and in a handler", () => {
  const kernel = `${LOCKED}irqreturn_t on_irq(int irq) { return 0; }\n`;
  const at = ["execution tick", "execution on_irq"];
  expect(said({ kernel, advice: "spin_lock(&own); spin_unlock(&own);", at })[0]).toContain(
    "context/interrupt-lock",
  );
  expect(
    said({ kernel, advice: "spin_lock_irqsave(&own, f); spin_unlock_irqrestore(&own, f);", at }),
  ).toEqual([]);
  expect(said({ kernel, advice: "spin_lock(&own); spin_unlock(&own);", at: ["execution tick"] })).toEqual([]);
});

test("a project's table adds functions and sets how serious a rule is; a comment takes one finding back", () => {
  const wanted = { kernel: LOCKED, advice: "my_wait();", at: ["execution update"] };
  const table: ContextTable = {
    extends: ["linux"],
    maySleep: ["my_%"],
    rules: { "sleeps-in-atomic": "error" },
  };
  expect(check({ ...wanted, table })).toMatchObject([{ severity: "error", range: { startLine: 2 } }]);
  expect(check({ ...wanted, table: { ...table, rules: { "sleeps-in-atomic": "off" } } })).toEqual([]);
  expect(check({ ...wanted, advice: "/* weft: allow sleeps-in-atomic */ my_wait();", table })).toEqual([]);
});

test("any text is read without complaint", () => {
  for (const text of [
    "",
    "{",
    "}",
    "f(",
    "#define F(",
    "int f(int) { if",
    "{{{{((((",
    '"',
    "/*",
    "void f() { do",
    "\\",
  ])
    expect(readSource("/x.c", text).path).toBe("/x.c");
});

const TABLES = `struct file_operations { int (*open)(struct inode *); void (*flush)(void); };
struct file { const struct file_operations *f_op; };
struct chip { void (*flush)(void); };
static int deep(void) { msleep(1); return 0; }
static int ext_open(struct inode *i) { return deep(); }
static void ext_flush(void) { }
static void chip_flush(void) { }
static const struct file_operations ext_ops = {
	.open = ext_open,
	.flush = &ext_flush,
};
int vfs_open(struct file *f, struct inode *i) { return f->f_op->open(i); }
void locked_flush(struct file *f) { spin_lock(&f->lock); f->f_op->flush(); spin_unlock(&f->lock); }
void setup(struct chip *chip) { chip->flush = chip_flush; }
void drain(struct chip *chip) { chip->flush(); }
`;

test("calls through pointers reach what the tables of their struct hold, down", () => {
  const kernel = `${TABLES}void update(struct file *f) { }\nvoid tick(struct file *f) { spin_lock(&f->lock); update(f); spin_unlock(&f->lock); }\n`;
  expect(said({ kernel, advice: "vfs_open(f, i);", at: ["execution update"] })).toMatchInlineSnapshot(`
    [
      "context/sleeps-in-atomic: this advice of \`A\` may sleep (calls vfs_open(f, i); vfs_open calls open(i); file_operations.open may be ext_open; ext_open calls deep(); deep calls msleep(1)) and may run with spin lock &f->lock held",
      "  /k.c:12: vfs_open calls open(i)",
      "  /k.c:9: file_operations.open may be ext_open",
      "  /k.c:5: ext_open calls deep()",
      "  /k.c:4: deep calls msleep(1)",
      "  /k.c:16: runs at this execution with spin lock &f->lock held",
      "  /k.c:17: tick calls update with spin lock &f->lock held",
    ]
  `);
});

test("and up: what holds a lock around the call through a pointer", () => {
  const sleeping = { kernel: TABLES, advice: "msleep(1);" };
  expect(said({ ...sleeping, at: ["execution ext_flush"] })).toMatchInlineSnapshot(`
    [
      "context/sleeps-in-atomic: this advice of \`A\` may sleep (calls msleep(1)) and may run with spin lock &f->lock held",
      "  /k.c:6: runs at this execution with spin lock &f->lock held",
      "  /k.c:13: locked_flush calls flush with spin lock &f->lock held",
      "  /k.c:10: file_operations.flush may be ext_flush",
    ]
  `);
  // Another struct has a field of that name: its functions are not called there.
  expect(said({ ...sleeping, at: ["execution chip_flush"] })).toEqual([]);
});

test("without a struct in sight a field that few functions fill is followed, one that many fill is not", () => {
  const kernel = (count: number) =>
    [
      ...Array.from({ length: count }, (_, index) => `static void f${index}(void) { }`),
      "void register_all(void) {",
      ...Array.from(
        { length: count },
        (_, index) => `\tnext()->hook = f${index};\n\tslot[${index}].hook = f${index};`,
      ),
      "}",
      "void fire(void) { spin_lock(&all); anything(1)[0].slot.hook(); spin_unlock(&all); }",
    ].join("\n");
  const told = (count: number) =>
    check({ kernel: kernel(count), advice: "msleep(1);", at: ["execution f0"] }).length;
  expect([told(1), told(3), told(4)]).toEqual([1, 1, 0]);
});

test("tables in tables, in arrays, and compound literals", () => {
  const kernel = `struct driver { struct power pm; };
static void suspend(void) { } static void resume(void) { } static void probe(void) { }
static struct driver all[] = { [0] = { .pm = { .suspend = suspend } }, { .probe = probe } };
void init(struct power *p) { *p = (struct power){ .resume = resume }; }
void down(struct power *p) { spin_lock(&l); p->suspend(); spin_unlock(&l); }
void up(struct power *p) { spin_lock(&l); p->resume(); spin_unlock(&l); }
void match(struct driver *d) { spin_lock(&l); d->probe(); spin_unlock(&l); }
`;
  for (const name of ["suspend", "resume", "probe"])
    expect(check({ kernel, advice: "msleep(1);", at: [`execution ${name}`] })).toHaveLength(1);
});
