/*
 * The only program of the sample: uses files, processes and the network for as long as the machine runs, so that whoever
 * weaves into the kernel sees something. It talks to the kernel directly, so that no i386 C library is needed.
 */
typedef unsigned int word;

enum { SYS_EXIT = 1, SYS_FORK = 2, SYS_READ = 3, SYS_WRITE = 4, SYS_OPEN = 5, SYS_CLOSE = 6, SYS_WAITPID = 7,
       SYS_UNLINK = 10, SYS_GETPID = 20, SYS_ACCT = 51, SYS_IOCTL = 54, SYS_SOCKETCALL = 102, SYS_CHOWN = 182,
       SYS_CLOCK_NANOSLEEP = 407 };
enum { CALL_SOCKET = 1, CALL_BIND, CALL_CONNECT, CALL_LISTEN, CALL_ACCEPT };

static int call3(int number, word a, word b, word c)
{
	int result;
	__asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c) : "memory");
	return result;
}

static int call4(int number, word a, word b, word c, word d)
{
	int result;
	__asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c), "S"(d) : "memory");
	return result;
}

static int socketcall(int number, word a, word b, word c)
{
	word list[3] = { a, b, c };
	return call3(SYS_SOCKETCALL, number, (word)list, 0);
}

static void say(const char *text)
{
	word n = 0;
	while (text[n])
		n++;
	call3(SYS_WRITE, 1, (word)text, n);
	call3(SYS_IOCTL, 1, 0x5409, 1); /* TCSBRK: wait until it is out */
}

static void pause_ms(word ms)
{
	word time[4] = { ms / 1000, 0, ms % 1000 * 1000000, 0 };
	call4(SYS_CLOCK_NANOSLEEP, 1, 0, (word)time, 0); /* CLOCK_MONOTONIC */
}

static void files(void)
{
	static const char text[] = "warp and weft\n";
	char back[sizeof text];
	int file = call3(SYS_OPEN, (word)"/tmp/file", 0102, 0644); /* O_RDWR | O_CREAT */

	call3(SYS_WRITE, file, (word)text, sizeof text);
	call3(SYS_CLOSE, file, 0, 0);
	call3(SYS_CHOWN, (word)"/tmp/file", 1000, 1000);
	file = call3(SYS_OPEN, (word)"/tmp/file", 0, 0);
	call3(SYS_READ, file, (word)back, sizeof back);
	call3(SYS_CLOSE, file, 0, 0);
	call3(SYS_UNLINK, (word)"/tmp/file", 0, 0);
}

static void child(void)
{
	int pid = call3(SYS_FORK, 0, 0, 0), status;
	if (pid == 0)
		call3(SYS_EXIT, 0, 0, 0);
	if (pid > 0)
		call3(SYS_WAITPID, pid, (word)&status, 0);
}

/* In so many processes: hands each connection to the port (in the network's byte order) to `serve`. */
static void listen_on(word port, int processes, void (*serve)(int connection))
{
	struct { unsigned short family, port; word address, rest[2]; } here = { 2, port, 0, { 0, 0 } };
	int listening;

	if (call3(SYS_FORK, 0, 0, 0) != 0)
		return;
	listening = socketcall(CALL_SOCKET, 2, 1, 0);
	if (listening < 0 || socketcall(CALL_BIND, listening, (word)&here, sizeof here) < 0 ||
	    socketcall(CALL_LISTEN, listening, 128, 0) < 0) {
		say("weft-init: FAILED: no server\n");
		call3(SYS_EXIT, 1, 0, 0);
	}
	while (--processes > 0 && call3(SYS_FORK, 0, 0, 0) != 0)
		;
	for (;;) {
		int connection = socketcall(CALL_ACCEPT, listening, 0, 0);
		if (connection < 0)
			continue;
		serve(connection);
		call3(SYS_CLOSE, connection, 0, 0);
	}
}

/* A millisecond or two of work each: files are written and read, and a checksum is made. */
static void work(int rounds)
{
	static volatile word sum;
	word n;

	while (rounds-- > 0) {
		files();
		for (n = 0; n < 200000; n++)
			sum = sum * 31 + n;
	}
}

/* A web server of three pages: `/` says a word, for which `/light` and `/heavy` work before. */
static void web(int connection)
{
	static const char answer[] = "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\nweft\n";
	static char request[2048];

	call3(SYS_READ, connection, (word)request, sizeof request);
	work(request[5] == 'l' ? 1 : request[5] == 'h' ? 20 : 0);
	call3(SYS_WRITE, connection, (word)answer, sizeof answer - 1);
}

/* Takes what is sent and forgets it (RFC 863). */
static void discard(int connection)
{
	static char taken[16384];

	while (call3(SYS_READ, connection, (word)taken, sizeof taken) > 0)
		;
}

/* Works on files and processes for ever; `-- quiet` on the kernel's command line leaves that to whoever connects. */
static void run(int is_quiet)
{
	call3(SYS_CLOSE, call3(SYS_OPEN, (word)"/tmp/acct", 0102, 0600), 0, 0);
	call3(SYS_ACCT, (word)"/tmp/acct", 0, 0);
	listen_on(0x5000, 4, web);     /* 80 */
	listen_on(0x0900, 1, discard); /* 9 */
	say("weft-init: works\n");
	for (;;) {
		if (!is_quiet) {
			files();
			child();
		}
		pause_ms(is_quiet ? 1000 : 20);
	}
}

__asm__(".globl _start\n_start:\n\txorl %ebp, %ebp\n\tmovl (%esp), %eax\n\tandl $-16, %esp\n\tpushl %eax\n\tcall start\n");

void start(int count)
{
	run(count > 1);
	for (;;)
		;
}
