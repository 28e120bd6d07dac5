#include <stdio.h>
#include <string.h>
int main(void)
{
	static const int pids[] = { 0, 7, -12, 2147483647 };
	static const char *const names[] = { "init", "", 0 };
	char one[64], other[64];
	for (int at = 0; at < 12; at++)
		for (int room = 0; room < 64; room += 9) {
			struct out generic = { one, one + room }, made = { other, other + room };
			memset(one, '.', sizeof one), memset(other, '.', sizeof other);
			int n = line(&generic, pids[at % 4], names[at / 4], at * 0x1234567u);
			int m = line1(&made, pids[at % 4], names[at / 4], at * 0x1234567u);
			if (n != m || memcmp(one, other, sizeof one) != 0)
				return printf("%.*s\n%.*s\n", 64, one, 64, other), 1;
			generic.p = one, made.p = other;
			if (fmt(&generic, "%d: %s %08x\n", pids[at % 4], names[at / 4], at) != fmt1(&made, 0, pids[at % 4], names[at / 4], at) || memcmp(one, other, sizeof one) != 0)
				return 2;
		}
	return 0;
}
