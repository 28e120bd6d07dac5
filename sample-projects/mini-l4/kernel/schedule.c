/* See schedule.h. */
#include "schedule.h"

#include "count.h"
#include "cpu.h"
#include "ipc.h"
#include "pages.h"
#include "segments.h"

#define SLICE 10 /* ticks */
#define TIMER_HERTZ 1193182

struct thread *current;
word_t ticks;
word_t sysenter_stack; /* read by trap-entry.S */

static struct thread *first_ready, **last_ready = &first_ready;
static struct thread *fpu_owner;
static word_t slice_left;

void resume(struct trap_frame *frame) __attribute__((noreturn));

void timer_init(void)
{
	const word_t divisor = TIMER_HERTZ / TICKS_PER_SECOND;
	outb(0x43, 0x34);
	outb(0x40, divisor & 0xff);
	outb(0x40, divisor >> 8);
}

void thread_make_ready(struct thread *thread)
{
	if (thread->state == THREAD_READY)
		return;
	thread->state = THREAD_READY;
	thread->next_ready = NULL;
	*last_ready = thread;
	last_ready = &thread->next_ready;
}

static void leave_queue(struct thread *thread)
{
	struct thread **link = &first_ready;
	while (*link != NULL && *link != thread)
		link = &(*link)->next_ready;
	if (*link == NULL)
		return;
	*link = thread->next_ready;
	if (last_ready == &thread->next_ready)
		last_ready = link;
}

void thread_block(struct thread *thread, enum thread_state state)
{
	if (thread->state == THREAD_READY)
		leave_queue(thread);
	thread->state = state;
}

/* The current thread stays at the head of the queue while it may run. */
void schedule_yield(struct thread *next)
{
	if (current != NULL && current->state == THREAD_READY) {
		thread_block(current, THREAD_TRANSFER);
		thread_make_ready(current);
	}
	if (next != NULL && next->state == THREAD_READY) {
		leave_queue(next);
		next->next_ready = first_ready;
		if (first_ready == NULL)
			last_ready = &next->next_ready;
		first_ready = next;
	}
	slice_left = SLICE;
}

void schedule_tick(void)
{
	ticks++;
	ipc_tick();
	if (slice_left > 0 && --slice_left == 0)
		schedule_yield(NULL);
}

void schedule_resume(void)
{
	while (first_ready == NULL)
		wait_for_interrupt();
	if (current != first_ready) {
		current = first_ready;
		slice_left = SLICE;
	}
	space_activate(current->space);
	if (fpu_owner != current) {
		if (fpu_owner != NULL)
			__asm__ volatile("fxsave %0" : "=m"(fpu_owner->fpu));
		__asm__ volatile("fxrstor %0" : : "m"(current->fpu));
		fpu_owner = current;
	}
	*(word_t *)physical(thread_word_frame) = current->utcb;
	sysenter_stack = (word_t)(&current->frame + 1);
	segments_set_trap_stack(sysenter_stack);
	count_before_resume(current);
	resume(&current->frame);
}
