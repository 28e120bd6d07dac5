/* Sleeps for four and a half seconds, until its processor's own timer wakes it. */
typedef unsigned int word;
typedef unsigned short half;

struct gate {
	half low, selector;
	half type, high;
};

static struct gate gates[256];
static volatile word *const local = (word *)0xfee00000;
volatile int wakes;

void on_timer(void)
{
	wakes++;
	local[0xb0 / 4] = 0;
}

extern void timer_entry(void);

void second_processor(void)
{
}

void after(int times)
{
	wakes += times;
}

void first_processor(void)
{
	struct {
		half limit;
		word base;
	} __attribute__((packed)) table = { sizeof gates - 1, (word)gates };
	word entry = (word)timer_entry;
	for (int at = 0; at < 256; at++)
		gates[at] = (struct gate){ entry, 8, 0x8e00, entry >> 16 };
	asm volatile("lidt %0" ::"m"(table));
	asm volatile("outb %%al, $0x21; outb %%al, $0xa1" ::"a"(0xff));
	local[0xf0 / 4] = 0x1ff;
	local[0x3e0 / 4] = 0; /* every second tick of 1 GHz */
	local[0x320 / 4] = 0x40;
	local[0x380 / 4] = 2250000000u;
	while (wakes == 0)
		asm volatile("sti; hlt; cli");
	after(7);
	asm volatile("outb %%al, %0" ::"Nd"((half)0x501), "a"(0) : "memory");
	for (;;)
		asm volatile("hlt");
}
