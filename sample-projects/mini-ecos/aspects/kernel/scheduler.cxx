#include "kernel/scheduler.hxx"

#include "kernel/interrupt.hxx"
#include "kernel/thread.hxx"

ThreadQueue Scheduler::run_queues[PRIORITIES];
word Scheduler::ready;
Thread *Scheduler::current_thread;
bool Scheduler::need_reschedule;
unsigned Scheduler::slice_left = TIMESLICE_TICKS;

void Scheduler::switch_to(Thread *previous, Thread *next)
{
	slice_left = TIMESLICE_TICKS;
	current_thread = next;
	hal_switch(&previous->stack_pointer, next->stack_pointer);
}

void Scheduler::switch_thread()
{
	Thread *previous = current_thread;
	Thread *next = run_queues[__builtin_ctz(ready)].first();

	need_reschedule = false;
	if (next != previous)
		switch_to(previous, next);
}

void Scheduler::reschedule()
{
	if (need_reschedule)
		switch_thread();
}

void Scheduler::add_thread(Thread *thread)
{
	if (thread->get_queue())
		thread->get_queue()->remove(thread);
	run_queues[thread->priority].enqueue(thread);
	ready |= 1u << thread->priority;
	if (thread->priority < current_thread->priority)
		need_reschedule = true;
}

void Scheduler::remove_thread(Thread *thread)
{
	run_queues[thread->priority].remove(thread);
	if (run_queues[thread->priority].empty())
		ready &= ~(1u << thread->priority);
	if (thread == current_thread)
		need_reschedule = true;
}

void Scheduler::yield_thread()
{
	run_queues[current_thread->priority].rotate();
	slice_left = TIMESLICE_TICKS;
	need_reschedule = true;
}

void Scheduler::end_slice()
{
	slice_left = TIMESLICE_TICKS;
	if (current_thread->state == Thread::RUNNING) {
		run_queues[current_thread->priority].rotate();
		need_reschedule = true;
	}
}

void Scheduler::timeslice()
{
	if (--slice_left == 0)
		end_slice();
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
