/*
 * The first and only program of the sample: uses files and processes so that the aspects have something to show, says
 * how it went, and switches the machine off. It talks to the kernel directly, so that no i386 C library is needed.
 */
typedef unsigned int word;

enum { SYS_EXIT = 1, SYS_FORK = 2, SYS_READ = 3, SYS_WRITE = 4, SYS_OPEN = 5, SYS_CLOSE = 6, SYS_WAITPID = 7,
       SYS_UNLINK = 10, SYS_CHDIR = 12, SYS_CHMOD = 15, SYS_GETPID = 20, SYS_MOUNT = 21, SYS_REBOOT = 88, SYS_MKDIR = 39, SYS_RMDIR = 40, SYS_IOCTL = 54, SYS_MMAP2 = 192, SYS_STAT = 106,
       SYS_SCHED_YIELD = 158, SYS_PRCTL = 172, SYS_CHOWN = 182, SYS_SETUID = 213 };

/* What aspects add to the kernel; see aspects/. */
enum { PR_GET_CALLS = 0x57454654, RESERVED_ID = 60000, EPERM = 1, EACCES = 13 };

static int call3(int number, word a, word b, word c)
{
	int result;
	__asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c) : "memory");
	return result;
}

/* Of six arguments the last is 0. */
static int call5(int number, word a, word b, word c, word d, word e)
{
	int result;
	__asm__ volatile("int $0x80" : "=a"(result)
			 : "0"(number), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e) : "memory");
	return result;
}

static word length(const char *text)
{
	word n = 0;
	while (text[n])
		n++;
	return n;
}

static void say(const char *text)
{
	call3(SYS_WRITE, 1, (word)text, length(text));
	call3(SYS_IOCTL, 1, 0x5409, 1); /* TCSBRK: wait until it is out */
}

/* One write a line, and out before the next call: what the kernel prints can't come in between. */
static void expect(int good, const char *what)
{
	static char line[80];
	const char *parts[] = { good ? "weft-init: ok: " : "weft-init: FAILED: ", what, "\n" };
	word at = 0, part;

	for (part = 0; part < 3; part++) {
		const char *text = parts[part];
		while (*text && at < sizeof line - 1)
			line[at++] = *text++;
	}
	line[at] = 0;
	say(line);
}

/* "TEXT: -12" and a newline, in one write as well. */
static void report(const char *text, int value)
{
	char line[80], digits[12];
	word at = 0, count = 0, rest = value < 0 ? -(word)value : (word)value;

	while (*text && at < 60)
		line[at++] = *text++;
	line[at++] = ':';
	line[at++] = ' ';
	if (value < 0)
		line[at++] = '-';
	do
		digits[count++] = '0' + rest % 10;
	while (rest /= 10);
	while (count)
		line[at++] = digits[--count];
	line[at++] = '\n';
	line[at] = 0;
	say(line);
}

static void files(void)
{
	static const char text[] = "warp and weft\n";
	char back[sizeof text];
	char status[128];
	int file;

	expect(call3(SYS_MKDIR, (word)"/tmp/d", 0755, 0) == 0, "mkdir");
	file = call3(SYS_OPEN, (word)"/tmp/d/file", 0102, 0644); /* O_RDWR | O_CREAT */
	expect(file >= 0, "create");
	expect(call3(SYS_WRITE, file, (word)text, sizeof text) == sizeof text, "write");
	call3(SYS_CLOSE, file, 0, 0);
	expect(call3(SYS_CHOWN, (word)"/tmp/d/file", 1000, 1000) == 0, "chown");
	report("weft-init: chown to a reserved user", call3(SYS_CHOWN, (word)"/tmp/d/file", RESERVED_ID, 1000));
	expect(call3(SYS_STAT, (word)"/tmp/d/file", (word)status, 0) == 0, "stat");
	file = call3(SYS_OPEN, (word)"/tmp/d/file", 0, 0);
	expect(call3(SYS_READ, file, (word)back, sizeof back) == sizeof text && back[5] == 'a', "read back");
	call3(SYS_CLOSE, file, 0, 0);
	expect(call3(SYS_UNLINK, (word)"/tmp/d/file", 0, 0) == 0, "unlink");
}

static void processes(void)
{
	int round, status = 0, well = 1;

	for (round = 0; round < 8; round++) {
		int child = call3(SYS_FORK, 0, 0, 0);
		if (child == 0) {
			int turn;
			for (turn = 0; turn < round; turn++)
				call3(SYS_SCHED_YIELD, 0, 0, 0);
			report("weft-init: calls of a child", call3(SYS_PRCTL, PR_GET_CALLS, 0, 0));
			call3(SYS_EXIT, round, 0, 0);
		}
		well &= child > 0 && call3(SYS_WAITPID, child, (word)&status, 0) == child && status >> 8 == round;
	}
	expect(well, "eight children");
}

static unsigned long long now(void)
{
	unsigned long long ticks;
	__asm__ volatile("rdtsc" : "=A"(ticks));
	return ticks;
}

/* As a user, of a file in this directory: what the last stat() gave, and the ticks of the quickest. */
static int visit(int times, int *ticks)
{
	static volatile struct { int result, ticks; } *told;
	char status[128];
	int child, state = 0;

	if (!told)
		told = (void *)call5(SYS_MMAP2, 0, 4096, 3, 0x21, -1); /* read and write, shared, of nothing */
	child = call3(SYS_FORK, 0, 0, 0);
	if (child == 0) {
		call3(SYS_SETUID, 1000, 0, 0);
		for (told->ticks = 0x7fffffff; times > 0; times--) {
			unsigned long long from = now();
			told->result = call3(SYS_STAT, (word)"file", (word)status, 0);
			from = now() - from;
			if (from < (unsigned int)told->ticks)
				told->ticks = from;
		}
		call3(SYS_EXIT, 0, 0, 0);
	}
	call3(SYS_WAITPID, child, (word)&state, 0);
	if (ticks)
		*ticks = told->ticks;
	return told->result;
}

/* A directory that all may search, until its mode changes: see specializations/search.spec. */
static void search(void)
{
	int plugged, generic, again;

	expect(call3(SYS_MKDIR, (word)"/tmp/open", 0755, 0) == 0 && call3(SYS_CHDIR, (word)"/tmp/open", 0, 0) == 0, "mkdir and chdir");
	call3(SYS_CLOSE, call3(SYS_OPEN, (word)"file", 0102, 0644), 0, 0);
	expect(visit(400, &plugged) == 0, "all may search an open directory");
	call3(SYS_CHMOD, (word)"/tmp/open", 0711, 0);
	expect(visit(400, &generic) == 0, "and one that can't be read");
	call3(SYS_CHMOD, (word)"/tmp/open", 0755, 0);
	expect(visit(400, 0) == 0, "and an open one again");
	call3(SYS_CHMOD, (word)"/tmp/open", 0700, 0);
	expect(visit(1, 0) == -EACCES, "a closed one is closed at once");
	call3(SYS_CHMOD, (word)"/tmp/open", 0755, 0);
	expect(visit(400, &again) == 0, "and opens again");
	report("weft-init: ticks of stat, specialized", plugged);
	report("weft-init: ticks of stat, generic", generic);
	report("weft-init: ticks of stat, specialized again", again);
	call3(SYS_UNLINK, (word)"file", 0, 0);
	call3(SYS_CHDIR, (word)"/", 0, 0);
	expect(call3(SYS_RMDIR, (word)"/tmp/open", 0, 0) == 0, "rmdir");
	expect(call3(SYS_MKDIR, (word)"/tmp/other", 0700, 0) == 0 && call3(SYS_CHDIR, (word)"/tmp/other", 0, 0) == 0, "another in its place");
	expect(visit(1, 0) == -EACCES, "which is closed");
	call3(SYS_CHDIR, (word)"/", 0, 0);
	call3(SYS_RMDIR, (word)"/tmp/other", 0, 0);
}

static void run(void)
{
	files();
	processes();
	search();
	expect(call5(SYS_MOUNT, (word)"proc", (word)"/proc", (word)"proc", 0, 0) == 0, "mount proc");
	say("weft-init: all done\n");
	call5(SYS_REBOOT, 0xfee1dead, 0x28121969, 0x4321fedc, 0, 0); /* power off */
	call3(SYS_EXIT, 0, 0, 0);
}

__asm__(".globl _start\n_start:\n\txorl %ebp, %ebp\n\tmovl (%esp), %eax\n\tandl $-16, %esp\n\tcall start\n");

/* With an argument (a word that the kernel does not know, on its command line) the work goes on, to be watched. */
__attribute__((regparm(1))) void start(int arguments)
{
	while (arguments > 1) {
		files();
		call3(SYS_RMDIR, (word)"/tmp/d", 0, 0);
		processes();
		say("weft-init: works\n");
	}
	run();
	for (;;)
		;
}
