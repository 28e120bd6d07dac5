#ifndef KERNEL_THREAD_HXX
#define KERNEL_THREAD_HXX

#include "kernel/config.hxx"
#include "kernel/exception.hxx"
#include "kernel/scheduler.hxx"
#include "thread-queue.hxx"

typedef void ThreadEntry(word data);

#ifdef CONFIG_THREAD_DESTRUCTORS
typedef void ThreadDestructor(word data);

struct DestructorEntry {
	ThreadDestructor *function;
	word data;
};
#endif

class Thread : public QueueItem {
	friend class Scheduler;
	friend class Mutex;
	friend class Semaphore;
	friend class Clock;

public:
	enum State { RUNNING = 0, SLEEPING = 1, SUSPENDED = 2, EXITED = 4 };
	/* Why a sleep ended. */
	enum Reason { NONE, DONE, BREAK, DESTRUCT };

private:
	word *stack_pointer;
	word *stack_base;
	unsigned stack_size; /* bytes */
	ThreadEntry *entry;
	word entry_data;
	unsigned priority;
	unsigned state;
	unsigned suspend_count;
	Reason wake_reason;
	unsigned wake_tick;

#ifdef CONFIG_MUTEX_PROTOCOL
	unsigned original_priority;
	unsigned mutex_count;
	bool priority_changed;
#endif
#ifdef CONFIG_THREAD_DATA
	static word data_map;
	word data[THREAD_DATA_SLOTS];
#endif
#ifdef CONFIG_THREAD_DESTRUCTORS
#ifdef CONFIG_THREAD_DESTRUCTORS_PER_THREAD
	DestructorEntry destructors[THREAD_DESTRUCTORS];
#else
	static DestructorEntry destructors[THREAD_DESTRUCTORS];
#endif
#endif
#ifdef CONFIG_THREAD_LIST
	static Thread *thread_list;
	Thread *list_next;
#endif
#ifdef CONFIG_THREAD_NAME
	const char *name;
#endif
#ifdef CONFIG_THREAD_STACK_LIMIT
	word *stack_limit;
#endif
#ifdef CONFIG_EXCEPTIONS
#ifdef CONFIG_EXCEPTIONS_GLOBAL
	static ExceptionControl exception_control;
#else
	ExceptionControl exception_control;
#endif
#endif

	static void begin();
	void change_priority(unsigned new_priority);

public:
	/* The name must live as long as the thread. Begins suspended. */
	Thread(unsigned priority, ThreadEntry *entry, word data, const char *name, word *stack_base,
	       unsigned stack_size);
	~Thread();

	static Thread *self() { return Scheduler::current(); }
	unsigned get_state() const { return state; }
	unsigned get_priority() const { return priority; }
	word *get_stack_base() const { return stack_base; }
	unsigned get_stack_size() const { return stack_size; }

	void suspend();
	void resume();
	static void yield();
	static void exit() __attribute__((noreturn));
	void kill();
	/* Ends a wait with the reason BREAK. */
	void release();
	static void sleep();
	void wake(Reason reason);
	static void delay(unsigned ticks);
	void set_priority(unsigned priority);

#ifdef CONFIG_MUTEX_PROTOCOL
	void count_mutex();
	void uncount_mutex();
	/* No less urgent than `ceiling` until the last mutex is unlocked. */
	void raise_priority(unsigned ceiling);
#endif
#ifdef CONFIG_THREAD_DATA
	/* -1 when all slots are in use. */
	static int new_data_index();
	static void free_data_index(int index);
	word get_data(int index) const { return data[index]; }
	void set_data(int index, word value) { data[index] = value; }
#endif
#ifdef CONFIG_THREAD_DESTRUCTORS
	bool add_destructor(ThreadDestructor *function, word data);
	bool remove_destructor(ThreadDestructor *function, word data);
	void call_destructors();
#endif
#ifdef CONFIG_THREAD_LIST
	static Thread *get_list_head() { return thread_list; }
	Thread *get_list_next() const { return list_next; }
	void add_to_list();
	void remove_from_list();
#endif
#ifdef CONFIG_THREAD_NAME
	const char *get_name() const { return name; }
#endif
#ifdef CONFIG_THREAD_STACK_LIMIT
	word *get_stack_limit() const { return stack_limit; }
	/* Takes bytes from the low end of the stack; null when there are not enough. */
	void *increment_stack_limit(unsigned size);
#endif
#ifdef CONFIG_THREAD_STACK_CHECKING
	void guard_stack();
	void check_stack();
#endif
#ifdef CONFIG_THREAD_STACK_MEASUREMENT
	void fill_stack();
	/* Bytes that were in use at most. */
	unsigned measure_stack_usage() const;
#endif
#ifdef CONFIG_EXCEPTIONS
	void register_exception(unsigned number, ExceptionHandler *handler, word data);
	void deregister_exception(unsigned number);
	/* False when nobody handles it. */
	bool deliver_exception(unsigned number, word information);
#endif
};

#endif
