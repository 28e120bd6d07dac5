/*
 * Pages for code that the kernel makes while it runs: first they can be written, then no more. Nobody jumps there before
 * they are sealed, and this processor has no way to forbid it.
 */
#include "mm/code-pages.h"

#include "mm/pages.h"
#include "mm/paging.h"

static unsigned int pages_for(unsigned long bytes)
{
	return (unsigned int)((bytes + PAGE_SIZE - 1) / PAGE_SIZE);
}

static void protect(char *pages, unsigned long bytes, bool writable)
{
	for (unsigned int i = 0; i < pages_for(bytes); i++)
		page_protect(pages + i * PAGE_SIZE, writable);
}

void *weft_code_pages(unsigned long bytes)
{
	return pages_allocate(pages_for(bytes));
}

int weft_code_seal(void *pages, unsigned long bytes)
{
	protect(pages, bytes, false);
	return 0;
}

void weft_code_release(void *pages, unsigned long bytes)
{
	protect(pages, bytes, true);
	pages_free(pages, pages_for(bytes));
}
