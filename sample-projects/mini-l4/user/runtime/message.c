/* See l4_message in l4.h. */
#include "l4.h"

#if KERNEL_ABI == 4

word_t l4_message(struct l4_message *message, unsigned what, word_t timeouts)
{
	word_t *utcb = *(word_t **)THREAD_WORD;
	struct l4_registers registers = {.ecx = timeouts, .edi = (word_t)utcb};
	registers.eax = (what & L4_SEND) ? message->partner : NO_THREAD;
	registers.edx = (what & L4_WAIT) ? ANY_THREAD : (what & L4_RECEIVE) ? message->partner : NO_THREAD;
	registers.esi = message->label << 16 | ((what & L4_MAP) ? 2 << 6 : 2);
	utcb[1] = (what & L4_MAP) ? message->word[0] | 8 : message->word[0];
	utcb[2] = message->word[1];
	utcb[-16] = 0x10; /* pages anywhere, no strings */
	l4_trap(&registers);
	if (registers.esi & 0x8000)
		return utcb[-9];
	if (what & (L4_RECEIVE | L4_WAIT))
		*message = (struct l4_message){registers.eax, registers.esi >> 16, {registers.ebx, registers.ebp}};
	return 0;
}

#else

word_t l4_message(struct l4_message *message, unsigned what, word_t timeouts)
{
	struct l4_registers registers = {.ecx = timeouts, .edx = message->word[0], .ebx = message->word[1]};
	registers.eax = (what & L4_MAP) ? 2 : (what & L4_SEND) ? 0 : 0xffffffff;
	registers.ebp = (what & L4_WAIT) ? 1 : (what & L4_RECEIVE) ? 32 << 2 | 2 : 0xffffffff;
	registers.esi = message->partner;
#if KERNEL_ABI == 0
	registers.edi = message->label;
#endif
	l4_trap(&registers);
	if (registers.eax & 0xf0)
		return registers.eax & 0xf0;
	if (what & (L4_RECEIVE | L4_WAIT)) {
		*message = (struct l4_message){registers.esi, 0, {registers.edx, registers.ebx}};
#if KERNEL_ABI == 0
		message->label = registers.edi;
#endif
	}
	return 0;
}

#endif
