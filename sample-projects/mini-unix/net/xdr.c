/* Marshaling, in layers: a message of numbers, a number of either sign, a stream that keeps them in memory. */
#include "net/xdr.h"

static uint32_t swapped(uint32_t value)
{
	return value >> 24 | (value >> 8 & 0xff00) | (value << 8 & 0xff0000) | value << 24;
}

static bool memory_put(struct xdr *xdr, const uint32_t *value)
{
	xdr->left -= 4;
	if (xdr->left < 0)
		return false;
	*xdr->at = swapped(*value);
	xdr->at++;
	return true;
}

static bool memory_get(struct xdr *xdr, uint32_t *value)
{
	xdr->left -= 4;
	if (xdr->left < 0)
		return false;
	*value = swapped(*xdr->at);
	xdr->at++;
	return true;
}

const struct xdr_operations xdr_memory = { memory_put, memory_get };

static bool xdr_word(struct xdr *xdr, uint32_t *value)
{
	switch (xdr->operation) {
	case XDR_ENCODE:
		return xdr->operations->put(xdr, value);
	case XDR_DECODE:
		return xdr->operations->get(xdr, value);
	case XDR_FREE:
		return true;
	}
	return false;
}

static bool xdr_int(struct xdr *xdr, int32_t *value)
{
	return xdr_word(xdr, (uint32_t *)value);
}

static bool xdr_vector(struct xdr *xdr, int32_t *values, int count)
{
	for (int i = 0; i < count; i++)
		if (!xdr_int(xdr, &values[i]))
			return false;
	return true;
}

bool xdr_call(struct xdr *xdr, struct call_message *call, int count)
{
	return xdr_int(xdr, &call->number) && xdr_int(xdr, &call->direction) && xdr_int(xdr, &call->version) &&
	       xdr_int(xdr, &call->program) && xdr_int(xdr, &call->procedure) && xdr_int(xdr, &count) &&
	       xdr_vector(xdr, call->values, count);
}

struct call_binding call_binding = { &xdr_memory, CALL_VALUES };

bool xdr_bound_call(struct xdr *xdr, struct call_message *call)
{
	xdr->operations = call_binding.operations;
	return xdr_call(xdr, call, call_binding.count);
}

/* What somebody would write who knows the message and that it fits. */
bool xdr_call_by_hand(struct xdr *xdr, struct call_message *call)
{
	uint32_t *at = xdr->at;

	at[0] = swapped((uint32_t)call->number);
	at[1] = swapped((uint32_t)call->direction);
	at[2] = swapped((uint32_t)call->version);
	at[3] = swapped((uint32_t)call->program);
	at[4] = swapped((uint32_t)call->procedure);
	at[5] = swapped(CALL_VALUES);
	for (int i = 0; i < CALL_VALUES; i++)
		at[6 + i] = swapped((uint32_t)call->values[i]);
	xdr->at = at + 6 + CALL_VALUES;
	xdr->left -= CALL_BYTES;
	return true;
}

bool xdr_read_by_hand(struct xdr *xdr, struct call_message *call)
{
	const uint32_t *at = xdr->at;

	call->number = (int32_t)swapped(at[0]);
	call->direction = (int32_t)swapped(at[1]);
	call->version = (int32_t)swapped(at[2]);
	call->program = (int32_t)swapped(at[3]);
	call->procedure = (int32_t)swapped(at[4]);
	for (int i = 0; i < CALL_VALUES; i++)
		call->values[i] = (int32_t)swapped(at[6 + i]);
	xdr->at += 6 + CALL_VALUES;
	xdr->left -= CALL_BYTES;
	return true;
}
