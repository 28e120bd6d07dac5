/*
 * The only program of the stress's guest: four processes that never wait keep both processors in the kernel, with files,
 * pipes, forks and exits. A fifth tells how far they came, so that a guest which stalls falls silent.
 */
typedef unsigned int word;

enum { SYS_EXIT = 1, SYS_FORK = 2, SYS_READ = 3, SYS_WRITE = 4, SYS_OPEN = 5, SYS_CLOSE = 6, SYS_WAITPID = 7,
       SYS_UNLINK = 10, SYS_PIPE = 42, SYS_GETPPID = 64 };
enum { WORKERS = 4 };

static int call(int number, word a, word b, word c, word d)
{
	int result;
	__asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c), "S"(d) : "memory");
	return result;
}

static void say(const char *text, word n)
{
	char line[40];
	word size = 0, digits = 1, rest;

	while (*text)
		line[size++] = *text++;
	for (rest = n; rest >= 10; rest /= 10)
		digits++;
	for (rest = digits; rest-- > 0; n /= 10)
		line[size + rest] = '0' + n % 10;
	line[size + digits] = '\n';
	call(SYS_WRITE, 1, (word)line, size + digits + 1, 0);
}

static void files(word worker)
{
	static char name[] = "/tmp/0", text[] = "warp and weft\n";
	char back[sizeof text];
	int file;

	name[5] = '0' + worker;
	file = call(SYS_OPEN, (word)name, 0102, 0644, 0); /* O_RDWR | O_CREAT */
	call(SYS_WRITE, file, (word)text, sizeof text, 0);
	call(SYS_CLOSE, file, 0, 0, 0);
	file = call(SYS_OPEN, (word)name, 0, 0, 0);
	call(SYS_READ, file, (word)back, sizeof back, 0);
	call(SYS_CLOSE, file, 0, 0, 0);
	call(SYS_UNLINK, (word)name, 0, 0, 0);
}

/* A child sends a byte through a pipe and ends. */
static void child(void)
{
	int ends[2], status, pid;
	char byte = 0;

	call(SYS_PIPE, (word)ends, 0, 0, 0);
	pid = call(SYS_FORK, 0, 0, 0, 0);
	if (pid == 0) {
		call(SYS_GETPPID, 0, 0, 0, 0);
		call(SYS_WRITE, ends[1], (word)&byte, 1, 0);
		call(SYS_EXIT, 0, 0, 0, 0);
	}
	call(SYS_READ, ends[0], (word)&byte, 1, 0);
	call(SYS_CLOSE, ends[0], 0, 0, 0);
	call(SYS_CLOSE, ends[1], 0, 0, 0);
	if (pid > 0)
		call(SYS_WAITPID, pid, (word)&status, 0, 0);
}

static void work(word worker, int told)
{
	char byte = 0;

	for (;;) {
		files(worker);
		child();
		call(SYS_WRITE, told, (word)&byte, 1, 0);
	}
}

__asm__(".globl _start\n_start:\n\txorl %ebp, %ebp\n\tandl $-16, %esp\n\tcall start\n");

void start(void)
{
	static char taken[4096];
	int ends[2];
	word worker, rounds = 0, said = 0;

	call(SYS_PIPE, (word)ends, 0, 0, 0);
	for (worker = 0; worker < WORKERS; worker++)
		if (call(SYS_FORK, 0, 0, 0, 0) == 0)
			work(worker, ends[1]);
	say("load: works ", WORKERS);
	for (;;) {
		int count = call(SYS_READ, ends[0], (word)taken, sizeof taken, 0);
		rounds += count > 0 ? count : 0;
		if (rounds - said < 1000)
			continue;
		said = rounds;
		say("load: ", rounds);
	}
}
