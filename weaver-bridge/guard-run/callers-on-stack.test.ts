import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readElf } from "../object-code/index.js";
import { planPlug } from "../replug/index.js";
import { callersOn } from "./callers-on-stack.js";

const plan = planPlug({
  generic: "send",
  residual: "send_root",
  head: "static int send_root(int signal)",
  parameters: ["signal"],
  isVoid: false,
  facts: [{ test: "cred->euid == 0", kept: { object: "cred", subject: "cred" } }],
  subjects: ["cred"],
  replug: "boolean",
});

const PROGRAM = `#include <stdio.h>
struct cred { int euid; } own, *cred = &own;
static int send(int signal) { return 100 + signal; }
static int send_root(int signal) { return 200 + signal; }
${"text" in plan ? plan.text : ""}
#define APART __attribute__((noipa))
int APART writer(int n) { __asm__ volatile("call weft_hit_send_root" : : : "cc", "memory"); cred->euid = n; return n; }
int APART other(int n) { volatile int room[4] = { n }; return room[0] + 1; }
int APART middle(int n) { return writer(n + 1) + other(n); }
int (*volatile table[])(int) = { other, middle };
int APART outer(int n) { return table[0](n) + table[1](n) + 1; }
int main(void)
{
	/* The copy ends with its page, which a user's stack may cross anywhere: the frames below are in the middle of one. */
	volatile char *room = __builtin_alloca(((unsigned long)__builtin_frame_address(0) & 4095) + 2048);
	int sum = outer((room[0] = 3));

	printf("%lx", weft_plug_send_root.last_hit);
	for (int n = 0; n < 32; n++) printf(" %lx", weft_stack_send_root[n]);
	return sum + send_root_plugged(1) == 0;
}
`;

test.each(["-fomit-frame-pointer", "-fno-omit-frame-pointer"])(
  "who called the function whose guard fired, also through a pointer (%s)",
  (frames) => {
    const folder = mkdtempSync(join(tmpdir(), "weft-callers-"));
    try {
      writeFileSync(join(folder, "a.c"), PROGRAM);
      const words = ["-m32", "-O2", "-w", "-fno-pie", "-no-pie", frames, "a.c", "-o", "a"];
      execFileSync("gcc", words, { cwd: folder, timeout: 30_000 });
      const said = execFileSync(join(folder, "a"), { encoding: "utf8", timeout: 10_000 });
      const [hit = 0, ...stack] = said.split(" ").map((word) => Number.parseInt(word, 16));
      const bytes = Buffer.alloc(4 * stack.length);
      for (const [at, word] of stack.entries()) bytes.writeUInt32LE(word, 4 * at);
      const elf = readElf(readFileSync(join(folder, "a")));
      const nameOf = (address: number) =>
        elf.symbols.find(
          (one) => one.kind === "function" && address >= one.address && address < one.address + one.size,
        )?.name;
      expect(nameOf(hit)).toBe("writer");
      expect(callersOn(bytes, hit, elf).map(nameOf).slice(0, 3)).toEqual(["middle", "outer", "main"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
