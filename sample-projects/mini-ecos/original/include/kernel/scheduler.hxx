/*
 * The scheduler: one queue per priority, time slices within a priority, and the
 * lock that keeps deferred service routines and other threads out.
 */
#ifndef KERNEL_SCHEDULER_HXX
#define KERNEL_SCHEDULER_HXX

#include "kernel/config.hxx"
#include "thread-queue.hxx"

class Scheduler {
	static ThreadQueue run_queues[PRIORITIES];
	static word ready; /* a bit for each queue that is not empty */
	static Thread *current_thread;
	static bool need_reschedule;
	static unsigned slice_left;
	static volatile unsigned scheduler_lock;

	/* Runs what was deferred, switches if need be, and leaves the lock at `new_lock`. */
	static void unlock_inner(unsigned new_lock);
	static void switch_thread();
	static void switch_to(Thread *previous, Thread *next);
	static void end_slice();

public:
	static Thread *current() { return current_thread; }

	static void lock()
	{
		scheduler_lock++;
		hal_barrier();
	}
	static void unlock();
	static unsigned get_lock() { return scheduler_lock; }

	/* With the scheduler locked: another thread runs, if this one should not. */
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
