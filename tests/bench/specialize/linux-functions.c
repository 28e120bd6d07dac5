/* Functions of a kernel, generic and specialized, on the same random input: compiled as the kernel is, run in user space. */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WEAK __attribute__((weak))
/* Arguments go as the kernel hands them over; k_ is what its names begin with here. */
#ifdef __i386__
#define KERNEL __attribute__((regparm(3)))
#else
#define KERNEL
#endif

WEAK KERNEL void *k_memcpy(void *to, const void *from, size_t count) { return memmove(to, from, count); }
WEAK KERNEL void *k_memset(void *to, int byte, size_t count) { return memset(to, byte, count); }
WEAK KERNEL size_t k_strlen(const char *text) { return strlen(text); }
WEAK KERNEL int k_memcmp(const void *one, const void *other, size_t count) { return memcmp(one, other, count); }
WEAK int k_snprintf(char *to, size_t size, const char *format, ...)
{
	va_list list;
	int length;

	va_start(list, format);
	length = vsnprintf(to, size, format, list);
	va_end(list);
	return length;
}

static unsigned seed = 1;
static unsigned next(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 8;
}
static unsigned some(void) { return next() % 3 ? next() % 40 : next() << 16 ^ next(); }
static void fill(void *to, size_t count)
{
	for (size_t i = 0; i < count; i++)
		((unsigned char *)to)[i] = next() % 4 ? "0123456789abcdefABCXxyz -+"[next() % 26] : next();
}

#if defined CASE_parse
KERNEL unsigned k__parse_integer_limit(const char *, unsigned, unsigned long long *, size_t);
KERNEL unsigned k_parse_made(const char *, unsigned, unsigned long long *, size_t);
static int differs(void)
{
	char text[24] = { 0 };
	unsigned long long values[2] = { 1, 1 };
	size_t most = next() % 24;
	unsigned one, other;

	fill(text, next() % 23);
	for (int i = 0; next() % 3 && i < 22; i++)
		text[i] = '0' + next() % 10;
	one = k__parse_integer_limit(text, 10, &values[0], most);
	other = k_parse_made(text, 10, &values[1], most);
	return one != other || values[0] != values[1];
}
#elif defined CASE_sort
typedef KERNEL int compare(const void *, const void *, const void *);
typedef KERNEL void swap(void *, void *, int, const void *);
KERNEL void k_sort_r(void *, size_t, size_t, compare *, swap *, const void *);
KERNEL void k_sort_made(void *, size_t, size_t, compare *, swap *, const void *);
static unsigned asked[2];
static KERNEL int by_first(const void *one, const void *other, const void *count)
{
	++*(unsigned *)count;
	return *(const int *)one < *(const int *)other ? -1 : *(const int *)one > *(const int *)other;
}
static int differs(void)
{
	int one[32], other[32];
	size_t count = next() % 17;

	asked[0] = asked[1] = 0;
	for (int i = 0; i < 32; i++)
		one[i] = other[i] = (int)some();
	k_sort_r(one, count, 8, by_first, NULL, &asked[0]);
	k_sort_made(other, count, 8, by_first, NULL, &asked[1]);
	for (size_t i = 1; i < count; i++)
		if (one[2 * i] < one[2 * i - 2])
			return 1;
	return memcmp(one, other, sizeof(one)) || asked[0] != asked[1];
}
#elif defined CASE_dump
KERNEL int k_hex_dump_to_buffer(const void *, size_t, int, int, char *, size_t, _Bool);
KERNEL int k_dump_made(const void *, size_t, int, int, char *, size_t, _Bool);
static int differs(void)
{
	unsigned char bytes[40];
	char one[100], other[100];
	size_t length = next() % 40, room = next() % 3 ? 80 + next() % 20 : next() % 100;
	_Bool is_text = next() & 1;
	int results[2];

	fill(bytes, sizeof(bytes));
	fill(one, sizeof(one));
	memcpy(other, one, sizeof(one));
	results[0] = k_hex_dump_to_buffer(bytes, length, 16, 1, one, room, is_text);
	results[1] = k_dump_made(bytes, length, 16, 1, other, room, is_text);
	return results[0] != results[1] || memcmp(one, other, sizeof(one));
}
#elif defined CASE_compare
KERNEL int k_strncasecmp(const char *, const char *, size_t);
KERNEL int k_compare_made(const char *, const char *, size_t);
static int differs(void)
{
	char one[8] = { 0 }, other[8] = { 0 };

	fill(one, next() % 7);
	memcpy(other, one, 8);
	for (int i = 0; i < 4; i++)
		other[i] = next() % 5 ? (char)(next() & 1 ? toupper((unsigned char)one[i]) : one[i]) : (char)next();
	return k_strncasecmp(one, other, 4) != k_compare_made(one, other, 4);
}
#elif defined CASE_number
/* As lib/vsprintf.c has it. */
struct __attribute__((packed)) spec { unsigned type : 8; signed width : 24; unsigned flags : 8, base : 8; signed precision : 16; };
KERNEL char *k_number_generic(char *, char *, unsigned long long, struct spec);
KERNEL char *k_number_specialized(char *, char *, unsigned long long, struct spec);
static int differs(void)
{
	char texts[2][80];
	char *ends[2];
	unsigned long long value = (unsigned long long)some() << (next() % 3 ? 0 : next() % 33);
	int room = next() % 3 ? 70 : next() % 40;
	struct spec spec = { .type = 11, .width = next() % 40, .flags = 0, .base = 10, .precision = (int)(next() % 30) - 1 };

	fill(texts[0], 80);
	memcpy(texts[1], texts[0], 80);
	ends[0] = k_number_generic(texts[0], texts[0] + room, value, spec);
	ends[1] = k_number_specialized(texts[1], texts[1] + room, value, spec);
	return ends[0] - texts[0] != ends[1] - texts[1] || memcmp(texts[0], texts[1], 80);
}
#elif defined CASE_crc
KERNEL unsigned k_crc32_le(unsigned, const unsigned char *, size_t);
KERNEL unsigned k_crc_made(unsigned, const unsigned char *, size_t);
static int differs(void)
{
	unsigned char bytes[24];
	unsigned start = some(), at = next() % 4;

	fill(bytes, sizeof(bytes));
	return k_crc32_le(start, bytes + at, 20) != k_crc_made(start, bytes + at, 20);
}
#elif defined CASE_bits
KERNEL _Bool k___bitmap_equal(const unsigned long *, const unsigned long *, unsigned);
KERNEL _Bool k_equal_made(const unsigned long *, const unsigned long *, unsigned);
static int differs(void)
{
	unsigned long one[4], other[4];

	for (int i = 0; i < 4; i++)
		one[i] = other[i] = next() << 16 ^ next();
	if (next() & 1)
		other[next() % 4] ^= 1ul << next() % 32;
	return k___bitmap_equal(one, other, 75) != k_equal_made(one, other, 75);
}
#endif

int main(void)
{
	int bad = 0;

	for (int i = 0; i < INPUTS; i++)
		bad += differs();
	printf("%d\n", bad);
	return bad != 0;
}
