// What a plugged function's text does, compiled and run as a program: its jump is patched there as in a kernel.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLANG } from "../../tests/support/compilers.js";
import { plugCost } from "../../tests/support/guard-costs.js";
import { requireTool } from "../../tests/support/require-tool.js";
import { hitSymbol, type PlugFact, planPlug, REPLUG_WAYS } from "./index.js";

const EUID: PlugFact = { test: "cred->euid == 0", kept: { object: "cred", subject: "cred" } };
const SIGNAL: PlugFact = { test: "signal == 1" };
const REQUEST = {
  generic: "send",
  residual: "send_root",
  head: "static int send_root(int signal)",
  parameters: ["signal"],
  isVoid: false,
  facts: [EUID, SIGNAL],
  subjects: ["cred"],
};
const HOST = `#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#define WEFT_WRITE_TEXT
static void __attribute__((unused)) weft_write_text(int *at, int value)
{
	mprotect((void *)((uintptr_t)at & ~4095ul), 8192, PROT_READ | PROT_WRITE | PROT_EXEC);
	*(volatile int *)at = value;
}
struct cred { int euid; } own, other, *cred = &own;
static int send(int signal) { return 100 + signal; }
static int send_root(int signal) { return 200 + signal; }
`;

/** What `main` prints with the text before it. */
function run(text: string, main: string): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-plug-"));
  try {
    writeFileSync(join(folder, "plug.c"), `${HOST}${text}\nint main(void)\n{\n${main}\n\treturn 0;\n}\n`);
    const words = ["-m32", "-O2", "-Wall", "-Werror", "-fno-pie", "-no-pie", "plug.c", "-o", "plug"];
    execFileSync("gcc", words, { cwd: folder, timeout: 30_000 });
    return execFileSync(join(folder, "plug"), { encoding: "utf8", timeout: 10_000 });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function plugText(more: Partial<Parameters<typeof planPlug>[0]> = {}): string {
  const planned = planPlug({ ...REQUEST, ...more });
  if ("refused" in planned) throw new Error(planned.refused);
  return planned.text;
}

test("the residual function runs while its facts hold; a hit takes it out, and it comes back after twice the wait", () => {
  const say = '\tprintf("%u %u %u\\n", plug->is_plugged, plug->plugs, plug->replugs);';
  const main = [
    "\tstruct weft_plug *plug = &weft_plug_send_root;",
    '\tfor (int i = 0; i < 10; i++) printf("%d ", send_root_plugged(1));',
    say,
    '\tprintf("%d ", send_root_plugged(2));', // no guard keeps the signal
    '\tcred = &other; printf("%d ", send_root_plugged(1)); cred = &own;', // another's object
    `\t${hitSymbol("send_root")}(); own.euid = 5; printf("%d ", send_root_plugged(1));`,
    say,
    '\town.euid = 0; for (int i = 0; i < 18; i++) printf("%d ", send_root_plugged(1));',
    say,
  ].join("\n");
  expect(run(plugText(), main)).toMatchInlineSnapshot(`
    "101 101 101 101 101 101 101 101 201 201 1 1 0
    102 101 101 0 1 1
    101 101 101 101 101 101 101 101 101 101 101 101 101 101 101 201 201 201 1 2 1
    "
  `);
});

test.each(REPLUG_WAYS)("what is to come back twice stays out from then on: %s", (replug) => {
  const round = `\tfor (int i = 0; i < 4; i++) printf("%d ", send_root_plugged(1));\n\t${hitSymbol("send_root")}();`;
  const text = plugText({ replug, again: { first: 1, most: 1, times: 3 } });
  const said = run(text, [round, round, round, round].join("\n"));
  expect(said).toBe("101 201 201 201 101 201 201 201 101 201 201 201 101 101 101 101 ");
});

test("facts about two objects of one type, or none that a guard keeps, are refused", () => {
  const second: PlugFact = { test: "peer->euid == 0", kept: { object: "peer", subject: "cred" } };
  expect(planPlug({ ...REQUEST, facts: [EUID, second] })).toEqual({
    refused: "its facts are about two objects of cred, cred and peer",
  });
  expect(planPlug({ ...REQUEST, facts: [SIGNAL] })).toEqual({ refused: "no guard keeps one of its facts" });
});

test.each(REPLUG_WAYS)(
  "taken out while every processor is inside of it: who comes next gets the generic function (%s)",
  (replug) => {
    const text = plugText({ replug, facts: [EUID] }).replace(
      "struct weft_plug weft_plug_send_root",
      `static volatile int inside, leave;
#include <pthread.h>
#include <sched.h>
static int lingering(int signal) { if (signal == 2) { __sync_fetch_and_add(&inside, 1); while (!leave) sched_yield(); __sync_fetch_and_sub(&inside, 1); } return send_root(signal); }
#define send_root lingering
$&`,
    );
    const hasGone = replug === "counting" || replug === "rcu";
    const gone = hasGone ? "send_root_is_gone()" : "!inside";
    const main = `
	pthread_t threads[2]; void *results[2];
	for (int i = 0; i < 20; i++) send_root_plugged(1);
	for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, enter, 0);
	while (inside < 2) sched_yield();
	__asm__ volatile("call weft_hit_send_root" : : : "cc", "memory");
	cred->euid = 5;
	printf("%d %d %d ", inside, weft_plug_send_root.is_plugged, send_root_plugged(1));
	${replug === "counting" ? `printf("%d ", ${gone});` : ""}
	leave = 1;
	for (int i = 0; i < 2; i++) pthread_join(threads[i], &results[i]);
	while (!${gone}) sched_yield();
	printf("%d %d", (int)(long)results[0], (int)(long)results[1]);`;
    const enter =
      "\n#undef send_root\nstatic void *enter(void *x) { return (void *)(long)send_root_plugged(2); }";
    const said = run(text + enter, main).trim();
    // Those inside go on with what was true when they entered.
    expect(said).toBe(`2 0 101 ${replug === "counting" ? "0 " : ""}202 202`);
  },
);

const ASKS = ["mov", "cmp", "jne"];

/** Besides the residual function's own three, as compilers put it into its only caller; of a jump the patched one first. */
test.for(
  ["gcc", CLANG].flatMap((compiler) =>
    (
      [
        { replug: "jump", hasEpoch: false, costs: ["jmp", ...ASKS] },
        { replug: "boolean", hasEpoch: false, costs: ASKS },
        { replug: "counting", hasEpoch: false, costs: ["lock", ...ASKS, "lock"] },
        { replug: "rcu", hasEpoch: false, costs: ["lock", ...ASKS, "lock"] },
        { replug: "rcu", hasEpoch: true, costs: ASKS },
      ] as const
    ).map((one) => ({ ...one, compiler })),
  ),
)(
  "what a call pays that is plugged by $replug: $costs, epoch $hasEpoch, $compiler",
  ({ replug, hasEpoch, costs, compiler }, context) => {
    requireTool(context, compiler);
    expect(plugCost(replug, hasEpoch, compiler)).toEqual(costs);
  },
);
