/* See console.h. */
#include "console.h"

#include "cpu.h"

#include <stdarg.h>

#define SERIAL 0x3f8
#define SERIAL_CAN_SEND 0x20
#define DEBUG_EXIT 0xf4

void console_init(void)
{
	outb(SERIAL + 1, 0);
	outb(SERIAL + 3, 0x80);
	outb(SERIAL + 0, 1); /* 115200 baud */
	outb(SERIAL + 1, 0);
	outb(SERIAL + 3, 0x03);
	outb(SERIAL + 2, 0x07);
}

static void send(char byte)
{
	while (!(inb(SERIAL + 5) & SERIAL_CAN_SEND))
		;
	outb(SERIAL, (uint8_t)byte);
}

void console_put(char character)
{
	if (character == '\n')
		send('\r');
	send(character);
}

static void put_number(word_t value, word_t base)
{
	char digits[12];
	int count = 0;
	do {
		digits[count++] = "0123456789abcdef"[value % base];
		value /= base;
	} while (value != 0);
	while (count > 0)
		console_put(digits[--count]);
}

static void print(const char *format, va_list arguments)
{
	for (; *format != 0; format++) {
		if (*format != '%') {
			console_put(*format);
			continue;
		}
		switch (*++format) {
		case 's':
			for (const char *text = va_arg(arguments, const char *); *text != 0; text++)
				console_put(*text);
			break;
		case 'c':
			console_put((char)va_arg(arguments, int));
			break;
		case 'd': {
			int value = va_arg(arguments, int);
			if (value < 0)
				console_put('-');
			put_number(value < 0 ? -(word_t)value : (word_t)value, 10);
			break;
		}
		case 'u':
			put_number(va_arg(arguments, word_t), 10);
			break;
		case 'x':
			put_number(va_arg(arguments, word_t), 16);
			break;
		default:
			console_put('%');
		}
	}
}

void console_print(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	print(format, arguments);
	va_end(arguments);
}

void panic(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	console_print("PANIC: ");
	print(format, arguments);
	console_print("\n");
	va_end(arguments);
	machine_exit(18);
}

void machine_exit(word_t code)
{
	outb(DEBUG_EXIT, (uint8_t)code);
	for (;;)
		__asm__ volatile("cli\n\thlt");
}
