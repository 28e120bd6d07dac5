/* The first processor has a version plugged in, and lets the second one write. Begun by weaver-bridge/replug/litmus-boot.S. */
#include "mode.h"

#define PAUSE() __builtin_ia32_pause()
struct mode M, *m = &M;
static volatile unsigned *const apic = (void *)0xfee00000;
enum { SPURIOUS = 0xf0 / 4, COMMAND = 0x300 / 4, TARGET = 0x310 / 4 };
static volatile int is_up, is_plugged, is_done;

int work(int x) { return m->on == 0 ? 0 : 1 + x; }
int work_off_plugged(int x);
void weft_write_text(int *at, int value) { *(volatile int *)at = value; }
void on_timer(void) { }

static void out(unsigned char value, unsigned short port)
{
	__asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static void say(const char *text)
{
	while (*text)
		out(*text++, 0x3f8);
}

void second_processor(void)
{
	is_up = 1;
	while (!is_plugged)
		PAUSE();
	plant((char *)&M);
	is_done = 1;
	for (;;)
		__asm__ volatile("cli; hlt");
}

static void start_second(void)
{
	extern char trampoline[], trampoline_end[];

	for (char *to = (char *)0x8000, *from = trampoline; from < trampoline_end;)
		*to++ = *from++;
	apic[SPURIOUS] = 0x1ff;
	apic[TARGET] = 1 << 24;
	apic[COMMAND] = 0x4500;
	for (int i = 0; i < 100000; i++)
		PAUSE();
	apic[TARGET] = 1 << 24;
	apic[COMMAND] = 0x4608;
}

void first_processor(void)
{
	start_second();
	while (!is_up)
		PAUSE();
	for (int i = 0; i < 100000; i++)
		work_off_plugged(i);
	is_plugged = 1;
	while (!is_done) {
		work_off_plugged(1);
		PAUSE();
	}
	m->on = 1;
	say(work_off_plugged(1) == 2 ? "all: 1 passed, 0 failed\n" : "all: 0 passed, 1 failed\n");
	out(0x10, 0xf4);
	for (;;)
		PAUSE();
}
