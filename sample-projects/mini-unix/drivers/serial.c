/* The first serial port. See drivers/serial.h. */
#include "drivers/serial.h"

#include "arch/cpu.h"

#define SERIAL_PORT 0x3f8
#define SERIAL_DATA (SERIAL_PORT + 0)
#define SERIAL_INTERRUPTS (SERIAL_PORT + 1)
#define SERIAL_FIFO (SERIAL_PORT + 2)
#define SERIAL_LINE (SERIAL_PORT + 3)
#define SERIAL_STATUS (SERIAL_PORT + 5)
#define SERIAL_DIVISOR_LATCH 0x80
#define SERIAL_8N1 0x03
#define SERIAL_CAN_SEND 0x20

void serial_init(void)
{
	outb(SERIAL_INTERRUPTS, 0);
	outb(SERIAL_LINE, SERIAL_DIVISOR_LATCH);
	outb(SERIAL_DATA, 1); /* 115200 baud */
	outb(SERIAL_INTERRUPTS, 0);
	outb(SERIAL_LINE, SERIAL_8N1);
	outb(SERIAL_FIFO, 0x07);
}

static void serial_send(char byte)
{
	while (!(inb(SERIAL_STATUS) & SERIAL_CAN_SEND))
		;
	outb(SERIAL_DATA, (uint8_t)byte);
}

void serial_put(char character)
{
	if (character == '\n')
		serial_send('\r');
	serial_send(character);
}
