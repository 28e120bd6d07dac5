/*
 * The only program of a Linux guest: makes two system calls again and again, and says what they cost. A line from the second
 * serial port puts another kprobe in: a digit for the kernel's debug.kprobes-optimization, and what the module in probe.ko is
 * given; without that there is none afterwards.
 */
typedef unsigned int word;

enum { SYS_READ = 3, SYS_WRITE = 4, SYS_OPEN = 5, SYS_CLOSE = 6, SYS_MKNOD = 14, SYS_MOUNT = 21,
       SYS_INIT_MODULE = 128, SYS_DELETE_MODULE = 129, SYS_PREAD64 = 180, SYS_CLOCK_NANOSLEEP = 407,
       SYS_PIDFD_SEND_SIGNAL = 424, SYS_PIDFD_OPEN = 434 };
enum { O_WRONLY = 1, O_NOCTTY = 0400, O_NONBLOCK = 04000, SECOND_PORT = 4 << 8 | 65, CHARACTERS = 020600 };

__asm__(".section .rodata\n.globl module, module_end\nmodule:\n.incbin \"probe.ko\"\nmodule_end:\n.previous\n");
extern const char module[], module_end[];

static int call5(int number, word a, word b, word c, word d, word e)
{
	int result;

	__asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e) : "memory");
	return result;
}

static int call3(int number, word a, word b, word c)
{
	return call5(number, a, b, c, 0, 0);
}

static void say(const char *text)
{
	word n = 0;

	while (text[n])
		n++;
	call3(SYS_WRITE, 1, (word)text, n);
}

static void say_number(const char *before, word number)
{
	char digits[12];
	word at = sizeof digits;

	digits[--at] = 0;
	do
		digits[--at] = (char)('0' + number % 10);
	while ((number /= 10) != 0);
	say(before);
	say(digits + at);
}

static void pause_ms(word ms)
{
	word time[4] = { 0, 0, ms * 1000000, 0 };

	call5(SYS_CLOCK_NANOSLEEP, 1, 0, (word)time, 0, 0);
}

/* Until the kernel has forgotten a kprobe: a new one at the same instruction would share what was made for it. */
enum { FORGETS = 500 };

static void change(char *line)
{
	int file = call3(SYS_OPEN, (word) "/proc/sys/debug/kprobes-optimization", O_WRONLY, 0), failed = 0;

	call3(SYS_DELETE_MODULE, (word) "probe", 0, 0);
	pause_ms(FORGETS);
	if (call3(SYS_WRITE, file, (word)line, 1) != 1)
		say("FAILED: no debug.kprobes-optimization\n");
	call3(SYS_CLOSE, file, 0, 0);
	if (line[1])
		failed = -call3(SYS_INIT_MODULE, (word)module, (word)(module_end - module), (word)(line + 1));
	if (failed)
		say_number("FAILED: no kprobe: ", (word)failed);
	say("\nprobe: ");
	say(line);
	say("\n");
}

static word now(void)
{
	word low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high) : : "memory");
	return low;
}

enum { CALLS = 100, ATTEMPTS = 20, NO_FILE = 1000 };

/* Instructions of CALLS system calls that find nothing to do; the least is that into which no interrupt came. */
static word least(int number, word file)
{
	word found = ~0u;

	for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
		word start = now(), took;

		for (int i = 0; i < CALLS; i++)
			call3(number, file, 0, 0);
		took = now() - start;
		found = took < found ? took : found;
	}
	return found;
}

static void work(int port)
{
	static char line[128];
	int self = call3(SYS_PIDFD_OPEN, 1, 0, 0);

	for (word round = 1;; round++) {
		int got = call3(SYS_READ, port, (word)line, sizeof line - 1);

		if (got > 0) {
			line[got - 1] = 0; /* in place of its end */
			change(line);
		}
		say_number("round: ", round);
		say_number("\nbench: pread ", CALLS);
		say_number(" ", least(SYS_PREAD64, NO_FILE));
		say_number("\nbench: signal ", CALLS);
		say_number(" ", least(SYS_PIDFD_SEND_SIGNAL, (word)self)); /* signal 0: is it there? */
		say("\n");
		pause_ms(10);
	}
}

__asm__(".globl _start\n_start:\n\txorl %ebp, %ebp\n\tandl $-16, %esp\n\tcall start\n");

void start(void)
{
	call5(SYS_MOUNT, (word) "proc", (word) "/proc", (word) "proc", 0, 0);
	call3(SYS_MKNOD, (word) "/dev/ttyS1", CHARACTERS, SECOND_PORT);
	work(call3(SYS_OPEN, (word) "/dev/ttyS1", O_NOCTTY | O_NONBLOCK, 0));
}
