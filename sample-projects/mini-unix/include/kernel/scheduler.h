/* Which process runs next, and the switch to it. */
#ifndef KERNEL_SCHEDULER_H
#define KERNEL_SCHEDULER_H

#include "kernel/process.h"

#define TIME_SLICE_TICKS 3

/* Makes a process that is in no queue runnable. */
void scheduler_make_ready(struct process *process);

/* Gives the processor away: to the next ready process, or to the idle process. */
void schedule(void);

/* True when the current process has used up its time slice. */
bool scheduler_wants_switch(void);

/* From the timer interrupt. */
void scheduler_tick(void);

/* The switch itself. Returns when somebody switches back to previous. */
void switch_to(struct process *previous, struct process *next);

/* The loop that runs when nobody else wants to. */
void scheduler_idle(void) __noreturn;

#endif
