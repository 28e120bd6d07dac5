/*
 * The loopback network: filters of packets and remote calls, each by the generic code, by hand-written code and by what Weft
 * made of the generic.
 */
#include "user/runtime/runtime.h"

static uint32_t seed = 1;

static uint32_t next(void)
{
	seed = seed * 1664525u + 1013904223u;
	return seed >> 8;
}

static void make_packet(uint8_t *packet)
{
	for (int i = 0; i < PACKET_SIZE; i++)
		packet[i] = (uint8_t)next();
	packet[12] = next() % 8 ? 8 : 6;
	packet[13] = 0;
	packet[14] = next() % 8 ? 0x45 : 0x4f;
	packet[20] = packet[21] = 0;
	packet[23] = next() % 4 ? 17 : 6;
	packet[26] = 10;
	packet[27] = 0;
	packet[28] = next() % 2 ? 1 : 2;
	packet[36] = 0;
	packet[37] = next() % 2 ? 53 : 80;
}

static void test_filters(void)
{
	static struct filter_request request;
	int different = 0;
	int loaded = 0;
	int kept = 0;

	for (int i = 0; i < 300; i++) {
		make_packet(request.packet);
		for (request.program = 0; request.program < FILTER_PROGRAMS; request.program++) {
			int results[3];

			for (request.route = NET_GENERIC; request.route <= NET_SPECIALIZED; request.route++)
				results[request.route] = filter(&request);
			request.route = i % 100 ? NET_LOADED : NET_UNLOADED;
			loaded += filter(&request) != results[NET_GENERIC];
			kept += results[NET_GENERIC] == 96;
			different += results[NET_HAND] != results[NET_GENERIC];
			different += results[NET_SPECIALIZED] != results[NET_GENERIC];
		}
	}
	check(different == 0, "three ways to filter packets do the same: %d differ", different);
	check(loaded == 0, "code made for loaded filters does the same: %d differ", loaded);
	check(kept > 100 && kept < 800, "some packets pass: %d", kept);
	request.program = FILTER_PROGRAMS;
	check(filter(&request) == -EINVAL, "there is no fourth filter");
}

static void test_calls(void)
{
	static struct call_request request;
	int wrong = 0;

	for (int i = 0; i < 100; i++) {
		uint32_t checksums[3];
		int32_t sum = 0;

		for (int k = 0; k < CALL_VALUES; k++) {
			request.values[k] = (int32_t)next() - (1 << 23);
			sum += request.values[k];
		}
		request.procedure = PROCEDURE_SUM;
		for (request.route = NET_GENERIC; request.route <= NET_SPECIALIZED; request.route++) {
			wrong += call(&request) != 0 || request.result != sum;
			checksums[request.route] = request.checksum;
		}
		wrong += checksums[NET_HAND] != checksums[NET_GENERIC];
		wrong += checksums[NET_SPECIALIZED] != checksums[NET_GENERIC];
	}
	check(wrong == 0, "three ways to marshal a call do the same: %d differ", wrong);
	request.procedure = 99;
	check(call(&request) == -EINVAL, "there is no such procedure");
}

/* Whatever is attached: the fast versions are for one program and one number of values, and must never answer for others. */
static void test_attached(void)
{
	static struct filter_request packet;
	static struct call_request request;
	int wrong = 0;

	for (int i = 0; i < 240; i++) {
		uint32_t chosen = i / 20 % 2 ? FILTER_DNS : (uint32_t)(i / 40 % FILTER_PROGRAMS);
		int expected;

		attach(ATTACH_FILTER, chosen);
		for (int k = 0; k < 3; k++) {
			make_packet(packet.packet);
			packet.program = chosen;
			packet.route = NET_GENERIC;
			expected = filter(&packet);
			packet.route = NET_ATTACHED;
			wrong += filter(&packet) != expected;
		}
	}
	check(wrong == 0, "an attached filter is the one that answers: %d wrong", wrong);
	wrong = 0;
	request.route = NET_ATTACHED;
	request.procedure = PROCEDURE_SUM;
	for (int i = 0; i < 90; i++) {
		int count = i / 30 % 3 ? CALL_VALUES : 7;
		int32_t sum = 0;

		attach(ATTACH_CALL, (uint32_t)count);
		for (int k = 0; k < CALL_VALUES; k++) {
			request.values[k] = (int32_t)next() - (1 << 23);
			sum += k < count ? request.values[k] : 0;
		}
		wrong += call(&request) != 0 || request.result != sum;
	}
	attach(ATTACH_CALL, CALL_VALUES);
	check(wrong == 0, "a call has the values that were agreed upon: %d wrong", wrong);
	print("net: %d plugs, %d replugs\n", attach(ATTACH_PLUGS, 0), attach(ATTACH_REPLUGS, 0));
}

int main(void)
{
	test_filters();
	test_calls();
	test_attached();
	return failed_checks();
}
