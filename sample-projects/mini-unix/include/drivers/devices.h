/* Device numbers of the character devices, and their registration. */
#ifndef DRIVERS_DEVICES_H
#define DRIVERS_DEVICES_H

enum device_number {
	DEVICE_NONE = 0,
	DEVICE_NULL,
	DEVICE_CONSOLE,
	DEVICE_COUNT
};

/* Registers every driver that has a device file. */
void devices_init(void);
void console_device_init(void);
void null_device_init(void);

#endif
