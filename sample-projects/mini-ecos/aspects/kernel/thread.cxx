#include "kernel/thread.hxx"

#include "kernel/clock.hxx"

Thread::Thread(unsigned new_priority, ThreadEntry *new_entry, word data,
	       const char *new_name, word *base, unsigned size)
	: stack_base(base), stack_size(size), entry(new_entry), entry_data(data),
	  priority(new_priority), state(SUSPENDED), suspend_count(1), wake_reason(NONE), wake_tick(0)
{
	(void)new_name;
	stack_pointer = hal_first_context(base + size / sizeof(word), begin);
}

Thread::~Thread()
{
	if (state != EXITED)
		kill();
}

/* What each thread runs first. It holds the scheduler's lock as if it had stopped in the scheduler. */
void Thread::begin()
{
	self()->entry(self()->entry_data);
	exit();
}

void Thread::suspend()
{
	suspend_count++;
	if (state == RUNNING)
		Scheduler::remove_thread(this);
	state |= SUSPENDED;
}

void Thread::resume()
{
	if (suspend_count > 0 && --suspend_count == 0) {
		state &= ~SUSPENDED;
		if (state == RUNNING)
			Scheduler::add_thread(this);
	}
}

void Thread::yield()
{
	Scheduler::yield_thread();
}

void Thread::exit()
{
	Scheduler::remove_thread(self());
	self()->state = EXITED;
	Scheduler::reschedule();
	hal_panic("a thread that ended runs");
}

void Thread::kill()
{
	if (this == self())
		exit();
	if (state == RUNNING)
		Scheduler::remove_thread(this);
	else if (get_queue())
		get_queue()->remove(this);
	state = EXITED;
}

void Thread::release()
{
	if (state & SLEEPING)
		wake(BREAK);
}

/* The caller puts the thread where it waits, and reschedules. */
void Thread::sleep()
{
	Scheduler::remove_thread(self());
	self()->state |= SLEEPING;
	self()->wake_reason = NONE;
}

void Thread::wake(Reason reason)
{
	if (state & SLEEPING) {
		wake_reason = reason;
		state &= ~SLEEPING;
		if (get_queue())
			get_queue()->remove(this);
		if (state == RUNNING)
			Scheduler::add_thread(this);
	}
}

void Thread::delay(unsigned ticks)
{
	sleep();
	Clock::wake_later(self(), ticks);
	Scheduler::reschedule();
}

/* With the scheduler locked. */
void Thread::change_priority(unsigned new_priority)
{
	if (state == RUNNING) {
		Scheduler::remove_thread(this);
		priority = new_priority;
		Scheduler::add_thread(this);
	} else {
		priority = new_priority;
	}
}

void Thread::set_priority(unsigned new_priority)
{
	change_priority(new_priority);
}

