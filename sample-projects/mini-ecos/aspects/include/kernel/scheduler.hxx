/*
 * The scheduler: one queue per priority, time slices within a priority. Its lock
 * is an aspect (concerns/interrupt-synchronization.ah).
 */
#ifndef KERNEL_SCHEDULER_HXX
#define KERNEL_SCHEDULER_HXX

#include "hal.hxx"
#include "limits.hxx"
#include "thread-queue.hxx"

class Scheduler {
	static ThreadQueue run_queues[PRIORITIES];
	static word ready; /* a bit for each queue that is not empty */
	static Thread *current_thread;
	static bool need_reschedule;
	static unsigned slice_left;

	static void switch_thread();
	static void switch_to(Thread *previous, Thread *next);
	static void end_slice();

public:
	static Thread *current() { return current_thread; }

	/* Another thread runs, if this one should not. */
	static void reschedule();

	static void add_thread(Thread *thread);
	static void remove_thread(Thread *thread);
	static void yield_thread();
	static void timeslice();
	/* Before threads are made, and then: runs the first of them. */
	static void prepare(Thread *idle);
	static void start() __attribute__((noreturn));
};

#endif
