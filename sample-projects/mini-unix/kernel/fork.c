/* fork(): a second process that runs the same program from the same place. */
#include "abi/errno.h"
#include "arch/trap.h"
#include "fs/file.h"
#include "kernel/process.h"
#include "kernel/scheduler.h"
#include "kernel/syscall.h"
#include "mm/paging.h"

/* The child starts with trap_return(), which finds its copy of the registers. */
static void prepare_stack(struct process *child)
{
	struct switch_frame *frame = (struct switch_frame *)child->trap_frame - 1;

	*child->trap_frame = *current->trap_frame;
	child->trap_frame->eax = 0; /* what fork() returns in the child */
	*frame = (struct switch_frame){ .resume = trap_return };
	child->kernel_esp = (uint32_t)frame;
}

static void share_files(struct process *child)
{
	for (int fd = 0; fd < OPEN_MAX; fd++)
		if (current->files[fd])
			child->files[fd] = file_get(current->files[fd]);
}

int sys_fork(void)
{
	struct process *child = process_allocate(current->name);

	if (!child)
		return -ENOMEM;
	child->page_directory = page_directory_fork(current->page_directory);
	if (!child->page_directory) {
		process_free(child);
		return -ENOMEM;
	}
	child->parent = current;
	child->credentials = current->credentials;
	share_files(child);
	prepare_stack(child);
	scheduler_make_ready(child);
	return child->pid;
}
