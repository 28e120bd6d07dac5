/*
 * Breaks a fact again and again that a specialized function relies on, for watching the kernel: the interface's filter is
 * asked often, and once a second another one is attached. Never ends: weft run --live --append init=/bin/change-facts
 */
#include "user/runtime/runtime.h"

#define PACKETS 5000

static void filter_packets(void)
{
	static struct filter_request request;

	request.route = NET_ATTACHED;
	for (int i = 0; i < PACKETS; i++)
		filter(&request);
}

int main(void)
{
	print("change-facts: begins\n");
	for (;;) {
		attach(ATTACH_FILTER, FILTER_DNS);
		filter_packets();
		sleep_milliseconds(800);
		attach(ATTACH_FILTER, FILTER_UDP);
		sleep_milliseconds(200);
	}
}
