#include "runtime.h"
void program_main(const struct start_information *information)
{
	print("hello from %x, role %u, first %x\n", l4_self(), information->role, information->tasks[0]);
	struct l4_message m = {.partner = KERNEL_ABI == 4 ? l4_self() : 0};
	word_t e = l4_message(&m, L4_RECEIVE, KERNEL_ABI == 4 ? 10 << 10 | 100 : 0x6400000a);
	print("slept: %x, ticks %u\n", e, l4_debug(DEBUG_TICKS, 0));
	m.partner = 0x1234001; e = l4_message(&m, L4_SEND, 0); print("to nobody: %x\n", e);
	m.partner = information->tasks[0]; e = l4_message(&m, L4_SEND, 0); print("to myself: %x\n", e);
	l4_debug(DEBUG_COUNT, 1);
	word_t a = l4_debug(DEBUG_COUNTED, l4_self());
	__asm__ volatile("nop\n\tnop\n\tnop");
	word_t b = l4_debug(DEBUG_COUNTED, l4_self());
	static char x[1000], y[1000];
	void *to = x, *from = y; word_t n = 1000;
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
	word_t c = l4_debug(DEBUG_COUNTED, l4_self());
	l4_debug(DEBUG_COUNT, 0);
	print("counted %u %u\n", b - a, c - b);
	l4_debug(DEBUG_EXIT, 16);
}
