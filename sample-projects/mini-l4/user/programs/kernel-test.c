/*
 * Tests the kernel with messages written by hand: errors, timeouts, mapping, pagers, preemption, interrupts. Role 0
 * answers from an address space of its own, role 1 tests.
 */
#include "check.h"

#if KERNEL_ABI == 4
#define NOT_EXISTENT 4u /* while sending; + 1 while receiving */
#define NOT_EXISTENT_RECEIVING 5u
#define TIMEOUT 2u
#define TIMEOUT_RECEIVING 3u
#define MILLISECONDS_100 (10u << 10 | 100)
#define TICK_INTERRUPT 0x00000001u
#define NIL l4_self()
#else
#define NOT_EXISTENT 0x10u
#define NOT_EXISTENT_RECEIVING 0x10u
#define TIMEOUT 0x30u
#define TIMEOUT_RECEIVING 0x20u
#define MILLISECONDS_100 0x6400000au
#define TICK_INTERRUPT 0x00000001u
#define NIL NO_THREAD
#endif
#define NOBODY 0x7fffc001u
#define WINDOW 0x40000000u

enum request { ADD, MAP_READ, MAP_WRITE, LOOK, UNMAP, SILENT };

static unsigned char page[PAGE_SIZE] __attribute__((aligned(4096)));
static unsigned char thread_stack[3][4096] __attribute__((aligned(16)));
static volatile word_t turns[2], seen, paged;

/* Role 0. */
static void answer(void)
{
	struct l4_message message;
	unsigned what = L4_WAIT;
	copy_text((char *)page, "of the other space");
	for (;;) {
		if (l4_message(&message, what, L4_NEVER) != 0) {
			what = L4_WAIT;
			continue;
		}
		what = L4_SEND | L4_WAIT;
		switch (message.word[0]) {
		case ADD:
			message.word[0] = message.word[1] + 1;
			break;
		case MAP_READ:
		case MAP_WRITE:
			what |= L4_MAP;
			message.word[1] = L4_PAGE((word_t)page, PAGE_SHIFT, message.word[0] == MAP_WRITE ? L4_WRITE : L4_READ);
			message.word[0] = WINDOW;
			break;
		case LOOK:
			message.word[0] = page[message.word[1]];
			break;
		case UNMAP:
			l4_unmap(L4_PAGE((word_t)page, PAGE_SHIFT, L4_WRITE), 0);
			break;
		default:
			what = L4_WAIT;
		}
		message.label = 0;
	}
}

static struct l4_message ask(word_t partner, enum request request, word_t operand)
{
	struct l4_message message = {partner, 0, {request, operand}};
	CHECK(l4_message(&message, L4_SEND | L4_RECEIVE, L4_NEVER) == 0);
	CHECK(message.partner == partner);
	return message;
}

static void test_messages(word_t partner)
{
	for (word_t number = 0; number < 1000; number += 333)
		CHECK(ask(partner, ADD, number).word[0] == number + 1);
	struct l4_message message = {NOBODY, 0, {0, 0}};
	CHECK(l4_message(&message, L4_SEND, L4_NEVER) == NOT_EXISTENT);
	CHECK(l4_message(&message, L4_RECEIVE, L4_NEVER) == NOT_EXISTENT_RECEIVING);
	message.partner = l4_self();
	CHECK(l4_message(&message, L4_SEND, L4_NEVER) == NOT_EXISTENT);
	message.partner = partner;
	CHECK(l4_message(&message, L4_RECEIVE, L4_AT_ONCE) == TIMEOUT_RECEIVING);
	message = (struct l4_message){partner, 0, {SILENT, 0}};
	CHECK(l4_message(&message, L4_SEND | L4_RECEIVE, MILLISECONDS_100) == TIMEOUT_RECEIVING);
	message.partner = NIL;
	const word_t before = l4_debug(DEBUG_TICKS, 0);
	CHECK(l4_message(&message, L4_RECEIVE, MILLISECONDS_100) == TIMEOUT_RECEIVING);
	const word_t slept = l4_debug(DEBUG_TICKS, 0) - before;
	CHECK(slept >= 90 && slept <= 200);
}

static void test_mapping(word_t partner)
{
	volatile unsigned char *const window = (volatile unsigned char *)WINDOW;
	ask(partner, MAP_READ, 0);
	CHECK(same_text((const char *)WINDOW, "of the other space"));
	ask(partner, MAP_WRITE, 0);
	window[5] = 'X';
	CHECK(ask(partner, LOOK, 5).word[0] == 'X');
	ask(partner, UNMAP, 0);
	ask(partner, MAP_READ, 0); /* else this read would fault, and the root task stop us */
	CHECK(window[5] == 'X');
	l4_unmap(L4_PAGE(WINDOW, PAGE_SHIFT, L4_WRITE), 1);
}

/* A pager of our own: the third byte of each page that it hands out says which fault it was. */
static void pager(void)
{
	static unsigned char pages[2][PAGE_SIZE] __attribute__((aligned(4096)));
	struct l4_message message;
	unsigned what = L4_WAIT;
	for (;;) {
		CHECK(l4_message(&message, what, L4_NEVER) == 0);
		unsigned char *const given = pages[paged & 1];
		given[2] = (unsigned char)(10 + paged++);
		message.word[1] = L4_PAGE((word_t)given, PAGE_SHIFT, L4_WRITE);
		message.word[0] &= ~0xfffu;
		message.label = 0;
		what = L4_SEND | L4_MAP | L4_WAIT;
	}
}

static void faulting(void)
{
	seen = ((volatile unsigned char *)WINDOW)[PAGE_SIZE + 2];
	seen = seen << 8 | ((volatile unsigned char *)WINDOW)[3 * PAGE_SIZE + 2];
	for (;;)
		l4_stop(l4_self());
}

static void test_pager(void)
{
	const word_t own = thread_start(pager, thread_stack[0], sizeof(thread_stack[0]), root_task());
	const word_t thread = thread_start(faulting, thread_stack[1], sizeof(thread_stack[1]), own);
	CHECK(own != NO_THREAD && thread != NO_THREAD && l4_leader(thread) == l4_self());
	for (int tries = 0; tries < 1000 && (seen >> 8) == 0; tries++)
		l4_yield();
	CHECK(seen == (10u << 8 | 11) && paged == 2);
	l4_stop(own);
	struct l4_message message = {own, 0, {0, 0}};
	CHECK(l4_message(&message, L4_SEND, L4_NEVER) == NOT_EXISTENT);
}

static void turn(void)
{
	for (;;)
		turns[0]++;
}

static void test_preemption(void)
{
	const word_t thread = thread_start(turn, thread_stack[2], sizeof(thread_stack[2]), root_task());
	const word_t end = l4_debug(DEBUG_TICKS, 0) + 100;
	word_t switches = 0, last = turns[0];
	while (l4_debug(DEBUG_TICKS, 0) < end) /* never gives the processor away by itself */
		if (turns[0] != last) {
			last = turns[0];
			switches++;
		}
	CHECK(switches >= 2);
	CHECK(l4_stop(thread) == 1);
	last = turns[0];
	l4_yield();
	CHECK(turns[0] == last);
}

static void test_interrupts(void)
{
	CHECK(l4_attach(0) == 1);
	CHECK(l4_attach(99) == 0);
	for (int ticks = 0; ticks < 3; ticks++) {
		struct l4_message message = {TICK_INTERRUPT, 0, {0, 0}};
		CHECK(l4_message(&message, L4_RECEIVE, L4_NEVER) == 0);
		CHECK(message.partner == TICK_INTERRUPT);
	}
}

static void test_counting(void)
{
	static unsigned char from[1000], to[1000];
	l4_debug(DEBUG_COUNT, 1);
	const word_t start = l4_debug(DEBUG_COUNTED, l4_self());
	const word_t nothing = l4_debug(DEBUG_COUNTED, l4_self());
	void *target = to;
	const void *source = from;
	word_t bytes = sizeof(to);
	__asm__ volatile("nop\n\tnop\n\tnop\n\trep movsb" : "+D"(target), "+S"(source), "+c"(bytes) : : "memory");
	const word_t something = l4_debug(DEBUG_COUNTED, l4_self());
	l4_debug(DEBUG_COUNT, 0);
	CHECK(nothing > start && something - nothing >= nothing - start + 4 && something - nothing < nothing - start + 12);
}

/* Messages that do not fit are cut, on both sides, and memory that nobody has touched is found during the transfer. */
#define LONG_WORDS 2000
static word_t untouched[2 * PAGE_SIZE], source[LONG_WORDS + 8];
static volatile word_t receiver_error, receiver_words;

#if KERNEL_ABI == 4
static void receive_long(word_t bytes)
{
	word_t *utcb = *(word_t **)THREAD_WORD;
	struct l4_registers registers = {.edx = ANY_THREAD, .edi = (word_t)utcb};
	utcb[-16] = 1;
	utcb[-17] = bytes << 10;
	utcb[-18] = (word_t)untouched;
	l4_trap(&registers);
	receiver_error = (registers.esi & 0x8000) ? utcb[-9] : 0;
	receiver_words = registers.ebx;
}
static word_t send_long(word_t to)
{
	word_t *utcb = *(word_t **)THREAD_WORD;
	struct l4_registers registers = {.eax = to, .esi = 2 << 6 | 1, .edi = (word_t)utcb};
	utcb[1] = LONG_WORDS;
	utcb[2] = 4 * LONG_WORDS << 10;
	utcb[3] = (word_t)source;
	l4_trap(&registers);
	return (registers.esi & 0x8000) ? utcb[-9] : 0;
}
#define CUT_SENDING 8u
#define CUT_RECEIVING 9u
#else
#define WORDS_IN_REGISTERS (KERNEL_ABI == 0 ? 3 : 2)
static void receive_long(word_t bytes)
{
	struct l4_registers registers = {.eax = 0xffffffff, .ebp = (word_t)(untouched - WORDS_IN_REGISTERS - 3 + 16) | 1};
	untouched[16 - WORDS_IN_REGISTERS - 3 + 1] = (bytes / 4 + WORDS_IN_REGISTERS) << 13;
	l4_trap(&registers);
	receiver_error = registers.eax & 0xf0;
	receiver_words = registers.edx;
}
static word_t send_long(word_t to)
{
	struct l4_registers registers = {.ebp = 0xffffffff, .edx = LONG_WORDS, .esi = to};
	static word_t message[LONG_WORDS + 8];
	message[2] = (LONG_WORDS + WORDS_IN_REGISTERS) << 13;
	__builtin_memcpy(message + 3 + WORDS_IN_REGISTERS, source, 4 * LONG_WORDS);
	registers.eax = (word_t)message;
	l4_trap(&registers);
	return registers.eax & 0xf0;
}
#define CUT_SENDING 0xf0u
#define CUT_RECEIVING 0xe0u
#endif

static void receive_twice(void)
{
	receive_long(4 * LONG_WORDS);
	turns[1] = 1;
	receive_long(8);
	turns[1] = 2;
	for (;;)
		l4_stop(l4_self());
}

static void test_long_messages(void)
{
	const word_t *received = KERNEL_ABI == 4 ? untouched : untouched + 16;
	for (word_t index = 0; index < LONG_WORDS; index++)
		source[index] = index * 0x01010101u;
	const word_t thread = thread_start(receive_twice, thread_stack[2], sizeof(thread_stack[2]), root_task());
	CHECK(send_long(thread) == 0);
	while (turns[1] < 1)
		l4_yield();
	CHECK(receiver_error == 0 && receiver_words == LONG_WORDS);
	CHECK(__builtin_memcmp(received, source, 4 * LONG_WORDS) == 0);
	CHECK(send_long(thread) == CUT_SENDING);
	while (turns[1] < 2)
		l4_yield();
	CHECK(receiver_error == CUT_RECEIVING);
}

#if KERNEL_ABI != 4
/* The other way into the kernel: the partner's answer is one more than the operand. */
static void test_sysenter(word_t partner)
{
	for (word_t number = 7; number < 10; number++) {
		word_t result = 0, timeouts = 0, w0 = ADD, w1 = number, w2 = 0;
		__asm__ volatile("push %%ebp\n\tpush %%ecx\n\tpush $1f\n\tmov %%esp, %%ecx\n\txor %%ebp, %%ebp\n\tsysenter\n1:\n\t"
		                 "mov %%ebp, %%edx\n\tpop %%ebp"
		                 : "+a"(result), "+c"(timeouts), "+d"(w0), "+b"(w1), "+D"(w2), "+S"(partner) : : "memory", "cc");
		CHECK(result == 0 && w0 == number + 1);
	}
}
#endif

/* A page that was taken away comes from the pager again. */
static void test_unmap(void)
{
	static unsigned char mine[PAGE_SIZE] __attribute__((aligned(4096)));
	copy_text((char *)mine, "still here");
	l4_unmap(L4_PAGE((word_t)mine, PAGE_SHIFT, L4_WRITE), 1);
	CHECK(same_text((const char *)mine, "still here"));
}

void program_main(const struct start_information *information)
{
	if (information->role == 0)
		answer();
	const word_t partner = information->tasks[0];
	test_messages(partner);
	test_mapping(partner);
	test_long_messages();
#if KERNEL_ABI != 4
	test_sysenter(partner);
#endif
	test_unmap();
	test_pager();
	test_preemption();
	test_interrupts();
	test_counting();
	check_end();
}
