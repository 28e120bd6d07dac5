/* One case by one way, 1000 times or as often as said: `cases-main CASE WAY COUNT`. The result says whether all ways do the same. */
#include "cases.c"
#include "cases-residual.c"
#include <stdio.h>
#include <stdlib.h>
#include "ways.h"

WAYS(format, KNOWN(line_format))
WAYS(match, KNOWN(name_pattern))
WAYS(stack_machine, KNOWN(expression))
WAYS(threaded, KNOWN(steps))
WAYS(checksum, KNOW(n == 20))
WAYS(remainder_of, KNOW(n == 0x31))
WAYS(read_file, KNOWN(&memory_file); KNOW(n == 4))
WAYS(set_up, KNOWN(serial_line))
WAYS(sort, KNOWN(larger); KNOW(n == 4))
WAYS(fields, KNOWN(widths))
WAYS(compare, KNOWN(magic); KNOW(n == 4))
WAYS(schedule, KNOWN(classes))

#define CASE(name, what, n) { { name##_generic, name##_by_hand, name##_made, name##_assumed }, what, n }
static const struct { int (*ways[4]) PARAMETERS; const void *what; int n; } cases[] = {
	CASE(format, line_format, 2), CASE(match, name_pattern, 2), CASE(stack_machine, expression, 2), CASE(threaded, steps, 2),
	CASE(checksum, 0, 20), CASE(remainder_of, 0, 0x31), CASE(read_file, &memory_file, 4), CASE(set_up, serial_line, 2),
	CASE(sort, (const void *)larger, 4), CASE(fields, widths, 2), CASE(compare, magic, 4), CASE(schedule, classes, 2),
};
static u32 seed = 1, sum;
static u32 next(void) { return (seed = seed * 1664525u + 1013904223u) >> 8; }
static void note(u32 x) { sum = sum * 31 + x; }

int main(int count, char **words)
{
	int one = count > 1 ? atoi(words[1]) : 0, way = count > 2 ? atoi(words[2]) : 0, times = count > 3 ? atoi(words[3]) : 1000;
	for (int i = 0; i < times; i++) {
		u8 b[64];
		for (int k = 0; k < 64; k++)
			b[k] = (u8)next();
		if (one == 1 && next() % 4)
			b[0] = 'a', b[1] = 'x', b[2] = '0' + next() % 12, b[3] = next() % 4 ? 'b' : 'c', b[4] = 0;
		if (one == 10 && next() % 4)
			b[0] = 0x7f, b[1] = 'E', b[2] = 'L', b[3] = next() % 2 ? 'F' : 'G';
		note((u32)cases[one].ways[way](b, (int)(next() << 8 >> next() % 24), cases[one].what, cases[one].n));
		for (int k = 0; k < 64; k++)
			note(b[k]);
	}
	printf("%u\n", sum);
	return 0;
}
