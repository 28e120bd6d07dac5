/* Loads the shelf's module and works with it; where that has no device (ENODEV), it is unloaded, and soon loaded again. */
typedef unsigned int word;

enum { SYS_READ = 3, SYS_WRITE = 4, SYS_OPEN = 5, SYS_CLOSE = 6, SYS_MOUNT = 21, SYS_INIT_MODULE = 128,
       SYS_DELETE_MODULE = 129, SYS_CLOCK_NANOSLEEP = 407 };

static char image[1 << 21];
static word size;

static int call(int number, word a, word b, word c, word d, word e)
{
	int result;
	__asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c), "S"(d), "D"(e) : "memory");
	return result;
}

static void say(const char *text)
{
	word length = 0;

	while (text[length])
		length++;
	call(SYS_WRITE, 1, (word)text, length, 0, 0);
}

static void load(void)
{
	say(call(SYS_INIT_MODULE, (word)image, size, (word)"", 0, 0) ? "shelf: can't be loaded\n" : "shelf: loaded\n");
}

static void pause(word milliseconds)
{
	const word time[4] = { milliseconds / 1000, 0, milliseconds % 1000 * 1000000, 0 };

	call(SYS_CLOCK_NANOSLEEP, 1, 0, (word)time, 0, 0);
}

/* What the module answers to a write. */
static int work(word round)
{
	static const char text[64];
	static char back[4096];
	int file = call(SYS_OPEN, (word)"/proc/shelf", 2, 0, 0, 0), answer;

	answer = call(SYS_WRITE, file, (word)text, 1 + round % 64, 0, 0);
	call(SYS_READ, file, (word)back, sizeof back, 0, 0);
	call(SYS_CLOSE, file, 0, 0, 0, 0);
	return answer;
}

void _start(void)
{
	word round;
	int file = call(SYS_OPEN, (word)"/shelf.ko", 0, 0, 0, 0), read;

	while ((read = call(SYS_READ, file, (word)image + size, sizeof image - size, 0, 0)) > 0)
		size += read;
	call(SYS_MOUNT, (word)"proc", (word)"/proc", (word)"proc", 0, 0);
	load();
	say("shelf: works\n");
	for (round = 0;; round++) {
		pause(1);
		if (work(round) != -19)
			continue;
		say(call(SYS_DELETE_MODULE, (word)"shelf", 0, 0, 0, 0) ? "shelf: stays\n" : "shelf: unloaded\n");
		pause(3000);
		load();
	}
}
