/* The interpreter of packet filters, three programs, and what somebody would write in their place. */
#include "net/filter.h"

const struct filter_instruction filter_udp[] = {
	{ FILTER_LOAD_HALF, .k = 12 },
	{ FILTER_JUMP_EQUAL, 0, 3, 0x800 },
	{ FILTER_LOAD_BYTE, .k = 23 },
	{ FILTER_JUMP_EQUAL, 0, 1, 17 },
	{ FILTER_RETURN, .k = 96 },
	{ FILTER_RETURN, .k = 0 },
};

const struct filter_instruction filter_dns[] = {
	{ FILTER_LOAD_HALF, .k = 12 },
	{ FILTER_JUMP_EQUAL, 0, 7, 0x800 },
	{ FILTER_LOAD_BYTE, .k = 23 },
	{ FILTER_JUMP_EQUAL, 0, 5, 17 },
	{ FILTER_LOAD_HALF, .k = 20 },
	{ FILTER_JUMP_SET, 3, 0, 0x1fff },
	{ FILTER_LOAD_HEADER, .k = 14 },
	{ FILTER_LOAD_HALF_INDEXED, .k = 16 },
	{ FILTER_JUMP_EQUAL, 1, 0, 53 },
	{ FILTER_RETURN, .k = 0 },
	{ FILTER_RETURN, .k = 96 },
};

const struct filter_instruction filter_dns_subnet[] = {
	{ FILTER_LOAD_HALF, .k = 12 },
	{ FILTER_JUMP_EQUAL, 0, 12, 0x800 },
	{ FILTER_LOAD_WORD, .k = 26 },
	{ FILTER_AND, .k = 0xffffff00 },
	{ FILTER_JUMP_EQUAL, 3, 0, 0x0a000100 },
	{ FILTER_LOAD_WORD, .k = 30 },
	{ FILTER_AND, .k = 0xffffff00 },
	{ FILTER_JUMP_EQUAL, 0, 6, 0x0a000100 },
	{ FILTER_LOAD_BYTE, .k = 23 },
	{ FILTER_JUMP_EQUAL, 0, 4, 17 },
	{ FILTER_LOAD_HALF, .k = 20 },
	{ FILTER_JUMP_SET, 2, 0, 0x1fff },
	{ FILTER_LOAD_HALF, .k = 36 },
	{ FILTER_JUMP_EQUAL, 1, 0, 53 },
	{ FILTER_RETURN, .k = 0 },
	{ FILTER_RETURN, .k = 96 },
};

uint32_t filter_packet(const struct filter_instruction *pc, const uint8_t *packet, uint32_t length)
{
	uint32_t accumulator = 0;
	uint32_t index = 0;
	uint32_t at;

	for (;; pc++) {
		switch (pc->code) {
		case FILTER_LOAD_WORD:
			at = pc->k;
			if (at + 4 > length)
				return 0;
			accumulator = (uint32_t)packet[at] << 24 | (uint32_t)packet[at + 1] << 16 |
				      (uint32_t)packet[at + 2] << 8 | packet[at + 3];
			continue;
		case FILTER_LOAD_HALF:
			at = pc->k;
			if (at + 2 > length)
				return 0;
			accumulator = (uint32_t)packet[at] << 8 | packet[at + 1];
			continue;
		case FILTER_LOAD_BYTE:
			at = pc->k;
			if (at >= length)
				return 0;
			accumulator = packet[at];
			continue;
		case FILTER_LOAD_HEADER:
			at = pc->k;
			if (at >= length)
				return 0;
			index = (packet[at] & 15u) << 2;
			continue;
		case FILTER_LOAD_HALF_INDEXED:
			at = index + pc->k;
			if (at + 2 > length)
				return 0;
			accumulator = (uint32_t)packet[at] << 8 | packet[at + 1];
			continue;
		case FILTER_AND:
			accumulator &= pc->k;
			continue;
		case FILTER_JUMP_EQUAL:
			pc += accumulator == pc->k ? pc->jump_true : pc->jump_false;
			continue;
		case FILTER_JUMP_GREATER:
			pc += accumulator > pc->k ? pc->jump_true : pc->jump_false;
			continue;
		case FILTER_JUMP_SET:
			pc += accumulator & pc->k ? pc->jump_true : pc->jump_false;
			continue;
		case FILTER_RETURN:
			return pc->k;
		default:
			return 0;
		}
	}
}

uint32_t filter_counted_packet(const struct filter_instruction *pc, const uint8_t *packet, uint32_t length)
{
	uint32_t kept = filter_packet(pc, packet, length);

	if (kept)
		count_kept(kept);
	return kept;
}

struct attached_filter attached_filter = { filter_udp };

uint32_t filter_attached(const uint8_t *packet, uint32_t length)
{
	return filter_packet(attached_filter.program, packet, length);
}

/* What somebody would write for one of the programs. */

static uint32_t half(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] << 8 | bytes[1];
}

static uint32_t word(const uint8_t *bytes)
{
	return half(bytes) << 16 | half(bytes + 2);
}

uint32_t filter_udp_by_hand(const uint8_t *packet)
{
	return half(packet + 12) == 0x800 && packet[23] == 17 ? 96 : 0;
}

uint32_t filter_dns_by_hand(const uint8_t *packet, uint32_t length)
{
	uint32_t header;

	if (half(packet + 12) != 0x800 || packet[23] != 17 || half(packet + 20) & 0x1fff)
		return 0;
	header = (packet[14] & 15u) << 2;
	return header + 18 <= length && half(packet + header + 16) == 53 ? 96 : 0;
}

uint32_t filter_dns_subnet_by_hand(const uint8_t *packet)
{
	if (half(packet + 12) != 0x800)
		return 0;
	if ((word(packet + 26) & 0xffffff00) != 0x0a000100 && (word(packet + 30) & 0xffffff00) != 0x0a000100)
		return 0;
	return packet[23] == 17 && !(half(packet + 20) & 0x1fff) && half(packet + 36) == 53 ? 96 : 0;
}
