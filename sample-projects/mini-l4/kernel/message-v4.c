/*
 * Messages of V4. EAX receiver, ECX timeouts, EDX sender to wait for, ESI the tag (MR0), EDI control block with the other
 * message registers; back come EAX sender, ESI tag, EBX MR1, EBP MR2, the rest in the control block. The tag says how many
 * words follow untyped, and how many in typed items: strings, mapped and granted pages. See message.h.
 */
#include "message.h"

#include "memory-copy.h"

#define REGISTERS 64
#define UNTYPED(tag) ((tag) & 63)
#define TYPED(tag) ((tag) >> 6 & 63)
#define TAG_FLAGS 0xf000u
#define TAG_ERROR 0x8000u
#define TAG(label, untyped) ((word_t)(label) << 16 | (untyped))
#define GARBAGE 0xdeadbeef /* what the ABI leaves undefined, nobody may rely on */

/* In the control block, in words from its middle. */
#define UTCB_ERROR (-9)
#define UTCB_BUFFERS (-16) /* buffer register 0; n stands n words below */

#define ITEM_MAP 8u
#define ITEM_GRANT 2u
#define ITEM_KIND 0xeu
#define ACCEPT_STRINGS 1u
#define MORE_ITEMS 1u

/* Labels of kernel messages, the manual's numbers times 16. */
#define LABEL_PAGE_FAULT 0xffe0u
#define LABEL_INTERRUPT 0xfff0u
#define LABEL_EXCEPTION 0xffb0u
#define EXCEPTION_WORDS 12

#define INTERRUPT_ID(line) ((word_t)(line) << 14 | 1)

static word_t ticks_of(word_t timeout)
{
	const word_t mantissa = timeout & 1023, exponent = timeout >> 10 & 31;
	if ((timeout & 0xffff) == 0)
		return NEVER;
	const uint64_t microseconds = (uint64_t)mantissa << exponent;
	const uint64_t most = 0x7fffffff;
	if (microseconds == 0)
		return 0;
	return ((word_t)(microseconds < most ? microseconds : most) >> 10) + 1; /* a tick is about 1024 microseconds */
}

void message_decode(struct thread *thread)
{
	const struct trap_frame *frame = &thread->frame;
	struct ipc *ipc = &thread->ipc[0];
	ipc->kind = MESSAGE_USER;
	ipc->to = frame->eax;
	ipc->from = frame->edx;
	ipc->receives = frame->edx != NO_THREAD;
	ipc->send_timeout = ticks_of(frame->ecx >> 16);
	ipc->receive_timeout = ticks_of(frame->ecx & 0xffff);
}

struct region message_region(word_t flexpage)
{
	const word_t log2 = flexpage >> 4 & 63;
	if (log2 == 1 || log2 >= 32)
		return WHOLE_SPACE;
	if (log2 < PAGE_SHIFT)
		return (struct region){0, 0};
	return (struct region){flexpage & ~(((word_t)1 << log2) - 1), log2};
}

static enum message_error map_item(struct thread *sender, struct thread *receiver, struct region window, const word_t item[2])
{
	const bool grant = item[0] & ITEM_GRANT;
	const word_t hot_spot = item[0] & ~0x3ffu;
	struct region source = message_region(item[1]);
	if (source.log2 == 0) /* the nil page: nothing is mapped */
		return item[1] >> 4 == 0 ? MESSAGE_FINE : MESSAGE_MAP_FAILED;
	if (window.log2 == 0)
		return MESSAGE_MAP_FAILED;
	word_t target;
	if (source.log2 <= window.log2) {
		const word_t inside = window.log2 >= 32 ? hot_spot : hot_spot & (((word_t)1 << window.log2) - 1);
		target = window.address + (source.log2 >= 32 ? 0 : inside & ~(((word_t)1 << source.log2) - 1));
	} else {
		const word_t inside = source.log2 >= 32 ? hot_spot : hot_spot & (((word_t)1 << source.log2) - 1);
		source.address += inside & ~(((word_t)1 << window.log2) - 1);
		source.log2 = window.log2;
		target = window.address;
	}
	const word_t bytes = source.log2 >= 32 ? USER_END : (word_t)1 << source.log2;
	const enum access access = (item[1] & 2) ? ACCESS_READ | ACCESS_WRITE : ACCESS_READ;
	const int pages = space_map(sender->space, source, receiver->space, target, bytes, access, grant);
	return pages < 0 ? MESSAGE_MAP_FAILED : MESSAGE_FINE;
}

/* A string item into the buffer that the next buffer registers describe. */
static enum message_error copy_string(struct thread *sender, struct thread *receiver, const word_t item[2], word_t *buffer,
                                      struct missing *missing)
{
	const word_t *registers = receiver->registers;
	const word_t size = item[0] >> 10;
	if (*buffer == 0 || *buffer + 1 > 32)
		return MESSAGE_CUT;
	const word_t *described = registers + UTCB_BUFFERS - *buffer;
	if (size > described[0] >> 10)
		return MESSAGE_CUT;
	if (!memory_is_user(item[1], size) || !memory_is_user(described[-1], size))
		return MESSAGE_ABORTED;
	if (!memory_copy(sender, item[1], receiver, described[-1], size, missing))
		return MESSAGE_FAULT_NEEDED;
	*buffer = (described[0] & MORE_ITEMS) ? *buffer + 2 : 0;
	return MESSAGE_FINE;
}

static enum message_error typed_items(struct thread *sender, struct thread *receiver, const word_t *items, word_t count,
                                      struct missing *missing)
{
	const bool user = receiver->ipc[receiver->depth].kind == MESSAGE_USER;
	const word_t acceptor = user ? receiver->registers[UTCB_BUFFERS] : 0x10;
	const struct region window = message_region(acceptor & ~15u);
	word_t buffer = (acceptor & ACCEPT_STRINGS) ? 1 : 0;
	for (word_t at = 0; at + 2 <= count; at += 2) {
		const word_t *item = items + at;
		const enum message_error error = (item[0] & ITEM_MAP) ? map_item(sender, receiver, window, item)
		                                                      : copy_string(sender, receiver, item, &buffer, missing);
		if (error != MESSAGE_FINE)
			return error;
	}
	return MESSAGE_FINE;
}

/* The whole message in `mr`, whoever writes it. Returns the tag. */
static word_t read_message(struct thread *sender, word_t mr[REGISTERS])
{
	const struct ipc *ipc = &sender->ipc[sender->depth];
	const struct trap_frame *frame = &sender->frame;
	if (ipc->kind == MESSAGE_USER) {
		const word_t tag = frame->esi & ~TAG_FLAGS;
		word_t words = UNTYPED(tag) + TYPED(tag);
		if (words > REGISTERS - 1)
			words = REGISTERS - 1;
		__builtin_memcpy(mr + 1, sender->registers + 1, 4 * words);
		return tag;
	}
	if (ipc->kind == MESSAGE_FAULT) {
		mr[1] = ipc->address;
		mr[2] = frame->eip;
		return TAG(LABEL_PAGE_FAULT | ((ipc->access & ACCESS_WRITE) ? 2 : 4), 2);
	}
	const word_t values[EXCEPTION_WORDS] = {
		frame->eip, frame->eflags, frame->vector, frame->error, frame->edi, frame->esi,
		frame->ebp, frame->esp,    frame->ebx,    frame->edx,   frame->ecx, frame->eax,
	};
	__builtin_memcpy(mr + 1, values, sizeof(values));
	return TAG(LABEL_EXCEPTION, EXCEPTION_WORDS);
}

static void deliver(struct thread *receiver, word_t sender, word_t tag, const word_t mr[REGISTERS])
{
	struct trap_frame *frame = &receiver->frame;
	word_t words = UNTYPED(tag) + TYPED(tag);
	if (words > REGISTERS - 1)
		words = REGISTERS - 1;
	if (words > 2)
		__builtin_memcpy(receiver->registers + 3, mr + 3, 4 * (words - 2));
	receiver->registers[0] = tag;
	receiver->registers[1] = receiver->registers[2] = GARBAGE;
	frame->eax = sender;
	frame->esi = tag;
	frame->ebx = mr[1];
	frame->ebp = mr[2];
	frame->ecx = frame->edx = GARBAGE;
	frame->edi = receiver->utcb;
}

/* An exception's answer: the registers that the handler wants. */
static void restore(struct thread *thread, word_t tag, const word_t mr[REGISTERS])
{
	struct trap_frame *frame = &thread->frame;
	if (UNTYPED(tag) != EXCEPTION_WORDS)
		return;
	frame->eip = mr[1];
	frame->eflags = (mr[2] & 0xcd5) | 0x202;
	frame->edi = mr[5];
	frame->esi = mr[6];
	frame->ebp = mr[7];
	frame->esp = mr[8];
	frame->ebx = mr[9];
	frame->edx = mr[10];
	frame->ecx = mr[11];
	frame->eax = mr[12];
}

enum message_error message_transfer(struct thread *sender, struct thread *receiver, struct missing *missing)
{
	word_t mr[REGISTERS] = {0};
	const word_t tag = read_message(sender, mr);
	enum message_error error = MESSAGE_FINE;
	if (UNTYPED(tag) + TYPED(tag) > REGISTERS - 1)
		error = MESSAGE_CUT;
	else if (TYPED(tag) > 0)
		error = typed_items(sender, receiver, mr + 1 + UNTYPED(tag), TYPED(tag), missing);
	if (error == MESSAGE_FAULT_NEEDED)
		return error;
	switch (receiver->ipc[receiver->depth].kind) {
	case MESSAGE_USER:
		deliver(receiver, sender->id, tag, mr);
		break;
	case MESSAGE_EXCEPTION:
		restore(receiver, tag, mr);
		break;
	case MESSAGE_FAULT:
		break;
	}
	return error;
}

void message_interrupt(struct thread *receiver, word_t line)
{
	const word_t mr[REGISTERS] = {0};
	deliver(receiver, INTERRUPT_ID(line), TAG(LABEL_INTERRUPT, 0), mr);
}

word_t message_interrupt_id(word_t line) { return INTERRUPT_ID(line); }

void message_sent(struct thread *thread)
{
	thread->frame.esi = 0;
	thread->frame.ebx = thread->frame.ebp = thread->frame.ecx = thread->frame.edx = GARBAGE;
}

void message_failed(struct thread *thread, bool sending, enum message_error error)
{
	static const uint8_t codes[] = {
		[MESSAGE_NOT_EXISTENT] = 2, [MESSAGE_TIMEOUT] = 1, [MESSAGE_CANCELLED] = 3,
		[MESSAGE_MAP_FAILED] = 4,   [MESSAGE_CUT] = 4,     [MESSAGE_ABORTED] = 7,
	};
	thread->frame.esi = (thread->frame.esi & ~TAG_FLAGS) | TAG_ERROR;
	thread->registers[UTCB_ERROR] = (word_t)codes[error] << 1 | !sending;
	thread->frame.ebx = thread->frame.ebp = thread->frame.ecx = thread->frame.edx = GARBAGE;
}

bool message_reports_exceptions(void) { return true; }
