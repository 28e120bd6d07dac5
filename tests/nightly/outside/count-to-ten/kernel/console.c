#include "console.h"

/* The first serial port. */
#define PORT 0x3f8

static void out(unsigned short port, unsigned char value)
{
	__asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port));
}

static unsigned char in(unsigned short port)
{
	unsigned char value;

	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port));
	return value;
}

void console_put(char c)
{
	while (!(in(PORT + 5) & 0x20))
		;
	out(PORT, c);
}

void console_text(const char *text)
{
	while (*text)
		console_put(*text++);
}

void console_number(unsigned number)
{
	if (number >= 10)
		console_number(number / 10);
	console_put('0' + number % 10);
}
