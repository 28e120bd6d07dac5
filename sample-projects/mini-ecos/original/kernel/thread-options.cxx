/* Parts of threads that a configuration may leave out. */
#include "kernel/thread.hxx"

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
