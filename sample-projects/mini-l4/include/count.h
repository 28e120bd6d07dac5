/*
 * Counts what programs execute: while counting is on, every thread runs with the trap flag set and each debug trap is one
 * instruction. A system call counts as one; all iterations of a repeated string instruction as one.
 */
#ifndef MINI_L4_COUNT_H
#define MINI_L4_COUNT_H

#include "thread.h"

void count_switch(bool on);
/* A single step of the thread is over. */
void count_step(struct thread *thread);
/* The thread entered the kernel by an instruction that no debug trap reports. */
void count_entry(struct thread *thread);
void count_before_resume(struct thread *thread);

#endif
