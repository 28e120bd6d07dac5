/* Copies to and from programs, page by page. See mm/user-memory.h. */
#include "mm/user-memory.h"

#include "abi/errno.h"
#include "kernel/process.h"
#include "kernel/string.h"
#include "mm/paging.h"

static size_t rest_of_page(uint32_t address)
{
	return PAGE_SIZE - address % PAGE_SIZE;
}

int copy_from_user(void *to, const void __user *from, size_t size)
{
	uint32_t address = (uint32_t)from;

	while (size > 0) {
		size_t part = min(size, rest_of_page(address));
		const void *page = page_translate(current->page_directory, address, false);

		if (!page)
			return -EFAULT;
		memcpy(to, page, part);
		to = (char *)to + part;
		address += part;
		size -= part;
	}
	return 0;
}

static int copy_into(uint32_t *directory, uint32_t to, const char *from, size_t size,
		     bool check_writable)
{
	while (size > 0) {
		size_t part = min(size, rest_of_page(to));
		void *page = page_translate(directory, to, check_writable);

		if (!page)
			return -EFAULT;
		memcpy(page, from, part);
		to += part;
		from += part;
		size -= part;
	}
	return 0;
}

int copy_to_user(void __user *to, const void *from, size_t size)
{
	return copy_into(current->page_directory, (uint32_t)to, from, size, true);
}

int copy_to_directory(uint32_t *directory, uint32_t to, const void *from, size_t size)
{
	return copy_into(directory, to, from, size, false);
}

int copy_string_from_user(char *to, const char __user *from, size_t size)
{
	uint32_t address = (uint32_t)from;
	const char *page = NULL;

	for (size_t i = 0; i < size; i++, address++) {
		if (!page || address % PAGE_SIZE == 0)
			page = page_translate(current->page_directory, address, false);
		else
			page++;
		if (!page)
			return -EFAULT;
		to[i] = *page;
		if (!*page)
			return (int)i;
	}
	return -ENAMETOOLONG;
}
