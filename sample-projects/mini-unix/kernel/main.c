/*
 * From the boot code to the first program. Start reading here: kernel_main()
 * brings the machine up in order, then init_start() becomes /bin/init.
 */
#include "abi/fcntl.h"
#include "arch/cpu.h"
#include "arch/segments.h"
#include "arch/trap.h"
#include "drivers/devices.h"
#include "drivers/serial.h"
#include "drivers/timer.h"
#include "fs/file.h"
#include "fs/namei.h"
#include "fs/populate.h"
#include "fs/ramfs.h"
#include "kernel/clock.h"
#include "kernel/multiboot.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/process.h"
#include "kernel/scheduler.h"
#include "kernel/string.h"
#include "mm/pages.h"
#include "mm/paging.h"

#define INIT_OPTION "init="
#define MEBIBYTE 0x100000u

/* Another program can be chosen at boot: -append init=/bin/... */
static char init_path[PATH_SIZE] = "/bin/init";

void kernel_main(uint32_t multiboot_address);

static uint32_t memory_end(const struct multiboot_information *information)
{
	if (!(information->flags & MULTIBOOT_HAS_MEMORY))
		panic("the boot loader does not tell the memory size");
	return min(MEBIBYTE + information->memory_upper * 1024, (uint32_t)PHYSICAL_MAX);
}

static void read_command_line(const struct multiboot_information *information)
{
	const char *next;
	size_t length = 0;

	if (!(information->flags & MULTIBOOT_HAS_COMMAND_LINE))
		return;
	for (next = kernel_address(information->command_line); *next; next++)
		if (memcmp(next, INIT_OPTION, strlen(INIT_OPTION)) == 0)
			break;
	if (!*next)
		return;
	next += strlen(INIT_OPTION);
	while (next[length] && next[length] != ' ')
		length++;
	string_copy(init_path, next, min(length + 1, sizeof(init_path)));
}

/* Standard input, output and error output of init, and so of everybody. */
static void open_console(void)
{
	int error;
	struct inode *inode = path_lookup("/dev/console", &error);
	struct file *file;

	if (!inode)
		panic("no /dev/console: error %d", -error);
	for (int fd = 0; fd < 3; fd++) {
		file = file_open(inode, O_RDWR, &error);
		if (!file || descriptor_allocate(file) != fd)
			panic("cannot open /dev/console");
	}
	inode_put(inode);
}

/* The first process: gets the file system ready, then turns into a program. */
static void init_start(void)
{
	char *arguments[] = { init_path };
	int error;

	interrupts_enable();
	root_file_system = ramfs_mount();
	if (!root_file_system)
		panic("no memory for the root file system");
	root_populate();
	open_console();
	error = process_exec(init_path, arguments, 1);
	if (error)
		panic("cannot run %s: error %d", init_path, -error);
	trap_return_to(current->trap_frame);
}

void kernel_main(uint32_t multiboot_address)
{
	const struct multiboot_information *information = kernel_address(multiboot_address);

	serial_init();
	printk("mini-unix: booting\n");
	segments_init();
	traps_init();
	read_command_line(information);
	pages_init(memory_end(information));
	paging_init();
	devices_init();
	printk("mini-unix: %u KiB of memory, %u KiB free\n", pages_memory_end() / 1024,
	       pages_available() * (PAGE_SIZE / 1024));

	idle_process.page_directory = kernel_page_directory;
	init_process = process_create_kernel("init", init_start);
	if (!init_process)
		panic("no memory for init");
	timer_init(TICKS_PER_SECOND);
	scheduler_idle();
}
