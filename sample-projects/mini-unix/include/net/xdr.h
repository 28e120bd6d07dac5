/*
 * External data representation, after Sun's: one description of a message writes it into a stream, reads it, and frees it,
 * as the stream says. All numbers are four bytes, the highest first.
 */
#ifndef NET_XDR_H
#define NET_XDR_H

#include "abi/net.h"
#include "kernel/types.h"

enum xdr_operation { XDR_ENCODE, XDR_DECODE, XDR_FREE };

struct xdr;

struct xdr_operations {
	bool (*put)(struct xdr *xdr, const uint32_t *value);
	bool (*get)(struct xdr *xdr, uint32_t *value);
};

struct xdr {
	enum xdr_operation operation;
	const struct xdr_operations *operations;
	uint32_t *at; /* in the message */
	int left; /* bytes */
};

/* The head of a call, and its arguments. */
struct call_message {
	int32_t number;
	int32_t direction;
	int32_t version;
	int32_t program;
	int32_t procedure;
	int32_t values[CALL_VALUES];
};

#define CALL_BYTES ((5 + 1 + CALL_VALUES) * 4)

extern const struct xdr_operations xdr_memory;

/* What two ends agreed upon: how streams work, and how many values a call has. */
struct call_binding {
	const struct xdr_operations *operations;
	int count;
};

extern struct call_binding call_binding;

/* False where the stream has no room, or ends. */
bool xdr_call(struct xdr *xdr, struct call_message *call, int count);

/* By the binding; the two others while it stays what it is and for that direction. */
bool xdr_bound_call(struct xdr *xdr, struct call_message *call);
bool put_call_plugged(struct xdr *xdr, struct call_message *call);
bool get_call_plugged(struct xdr *xdr, struct call_message *call);

/* The same into memory that is known to be large enough, by hand and by net/xdr.spec. */
bool xdr_call_by_hand(struct xdr *xdr, struct call_message *call);
bool xdr_read_by_hand(struct xdr *xdr, struct call_message *call);
bool xdr_call_made(struct xdr *xdr, struct call_message *call, int count);

#endif
