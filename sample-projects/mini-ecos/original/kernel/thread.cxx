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

#ifdef CONFIG_THREAD_DATA

word Thread::data_map;

int Thread::new_data_index()
{
	int found = -1;

	Scheduler::lock();
	for (int index = 0; index < THREAD_DATA_SLOTS && found < 0; index++)
		if (!(data_map & 1u << index)) {
			data_map |= 1u << index;
			found = index;
		}
	Scheduler::unlock();
	return found;
}

void Thread::free_data_index(int index)
{
	Scheduler::lock();
	data_map &= ~(1u << index);
	Scheduler::unlock();
}

#endif

#ifdef CONFIG_THREAD_DESTRUCTORS

#ifndef CONFIG_THREAD_DESTRUCTORS_PER_THREAD
DestructorEntry Thread::destructors[THREAD_DESTRUCTORS];
#endif

bool Thread::add_destructor(ThreadDestructor *function, word data)
{
	bool added = false;

	Scheduler::lock();
	for (int i = 0; i < THREAD_DESTRUCTORS && !added; i++)
		if (destructors[i].function == 0) {
			destructors[i].function = function;
			destructors[i].data = data;
			added = true;
		}
	Scheduler::unlock();
	return added;
}

bool Thread::remove_destructor(ThreadDestructor *function, word data)
{
	bool removed = false;

	Scheduler::lock();
	for (int i = 0; i < THREAD_DESTRUCTORS && !removed; i++)
		if (destructors[i].function == function && destructors[i].data == data) {
			destructors[i].function = 0;
			removed = true;
		}
	Scheduler::unlock();
	return removed;
}

void Thread::call_destructors()
{
	for (int i = 0; i < THREAD_DESTRUCTORS; i++)
		if (destructors[i].function) {
			destructors[i].function(destructors[i].data);
#ifdef CONFIG_THREAD_DESTRUCTORS_PER_THREAD
			destructors[i].function = 0;
#endif
		}
}

#endif

#ifdef CONFIG_THREAD_LIST

Thread *Thread::thread_list;

void Thread::add_to_list()
{
	list_next = thread_list;
	thread_list = this;
}

void Thread::remove_from_list()
{
	for (Thread **place = &thread_list; *place; place = &(*place)->list_next)
		if (*place == this) {
			*place = list_next;
			return;
		}
}

#endif

#ifdef CONFIG_THREAD_STACK_LIMIT

void *Thread::increment_stack_limit(unsigned size)
{
	void *taken = 0;

	Scheduler::lock();
	if (size < (unsigned)((char *)stack_pointer - (char *)stack_limit)) {
		taken = stack_limit;
		stack_limit += (size + sizeof(word) - 1) / sizeof(word);
	}
	Scheduler::unlock();
	return taken;
}

#endif

#ifdef CONFIG_THREAD_STACK_CHECKING

void Thread::guard_stack()
{
	for (int i = 0; i < STACK_GUARD_WORDS; i++)
		stack_base[i] = STACK_GUARD;
}

void Thread::check_stack()
{
	for (int i = 0; i < STACK_GUARD_WORDS; i++)
		if (stack_base[i] != STACK_GUARD)
			hal_panic("stack overflow");
}

#endif

#ifdef CONFIG_THREAD_STACK_MEASUREMENT

void Thread::fill_stack()
{
	for (unsigned i = 0; i < stack_size / sizeof(word); i++)
		stack_base[i] = STACK_UNUSED;
}

unsigned Thread::measure_stack_usage() const
{
	unsigned unused = 0;

#ifdef CONFIG_THREAD_STACK_CHECKING
	unused = STACK_GUARD_WORDS;
#endif
	while (unused < stack_size / sizeof(word) && stack_base[unused] == STACK_UNUSED)
		unused++;
	return stack_size - unused * sizeof(word);
}

#endif
