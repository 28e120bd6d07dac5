/* Physical pages: one small record each, searched in a ring. See mm/pages.h. */
#include "mm/pages.h"

#include "arch/cpu.h"
#include "kernel/panic.h"
#include "kernel/string.h"

struct page {
	uint16_t users; /* 0: free */
	uint8_t tag;
};

extern char kernel_end[];

static struct page *pages;
static unsigned int page_count;
static unsigned int free_count;
static unsigned int search_start;

static struct page *page_of(const void *address)
{
	unsigned int number = physical_address(address) / PAGE_SIZE;

	assert(number < page_count);
	return &pages[number];
}

void pages_init(uint32_t memory_end)
{
	unsigned int taken;

	page_count = memory_end / PAGE_SIZE;
	pages = (struct page *)ROUND_UP((uint32_t)kernel_end, PAGE_SIZE);
	taken = ROUND_UP(physical_address(pages + page_count), PAGE_SIZE) / PAGE_SIZE;
	if (taken >= page_count)
		panic("%u KiB of memory are not enough", memory_end / 1024);
	memset(pages, 0, page_count * sizeof(*pages));
	for (unsigned int number = 0; number < taken; number++)
		pages[number].users = 1;
	free_count = page_count - taken;
	search_start = taken;
}

/* The number of the first of count adjacent free pages, or 0. */
static unsigned int find_run(unsigned int from, unsigned int to, unsigned int count)
{
	unsigned int length = 0;

	for (unsigned int number = from; number < to; number++) {
		length = pages[number].users ? 0 : length + 1;
		if (length == count)
			return number - count + 1;
	}
	return 0;
}

void *pages_allocate(unsigned int count)
{
	uint32_t flags = interrupts_save();
	unsigned int first = find_run(search_start, page_count, count);

	if (!first)
		first = find_run(0, page_count, count);
	for (unsigned int i = 0; first && i < count; i++)
		pages[first + i] = (struct page){ .users = 1 };
	if (first) {
		free_count -= count;
		search_start = first + count;
	}
	interrupts_restore(flags);
	return first ? kernel_address(first * PAGE_SIZE) : NULL;
}

void pages_free(void *first, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++)
		page_put((char *)first + i * PAGE_SIZE);
}

void *page_allocate_zeroed(void)
{
	void *page = pages_allocate(1);

	if (page)
		memset(page, 0, PAGE_SIZE);
	return page;
}

void page_get(void *page)
{
	page_of(page)->users++;
}

void page_put(void *address)
{
	struct page *page = page_of(address);

	assert(page->users > 0);
	if (--page->users == 0)
		free_count++;
}

unsigned int page_users(const void *page)
{
	return page_of(page)->users;
}

unsigned int pages_available(void)
{
	return free_count;
}

uint32_t pages_memory_end(void)
{
	return page_count * PAGE_SIZE;
}

void page_tag_set(const void *page, uint8_t tag)
{
	page_of(page)->tag = tag;
}

uint8_t page_tag(const void *page)
{
	return page_of(page)->tag;
}
