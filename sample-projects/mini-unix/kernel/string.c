/*
 * Memory and strings. The compiler may emit calls of memcpy and memset on its
 * own, so they are built without turning these loops into calls of themselves.
 */
#include "kernel/string.h"

void *memcpy(void *to, const void *from, size_t size)
{
	void *start = to;

	__asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(size) : : "memory");
	return start;
}

void *memmove(void *to, const void *from, size_t size)
{
	char *target = to;
	const char *source = from;

	if (target <= source || target >= source + size)
		return memcpy(to, from, size);
	while (size-- > 0)
		((volatile char *)target)[size] = source[size];
	return to;
}

void *memset(void *to, int byte, size_t size)
{
	void *start = to;

	__asm__ volatile("rep stosb" : "+D"(to), "+c"(size) : "a"(byte) : "memory");
	return start;
}

int memcmp(const void *a, const void *b, size_t size)
{
	const unsigned char *left = a;
	const unsigned char *right = b;

	for (size_t i = 0; i < size; i++)
		if (left[i] != right[i])
			return left[i] - right[i];
	return 0;
}

size_t strlen(const char *text)
{
	const char *end = text;

	while (*end)
		end++;
	return (size_t)(end - text);
}

int strcmp(const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	return (unsigned char)*a - (unsigned char)*b;
}

void string_copy(char *to, const char *from, size_t size)
{
	size_t length = min(strlen(from), size - 1);

	memcpy(to, from, length);
	to[length] = '\0';
}
