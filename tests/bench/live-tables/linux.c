/* The only program of a Linux guest: tries the kernel's own probes where it has a module of them, then works in rounds. */
typedef unsigned int word;

static int call4(int number, word a, word b, word c, word d)
{
	int result;

	__asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c), "S"(d) : "memory");
	return result;
}

#define CALL(number, a, b, c) call4(number, (word)(a), (word)(b), (word)(c), 0)
#define call_getppid() CALL(64, 0, 0, 0)
#define call_pipe(ends) CALL(42, ends, 0, 0)
#define call_read(fd, to, size) CALL(3, fd, to, size)
#define call_write(fd, from, size) CALL(4, fd, from, size)
#define call_close(fd) CALL(6, fd, 0, 0)
#define call_fork() CALL(2, 0, 0, 0)
#define call_wait(child) CALL(7, child, 0, 0)
#define call_exit() CALL(1, 0, 0, 0)

static void say(const char *text)
{
	word length = 0;

	while (text[length])
		length++;
	CALL(4, 1, text, length);
	CALL(54, 1, 0x5409, 1); /* TCSBRK: wait until it is out */
}

static void call_pause(word milliseconds)
{
	word time[4] = { milliseconds / 1000, 0, milliseconds % 1000 * 1000000, 0 };

	call4(407, 1, 0, (word)time, 0);
}

static void call_exec_self(void)
{
	static const char *const arguments[] = { "init", "end", 0 };

	CALL(11, "/init", arguments, 0);
	call_exit();
}

#include "work.h"

#define CALLS 1000

static void probed(const char *name)
{
	unsigned long long best = ~0ull;

	for (int i = 0; i < 8; i++) {
		unsigned long long start = now(), time;

		syscalls(CALLS);
		time = now() - start;
		if (time < best)
			best = time;
	}
	say("probe: ");
	say(name);
	say_number(" ", CALLS);
	say_number(" ", best);
	say("\n");
}

static void with_probe(const char *name, const char *how)
{
	int file = CALL(5, "/probe.ko", 0, 0);
	int failed = CALL(350, file, how, 0);

	call_close(file);
	if (failed) {
		say_number("probe: refused ", -failed);
		say("\n");
		return;
	}
	call_pause(500); /* the kernel makes a jump of it when it has time */
	probed(name);
	CALL(129, "probe", 0, 0);
}

__asm__(".globl _start\n_start:\n\tmovl %esp, %eax\n\txorl %ebp, %ebp\n\tandl $-16, %esp\n\tcall start\n");

__attribute__((regparm(1))) void start(const word *stack)
{
	if (stack[0] > 1 && ((const char *)stack[2])[0] == 'e')
		call_exit();
	probed("none");
	with_probe("jump", "");
	with_probe("int3", "trap=1");
	probed("none");
	rounds();
	for (;;)
		;
}
