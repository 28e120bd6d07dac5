/* /dev/console: what programs write goes out on the serial port. */
#include "drivers/devices.h"
#include "drivers/serial.h"
#include "fs/file.h"

static int console_write(struct file *file, const char *buffer, size_t size)
{
	(void)file;
	for (size_t i = 0; i < size; i++)
		serial_put(buffer[i]);
	return (int)size;
}

/* There is no keyboard driver yet: the console is always at its end. */
static int console_read(struct file *file, char *buffer, size_t size)
{
	(void)file;
	(void)buffer;
	(void)size;
	return 0;
}

static const struct file_operations console_operations = {
	.read = console_read,
	.write = console_write,
};

void console_device_init(void)
{
	device_register(DEVICE_CONSOLE, &console_operations);
}
