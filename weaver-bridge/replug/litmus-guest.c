/*
 * One processor or two, with interrupts on each that call the plugged function anywhere. SWAPS and SECONDS end it. Where
 * there is one, it calls before each write as well, so that most writes take something out.
 */
#define WEFT_WRITE_TEXT
static void __attribute__((unused)) weft_write_text(int *at, int value)
{
	*(volatile int *)at = value;
}
#define PAUSE() __builtin_ia32_pause()
#define LINGER() do { static unsigned n; if (++n % 256 == 0) for (int i = 0; i < 500; i++) PAUSE(); } while (0)
static void look(void);
#define BROKEN() look()
#include "litmus.h"

#define INTERRUPTS_A_SECOND 5000
/* Enough to have it put in again within one. */
#define CALLS (PROCESSORS == 1 ? 24 : 1)
#define VECTOR 0x40
static volatile unsigned *const apic = (void *)0xfee00000;
enum { ID = 0x20 / 4, END = 0xb0 / 4, SPURIOUS = 0xf0 / 4, COMMAND = 0x300 / 4, TARGET = 0x310 / 4, TIMER = 0x320 / 4,
       COUNT = 0x380 / 4, DIVIDE = 0x3e0 / 4 };

static struct caller called[2], interrupted[2];

/* Nobody else does where there is one processor, but an interrupt that comes just now. */
static void look(void)
{
	if (PROCESSORS == 1)
		call_once(&called[0], 1);
}

void timer_entry(void);
void on_timer(void)
{
	int processor = apic[ID] >> 24;

	for (int i = 0; i < CALLS; i++)
		call_once(&interrupted[processor], 1 + (interrupted[processor].calls & 1));
	apic[END] = 0;
}

static struct { unsigned low, high; } gates[256];
static void take_interrupts(void)
{
	struct { unsigned short limit; unsigned base; } __attribute__((packed)) pointer = { sizeof gates - 1, (unsigned)gates };

	gates[VECTOR].low = 8 << 16 | ((unsigned)timer_entry & 0xffff);
	gates[VECTOR].high = ((unsigned)timer_entry & 0xffff0000) | 0x8e00;
	__asm__ volatile("lidt %0" : : "m"(pointer));
	apic[SPURIOUS] = 0x1ff;
	apic[DIVIDE] = 0xb;
	apic[TIMER] = 0x20000 | VECTOR;
	apic[COUNT] = 1000000000 / INTERRUPTS_A_SECOND;
	__asm__ volatile("sti");
}

void second_processor(void)
{
	take_interrupts();
	while (!is_over) {
		call_once(&called[1], 1 + (called[1].calls & 1));
		quiescent(1);
	}
	quiescent(1);
	passed[1] = ~0ul;
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

static void out(unsigned char value, unsigned short port)
{
	__asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

/* Of the clock, which a busy host does not slow down; asked often. */
static unsigned seconds(void)
{
	static unsigned passed_by;
	static unsigned char last = 0xff;
	unsigned char now;

	out(0, 0x70);
	__asm__ volatile("inb %1, %0" : "=a"(now) : "Nd"((unsigned short)0x71));
	passed_by += now != last;
	last = now;
	return passed_by;
}

static void say(unsigned long number, char end)
{
	char digits[12], *at = digits + sizeof digits;

	*--at = end;
	do
		*--at = '0' + number % 10;
	while (number /= 10);
	for (; at < digits + sizeof digits; at++)
		out(*at, 0xe9);
}

void first_processor(void)
{
	struct caller all = { 0 };

	/* The old interrupt controllers stay quiet. */
	out(0xff, 0x21);
	out(0xff, 0xa1);
	if (PROCESSORS == 2) {
		start_second();
		while (passed[1] == 0)
			PAUSE();
	}
	take_interrupts();
	for (unsigned long n = 0; *(volatile unsigned *)&weft_plug_send_root.replugs < SWAPS; n++) {
		for (int i = 0; PROCESSORS == 1 && i < 20; i++)
			call_once(&called[0], 1 + (i & 1));
		break_and_mend(n);
		if (n % 16 == 0 && seconds() > SECONDS)
			break;
	}
	is_over = 1;
	__asm__ volatile("cli");
	while (PROCESSORS == 2 && passed[1] != ~0ul)
		PAUSE();
	for (int i = 0; i < 2; i++) {
		all.calls += called[i].calls + interrupted[i].calls;
		all.specialized += called[i].specialized + interrupted[i].specialized;
		all.wrong += called[i].wrong + interrupted[i].wrong;
	}
	say(weft_plug_send_root.replugs, ' ');
	say(all.wrong + used_when_gone, ' ');
	say(all.calls, ' ');
	say(all.specialized, ' ');
	say(interrupted[0].calls + interrupted[1].calls, '\n');
	out(0, 0xf4);
}
