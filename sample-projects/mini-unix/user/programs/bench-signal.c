/*
 * What a signal to oneself costs on each route, and what a write of one's rights does. As init under 'qemu -icount
 * shift=0' the time stamp counts instructions, so the numbers are exact: weft run --append init=/bin/bench-signal
 */
#include "user/runtime/runtime.h"

#define ROUNDS 4096

static uint32_t now(void)
{
	uint32_t low;

	__asm__ volatile("rdtsc" : "=a"(low) : : "edx", "memory");
	return low;
}

static uint32_t signals_by(enum signal_route route)
{
	uint32_t start;
	int self = getpid();

	for (int i = 0; i < 16; i++) /* plugs what can be */
		kill(self, SIGUSR1, route);
	start = now();
	for (int i = 0; i < ROUNDS; i++)
		kill(self, SIGUSR1, route);
	return (now() - start) / ROUNDS;
}

/* A call that does nothing: what all others cost besides. */
static uint32_t empty_calls(void)
{
	uint32_t start = now();

	for (int i = 0; i < ROUNDS; i++)
		geteuid();
	return (now() - start) / ROUNDS;
}

static uint32_t writes(void)
{
	uint32_t start = now();

	for (int i = 0; i < ROUNDS; i++)
		setuid(0);
	return (now() - start) / ROUNDS;
}

int main(void)
{
	uint32_t empty = empty_calls();

	print("bench: empty %u\n", empty);
	print("bench: generic %u\n", signals_by(ROUTE_GENERIC));
	print("bench: hand %u\n", signals_by(ROUTE_HAND));
	print("bench: specialized %u\n", signals_by(ROUTE_SPECIALIZED));
	print("bench: plugged %u\n", signals_by(ROUTE_PLUGGED));
	print("bench: setuid %u\n", writes());
	print("bench: plugs %u replugs %u\n", (uint32_t)signals(SIGNALS_PLUGS, 0),
	      (uint32_t)signals(SIGNALS_REPLUGS, 0));
	poweroff(false);
	return 0;
}
