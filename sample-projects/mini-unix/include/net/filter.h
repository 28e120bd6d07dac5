/* Packet filters: small programs over the bytes of a packet, as tcpdump compiles them. */
#ifndef NET_FILTER_H
#define NET_FILTER_H

#include "abi/net.h"
#include "kernel/types.h"

enum filter_code {
	FILTER_LOAD_WORD,   /* accumulator = 4 bytes at k */
	FILTER_LOAD_HALF,
	FILTER_LOAD_BYTE,
	FILTER_LOAD_HEADER, /* index = 4 * low half of the byte at k: the length of an IP header */
	FILTER_LOAD_HALF_INDEXED, /* accumulator = 2 bytes at index + k */
	FILTER_AND,
	FILTER_JUMP_EQUAL,
	FILTER_JUMP_GREATER,
	FILTER_JUMP_SET,
	FILTER_RETURN,
};

struct filter_instruction {
	uint16_t code;
	uint8_t jump_true;
	uint8_t jump_false;
	uint32_t k;
};

/* Bytes of the packet to keep; 0 where the program reads behind the packet's end. */
uint32_t filter_packet(const struct filter_instruction *pc, const uint8_t *packet, uint32_t length);

/* The program that a network interface asks of each packet. */
struct attached_filter {
	const struct filter_instruction *program;
};

extern struct attached_filter attached_filter;

/* What it says of a packet. */
uint32_t filter_attached(const uint8_t *packet, uint32_t length);
uint32_t filter_attached_dns_plugged(const uint8_t *packet, uint32_t length);

extern const struct filter_instruction filter_udp[];
extern const struct filter_instruction filter_dns[];
extern const struct filter_instruction filter_dns_subnet[];

/* The same for one program and packets of PACKET_SIZE, by hand and by net/filter.spec. */
uint32_t filter_udp_by_hand(const uint8_t *packet);
uint32_t filter_dns_by_hand(const uint8_t *packet, uint32_t length);
uint32_t filter_dns_subnet_by_hand(const uint8_t *packet);
uint32_t filter_udp_made(const struct filter_instruction *pc, const uint8_t *packet, uint32_t length);
uint32_t filter_dns_made(const struct filter_instruction *pc, const uint8_t *packet, uint32_t length);
uint32_t filter_dns_subnet_made(const struct filter_instruction *pc, const uint8_t *packet, uint32_t length);

/* Code for one program, made while the kernel runs, in place of filter_packet(); NULL where that can't be. */
typedef uint32_t filter_function(const struct filter_instruction *pc, const uint8_t *packet, uint32_t length);
filter_function *filter_loaded_make(const struct filter_instruction *pc, uint32_t length);
void filter_loaded_free(filter_function *code);

/* And one that counts what it keeps. */
uint32_t filter_counted_packet(const struct filter_instruction *pc, const uint8_t *packet, uint32_t length);
void count_kept(uint32_t bytes);
filter_function *filter_counted_make(const struct filter_instruction *pc, uint32_t length);
void filter_counted_free(filter_function *code);

#endif
