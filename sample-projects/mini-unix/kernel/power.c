/* The end of the machine. See kernel/power.h. */
#include "kernel/power.h"

#include "abi/errno.h"
#include "arch/cpu.h"
#include "kernel/printk.h"
#include "kernel/process.h"
#include "kernel/syscall.h"
#include "mm/pages.h"

#define DEBUG_EXIT_PORT 0xf4
#define ACPI_CONTROL_PORT 0x604 /* of QEMU's "pc" machine */
#define ACPI_POWER_OFF 0x2000

void machine_stop(enum power_status status)
{
	interrupts_disable();
	outb(DEBUG_EXIT_PORT, (uint8_t)status);
	/* Still here: there is no such device. */
	outw(ACPI_CONTROL_PORT, ACPI_POWER_OFF);
	for (;;)
		__asm__ volatile("hlt");
}

void power_off(enum power_status status)
{
	printk("mini-unix: power off, %u KiB free\n", pages_available() * (PAGE_SIZE / 1024));
	machine_stop(status);
}

int sys_poweroff(int failed)
{
	if (!current_is_root())
		return -EPERM;
	power_off(failed ? POWER_FAILURE : POWER_SUCCESS);
}
