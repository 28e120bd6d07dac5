/* A PC: its interrupt controller, timer, serial port, and the vector table. See hal.hxx. */
#include "hal.hxx"

#define PIC_COMMAND 0x20
#define PIC_DATA 0x21
#define PIC2_COMMAND 0xa0
#define PIC2_DATA 0xa1
#define PIC_INIT 0x11
#define PIC_CASCADE_LINE 2
#define PIC_8086 0x01
#define PIC_DONE 0x20

#define TIMER_DATA 0x40
#define TIMER_COMMAND 0x43
#define TIMER_RATE_GENERATOR 0x34
#define TIMER_FREQUENCY 1193182

#define SERIAL_DATA 0x3f8
#define SERIAL_STATUS 0x3fd
#define SERIAL_CAN_SEND 0x20

#define DEBUG_EXIT 0xf4
#define CODE_SEGMENT 0x08
#define INTERRUPT_GATE 0x8e00
#define FLAG_INTERRUPTS 0x200

struct Gate {
	unsigned short low, segment, kind, high;
};

struct VectorEntry {
	word number;
	word address;
};

extern "C" const VectorEntry hal_vectors[], hal_vectors_end[];
extern "C" void hal_main();
extern "C" void hal_vector(word number, word code);

static Gate gates[HAL_VECTORS];

static inline void out(unsigned short port, unsigned char value)
{
	__asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static inline unsigned char in(unsigned short port)
{
	unsigned char value;

	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

static void interrupt_controller_init()
{
	out(PIC_COMMAND, PIC_INIT);
	out(PIC2_COMMAND, PIC_INIT);
	out(PIC_DATA, HAL_TIMER_VECTOR);
	out(PIC2_DATA, HAL_TIMER_VECTOR + 8);
	out(PIC_DATA, 1 << PIC_CASCADE_LINE);
	out(PIC2_DATA, PIC_CASCADE_LINE);
	out(PIC_DATA, PIC_8086);
	out(PIC2_DATA, PIC_8086);
	out(PIC_DATA, 0xff);
	out(PIC2_DATA, 0xff);
}

static void vectors_init()
{
	struct {
		unsigned short limit;
		word base;
	} __attribute__((packed)) table = { sizeof(gates) - 1, (word)gates };

	for (const VectorEntry *entry = hal_vectors; entry < hal_vectors_end; entry++) {
		gates[entry->number].low = entry->address & 0xffff;
		gates[entry->number].segment = CODE_SEGMENT;
		gates[entry->number].kind = INTERRUPT_GATE;
		gates[entry->number].high = entry->address >> 16;
	}
	__asm__ volatile("lidt %0" : : "m"(table));
}

void hal_main()
{
	interrupt_controller_init();
	vectors_init();
	kernel_start();
}

/* The line is free again before the kernel handles it: it may not come back here for long. */
void hal_vector(word number, word code)
{
	if (number < HAL_EXCEPTIONS) {
		kernel_exception(number, code);
		return;
	}
	if (number < HAL_SOFTWARE_VECTOR)
		out(PIC_COMMAND, PIC_DONE);
	kernel_interrupt(number);
}

word *hal_first_context(word *top, void (*entry)())
{
	*--top = 0; /* no frame calls the first */
	*--top = (word)entry;
	*--top = FLAG_INTERRUPTS;
	for (int registers = 0; registers < 4; registers++)
		*--top = 0;
	return top;
}

void hal_timer_start(unsigned int ticks_per_second)
{
	unsigned int divisor = TIMER_FREQUENCY / ticks_per_second;

	out(TIMER_COMMAND, TIMER_RATE_GENERATOR);
	out(TIMER_DATA, divisor & 0xff);
	out(TIMER_DATA, divisor >> 8);
	out(PIC_DATA, 0xff & ~1);
}

static void print(char character)
{
	while (!(in(SERIAL_STATUS) & SERIAL_CAN_SEND))
		;
	out(SERIAL_DATA, character);
}

void hal_print(const char *text)
{
	for (; *text; text++) {
		if (*text == '\n')
			print('\r');
		print(*text);
	}
}

void hal_print_number(word number)
{
	if (number >= 10)
		hal_print_number(number / 10);
	print('0' + number % 10);
}

void hal_exit(word status)
{
	out(DEBUG_EXIT, status);
	for (;;)
		__asm__ volatile("cli; hlt");
}

void hal_panic(const char *why)
{
	hal_print("PANIC: ");
	hal_print(why);
	hal_print("\n");
	hal_exit(2);
}
