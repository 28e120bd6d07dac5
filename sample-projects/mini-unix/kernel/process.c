/* The table of processes, and their making. See kernel/process.h. */
#include "kernel/process.h"

#include "arch/trap.h"
#include "kernel/scheduler.h"
#include "kernel/string.h"
#include "mm/kmalloc.h"
#include "mm/pages.h"
#include "mm/paging.h"

/* The boot code goes on as the idle process; it never becomes a program. */
struct process idle_process = {
	.state = PROCESS_RUNNING,
	.name = "idle",
	.all_link = LIST_INIT(idle_process.all_link),
	.queue_link = LIST_INIT(idle_process.queue_link),
	.child_exit = WAIT_QUEUE_INIT(idle_process.child_exit),
};

struct process *current = &idle_process;
struct process *init_process;
struct list process_list = LIST_INIT(process_list);

static pid_t next_pid = 1;

struct process *process_allocate(const char *name)
{
	struct process *process = kmalloc_zeroed(sizeof(*process));

	if (!process)
		return NULL;
	process->kernel_stack = pages_allocate(KERNEL_STACK_PAGES);
	if (!process->kernel_stack) {
		kfree(process);
		return NULL;
	}
	process->pid = next_pid++;
	process->state = PROCESS_SLEEPING;
	process->page_directory = kernel_page_directory;
	string_copy(process->name, name, sizeof(process->name));
	list_init(&process->queue_link);
	wait_queue_init(&process->child_exit);
	wait_queue_init(&process->signals.arrival);
	list_append(&process_list, &process->all_link);
	process->trap_frame = (struct trap_frame *)(process->kernel_stack +
						    KERNEL_STACK_PAGES * PAGE_SIZE) - 1;
	return process;
}

void process_free(struct process *process)
{
	list_remove(&process->all_link);
	list_for_each(node, &process_list) {
		struct process *other = list_entry(node, struct process, all_link);

		if (other->last_signal.receiver == process)
			other->last_signal.receiver = NULL;
	}
	pages_free(process->kernel_stack, KERNEL_STACK_PAGES);
	kfree(process);
}

struct process *process_create_kernel(const char *name, void (*function)(void))
{
	struct process *process = process_allocate(name);
	uint32_t *caller;
	struct switch_frame *frame;

	if (!process)
		return NULL;
	caller = (uint32_t *)process->trap_frame - 1;
	*caller = 0; /* the end of every backtrace */
	frame = (struct switch_frame *)caller - 1;
	*frame = (struct switch_frame){ .resume = function };
	process->kernel_esp = (uint32_t)frame;
	process->parent = current;
	scheduler_make_ready(process);
	return process;
}
