/* See ipc.h. */
#include "ipc.h"

#include "console.h"
#include "message.h"
#include "schedule.h"

#define INTERRUPTS 16
#define PATIENCE (2 * TICKS_PER_SECOND) /* with a pager, in the middle of a message */

static struct thread *handlers[INTERRUPTS];
static word_t pending; /* bit per interrupt that came while its handler did something else */

static void receive(struct thread *thread);

static word_t deadline_after(word_t timeout) { return timeout == NEVER ? NEVER : ticks + timeout; }

static bool accepts(const struct thread *receiver, word_t sender)
{
	const struct ipc *ipc = &receiver->ipc[receiver->depth];
	return receiver->state == THREAD_RECEIVING && (ipc->from == ANY_THREAD || ipc->from == sender);
}

static void leave_senders(struct thread *thread)
{
	struct thread *receiver = thread_find(ipc_of(thread)->to);
	if (receiver == NULL)
		return;
	struct thread **link = &receiver->senders;
	while (*link != NULL && *link != thread)
		link = &(*link)->next_sender;
	if (*link != NULL)
		*link = thread->next_sender;
}

static void enter_senders(struct thread *thread, struct thread *receiver)
{
	struct thread **link = &receiver->senders;
	while (*link != NULL)
		link = &(*link)->next_sender;
	thread->next_sender = NULL;
	*link = thread;
}

static void try_transfer(struct thread *sender, struct thread *receiver);

/* The message that waited for a page goes on, or is given up. */
static void continue_transfer(struct thread *thread, bool abort)
{
	struct thread *peer = ipc_of(thread)->peer;
	struct thread *sender = ipc_of(thread)->sends_to_peer ? thread : peer;
	struct thread *receiver = sender == thread ? peer : thread;
	if (!abort)
		try_transfer(sender, receiver);
	else {
		message_failed(sender, true, MESSAGE_ABORTED);
		message_failed(receiver, false, MESSAGE_ABORTED);
		thread_make_ready(sender);
		thread_make_ready(receiver);
	}
}

/* An IPC of the thread is over. */
static void finish(struct thread *thread)
{
	if (thread->depth == 0) {
		thread_make_ready(thread);
		return;
	}
	thread->depth = 0;
	if (thread->ipc[0].peer != NULL) {
		thread->state = THREAD_TRANSFER;
		continue_transfer(thread, false);
	} else
		thread_make_ready(thread);
}

static void fail(struct thread *thread, bool sending, enum message_error error)
{
	if (thread->depth == 0) {
		message_failed(thread, sending, error);
		thread_make_ready(thread);
		return;
	}
	/* The pager does not answer: a message is given up, a program stops. */
	const struct ipc *ipc = ipc_of(thread);
	thread->depth = 0;
	if (thread->ipc[0].peer != NULL) {
		thread->state = THREAD_TRANSFER;
		continue_transfer(thread, true);
		return;
	}
	console_print("thread %x stopped: %s at %x, instruction %x, and its pager does not answer\n", thread->id,
	              ipc->kind == MESSAGE_FAULT ? "page fault" : "exception", ipc->address, thread->frame.eip);
	ipc_stop(thread);
}

static void after_send(struct thread *sender)
{
	ipc_of(sender)->peer = NULL;
	if (ipc_of(sender)->receives)
		receive(sender);
	else {
		message_sent(sender);
		finish(sender);
	}
}

static void try_transfer(struct thread *sender, struct thread *receiver)
{
	struct missing missing;
	const enum message_error error = message_transfer(sender, receiver, &missing);
	if (error == MESSAGE_FAULT_NEEDED) {
		struct ipc *out = ipc_of(sender), *in = ipc_of(receiver);
		out->peer = receiver;
		out->sends_to_peer = true;
		in->peer = sender;
		in->sends_to_peer = false;
		thread_block(sender, THREAD_TRANSFER);
		thread_block(receiver, THREAD_TRANSFER);
		const struct thread *pager = thread_find(missing.thread->pager);
		if (missing.thread->depth != 0 || pager == sender || pager == receiver) {
			out->peer = in->peer = NULL;
			fail(sender, true, MESSAGE_ABORTED);
			fail(receiver, false, MESSAGE_ABORTED);
		} else
			ipc_page_fault(missing.thread, missing.address, missing.access);
		return;
	}
	ipc_of(sender)->peer = ipc_of(receiver)->peer = NULL;
	/* The receiver goes first: when the sender waits for its answer, it had better work on it. */
	if (error != MESSAGE_FINE) {
		message_failed(receiver, false, error);
		finish(receiver);
		fail(sender, true, error);
		return;
	}
	finish(receiver);
	after_send(sender);
}

static void receive(struct thread *thread)
{
	struct ipc *ipc = ipc_of(thread);
	for (word_t line = 0; line < INTERRUPTS; line++) {
		if (thread->depth != 0 || !(pending >> line & 1) || handlers[line] != thread)
			continue;
		if (ipc->from != ANY_THREAD && ipc->from != message_interrupt_id(line))
			continue;
		pending &= ~(1u << line);
		message_interrupt(thread, line);
		finish(thread);
		return;
	}
	for (struct thread *sender = thread->senders; sender != NULL; sender = sender->next_sender) {
		if (ipc->from != ANY_THREAD && ipc->from != sender->id)
			continue;
		leave_senders(sender);
		thread_block(thread, THREAD_RECEIVING);
		try_transfer(sender, thread);
		return;
	}
	const bool sleeps = ipc->from == NO_THREAD || ipc->from == ANY_THREAD || ipc->from >> 14 < FIRST_THREAD;
	if (!sleeps && thread_find(ipc->from) == NULL) {
		fail(thread, false, MESSAGE_NOT_EXISTENT);
		return;
	}
	if (ipc->receive_timeout == 0) {
		fail(thread, false, MESSAGE_TIMEOUT);
		return;
	}
	ipc->deadline = deadline_after(ipc->receive_timeout);
	thread_block(thread, THREAD_RECEIVING);
}

void ipc_start(struct thread *thread)
{
	struct ipc *ipc = ipc_of(thread);
	ipc->peer = NULL;
	if (ipc->to == NO_THREAD) {
		if (ipc->receives)
			receive(thread);
		else {
			message_sent(thread);
			finish(thread);
		}
		return;
	}
	struct thread *receiver = thread_find(ipc->to);
	if (receiver == NULL || receiver == thread)
		fail(thread, true, MESSAGE_NOT_EXISTENT);
	else if (accepts(receiver, thread->id))
		try_transfer(thread, receiver);
	else if (ipc->send_timeout == 0)
		fail(thread, true, MESSAGE_TIMEOUT);
	else {
		ipc->deadline = deadline_after(ipc->send_timeout);
		thread_block(thread, THREAD_SENDING);
		enter_senders(thread, receiver);
	}
}

static void ask_pager(struct thread *thread, enum message_kind kind)
{
	struct ipc *ipc = &thread->ipc[1];
	thread->depth = 1;
	ipc->kind = kind;
	ipc->to = ipc->from = thread->pager;
	ipc->receives = true;
	/* A pager that itself waits for this message would never come back to us. */
	ipc->send_timeout = ipc->receive_timeout = thread->ipc[0].peer == NULL ? NEVER : PATIENCE;
	if (thread_find(thread->pager) == NULL || thread->pager == thread->id)
		fail(thread, true, MESSAGE_NOT_EXISTENT);
	else
		ipc_start(thread);
}

void ipc_page_fault(struct thread *thread, word_t address, enum access access)
{
	thread->ipc[1].address = address;
	thread->ipc[1].access = access;
	if (thread->state == THREAD_READY)
		thread->ipc[0].peer = NULL;
	ask_pager(thread, MESSAGE_FAULT);
}

bool ipc_exception(struct thread *thread)
{
	if (!message_reports_exceptions())
		return false;
	thread->ipc[1].address = thread->frame.vector;
	thread->ipc[0].peer = NULL;
	ask_pager(thread, MESSAGE_EXCEPTION);
	return true;
}

void ipc_stop(struct thread *stopped)
{
	if (stopped->state == THREAD_SENDING)
		leave_senders(stopped);
	if (stopped->state == THREAD_TRANSFER && stopped->ipc[0].peer != NULL) {
		struct thread *peer = stopped->ipc[0].peer;
		const bool sends = stopped->ipc[0].sends_to_peer;
		peer->ipc[0].peer = stopped->ipc[0].peer = NULL;
		peer->depth = 0;
		fail(peer, !sends, MESSAGE_ABORTED);
	}
	thread_block(stopped, THREAD_STOPPED);
	while (stopped->senders != NULL) {
		struct thread *sender = stopped->senders;
		stopped->senders = sender->next_sender;
		fail(sender, true, MESSAGE_NOT_EXISTENT);
	}
	for (word_t number = FIRST_THREAD; number < FIRST_THREAD + THREADS; number++) {
		struct thread *thread = thread_find(THREAD_ID(number));
		if (thread != NULL && thread->state == THREAD_RECEIVING && ipc_of(thread)->from == stopped->id)
			fail(thread, false, MESSAGE_NOT_EXISTENT);
	}
	for (word_t line = 0; line < INTERRUPTS; line++)
		if (handlers[line] == stopped)
			handlers[line] = NULL;
	if (stopped->id == THREAD_ID(FIRST_THREAD))
		panic("the root task stopped");
}

void ipc_tick(void)
{
	for (word_t number = FIRST_THREAD; number < FIRST_THREAD + THREADS; number++) {
		struct thread *thread = thread_find(THREAD_ID(number));
		if (thread == NULL || ipc_of(thread)->deadline > ticks)
			continue;
		if (thread->state == THREAD_SENDING) {
			leave_senders(thread);
			fail(thread, true, MESSAGE_TIMEOUT);
		} else if (thread->state == THREAD_RECEIVING)
			fail(thread, false, MESSAGE_TIMEOUT);
	}
}

bool ipc_attach(struct thread *thread, word_t line)
{
	if (line >= INTERRUPTS || (handlers[line] != NULL && handlers[line] != thread))
		return false;
	handlers[line] = thread;
	return true;
}

void ipc_interrupt(word_t line)
{
	struct thread *handler = handlers[line];
	if (handler == NULL)
		return;
	if (handler->depth == 0 && accepts(handler, message_interrupt_id(line))) {
		message_interrupt(handler, line);
		finish(handler);
	} else
		pending |= 1u << line;
}
