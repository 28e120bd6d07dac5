/* Who runs: round robin over the ready threads, a time slice each. */
#ifndef MINI_L4_SCHEDULE_H
#define MINI_L4_SCHEDULE_H

#include "thread.h"

#define TICKS_PER_SECOND 1000

extern word_t ticks;

void timer_init(void);
/* The timer's interrupt: wakes whoever waited long enough, ends time slices. */
void schedule_tick(void);
/* The current thread gives up its time slice, to `next` if that is ready. */
void schedule_yield(struct thread *next);
/* Leaves the kernel into the thread that is to run. */
void schedule_resume(void) __attribute__((noreturn));

#endif
