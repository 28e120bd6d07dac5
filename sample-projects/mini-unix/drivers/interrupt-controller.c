/* The 8259 pair. See drivers/interrupt-controller.h. */
#include "drivers/interrupt-controller.h"

#include "arch/cpu.h"

#define FIRST_COMMAND 0x20
#define FIRST_DATA 0x21
#define SECOND_COMMAND 0xa0
#define SECOND_DATA 0xa1
#define CASCADE_LINE 2

#define COMMAND_INIT 0x11
#define COMMAND_DONE 0x20
#define MODE_8086 0x01
#define MASK_ALL 0xff

void interrupt_controller_init(unsigned int base)
{
	outb(FIRST_COMMAND, COMMAND_INIT);
	outb(SECOND_COMMAND, COMMAND_INIT);
	outb(FIRST_DATA, (uint8_t)base);
	outb(SECOND_DATA, (uint8_t)(base + 8));
	outb(FIRST_DATA, 1 << CASCADE_LINE);
	outb(SECOND_DATA, CASCADE_LINE);
	outb(FIRST_DATA, MODE_8086);
	outb(SECOND_DATA, MODE_8086);
	outb(FIRST_DATA, MASK_ALL & ~(1 << CASCADE_LINE));
	outb(SECOND_DATA, MASK_ALL);
}

void interrupt_controller_enable(unsigned int line)
{
	uint16_t port = line < 8 ? FIRST_DATA : SECOND_DATA;

	outb(port, (uint8_t)(inb(port) & ~(1 << (line % 8))));
}

void interrupt_controller_done(unsigned int line)
{
	if (line >= 8)
		outb(SECOND_COMMAND, COMMAND_DONE);
	outb(FIRST_COMMAND, COMMAND_DONE);
}
