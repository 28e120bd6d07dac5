/*
 * Sleeping until something happens.
 *
 * The kernel itself is never preempted: between testing a condition and
 * wait_on() no other process runs, so no wake-up gets lost. Only conditions
 * that an interrupt handler changes must be tested with interrupts off.
 */
#ifndef KERNEL_WAIT_QUEUE_H
#define KERNEL_WAIT_QUEUE_H

#include "kernel/list.h"

struct process;

struct wait_queue {
	struct list waiting; /* of struct process, by queue_link */
};

#define WAIT_QUEUE_INIT(queue) { LIST_INIT((queue).waiting) }

void wait_queue_init(struct wait_queue *queue);

/* Sleeps until wake_all(); the caller tests its condition again, in a loop. */
void wait_on(struct wait_queue *queue);
void wake(struct process *process);
void wake_all(struct wait_queue *queue);

#endif
