/* See memory-copy.h. */
#include "memory-copy.h"

static void *page_or_missing(struct thread *thread, word_t address, enum access access, struct missing *missing)
{
	void *page = space_page(thread->space, address, access);
	if (page == NULL)
		*missing = (struct missing){thread, address, access};
	return page;
}

bool memory_is_user(word_t address, word_t bytes) { return address < KERNEL_BASE && bytes <= KERNEL_BASE - address; }

bool memory_read(struct thread *thread, word_t address, word_t *value, struct missing *missing)
{
	char bytes[sizeof(word_t)];
	for (word_t index = 0; index < sizeof(word_t); index++) {
		const char *byte = page_or_missing(thread, address + index, ACCESS_READ, missing);
		if (byte == NULL)
			return false;
		bytes[index] = *byte;
	}
	__builtin_memcpy(value, bytes, sizeof(*value));
	return true;
}

bool memory_write(struct thread *thread, word_t address, word_t value, struct missing *missing)
{
	for (word_t index = 0; index < sizeof(word_t); index++) {
		char *byte = page_or_missing(thread, address + index, ACCESS_WRITE, missing);
		if (byte == NULL)
			return false;
		*byte = (char)(value >> 8 * index);
	}
	return true;
}

bool memory_copy(struct thread *from, word_t source, struct thread *to, word_t target, word_t bytes,
                 struct missing *missing)
{
	while (bytes > 0) {
		word_t piece = PAGE_SIZE - (source & (PAGE_SIZE - 1));
		if (piece > PAGE_SIZE - (target & (PAGE_SIZE - 1)))
			piece = PAGE_SIZE - (target & (PAGE_SIZE - 1));
		if (piece > bytes)
			piece = bytes;
		void *out = page_or_missing(from, source, ACCESS_READ, missing);
		if (out == NULL)
			return false;
		void *in = page_or_missing(to, target, ACCESS_WRITE, missing);
		if (in == NULL)
			return false;
		__builtin_memmove(in, out, piece);
		source += piece;
		target += piece;
		bytes -= piece;
	}
	return true;
}
