/* The options of a configuration come from configurations.mk, as -D flags; here stands what follows from them. */
#ifndef KERNEL_CONFIG_HXX
#define KERNEL_CONFIG_HXX

#include "instrument.hxx"
#include "limits.hxx"

#ifdef CONFIG_TRACING
#define REPORT_FUNCTION() trace_enter(__PRETTY_FUNCTION__)
#define REPORT_RETURN() trace_leave(__PRETTY_FUNCTION__)
#else
#define REPORT_FUNCTION() ((void)0)
#define REPORT_RETURN() ((void)0)
#endif

#ifdef CONFIG_INSTRUMENTATION
#define INSTRUMENT_THREAD(event, thread, value) instrument(EVENT_THREAD_##event, thread, value)
#define INSTRUMENT_SCHEDULER(event, thread, value) instrument(EVENT_SCHEDULER_##event, thread, value)
#define INSTRUMENT_INTERRUPT(event, source, value) instrument(EVENT_INTERRUPT_##event, source, value)
#define INSTRUMENT_CLOCK(event, clock, value) instrument(EVENT_CLOCK_##event, clock, value)
#define INSTRUMENT_MUTEX(event, mutex, value) instrument(EVENT_MUTEX_##event, mutex, value)
#define INSTRUMENT_SEMAPHORE(event, semaphore, value) instrument(EVENT_SEMAPHORE_##event, semaphore, value)
#else
#define INSTRUMENT_THREAD(event, thread, value) ((void)0)
#define INSTRUMENT_SCHEDULER(event, thread, value) ((void)0)
#define INSTRUMENT_INTERRUPT(event, source, value) ((void)0)
#define INSTRUMENT_CLOCK(event, clock, value) ((void)0)
#define INSTRUMENT_MUTEX(event, mutex, value) ((void)0)
#define INSTRUMENT_SEMAPHORE(event, semaphore, value) ((void)0)
#endif

#endif
