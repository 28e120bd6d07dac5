#ifndef KERNEL_THREAD_HXX
#define KERNEL_THREAD_HXX

#include "hal.hxx"
#include "limits.hxx"
#include "kernel/exception.hxx"
#include "kernel/scheduler.hxx"
#include "thread-queue.hxx"

typedef void ThreadEntry(word data);

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
};

#endif
