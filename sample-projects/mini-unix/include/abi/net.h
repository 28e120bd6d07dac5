/* What programs can ask of the loopback network: to filter a packet, and to call a procedure. */
#ifndef ABI_NET_H
#define ABI_NET_H

#include "abi/types.h"

/* Who does the work. All do the same. */
enum net_route {
	NET_GENERIC,     /* the interpreter of filters, the marshaling for any stream */
	NET_HAND,        /* written by hand for one filter, for one message */
	NET_SPECIALIZED, /* made by Weft of the generic, see net/filter.spec and net/xdr.spec */
	NET_ATTACHED,    /* for the program or the binding that was chosen before; specialized while it stays so */
	NET_LOADED,      /* filters alone: code that the kernel makes when the first packet comes */
	NET_UNLOADED,    /* filters alone: that code is taken away, the interpreter goes on */
	NET_NULL,        /* filters alone: nothing is asked; what a packet costs without a filter */
	NET_ROUTES
};

#define PACKET_SIZE 60
#define CALL_VALUES 20

enum filter_program {
	FILTER_UDP,        /* 6 instructions: is it UDP? */
	FILTER_DNS,        /* 10 instructions: is it for a name server? */
	FILTER_DNS_SUBNET, /* 15 instructions: within 10.0.1.0/24? */
	FILTER_PROGRAMS
};

/* For SYS_filter: the bytes of the packet to keep, 0 for none. */
struct filter_request {
	uint32_t route; /* enum net_route */
	uint32_t program; /* enum filter_program */
	uint8_t packet[PACKET_SIZE];
};

/* For SYS_attach: what NET_ATTACHED is about, and what Weft counts of it. */
enum attach_operation {
	ATTACH_FILTER, /* a program */
	ATTACH_CALL,   /* values of each call */
	ATTACH_PLUGS,
	ATTACH_REPLUGS,
	ATTACH_TIME, /* time stamps that the last filter took */
};

enum procedure { PROCEDURE_SUM = 1, PROCEDURE_LARGEST };

/* For SYS_call: the message goes over the loopback, and the answer comes back into result. */
struct call_request {
	uint32_t route; /* enum net_route */
	uint32_t procedure; /* enum procedure */
	int32_t values[CALL_VALUES];
	int32_t result;
	uint32_t checksum; /* of the message's bytes */
	uint32_t marshaled; /* time stamps that writing and reading it took */
};

#endif
