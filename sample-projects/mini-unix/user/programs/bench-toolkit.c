/*
 * What signals, packets and remote calls cost on each route, and what writes of guarded terms do. As init under 'qemu
 * -icount shift=0' the time stamp counts instructions, so the numbers are exact: weft run --append init=/bin/bench-toolkit
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

/* The same in the middle of as many processes as the paper's machine ran: generic code looks for the receiver. */
static void among_many(void)
{
	static int sleepers[60];
	int status;
	int middle = 0;

	for (int i = 0; i < 60; i++) {
		if (i == 30)
			middle = fork();
		if (i == 30 && middle == 0) {
			while (!signals(SIGNALS_TAKE, 0))
				yield();
			print("bench: generic_among_62 %u\n", signals_by(ROUTE_GENERIC));
			print("bench: again_among_62 %u\n", signals_by(ROUTE_AGAIN));
			exit(0);
		}
		sleepers[i] = fork();
		if (sleepers[i] == 0) {
			pause();
			exit(0);
		}
	}
	kill(middle, SIGUSR2, ROUTE_GENERIC);
	wait(middle, &status);
	for (int i = 0; i < 60; i++)
		kill(sleepers[i], SIGUSR2, ROUTE_GENERIC);
}

static void filters(const char *name, enum filter_program program, uint32_t route)
{
	static struct filter_request request;

	request.route = route;
	request.program = program;
	request.packet[12] = 8;
	request.packet[14] = 0x45;
	request.packet[23] = 17;
	request.packet[26] = 10;
	request.packet[28] = 1;
	request.packet[37] = 53;
	for (int i = 0; i < 16; i++)
		filter(&request);
	print("bench: filter_%s %u\n", name, (uint32_t)attach(ATTACH_TIME, 0));
}

static void calls(const char *name, enum net_route route)
{
	static struct call_request request;
	uint32_t start;

	request.route = route;
	request.procedure = PROCEDURE_SUM;
	for (int i = 0; i < 16; i++)
		call(&request);
	start = now();
	for (int i = 0; i < ROUNDS; i++)
		call(&request);
	print("bench: call_%s %u\n", name, (now() - start) / ROUNDS);
	print("bench: marshal_%s %u\n", name, request.marshaled);
}

/* Facts that change after every ten packets. */
static void storm(const char *name, enum net_route route)
{
	static struct filter_request request;
	uint32_t start = now();

	request.route = route;
	request.program = FILTER_DNS;
	for (int i = 0; i < ROUNDS; i++) {
		attach(ATTACH_FILTER, FILTER_DNS);
		for (int k = 0; k < 10; k++)
			filter(&request);
		attach(ATTACH_FILTER, FILTER_UDP);
	}
	print("bench: storm_%s %u\n", name, (now() - start) / ROUNDS);
}

int main(void)
{
	uint32_t empty = empty_calls();

	print("bench: empty %u\n", empty);
	print("bench: generic %u\n", signals_by(ROUTE_GENERIC));
	print("bench: hand %u\n", signals_by(ROUTE_HAND));
	print("bench: specialized %u\n", signals_by(ROUTE_SPECIALIZED));
	print("bench: plugged %u\n", signals_by(ROUTE_PLUGGED));
	print("bench: again %u\n", signals_by(ROUTE_AGAIN));
	print("bench: setuid %u\n", writes());
	among_many();
	attach(ATTACH_FILTER, FILTER_DNS);
	filters("generic", FILTER_DNS, NET_GENERIC);
	filters("hand", FILTER_DNS, NET_HAND);
	filters("specialized", FILTER_DNS, NET_SPECIALIZED);
	filters("plugged", FILTER_DNS, NET_ATTACHED);
	filters("null", FILTER_DNS, NET_NULL);
	calls("generic", NET_GENERIC);
	calls("hand", NET_HAND);
	calls("specialized", NET_SPECIALIZED);
	calls("plugged", NET_ATTACHED);
	storm("generic", NET_GENERIC);
	storm("plugged", NET_ATTACHED);
	/* The longer it goes on, the less is tried. */
	for (int i = 0; i < 8; i++)
		storm("later", NET_ATTACHED);
	print("bench: storm_hits %u\n", (uint32_t)attach(ATTACH_REPLUGS, 0));
	print("bench: plugs %u replugs %u\n", (uint32_t)signals(SIGNALS_PLUGS, 0),
	      (uint32_t)signals(SIGNALS_REPLUGS, 0));
	poweroff(false);
	return 0;
}
