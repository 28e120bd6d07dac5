/* /dev/null: takes everything, gives nothing. */
#include "drivers/devices.h"
#include "fs/file.h"

static int null_read(struct file *file, char *buffer, size_t size)
{
	(void)file;
	(void)buffer;
	(void)size;
	return 0;
}

static int null_write(struct file *file, const char *buffer, size_t size)
{
	(void)file;
	(void)buffer;
	return (int)size;
}

static const struct file_operations null_operations = {
	.read = null_read,
	.write = null_write,
};

void null_device_init(void)
{
	device_register(DEVICE_NULL, &null_operations);
}
