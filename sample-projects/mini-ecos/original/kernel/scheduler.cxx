#include "kernel/scheduler.hxx"

#include "kernel/interrupt.hxx"
#include "kernel/thread.hxx"

ThreadQueue Scheduler::run_queues[PRIORITIES];
word Scheduler::ready;
Thread *Scheduler::current_thread;
bool Scheduler::need_reschedule;
unsigned Scheduler::slice_left = TIMESLICE_TICKS;
/* Threads begin with the lock held once. */
volatile unsigned Scheduler::scheduler_lock = 1;

void Scheduler::switch_to(Thread *previous, Thread *next)
{
	INSTRUMENT_SCHEDULER(SWITCH, previous, (word)next);
#ifdef CONFIG_THREAD_STACK_CHECKING
	previous->check_stack();
	next->check_stack();
#endif
	slice_left = TIMESLICE_TICKS;
	current_thread = next;
	hal_switch(&previous->stack_pointer, next->stack_pointer);
}

void Scheduler::switch_thread()
{
	Thread *previous = current_thread;
	Thread *next = run_queues[__builtin_ctz(ready)].first();

	REPORT_FUNCTION();
	need_reschedule = false;
	if (next != previous)
		switch_to(previous, next);
	REPORT_RETURN();
}

void Scheduler::unlock_inner(unsigned new_lock)
{
	for (;;) {
		if (Interrupt::dsr_pending())
			Interrupt::call_pending_dsrs();
		if (need_reschedule)
			switch_thread();
		hal_barrier();
		scheduler_lock = new_lock;
		hal_barrier();
		/* An interrupt before the lock was free has left its deferred routine to us. */
		if (new_lock != 0 || !Interrupt::dsr_pending())
			return;
		scheduler_lock = 1;
	}
}

void Scheduler::unlock()
{
	hal_barrier();
	if (scheduler_lock == 1)
		unlock_inner(0);
	else
		scheduler_lock = scheduler_lock - 1;
}

void Scheduler::reschedule()
{
	REPORT_FUNCTION();
	unlock_inner(scheduler_lock);
	REPORT_RETURN();
}

void Scheduler::add_thread(Thread *thread)
{
	REPORT_FUNCTION();
	lock();
	INSTRUMENT_SCHEDULER(ADD, thread, thread->priority);
	if (thread->get_queue())
		thread->get_queue()->remove(thread);
	run_queues[thread->priority].enqueue(thread);
	ready |= 1u << thread->priority;
	if (thread->priority < current_thread->priority)
		need_reschedule = true;
	unlock();
	REPORT_RETURN();
}

void Scheduler::remove_thread(Thread *thread)
{
	REPORT_FUNCTION();
	lock();
	INSTRUMENT_SCHEDULER(REMOVE, thread, thread->priority);
	run_queues[thread->priority].remove(thread);
	if (run_queues[thread->priority].empty())
		ready &= ~(1u << thread->priority);
	if (thread == current_thread)
		need_reschedule = true;
	unlock();
	REPORT_RETURN();
}

void Scheduler::yield_thread()
{
	REPORT_FUNCTION();
	lock();
	run_queues[current_thread->priority].rotate();
	slice_left = TIMESLICE_TICKS;
	need_reschedule = true;
	unlock();
	REPORT_RETURN();
}

void Scheduler::end_slice()
{
	INSTRUMENT_SCHEDULER(TIMESLICE, current_thread, 0);
	slice_left = TIMESLICE_TICKS;
	if (current_thread->state == Thread::RUNNING) {
		run_queues[current_thread->priority].rotate();
		need_reschedule = true;
	}
}

void Scheduler::timeslice()
{
	REPORT_FUNCTION();
	lock();
	if (--slice_left == 0)
		end_slice();
	unlock();
	REPORT_RETURN();
}

void Scheduler::prepare(Thread *idle)
{
	current_thread = idle;
}

void Scheduler::start()
{
	word *never_again;

	current_thread = run_queues[__builtin_ctz(ready)].first();
	need_reschedule = false;
	hal_switch(&never_again, current_thread->stack_pointer);
	hal_panic("the first thread returned");
}
