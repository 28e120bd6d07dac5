/*
 * Messages of X0 and V2. In registers: EAX send descriptor, ECX timeouts, EBP receive descriptor; X0: EDX, EBX, EDI words,
 * ESI partner; V2: EDX, EBX words, ESI and EDI partner. In memory: receive window, size dope, send dope, the words (the
 * first ones stand for those in registers), at the end of their room the indirect parts. See message.h.
 */
#include "message.h"

#include "memory-copy.h"

#if KERNEL_ABI == 0
#define REGISTER_WORDS 3
#else
#define REGISTER_WORDS 2
#endif
#define HEAD_BYTES 12
#define DATA_OFFSET (HEAD_BYTES + 4 * REGISTER_WORDS)
#define NOTHING 0xffffffffu
#define MAP 2u /* of a descriptor */
#define OPEN 1u
#define GARBAGE 0xdeadbeef /* what an ABI leaves undefined, nobody may rely on */
#define INTERRUPT_ID(line) ((line) + 1)

#define DOPE_WORDS(dope) ((dope) >> 13)
#define DOPE_PARTS(dope) ((dope) >> 8 & 31)

static word_t ticks_of(word_t exponent, word_t mantissa)
{
	if (exponent == 0)
		return NEVER;
	if (mantissa == 0)
		return 0;
	const uint64_t microseconds = (uint64_t)mantissa << 2 * (15 - exponent);
	const uint64_t most = 0x7fffffff;
	return ((word_t)(microseconds < most ? microseconds : most) >> 10) + 1; /* a tick is about 1024 microseconds */
}

void message_decode(struct thread *thread)
{
	const struct trap_frame *frame = &thread->frame;
	struct ipc *ipc = &thread->ipc[0];
	const word_t timeouts = frame->ecx;
	ipc->kind = MESSAGE_USER;
	ipc->to = frame->eax == NOTHING ? NO_THREAD : frame->esi;
	ipc->receives = frame->ebp != NOTHING;
	ipc->from = (frame->ebp & OPEN) ? ANY_THREAD : frame->esi;
	ipc->send_timeout = ticks_of(timeouts >> 4 & 15, timeouts >> 16 & 255);
	ipc->receive_timeout = ticks_of(timeouts & 15, timeouts >> 24);
	for (word_t line = 0; ipc->receives && line < 16; line++)
		if (ipc->from == INTERRUPT_ID(line))
			ipc->to = NO_THREAD;
}

struct region message_region(word_t flexpage)
{
	const word_t log2 = flexpage >> 2 & 63;
	if (log2 >= 32)
		return WHOLE_SPACE;
	if (log2 < PAGE_SHIFT)
		return (struct region){0, 0};
	return (struct region){flexpage & ~(((word_t)1 << log2) - 1), log2};
}

static enum message_error map_one(struct thread *sender, struct thread *receiver, struct region window, word_t hot_spot,
                                  word_t flexpage)
{
	struct region source = message_region(flexpage);
	if (source.log2 == 0 || window.log2 == 0)
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
	const enum access access = (flexpage & 2) ? ACCESS_READ | ACCESS_WRITE : ACCESS_READ;
	const int pages = space_map(sender->space, source, receiver->space, target, bytes, access, flexpage & 1);
	return pages < 0 ? MESSAGE_MAP_FAILED : MESSAGE_FINE;
}

struct words {
	word_t w[3];
};

static struct words words_of(const struct thread *sender)
{
	const struct ipc *ipc = &sender->ipc[sender->depth];
	if (ipc->kind == MESSAGE_FAULT)
		return (struct words){{(ipc->address & ~3u) | (ipc->access & ACCESS_WRITE), sender->frame.eip, 0}};
	return (struct words){{sender->frame.edx, sender->frame.ebx, sender->frame.edi}};
}

static bool read_head(struct thread *thread, word_t message, word_t head[3], struct missing *missing)
{
	for (word_t index = 0; index < 3; index++)
		if (!memory_read(thread, message + 4 * index, &head[index], missing))
			return false;
	return true;
}

static word_t end_of_room(word_t message, word_t size_dope) { return message + HEAD_BYTES + 4 * DOPE_WORDS(size_dope); }

/* The indirect parts, in order; both sides describe each with four words. */
static enum message_error copy_parts(struct thread *sender, word_t out, struct thread *receiver, word_t in, word_t count,
                                     struct missing *missing)
{
	for (word_t part = 0; part < count; part++, out += 16, in += 16) {
		word_t sent, source, room, target;
		if (!memory_read(sender, out, &sent, missing) || !memory_read(sender, out + 4, &source, missing)
		    || !memory_read(receiver, in + 8, &room, missing) || !memory_read(receiver, in + 12, &target, missing))
			return MESSAGE_FAULT_NEEDED;
		if (sent > room)
			return MESSAGE_CUT;
		if (!memory_is_user(source, sent) || !memory_is_user(target, sent))
			return MESSAGE_ABORTED;
		if (!memory_copy(sender, source, receiver, target, sent, missing))
			return MESSAGE_FAULT_NEEDED;
	}
	return MESSAGE_FINE;
}

/* The flexpages behind the first, up to one that is void. */
static enum message_error map_memory(struct thread *sender, word_t message, word_t words, struct thread *receiver,
                                     struct region window, struct missing *missing)
{
	for (word_t word = REGISTER_WORDS; word + 2 <= words; word += 2) {
		word_t base, flexpage;
		const word_t place = message + HEAD_BYTES + 4 * word;
		if (!memory_read(sender, place, &base, missing) || !memory_read(sender, place + 4, &flexpage, missing))
			return MESSAGE_FAULT_NEEDED;
		if (flexpage == 0)
			break;
		const enum message_error error = map_one(sender, receiver, window, base, flexpage);
		if (error != MESSAGE_FINE)
			return error;
	}
	return MESSAGE_FINE;
}

static void deliver(const struct thread *sender, struct thread *receiver, word_t result)
{
	const struct words words = words_of(sender);
	struct trap_frame *frame = &receiver->frame;
	frame->eax = result;
	frame->ecx = GARBAGE;
	frame->ebp = frame->vector == 0x100 ? words.w[0] : GARBAGE;
	frame->edx = words.w[0];
	frame->ebx = words.w[1];
	frame->edi = REGISTER_WORDS == 3 ? words.w[2] : 0;
	frame->esi = sender->id;
}

static enum message_error transfer(struct thread *sender, struct thread *receiver, word_t *result,
                                   struct missing *missing)
{
	const bool user_sends = sender->ipc[sender->depth].kind == MESSAGE_USER;
	const bool user_receives = receiver->ipc[receiver->depth].kind == MESSAGE_USER;
	const word_t send = user_sends ? sender->frame.eax : 0;
	const word_t receive = user_receives ? receiver->frame.ebp : WHOLE_SPACE.log2 << 2 | MAP;
	const word_t out = send & ~3u, in = (receive & MAP) ? 0 : receive & ~3u;
	word_t out_head[3] = {0, 0, 0}, in_head[3] = {0, 0, 0};
	enum message_error error = MESSAGE_FINE;
	if (!memory_is_user(out, HEAD_BYTES) || !memory_is_user(in, HEAD_BYTES))
		return MESSAGE_ABORTED;
	if (out != 0 && !read_head(sender, out, out_head, missing))
		return MESSAGE_FAULT_NEEDED;
	if (in != 0 && !read_head(receiver, in, in_head, missing))
		return MESSAGE_FAULT_NEEDED;
	struct region window = message_region((receive & MAP) ? receive : in_head[0]);
	word_t words = DOPE_WORDS(out_head[2]), room = DOPE_WORDS(in_head[1]);
	const word_t parts = DOPE_PARTS(out_head[2]);
	bool cut = false;
	if (out != 0 && in != 0) {
		cut = words > room || parts > DOPE_PARTS(in_head[1]);
		const word_t copied = words < room ? words : room;
		if (!memory_is_user(out, HEAD_BYTES + 4 * copied) || !memory_is_user(in, HEAD_BYTES + 4 * copied))
			return MESSAGE_ABORTED;
		if (copied > REGISTER_WORDS
		    && !memory_copy(sender, out + DATA_OFFSET, receiver, in + DATA_OFFSET, 4 * (copied - REGISTER_WORDS), missing))
			return MESSAGE_FAULT_NEEDED;
		if (!cut)
			error = copy_parts(sender, end_of_room(out, out_head[1]), receiver, end_of_room(in, in_head[1]), parts, missing);
	} else if (out != 0) /* flexpages may come without room for words */
		cut = parts > 0 || (words > REGISTER_WORDS && !(send & MAP));
	if (error == MESSAGE_FINE && (send & MAP)) {
		const struct words first = words_of(sender);
		error = map_one(sender, receiver, window, first.w[0], first.w[1]);
		if (error == MESSAGE_FINE && out != 0)
			error = map_memory(sender, out, words, receiver, window, missing);
	}
	*result = (in != 0 ? words << 13 | parts << 8 : 0) | (send & MAP);
	return error == MESSAGE_FINE && cut ? MESSAGE_CUT : error;
}

enum message_error message_transfer(struct thread *sender, struct thread *receiver, struct missing *missing)
{
	word_t result = 0;
	const enum message_error error = transfer(sender, receiver, &result, missing);
	if (error == MESSAGE_FAULT_NEEDED)
		return error;
	if (receiver->ipc[receiver->depth].kind == MESSAGE_USER)
		deliver(sender, receiver, result);
	return error;
}

void message_interrupt(struct thread *receiver, word_t line)
{
	receiver->frame.eax = receiver->frame.edx = receiver->frame.ebx = receiver->frame.edi = 0;
	receiver->frame.esi = INTERRUPT_ID(line);
	receiver->frame.ecx = receiver->frame.ebp = GARBAGE;
}

word_t message_interrupt_id(word_t line) { return INTERRUPT_ID(line); }

void message_sent(struct thread *thread) { thread->frame.eax = 0; }

void message_failed(struct thread *thread, bool sending, enum message_error error)
{
	static const uint8_t codes[][2] = {
		[MESSAGE_NOT_EXISTENT] = {0x10, 0x10}, [MESSAGE_TIMEOUT] = {0x20, 0x30}, [MESSAGE_CANCELLED] = {0x40, 0x50},
		[MESSAGE_MAP_FAILED] = {0x60, 0x70},   [MESSAGE_CUT] = {0xe0, 0xf0},     [MESSAGE_ABORTED] = {0xa0, 0xb0},
	};
	thread->frame.eax = codes[error][sending];
}

bool message_reports_exceptions(void) { return false; }
