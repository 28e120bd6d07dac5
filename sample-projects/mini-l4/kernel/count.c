/* See count.h. */
#include "count.h"

#define TRAP_FLAG 0x100

static bool counting;

void count_switch(bool on) { counting = on; }

void count_step(struct thread *thread)
{
	if (!counting)
		return;
	/* An instruction that is not over yet leads to itself; jumps to themselves do not occur in what is measured. */
	if (thread->frame.eip != thread->last_eip)
		thread->counted++;
}

void count_entry(struct thread *thread)
{
	if (counting)
		thread->counted++;
}

void count_before_resume(struct thread *thread)
{
	if (counting) {
		thread->frame.eflags |= TRAP_FLAG;
		thread->last_eip = thread->frame.eip;
	} else
		thread->frame.eflags &= ~(word_t)TRAP_FLAG;
}
