// The epochs that the guide of guards proposes, taken from its page and run by threads in place of processors: two more means
// that nobody is in a write any more that went on when it was asked.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const PAGE = join(import.meta.dirname, "../../ide/guide/guards.md");
const examples = [...readFileSync(PAGE, "utf8").matchAll(/^```c\n([\s\S]*?)^```/gm)].flatMap(
  ([, text = ""]) => (text.includes("kernel_epoch(void) {\n") ? [text] : []),
);

/** What Linux has: a grace period is over when each processor passed since it was asked for. */
const LINUX = `#define READ_ONCE(x) (*(volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, v) (READ_ONCE(x) = (v))
#define smp_store_release(p, v) __atomic_store_n(p, v, __ATOMIC_RELEASE)
#define xchg(p, v) __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)
static volatile unsigned long quiet[CPUS];
static unsigned long asked[CPUS];
static void outside_of_writes(int cpu) { __sync_synchronize(); quiet[cpu]++; }
static unsigned long start_poll_synchronize_rcu(void) {
  __sync_synchronize();
  for (int cpu = 0; cpu < CPUS; cpu++) asked[cpu] = quiet[cpu];
  return 1;
}
static int poll_state_synchronize_rcu(unsigned long state) {
  for (int cpu = 0; cpu < CPUS && state != 0; cpu++) if (quiet[cpu] == asked[cpu]) return 0;
  __sync_synchronize();
  return 1;
}
`;

/** Two processors write, as long as two others ask; `inside` is odd in a write, and another number in each. */
const MACHINE = `
static volatile unsigned long inside[CPUS];
static volatile int asking = 2, wrong;
static void *processor(void *number) {
  int cpu = (int)(long)number;
  for (unsigned long round = 0; asking > 0; round++) {
    inside[cpu]++;
    __sync_synchronize();
    for (volatile unsigned long i = 0; i < round % 5 * 100; i++);
    if (round % 7 == 0) sched_yield();
    __sync_synchronize();
    inside[cpu]++;
    outside_of_writes(cpu);
    if (round % 3 == 0) sched_yield();
  }
  return 0;
}
static void *asker(void *rounds) {
  for (long round = 0; round < (long)rounds && wrong == 0; round++) {
    unsigned long was[CPUS];
    for (int cpu = 0; cpu < CPUS; cpu++) was[cpu] = inside[cpu];
    __sync_synchronize();
    unsigned long first = kernel_epoch();
    while (kernel_epoch() - first < 2) sched_yield();
    __sync_synchronize();
    for (int cpu = 0; cpu < CPUS; cpu++) if (was[cpu] % 2 == 1 && inside[cpu] == was[cpu]) wrong = 1;
  }
  __sync_fetch_and_sub(&asking, 1);
  return 0;
}
int main(int count, char **words) {
  pthread_t all[CPUS + 2];
  for (long one = 0; one < CPUS + 2; one++)
    pthread_create(&all[one], 0, one < CPUS ? processor : asker, one < CPUS ? (void *)one : (void *)atol(words[1]));
  for (int one = 0; one < CPUS + 2; one++) pthread_join(all[one], 0);
  puts(wrong ? "wrong" : "right");
}
`;

function runs(example: string, rounds: number): string {
  const folder = mkdtempSync(join(tmpdir(), "weft-epoch-"));
  const head =
    "#include <pthread.h>\n#include <sched.h>\n#include <stdio.h>\n#include <stdlib.h>\n#define CPUS 2\n";
  try {
    const given = example.includes("outside_of_writes") ? "" : LINUX;
    writeFileSync(join(folder, "a.c"), head + given + example + MACHINE);
    const flags = ["-O2", "-Wall", "-Werror", "-pthread"];
    execFileSync("gcc", [...flags, "a.c", "-o", "a"], { cwd: folder, timeout: 60_000 });
    return execFileSync(join(folder, "a"), [`${rounds}`], {
      cwd: folder,
      encoding: "utf8",
      timeout: 300_000,
    }).trim();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the page has an epoch for Linux and one for bare metal", () => {
  expect(examples.map((one) => one.includes("rcu"))).toEqual([true, false]);
});

test.each(examples.map((example) => [example.includes("rcu") ? "Linux" : "bare metal", example]))(
  "the epoch for %s is right, and one that counts two for a round is caught",
  (_, example) => {
    expect(runs(example, 200_000)).toBe("right");
    const hasty = example.replace("passed + 1", "passed + 2").replace("rounds++;", "rounds += 2;");
    expect(hasty).not.toBe(example);
    expect(runs(hasty, 10_000_000)).toBe("wrong");
  },
  600_000,
);
