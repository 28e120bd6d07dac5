/* A kernel that counts its rounds in the third sector of its first disk, read and written through its ports. Booted by
 * litmus-boot.S. */
typedef unsigned char byte;

unsigned rounds, sector[128];

static inline void out(unsigned short port, byte value) { asm volatile("outb %0, %1" :: "a"(value), "Nd"(port)); }

static inline byte in(unsigned short port)
{
	byte value;
	asm volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

static void await(byte mask, byte wanted)
{
	while ((in(0x1f7) & mask) != wanted)
		;
}

static void begin(byte command)
{
	out(0x1f6, 0xe0);
	await(0xc0, 0x40);
	out(0x1f2, 1);
	out(0x1f3, 3);
	out(0x1f4, 0);
	out(0x1f5, 0);
	out(0x1f7, command);
	await(0x88, 0x08);
}

static void read_sector(void)
{
	void *to = sector;
	unsigned words = 128;
	begin(0x20);
	asm volatile("cld; rep insl" : "+D"(to), "+c"(words) : "d"(0x1f0) : "memory");
}

static void write_sector(void)
{
	void *from = sector;
	unsigned words = 128;
	begin(0x30);
	asm volatile("cld; rep outsl" : "+S"(from), "+c"(words) : "d"(0x1f0) : "memory");
}

static void say(const char *text)
{
	while (*text)
		out(0x3f8, *text++);
}

__attribute__((noinline)) void count_round(unsigned before)
{
	rounds = before + 1;
	sector[0] = rounds;
}

void first_processor(void)
{
	for (int i = 0; i < 5; i++) {
		read_sector();
		count_round(sector[0]);
		write_sector();
		say("round\n");
	}
	say("done\n");
	out(0x501, 0);
	for (;;)
		asm volatile("hlt");
}

void second_processor(void) {}

void on_timer(void) {}
