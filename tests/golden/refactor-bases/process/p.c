#include "p.h"

struct process *current, *idle;
int reschedule;

#ifdef CONFIG_STATS
static int seen;
#endif

void schedule(struct process *next)
{
#ifdef CONFIG_STATS
	next->switches++;
	note(next, 1);
#endif
	do_switch(current, next);
	current = next;
}

void wait_for(int event)
{
	int tries = 0;

	while (tries++ < event) {
#ifdef CONFIG_STATS
		current->waits++;
#endif
		schedule(idle);
	}
#ifdef CONFIG_STATS
	note(current, 2);
#endif
}

int spin(int event)
{
#ifdef CONFIG_STATS
	int before = event;
#endif
	reschedule = event;
#ifdef CONFIG_STATS
	note(current, before);
#endif
#ifdef CONFIG_STATS
	event++;
#else
	event--;
#endif
#if defined(CONFIG_STATS) && defined(CONFIG_SMP)
	event = 0;
#endif
	return event;
}
