/* One case by one way, 1000 times or as often as said: `more-cases-main CASE WAY COUNT`. The result says whether all ways do the same. */
#include "more-cases.c"
#include "more-cases-residual.c"
#include <stdio.h>
#include <stdlib.h>
#include "ways.h"

WAYS(tokens, KNOWN(number_states))
WAYS(load, KNOWN(&program))
WAYS(encipher, KNOWN(key))
WAYS(message, KNOWN(request))
WAYS(regular, KNOWN(expression))
WAYS(put_fields, KNOWN(places))
WAYS(hash, KNOW(n == 10))
WAYS(tree, KNOWN(&whole))
WAYS(weigh, KNOWN(weights); KNOW(n == 8))
WAYS(route, KNOWN(routes))
WAYS(encode, KNOW(n == 4))
WAYS(may, KNOWN(access_list))
WAYS(report, KNOWN(process_name); KNOW(n == 40))

#define CASE(name, what, n) { { name##_generic, name##_by_hand, name##_made, name##_assumed }, what, n }
static const struct { int (*ways[4]) PARAMETERS; const void *what; int n; } cases[] = {
	CASE(tokens, number_states, 2), CASE(load, &program, 2), CASE(encipher, key, 2), CASE(message, request, 2),
	CASE(regular, expression, 2), CASE(put_fields, places, 2), CASE(hash, 0, 10), CASE(tree, &whole, 2),
	CASE(weigh, weights, 8), CASE(route, routes, 2), CASE(encode, 0, 4), CASE(may, access_list, 2),
	CASE(report, process_name, 40),
};
static u32 seed = 1, sum;
static u32 next(void) { return (seed = seed * 1664525u + 1013904223u) >> 8; }
static void note(u32 x) { sum = sum * 31 + x; }
static void text(u8 *b, const char *of, u32 letters)
{
	u32 length = next() % 12;
	for (u32 k = 0; k < length; k++)
		b[k] = (u8)of[next() % letters];
	b[length] = 0;
}

int main(int count, char **words)
{
	int one = count > 1 ? atoi(words[1]) : 0, way = count > 2 ? atoi(words[2]) : 0, times = count > 3 ? atoi(words[3]) : 1000;
	static const u32 nets[] = { 0x0a010000, 0x0a000000, 0xc0a80000, 0 };
	for (int i = 0; i < times; i++) {
		u8 b[64];
		u32 x = next() << 8 >> next() % 24;
		for (int k = 0; k < 64; k++)
			b[k] = (u8)next();
		if (one == 0)
			text(b, "-1.507x", next() % 4 ? 6 : 7);
		if (one == 4)
			text(b, "aaab", next() % 2 ? 4 : 3);
		if (one == 9)
			x = nets[next() % 4] | next() >> 8;
		note((u32)cases[one].ways[way](b, (int)x, cases[one].what, cases[one].n));
		for (int k = 0; k < 64; k++)
			note(b[k]);
	}
	printf("%u\n", sum);
	return 0;
}
