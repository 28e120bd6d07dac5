/* The end of a process, and the parent that waits for it. */
#include "abi/errno.h"
#include "fs/file.h"
#include "kernel/panic.h"
#include "kernel/process.h"
#include "kernel/scheduler.h"
#include "kernel/syscall.h"
#include "mm/paging.h"
#include "mm/user-memory.h"

static void close_files(void)
{
	for (int fd = 0; fd < OPEN_MAX; fd++) {
		if (current->files[fd])
			file_put(current->files[fd]);
		current->files[fd] = NULL;
	}
}

static void leave_address_space(void)
{
	uint32_t *directory = current->page_directory;

	current->page_directory = kernel_page_directory;
	page_directory_load(kernel_page_directory);
	if (directory != kernel_page_directory)
		page_directory_destroy(directory);
}

/* Orphans go to init, which waits for everybody. */
static void give_children_to_init(void)
{
	list_for_each(node, &process_list) {
		struct process *process = list_entry(node, struct process, all_link);

		if (process->parent == current)
			process->parent = init_process;
	}
	wake_all(&init_process->child_exit);
}

void process_exit(int status)
{
	if (current == init_process)
		panic("init ended with status %d", status);
	close_files();
	leave_address_space();
	give_children_to_init();
	current->exit_status = status;
	current->state = PROCESS_ZOMBIE;
	wake_all(&current->parent->child_exit);
	schedule();
	panic("a zombie runs");
}

int sys_exit(int status)
{
	process_exit(status & 0xff);
}

/* A child that ended, or NULL; *any tells whether there is a child at all. */
static struct process *find_zombie(pid_t pid, bool *any)
{
	*any = false;
	list_for_each(node, &process_list) {
		struct process *process = list_entry(node, struct process, all_link);

		if (process->parent != current || (pid != -1 && process->pid != pid))
			continue;
		*any = true;
		if (process->state == PROCESS_ZOMBIE)
			return process;
	}
	return NULL;
}

/* pid -1: any child. */
int sys_wait(pid_t pid, int __user *status)
{
	struct process *child;
	bool any;

	while (!(child = find_zombie(pid, &any))) {
		if (!any)
			return -ECHILD;
		wait_on(&current->child_exit);
	}
	if (status && copy_to_user(status, &child->exit_status, sizeof(*status)))
		return -EFAULT;
	pid = child->pid;
	process_free(child);
	return pid;
}
