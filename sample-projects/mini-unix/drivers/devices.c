/* The list of drivers with device files. A network driver would join here. */
#include "drivers/devices.h"

void devices_init(void)
{
	null_device_init();
	console_device_init();
}
