/* See syscall.h. */
#include "syscall.h"

#include "console.h"
#include "count.h"
#include "ipc.h"
#include "message.h"
#include "schedule.h"

static bool may_control(const struct thread *thread, const struct space *space)
{
	const struct thread *root = thread_find(THREAD_ID(FIRST_THREAD));
	return thread->space == space || (root != NULL && root->space == thread->space);
}

static word_t create(struct thread *thread)
{
	const struct trap_frame *frame = &thread->frame;
	struct space *space = thread->space;
	if (frame->ecx == ANY_THREAD) {
		if (!may_control(thread, NULL))
			return NO_THREAD;
		space = space_create();
	} else if (frame->ecx != NO_THREAD) {
		const struct thread *other = thread_find(frame->ecx);
		space = other != NULL && may_control(thread, other->space) ? other->space : NULL;
	}
	if (space == NULL)
		return NO_THREAD;
	struct thread *created = thread_create(space, frame->eax, frame->edx, frame->ebx);
	if (created == NULL)
		return NO_THREAD;
	thread_make_ready(created);
	return created->id;
}

static word_t stop(struct thread *thread, word_t id)
{
	struct thread *other = thread_find(id);
	if (other == NULL || !may_control(thread, other->space))
		return 0;
	ipc_stop(other);
	return 1;
}

static word_t debug(word_t what, word_t operand)
{
	const struct thread *thread;
	switch (what) {
	case DEBUG_PUT:
		console_put((char)operand);
		return 1;
	case DEBUG_EXIT:
		machine_exit(operand);
	case DEBUG_COUNT:
		count_switch(operand);
		return 1;
	case DEBUG_COUNTED:
		thread = thread_find(operand);
		return thread == NULL ? 0 : thread->counted;
	case DEBUG_TICKS:
		return ticks;
	default:
		return 0;
	}
}

void syscall_dispatch(struct thread *thread, unsigned vector)
{
	struct trap_frame *frame = &thread->frame;
	count_entry(thread);
	switch (vector) {
	case SYSCALL_IPC:
		message_decode(thread);
		ipc_start(thread);
		break;
	case SYSCALL_SELF:
		frame->eax = thread->id;
		break;
	case SYSCALL_UNMAP:
		space_unmap(thread->space, message_region(frame->eax), (frame->ecx & 2) ? ACCESS_WRITE : ACCESS_READ | ACCESS_WRITE,
		            frame->ecx & 1);
		break;
	case SYSCALL_SWITCH:
		schedule_yield(thread_find(frame->eax));
		break;
	case SYSCALL_CREATE:
		frame->eax = create(thread);
		break;
	case SYSCALL_STOP:
		frame->eax = stop(thread, frame->eax);
		break;
	case SYSCALL_ATTACH:
		frame->eax = ipc_attach(thread, frame->eax);
		break;
	case SYSCALL_LEADER: {
		const struct thread *other = thread_find(frame->eax);
		frame->eax = other == NULL ? NO_THREAD : other->space->leader;
		break;
	}
	case SYSCALL_DEBUG:
		frame->eax = debug(frame->eax, frame->ecx);
		break;
	}
}
