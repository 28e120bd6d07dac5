/* See thread.h. */
#include "thread.h"

#include "layout.h"
#include "pages.h"

static struct thread threads[THREADS];

struct thread *thread_find(word_t id)
{
	const word_t index = (id >> 14) - FIRST_THREAD;
	if (index >= THREADS || threads[index].id != id || threads[index].state == THREAD_FREE
	    || threads[index].state == THREAD_STOPPED)
		return NULL;
	return &threads[index];
}

static void clear_fpu(struct thread *thread)
{
	__builtin_memset(thread->fpu, 0, sizeof(thread->fpu));
	*(uint16_t *)thread->fpu = 0x37f; /* control word: no exceptions */
	*(word_t *)(thread->fpu + 24) = 0x1f80; /* the same of SSE */
}

struct thread *thread_create(struct space *space, word_t eip, word_t esp, word_t pager)
{
	word_t slot = 0;
	while (slot < THREADS_PER_SPACE && (space->threads >> slot & 1))
		slot++;
	if (slot == THREADS_PER_SPACE)
		return NULL;
	for (word_t index = 0; index < THREADS; index++) {
		struct thread *thread = &threads[index];
		if (thread->state != THREAD_FREE)
			continue;
		__builtin_memset(thread, 0, sizeof(*thread));
		clear_fpu(thread);
		thread->id = THREAD_ID(FIRST_THREAD + index);
		thread->space = space;
		if (space->leader == NO_THREAD)
			space->leader = thread->id;
		thread->pager = pager;
		space->threads |= 1u << slot;
		thread->utcb = UTCB_AREA + slot * UTCB_SIZE + UTCB_MIDDLE;
		thread->registers = (word_t *)((char *)physical(space->utcbs) + slot * UTCB_SIZE + UTCB_MIDDLE);
		__builtin_memset((char *)thread->registers - UTCB_MIDDLE, 0, UTCB_SIZE);
		thread->frame.eip = eip;
		thread->frame.esp = esp;
		thread->frame.cs = USER_CODE;
		thread->frame.ss = USER_DATA;
		thread->frame.eflags = 0x202;
		return thread;
	}
	return NULL;
}
