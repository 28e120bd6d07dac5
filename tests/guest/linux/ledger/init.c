/* Loads the module, takes it out, and loads it once more to bring the kernel down. */
typedef unsigned int word;

enum { SYS_READ = 3, SYS_OPEN = 5, SYS_INIT_MODULE = 128, SYS_DELETE_MODULE = 129 };

static char image[1 << 20];

static int call3(int number, word a, word b, word c)
{
	int result;
	__asm__ volatile("int $0x80" : "=a"(result) : "0"(number), "b"(a), "c"(b), "d"(c) : "memory");
	return result;
}

void _start(void)
{
	int file = call3(SYS_OPEN, (word)"/ledger.ko", 0, 0);
	word size = call3(SYS_READ, file, (word)image, sizeof image);

	call3(SYS_INIT_MODULE, (word)image, size, (word)"");
	call3(SYS_DELETE_MODULE, (word)"ledger", 0, 0);
	call3(SYS_INIT_MODULE, (word)image, size, (word)"crash=1");
	for (;;)
		;
}
