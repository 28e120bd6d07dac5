/* Kernel messages. See kernel/printk.h. */
#include "kernel/printk.h"

#include "arch/cpu.h"
#include "drivers/serial.h"
#include "kernel/format.h"

void printk(const char *format, ...)
{
	char message[PRINTK_MAX];
	uint32_t flags = interrupts_save();
	va_list arguments;

	va_start(arguments, format);
	format_text(message, sizeof(message), format, arguments);
	va_end(arguments);
	for (const char *next = message; *next; next++)
		serial_put(*next);
	interrupts_restore(flags);
}
