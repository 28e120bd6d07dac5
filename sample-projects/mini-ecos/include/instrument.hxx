/* The counters of kernel instrumentation, and the log of traced functions. What is recorded, others decide. */
#ifndef INSTRUMENT_HXX
#define INSTRUMENT_HXX

#include "hal.hxx"

enum InstrumentEvent {
	EVENT_THREAD_CREATE,
	EVENT_THREAD_DELETE,
	EVENT_THREAD_SLEEP,
	EVENT_THREAD_WAKE,
	EVENT_THREAD_SUSPEND,
	EVENT_THREAD_RESUME,
	EVENT_THREAD_YIELD,
	EVENT_THREAD_KILL,
	EVENT_THREAD_EXIT,
	EVENT_THREAD_DELAY,
	EVENT_THREAD_PRIORITY,
	EVENT_SCHEDULER_ADD,
	EVENT_SCHEDULER_REMOVE,
	EVENT_SCHEDULER_SWITCH,
	EVENT_SCHEDULER_TIMESLICE,
	EVENT_INTERRUPT_DELIVER,
	EVENT_INTERRUPT_DSR,
	EVENT_CLOCK_TICK,
	EVENT_MUTEX_CREATE,
	EVENT_MUTEX_DELETE,
	EVENT_MUTEX_LOCKED,
	EVENT_MUTEX_WAIT,
	EVENT_MUTEX_TRY,
	EVENT_MUTEX_UNLOCK,
	EVENT_MUTEX_WAKE,
	EVENT_SEMAPHORE_CREATE,
	EVENT_SEMAPHORE_DELETE,
	EVENT_SEMAPHORE_POST,
	EVENT_SEMAPHORE_WAKE,
	EVENT_SEMAPHORE_WAIT,
	EVENT_SEMAPHORE_CLAIM,
	EVENT_SEMAPHORE_TRY,
	INSTRUMENT_EVENTS
};

struct InstrumentRecord {
	unsigned event;
	const void *first;
	word second;
};

/* Counts the event and keeps it in a ring. Interrupts may come between. */
void instrument(InstrumentEvent event, const void *first, word second);
unsigned instrument_count(InstrumentEvent event);

void trace_enter(const char *function);
void trace_leave(const char *function);
/* Prints the names of at most `limit` functions in the order of entry, and how many returned. */
void trace_print(unsigned limit);

#endif
