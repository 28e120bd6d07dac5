/* What compilers call by themselves. */
#include "types.h"

void *memset(void *to, int value, size_t bytes);
void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);

void *memset(void *to, int value, size_t bytes)
{
	void *start = to;
	__asm__ volatile("rep stosb" : "+D"(to), "+c"(bytes) : "a"(value) : "memory");
	return start;
}

void *memcpy(void *to, const void *from, size_t bytes)
{
	void *start = to;
	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
	return start;
}

void *memmove(void *to, const void *from, size_t bytes)
{
	if ((word_t)to - (word_t)from >= bytes)
		return memcpy(to, from, bytes);
	for (char *end = (char *)to + bytes; bytes > 0; bytes--)
		*--end = ((const char *)from)[bytes - 1];
	return to;
}

int memcmp(const void *one, const void *other, size_t bytes);
size_t strlen(const char *text);

int memcmp(const void *one, const void *other, size_t bytes)
{
	const unsigned char *a = one, *b = other;
	for (; bytes > 0; bytes--, a++, b++)
		if (*a != *b)
			return *a - *b;
	return 0;
}

size_t strlen(const char *text)
{
	size_t length = 0;
	while (text[length] != 0)
		length++;
	return length;
}
