/* Sleeping until something happens. See kernel/wait-queue.h. */
#include "kernel/wait-queue.h"

#include "arch/cpu.h"
#include "kernel/scheduler.h"

void wait_queue_init(struct wait_queue *queue)
{
	list_init(&queue->waiting);
}

void wait_on(struct wait_queue *queue)
{
	uint32_t flags = interrupts_save();

	current->state = PROCESS_SLEEPING;
	list_append(&queue->waiting, &current->queue_link);
	schedule();
	interrupts_restore(flags);
}

void wake(struct process *process)
{
	uint32_t flags = interrupts_save();

	list_remove(&process->queue_link);
	scheduler_make_ready(process);
	interrupts_restore(flags);
}

void wake_all(struct wait_queue *queue)
{
	uint32_t flags = interrupts_save();

	list_for_each_safe(node, &queue->waiting)
		wake(list_entry(node, struct process, queue_link));
	interrupts_restore(flags);
}
