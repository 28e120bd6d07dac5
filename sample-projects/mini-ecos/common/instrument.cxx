#include "instrument.hxx"

enum { RING = 64, TRACE_ENTRIES = 512 };

static unsigned counts[INSTRUMENT_EVENTS];
static InstrumentRecord ring[RING];
static unsigned ring_next;
static const char *entries[TRACE_ENTRIES];
static unsigned entry_count, leave_count;

void instrument(InstrumentEvent event, const void *first, word second)
{
	InstrumentRecord &record = ring[ring_next++ % RING];

	record.event = event;
	record.first = first;
	record.second = second;
	counts[event]++;
}

unsigned instrument_count(InstrumentEvent event)
{
	return counts[event];
}

void trace_enter(const char *function)
{
	if (entry_count < TRACE_ENTRIES)
		entries[entry_count++] = function;
}

void trace_leave(const char *)
{
	leave_count++;
}

/* Of "static void Thread::yield()" only "Thread::yield". */
static void print_name(const char *function)
{
	const char *start = function, *end = function;

	for (; *end && *end != '('; end++)
		if (*end == ' ' || *end == '*' || *end == '&')
			start = end + 1;
	for (; start < end; start++) {
		const char text[] = { *start, 0 };

		hal_print(text);
	}
}

void trace_print(unsigned limit)
{
	for (unsigned i = 0; i < entry_count && i < limit; i++) {
		hal_print("trace: ");
		print_name(entries[i]);
		hal_print("\n");
	}
	hal_print("trace: returns ");
	hal_print_number(leave_count);
	hal_print("\n");
}
