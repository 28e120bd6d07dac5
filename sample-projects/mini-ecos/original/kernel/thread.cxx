#include "kernel/thread.hxx"

#include "kernel/clock.hxx"

Thread::Thread(unsigned new_priority, ThreadEntry *new_entry, word data,
	       const char *new_name, word *base, unsigned size)
	: stack_base(base), stack_size(size), entry(new_entry), entry_data(data),
	  priority(new_priority), state(SUSPENDED), suspend_count(1), wake_reason(NONE), wake_tick(0)
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_THREAD(CREATE, this, new_priority);
#ifdef CONFIG_MUTEX_PROTOCOL
	mutex_count = 0;
	priority_changed = false;
#endif
#ifdef CONFIG_THREAD_DATA
	for (int slot = 0; slot < THREAD_DATA_SLOTS; slot++)
		this->data[slot] = 0;
#endif
#ifdef CONFIG_THREAD_DESTRUCTORS_PER_THREAD
	for (int i = 0; i < THREAD_DESTRUCTORS; i++)
		destructors[i].function = 0;
#endif
#ifdef CONFIG_THREAD_LIST
	add_to_list();
#endif
#ifdef CONFIG_THREAD_NAME
	name = new_name;
#else
	(void)new_name;
#endif
#ifdef CONFIG_THREAD_STACK_MEASUREMENT
	fill_stack();
#endif
#ifdef CONFIG_THREAD_STACK_CHECKING
	guard_stack();
#endif
#ifdef CONFIG_THREAD_STACK_LIMIT
	stack_limit = stack_base;
#ifdef CONFIG_THREAD_STACK_CHECKING
	stack_limit += STACK_GUARD_WORDS;
#endif
#endif
#if defined(CONFIG_EXCEPTIONS) && !defined(CONFIG_EXCEPTIONS_GLOBAL)
	exception_control = ExceptionControl();
#endif
	stack_pointer = hal_first_context(base + size / sizeof(word), begin);
	Scheduler::unlock();
	REPORT_RETURN();
}

Thread::~Thread()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_THREAD(DELETE, this, 0);
#ifdef CONFIG_THREAD_LIST
	remove_from_list();
#endif
	if (state != EXITED)
		kill();
	Scheduler::unlock();
	REPORT_RETURN();
}

/* What each thread runs first. It holds the scheduler's lock as if it had stopped in the scheduler. */
void Thread::begin()
{
	Scheduler::unlock();
	self()->entry(self()->entry_data);
	exit();
}

void Thread::suspend()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_THREAD(SUSPEND, this, suspend_count);
	suspend_count++;
	if (state == RUNNING)
		Scheduler::remove_thread(this);
	state |= SUSPENDED;
	Scheduler::unlock();
	REPORT_RETURN();
}

void Thread::resume()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_THREAD(RESUME, this, suspend_count);
	if (suspend_count > 0 && --suspend_count == 0) {
		state &= ~SUSPENDED;
		if (state == RUNNING)
			Scheduler::add_thread(this);
	}
	Scheduler::unlock();
	REPORT_RETURN();
}

void Thread::yield()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_THREAD(YIELD, self(), 0);
	Scheduler::yield_thread();
	Scheduler::unlock();
	REPORT_RETURN();
}

void Thread::exit()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_THREAD(EXIT, self(), 0);
#ifdef CONFIG_THREAD_DESTRUCTORS
	self()->call_destructors();
#endif
#ifdef CONFIG_THREAD_STACK_CHECKING
	self()->check_stack();
#endif
	Scheduler::remove_thread(self());
	self()->state = EXITED;
	Scheduler::reschedule();
	hal_panic("a thread that ended runs");
}

void Thread::kill()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_THREAD(KILL, this, state);
	if (this == self())
		exit();
	if (state == RUNNING)
		Scheduler::remove_thread(this);
	else if (get_queue())
		get_queue()->remove(this);
	state = EXITED;
	Scheduler::unlock();
	REPORT_RETURN();
}

void Thread::release()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	if (state & SLEEPING)
		wake(BREAK);
	Scheduler::unlock();
	REPORT_RETURN();
}

/* The caller puts the thread where it waits, and reschedules. */
void Thread::sleep()
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_THREAD(SLEEP, self(), 0);
	Scheduler::remove_thread(self());
	self()->state |= SLEEPING;
	self()->wake_reason = NONE;
	Scheduler::unlock();
	REPORT_RETURN();
}

void Thread::wake(Reason reason)
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_THREAD(WAKE, this, reason);
	if (state & SLEEPING) {
		wake_reason = reason;
		state &= ~SLEEPING;
		if (get_queue())
			get_queue()->remove(this);
		if (state == RUNNING)
			Scheduler::add_thread(this);
	}
	Scheduler::unlock();
	REPORT_RETURN();
}

void Thread::delay(unsigned ticks)
{
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_THREAD(DELAY, self(), ticks);
	sleep();
	Clock::wake_later(self(), ticks);
	Scheduler::reschedule();
	Scheduler::unlock();
	REPORT_RETURN();
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
	REPORT_FUNCTION();
	Scheduler::lock();
	INSTRUMENT_THREAD(PRIORITY, this, new_priority);
#ifdef CONFIG_MUTEX_PROTOCOL
	/* While a mutex has made it more urgent, the new priority waits for the unlock. */
	if (priority_changed) {
		original_priority = new_priority;
		if (new_priority >= priority) {
			Scheduler::unlock();
			REPORT_RETURN();
			return;
		}
	}
#endif
	change_priority(new_priority);
	Scheduler::unlock();
	REPORT_RETURN();
}

#ifdef CONFIG_MUTEX_PROTOCOL

void Thread::count_mutex()
{
	mutex_count++;
}

void Thread::uncount_mutex()
{
	if (--mutex_count == 0 && priority_changed) {
		priority_changed = false;
		change_priority(original_priority);
	}
}

void Thread::raise_priority(unsigned ceiling)
{
	if (ceiling >= priority)
		return;
	if (!priority_changed) {
		original_priority = priority;
		priority_changed = true;
	}
	change_priority(ceiling);
}

#endif
