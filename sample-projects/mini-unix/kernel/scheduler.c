/*
 * Round robin with time slices. Programs are preempted, the kernel is not: the
 * timer only notes that a slice is over, and trap_leave() gives the processor
 * away on the way back to the program.
 */
#include "kernel/scheduler.h"

#include "arch/cpu.h"
#include "arch/segments.h"
#include "arch/trap.h"
#include "kernel/panic.h"
#include "mm/paging.h"

static struct list run_queue = LIST_INIT(run_queue);
static bool wants_switch;

void scheduler_make_ready(struct process *process)
{
	uint32_t flags = interrupts_save();

	process->state = PROCESS_READY;
	list_append(&run_queue, &process->queue_link);
	if (current == &idle_process)
		wants_switch = true;
	interrupts_restore(flags);
}

static struct process *take_next(void)
{
	struct process *next;

	if (list_empty(&run_queue))
		return &idle_process;
	next = list_entry(run_queue.next, struct process, queue_link);
	assert(next->state == PROCESS_READY);
	list_remove(&next->queue_link);
	return next;
}

void switch_to(struct process *previous, struct process *next)
{
	current = next;
	segments_set_kernel_stack(next->kernel_stack + KERNEL_STACK_PAGES * PAGE_SIZE);
	if (next->page_directory != previous->page_directory)
		page_directory_load(next->page_directory);
	switch_stacks(&previous->kernel_esp, next->kernel_esp);
}

void schedule(void)
{
	uint32_t flags = interrupts_save();
	struct process *previous = current;
	struct process *next;

	wants_switch = false;
	if (previous->state == PROCESS_RUNNING && previous != &idle_process)
		scheduler_make_ready(previous);
	next = take_next();
	next->state = PROCESS_RUNNING;
	next->time_slice = TIME_SLICE_TICKS;
	if (next != previous)
		switch_to(previous, next);
	interrupts_restore(flags);
}

bool scheduler_wants_switch(void)
{
	return wants_switch;
}

void scheduler_tick(void)
{
	current->ticks_used++;
	if (current == &idle_process)
		return;
	if (current->time_slice > 0)
		current->time_slice--;
	if (current->time_slice == 0 && !list_empty(&run_queue))
		wants_switch = true;
}

void scheduler_idle(void)
{
	for (;;) {
		interrupts_disable();
		schedule();
		interrupts_wait();
	}
}
