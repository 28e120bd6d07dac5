/**
 * One program with every kind of join point, in each dialect of C that the compilers take, for 32 and 64 bits: the
 * woven program says the same everywhere, without a warning.
 */
import { expect, test } from "vitest";
import { CLANG } from "../support/compilers.js";
import { compile, runProgram, weaveSource } from "./support/weave-source.js";

const DIALECTS = ["gnu89", "gnu99", "gnu11", "gnu17", "gnu2x"];
const COMPILERS = ["gcc", CLANG];
const WIDTHS = ["-m32", "-m64"];

const SOURCE = `extern int printf(const char *, ...);
struct inode { int uid; unsigned flags : 3; long size; struct inode *next; int blocks[4]; };
struct pair { int x, y; };
static struct inode table[2]; static int opened;
#define FIRST (&table[0])
static __inline__ int checked(int fd) { return fd >= 0 && fd < 2 ? fd : -1; }
static struct pair swap(struct pair p) { struct pair r; r.x = p.y; r.y = p.x; return r; }
static long grow(struct inode *i, long by) { if (by < 0) return -1; i->size += by; return i->size; }
#if defined __STDC_VERSION__ && __STDC_VERSION__ > 201710L
static int old(int a, char b) { return a * b; }
#else
static int old(a, b) int a; char b; { return a * b; }
#endif
static int say(const char *format, ...) { return format[0]; }
static double scale(double d, float f) { return d * f; }
int main(void)
{
	struct pair p = { 1, 2 };
	int i, total = 0;
	for (i = 0; i < 2; i++)
		total += checked(i);
	p = swap(p);
	FIRST->uid = total; FIRST->flags = 5; FIRST->next = &table[1]; FIRST->blocks[p.y] = total / 1;
	total += (int)grow(FIRST, 7) + (int)grow(FIRST, -7) + old(2, 3) + say("a", 1, 2.0) + FIRST->flags;
	opened = FIRST->blocks[1] + (int)scale(2.0, 0.5f);
	printf("%d %d %d %d\\n", total, opened, p.x, FIRST->next == &table[1]);
	return 0;
}
`;

const ASPECTS = `aspect Trace {
  int joinPoints, sum;
  advice execution("% checked(...)") || execution("% old(...)") : around() { joinPoints++; tjp->proceed(); tjp->result += 1; }
  advice execution("% grow(...)") && args(i, by) && result(r) : after(struct inode *i, long by, long r) { joinPoints++; sum += (int)r + (int)by + (i != 0); }
  advice call("% swap(...)") : around() { tjp->arg0.y += 10; tjp->proceed(); joinPoints++; }
  advice call("% say(...)") : before() { joinPoints += tjp->args; }
  advice execution("% scale(...)") : before() { tjp->arg0 *= 4; }
  advice get("% inode::%") : after() { joinPoints++; }
  advice set("% inode::%") : before() { joinPoints++; }
  advice ref("% table") : before() { joinPoints++; }
  advice builtin("int operator /(int, int)") || builtin("% operator &&(...)") : after() { joinPoints += 100; }
  advice call("% scale(...)") && cflow(execution("% main(...)")) : before() { joinPoints += 1000; }
  advice call("% printf(...)") : before() { tjp->arg1 += joinPoints * 100; tjp->arg2 += sum; }
};
aspect Owner { advice "inode" : slice struct { int counted; }; };
`;

for (const compiler of COMPILERS)
  for (const dialect of DIALECTS)
    test(`${compiler} -std=${dialect}`, () => {
      for (const width of WIDTHS) {
        const { woven, problems } = weaveSource(SOURCE, ASPECTS, {
          dialect: `-std=${dialect}`,
          flags: [width],
        });
        expect(problems).toEqual([]);
        for (const level of ["-O0", "-O2"]) {
          const command = [compiler, width, `-std=${dialect}`, level, "-Wall", "-Werror"];
          // The warning is about the old style of the program itself.
          if (compiler !== "gcc") command.push("-Wno-deprecated-non-prototype");
          expect(compile(woven.text, command), command.join(" ")).toBe("");
          expect(runProgram(woven.text, command), command.join(" ")).toBe("133118 15 12 1\n");
        }
      }
    });
