/** A recorded run says whether claims about an image are right: it agrees with true ones, and tells those that are not. */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { begunAgain } from "../../weaver-bridge/live-verify/begun-again.js";
import type { Events } from "../../weaver-bridge/live-verify/event-file.js";
import { judgeAccesses } from "../../weaver-bridge/live-verify/judge-accesses.js";
import { judgeExecutions } from "../../weaver-bridge/live-verify/judge-executions.js";
import { knownVariables } from "../../weaver-bridge/live-verify/known-objects.js";
import { layoutsOf } from "../../weaver-bridge/live-verify/layouts.js";
import { type Recorded, recordEvents } from "../../weaver-bridge/live-verify/verify.js";
import {
  type ImageCode,
  openImageFile,
  type ResolvedJoinPoint,
  resolveInImage,
} from "../../weaver-bridge/live-weave/index.js";
import { parsePointcut } from "../../weaver-bridge/pointcut/index.js";
import { runTraced, type TracedRun } from "../support/access-judge/traced-run.js";
import { requireTool } from "../support/index.js";

const TEXT = `
struct part { short low, high; };
struct s { int a; struct part p[3]; int b; };
struct s one, many[4];
union room { struct s s; char bytes[64]; } room;
int counter;
struct item { int kind, at; };
struct block { int dirty; unsigned char data[64]; } block;
struct bits { unsigned low : 3, high : 5, rest : 24; } bits;
__attribute__((noinline)) int put(struct block *b, int i) {
  struct item *item = (struct item *)b->data + i;
  item->kind = i;
  return item->at;
}
__attribute__((noinline)) void mark(struct bits *b) { b->high = 1; }
__attribute__((noinline)) int add(struct s *s, int by) { s->a += by; return s->p[by & 1].high; }
__attribute__((noinline)) void note(int x) { counter ^= x; __asm__ volatile(""); }
static inline __attribute__((always_inline)) int twice(int x) { note(x); counter++; note(-x); return x + x; }
__attribute__((noinline)) int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
__attribute__((noinline)) int pick(int *counter, int i) { return counter[i]; }
__attribute__((noinline)) int give(int i) {
  static int counter[3];
  counter[0] = i;
  return pick(counter, i);
}
int main(void) {
  int sum = give(2);
  for (int i = 0; i < 4; i++) sum += add(&many[i], i);
  one.b = add(&one, 3);
  room.s.b = add(&room.s, 2);
  sum += put(&block, 2);
  mark(&bits);
  for (int i = 0; i < 7; i++) { __asm__ volatile("" : "+r"(i)); sum += twice(i); }
  return sum + fact(5) + many[2].b;
}
`;
const ALL =
  'execution("% %(...)") || (get("% ...::%") || set("% ...::%")) && (get("% %::%" || "% counter") || set("% %::%" || "% counter"))';

const question = { pointcut: parsePointcut(ALL).value!, text: ALL, files: [] };
let run: TracedRun;
let image: ImageCode;
let events: Events;
let joinPoints: readonly ResolvedJoinPoint[];

beforeEach((context) => void requireTool(context, "qemu-system-i386"));

beforeAll(async () => {
  run = runTraced([
    { name: "a", text: TEXT, compiler: "gcc", options: ["-O1", "-fno-optimize-sibling-calls"] },
  ]);
  image = openImageFile(run.image);
  events = await recorded((more) => {
    try {
      execFileSync("qemu-system-i386", [...MACHINE, "-kernel", run.image, ...more], { timeout: 60_000 });
    } catch (error) {
      expect(error).toMatchObject({ status: 127 });
    }
  });
  joinPoints = resolveInImage(image, { ...question, misses: true }).joinPoints;
});
afterAll(() => run.remove());

const MACHINE =
  "-display none -nodefaults -no-reboot -m 64 -accel tcg -device isa-debug-exit,iobase=0xf4".split(" ");

async function recorded(boot: (more: readonly string[]) => void): Promise<Events> {
  const plugin = resolve(import.meta.dirname, "../../weaver-bridge/guest/plugin/events.c");
  const asked = { image, plugin, qemu: "qemu-system-i386" };
  const ended = async (more: readonly string[]) => {
    boot(more);
    return { reason: "it ended", seconds: 0 };
  };
  const found = await recordEvents({ ...asked, run: ended }, knownVariables(image, layoutsOf(image.debug)));
  if ("code" in found) throw new Error(found.message);
  return found.events;
}

test("an execution that had not come to its hook when the run ended is no miss", () => {
  const claimed = joinPoints.find(({ joinPoint }) =>
    joinPoint.signature.includes("add("),
  ) as ResolvedJoinPoint;
  const entry = claimed.places.find(({ how }) => how === "entry");
  const own = image.functions.ownAt(entry?.address ?? 0);
  const [, , third] = own === undefined ? [] : image.instructionsOf(own);
  const hook = third?.address ?? 0;
  const moved = {
    ...claimed,
    places: [{ ...entry, how: "entry", address: hook } as (typeof claimed.places)[0]],
  };
  const count = (lost: number) => {
    const seen = { ...events, countOf: (at: number) => events.countOf(at) - (at >= hook ? lost : 0) };
    const [found] = judgeExecutions([moved], image, seen);
    return { verdict: found?.verdict, unfinished: found?.unfinished };
  };
  expect(count(0)).toEqual({ verdict: "agrees", unfinished: 0 });
  expect(count(1)).toEqual({ verdict: "agrees", unfinished: 1 });
  // A run that came to its end left none behind.
  expect(judgeExecutions(joinPoints, image, events).filter(({ unfinished }) => unfinished > 0)).toEqual([]);
});

function executions(of: readonly ResolvedJoinPoint[]) {
  return judgeExecutions(of, image, events)
    .map(
      ({ joinPoint: { joinPoint }, verdict, hooked, least, most }) =>
        `${/(\w+)\(/.exec(joinPoint.signature)?.[1]}: ${verdict}, ${hooked} of ${least === most ? most : `${least}..${most}`}`,
    )
    .sort();
}

function accesses(of: readonly ResolvedJoinPoint[]) {
  const layouts = layoutsOf(image.debug);
  return judgeAccesses(of, events, { image, layouts, variables: knownVariables(image, layouts), question });
}

const named = (kind: string, name: RegExp) => (one: ResolvedJoinPoint) =>
  one.joinPoint.kind === kind && name.test(one.joinPoint.signature);

/** Places of the join points that are chosen, changed. */
function changed(
  isChosen: (one: ResolvedJoinPoint) => boolean,
  places: (one: ResolvedJoinPoint) => ResolvedJoinPoint["places"],
) {
  return joinPoints.map((one) => (isChosen(one) ? { ...one, places: places(one) } : one));
}

test("what is claimed of a kernel that was run agrees with its events", () => {
  expect(executions(joinPoints)).toEqual([
    "add: agrees, 6 of 6",
    "fact: agrees, 5 of 5",
    "give: agrees, 1 of 1",
    "main: agrees, 1 of 1",
    "mark: agrees, 1 of 1",
    "note: agrees, 14 of 14",
    "pick: agrees, 1 of 1",
    "put: agrees, 1 of 1",
    "twice: agrees, 7 of 7",
  ]);
  const { missed, false: wrong, agreed, elsewhere, ...rest } = accesses(joinPoints);
  // What lies in an array of bytes is no member of the array's.
  expect([missed, wrong, elsewhere]).toEqual([[], [], 2]);
  expect([...rest.elsewhereIn]).toEqual([["item", 2]]);
  expect(rest.unnamed.map(({ names, why }) => `${names}: ${why}`)).toEqual(
    expect.arrayContaining([
      "block::data: through a pointer into bytes in put()",
      // A parameter that is called as the variable that it leads to.
      "counter: pick() means another counter by the name",
    ]),
  );
  expect(agreed + elsewhere + rest.notExecuted + rest.doubted).toBe(rest.claimed);
  expect(agreed).toBeGreaterThan(5);
});

test("an entry that is not hooked is missed, and a hook elsewhere counts what is no execution", () => {
  const isTwice = named("execution", /twice/);
  expect(executions(changed(isTwice, () => []))).toContain("twice: missed, 0 of 7");
  const [add] = joinPoints.filter(named("execution", /add/));
  const added = changed(isTwice, ({ places }) => [...places, ...add!.places]);
  expect(executions(added)).toContain("twice: false, 13 of 7");
});

test("an access that nothing is said of is missed, and one of another member is false", () => {
  const without = accesses(changed(named("set", /s::b/), () => []));
  expect(without.missed.map(({ kind, names, object }) => `${kind} ${names} in ${object}`)).toEqual([
    "set s::b in one",
    "set s::b,room::bytes in room",
  ]);
  const [set] = joinPoints.filter(named("set", /s::b/));
  const wrong = accesses(changed(named("set", /s::a/), ({ places }) => [...places, ...set!.places]));
  expect(wrong.false.map(({ names, why }) => `${names}: ${why}`)).toEqual(["s::a: it touches s::b"]);
});

test("a debugger's watchpoint has QEMU begin instructions twice, which is told and changes no count", async (context) => {
  requireTool(context, "gdb");
  const plain = executions(joinPoints);
  expect(begunAgain(image, events)).toEqual([]);
  // 21 writes of the counter, and no more stops than that.
  const stops = Array.from({ length: 40 }, () => ["-ex", "continue"]).flat();
  events = await recorded((more) => {
    const qemu = ["qemu-system-i386", ...MACHINE, "-S", "-gdb", "stdio", "-kernel", run.image, ...more];
    const words = ["-q", "-nx", "-batch", "-ex", `target remote | exec ${qemu.join(" ")}`];
    const watch = ["-ex", "watch *(int *)&counter", ...stops];
    // GDB ends with an error once the machine has ended.
    spawnSync("gdb", [...words, ...watch, run.image], { timeout: 60_000, stdio: "ignore" });
  });
  const again = begunAgain(image, events);
  expect(again.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(6);
  expect(again.map(({ instruction }) => image.spell(instruction).replace(/\+.*/, ""))).toContain("note");
  expect(executions(joinPoints)).toEqual(plain);
});

/** Objects outside of the image's variables; `rounds` is another number where it runs for a while. */
const LISTS = `
struct node { struct node *next; int n; };
struct node *first;
unsigned rounds = 0x5eed0001;
__attribute__((noinline)) void add(struct node *node, int n) { node->n = n; node->next = first; first = node; }
__attribute__((noinline)) int walk(int by) {
  int sum = 0;
  for (struct node *node = first; node; node = node->next) sum += node->n += by;
  return sum;
}
int main(void) {
  for (unsigned i = 0; i < 4; i++) add((struct node *)(0x2000000 + 64 * i), i);
  int sum = 0;
  for (unsigned i = 0, end = rounds == 0x5eed0001 ? 1 : rounds; i < end; i++) sum += walk(i);
  return sum;
}
`;

test("objects that pointers lead to are judged while nobody writes the pointers", async () => {
  const lists = runTraced([{ name: "lists", text: LISTS, compiler: "gcc", options: ["-O1"] }]);
  try {
    const kernel = join(lists.folder, "longer.elf");
    const code = openImageFile(lists.image);
    const layouts = layoutsOf(code.debug);
    const variables = knownVariables(code, layouts);
    const run = async (more: readonly string[]) => {
      const qemu = spawn("qemu-system-i386", [...MACHINE, "-kernel", kernel, ...more], {
        ...{ stdio: "ignore", timeout: 60_000 },
      });
      await once(qemu, "exit");
      return { reason: "it ended", seconds: 0 };
    };
    const plugin = resolve(import.meta.dirname, "../../weaver-bridge/guest/plugin/events.c");
    const asked = { image: code, plugin, qemu: "qemu-system-i386", run };
    const longEnough = async (rounds: number): Promise<Recorded> => {
      writeFileSync(kernel, withRounds(lists.bytes, rounds));
      const recorded = await recordEvents(asked, variables, layouts);
      if ("code" in recorded) throw new Error(recorded.message);
      // It has to run until it was stopped twice, which takes as long as the host is busy.
      const isShort = recorded.held?.touches.length === 0 && rounds < MOST_ROUNDS;
      return isShort ? longEnough(4 * rounds) : recorded;
    };
    const found = await longEnough(ROUNDS);
    const claims = resolveInImage(code, question).joinPoints;
    const judge = (of: readonly ResolvedJoinPoint[]) =>
      judgeAccesses(of, found.events, {
        ...{ image: code, layouts, variables, question },
        held: found.held!.touches,
      });
    const { agreedOnHeld, missed, false: wrong, unsure } = judge(claims);
    expect([missed, wrong, unsure, agreedOnHeld]).toEqual([[], [], [], 3]);
    const isN = (one: ResolvedJoinPoint) => named("get", /node::n\b/)(one);
    const without = judge(claims.map((one) => (isN(one) ? { ...one, places: [] } : one)));
    expect(without.missed.map(({ kind, names }) => `${kind} ${names}`)).toEqual(["get node::n"]);
    const moved = judge(
      claims.map((one) =>
        named("get", /node::next/)(one) ? { ...one, places: claims.find(isN)!.places } : one,
      ),
    );
    expect(moved.false.map(({ names, why }) => `${names}: ${why}`)).toEqual([
      "node::next: it touches node::n",
    ]);
  } finally {
    lists.remove();
  }
});

/** Some seconds. */
const [ROUNDS, MOST_ROUNDS] = [1_500_000, 100_000_000];

/** The second time the number stands there is the variable, behind the code. */
function withRounds(kernel: Buffer, rounds: number): Buffer {
  const changed = Buffer.from(kernel);
  const number = Buffer.from([0x01, 0x00, 0xed, 0x5e]);
  changed.writeUInt32LE(rounds, changed.indexOf(number, changed.indexOf(number) + 1));
  return changed;
}
