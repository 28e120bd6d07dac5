/*
 * What a guest does in rounds, after UnixBench: arithmetic, system calls, a pipe, programs, and two processes that hand a
 * word to each other. The time stamp counts instructions under 'qemu -icount shift=0'. Whoever includes this defines the
 * system calls.
 */
static unsigned long long now(void)
{
	unsigned int low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
	return (unsigned long long)high << 32 | low;
}

static volatile unsigned int kept;

static void dhry2reg(unsigned int count)
{
	unsigned int a = 1, b = 7;

	for (unsigned int i = 0; i < count; i++) {
		a = a * 1103515245 + 12345;
		b ^= a >> 16;
		b += b << 3;
	}
	kept = b;
}

static void syscalls(unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		call_getppid();
}

static void pipes(unsigned int count)
{
	static char block[512];
	int ends[2];

	call_pipe(ends);
	for (unsigned int i = 0; i < count; i++) {
		call_write(ends[1], block, sizeof block);
		call_read(ends[0], block, sizeof block);
	}
	call_close(ends[0]);
	call_close(ends[1]);
}

static void execl(unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		int child = call_fork();

		if (child == 0)
			call_exec_self();
		call_wait(child);
	}
}

static void context(unsigned int count)
{
	int there[2], back[2], child;
	unsigned int word = 0;

	call_pipe(there);
	call_pipe(back);
	child = call_fork();
	if (child == 0) {
		for (unsigned int i = 0; i < count; i++) {
			call_read(there[0], &word, sizeof word);
			call_write(back[1], &word, sizeof word);
		}
		call_exit();
	}
	for (unsigned int i = 0; i < count; i++) {
		call_write(there[1], &word, sizeof word);
		call_read(back[0], &word, sizeof word);
	}
	call_wait(child);
	call_close(there[0]);
	call_close(there[1]);
	call_close(back[0]);
	call_close(back[1]);
}

static void say_number(const char *before, unsigned long long number)
{
	char digits[24];
	unsigned int at = sizeof digits;

	digits[--at] = 0;
	do {
		unsigned int digit = 0;
		/* 64 bits without the compiler's library */
		unsigned long long rest = 0;
		for (int bit = 63; bit >= 0; bit--) {
			digit = digit << 1 | (unsigned int)(number >> bit & 1);
			rest <<= 1;
			if (digit >= 10) {
				digit -= 10;
				rest |= 1;
			}
		}
		digits[--at] = (char)('0' + digit);
		number = rest;
	} while (number != 0);
	say(before);
	say(digits + at);
}

static void measured(const char *name, void (*work)(unsigned int), unsigned int count)
{
	unsigned long long start = now(), end;

	work(count);
	end = now();
	say("bench: ");
	say(name);
	say_number(" ", count);
	say_number(" ", end - start);
	say("\n");
}

static void rounds(void)
{
	for (unsigned int round = 1;; round++) {
		say_number("round: ", round);
		say("\n");
		measured("dhry2reg", dhry2reg, 200000);
		measured("syscall", syscalls, 4000);
		measured("pipe", pipes, 1000);
		measured("execl", execl, 30);
		measured("context", context, 500);
		call_pause(50);
	}
}
