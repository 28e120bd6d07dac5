/* See pages.h. */
#include "pages.h"

static word_t next;
static word_t freed; /* a list through the pages' first words */

void pages_init(word_t free_from) { next = (free_from + PAGE_SIZE - 1) & ~(word_t)(PAGE_SIZE - 1); }

word_t page_alloc(void)
{
	word_t frame = freed;
	if (frame != 0)
		freed = *(word_t *)physical(frame);
	else if (next < ROOT_MEMORY) {
		frame = next;
		next += PAGE_SIZE;
	} else
		return 0;
	__builtin_memset(physical(frame), 0, PAGE_SIZE);
	return frame;
}

void page_free(word_t frame)
{
	*(word_t *)physical(frame) = freed;
	freed = frame;
}
