/* The system calls of the network, which ends where it begins: what is sent is received at once. */
#include "abi/errno.h"
#include "kernel/printk.h"
#include "kernel/syscall.h"
#include "mm/user-memory.h"
#include "net/filter.h"
#include "net/xdr.h"

/* Where Weft has not made better ones. */
uint32_t __attribute__((weak))
filter_udp_made(const struct filter_instruction *pc, const uint8_t *packet, uint32_t length)
{
	return filter_packet(pc, packet, length);
}

uint32_t __attribute__((weak))
filter_dns_made(const struct filter_instruction *pc, const uint8_t *packet, uint32_t length)
{
	return filter_packet(pc, packet, length);
}

uint32_t __attribute__((weak))
filter_dns_subnet_made(const struct filter_instruction *pc, const uint8_t *packet, uint32_t length)
{
	return filter_packet(pc, packet, length);
}

bool __attribute__((weak)) xdr_call_made(struct xdr *xdr, struct call_message *call, int count)
{
	return xdr_call(xdr, call, count);
}

filter_function *__attribute__((weak))
filter_attached_make(const struct filter_instruction *pc, uint32_t length)
{
	(void)pc;
	(void)length;
	return NULL;
}

void __attribute__((weak)) filter_attached_free(filter_function *code)
{
	(void)code;
}

/* By code of the program's own, which is made when it is first asked for; until there is some, by the interpreter. */
static uint32_t filter_attached(enum net_route route, enum filter_program program,
				const struct filter_instruction *pc, const uint8_t *packet)
{
	static filter_function *attached[FILTER_PROGRAMS];
	static bool was_attached;

	if (route == NET_DETACHED) {
		filter_attached_free(attached[program]);
		attached[program] = NULL;
	} else if (!attached[program]) {
		attached[program] = filter_attached_make(pc, PACKET_SIZE);
		if (attached[program] && !was_attached) {
			printk("filter: code made at run time\n");
			was_attached = true;
		}
	}
	return (attached[program] ? attached[program] : filter_packet)(pc, packet, PACKET_SIZE);
}

static uint32_t filter_by(enum net_route route, enum filter_program program, const uint8_t *packet)
{
	static const struct filter_instruction *const programs[FILTER_PROGRAMS] = { filter_udp, filter_dns,
										    filter_dns_subnet };

	if (route == NET_GENERIC)
		return filter_packet(programs[program], packet, PACKET_SIZE);
	if (route == NET_ATTACHED || route == NET_DETACHED)
		return filter_attached(route, program, programs[program], packet);
	switch (program) {
	case FILTER_UDP:
		return route == NET_HAND ? filter_udp_by_hand(packet)
					 : filter_udp_made(filter_udp, packet, PACKET_SIZE);
	case FILTER_DNS:
		return route == NET_HAND ? filter_dns_by_hand(packet, PACKET_SIZE)
					 : filter_dns_made(filter_dns, packet, PACKET_SIZE);
	default:
		return route == NET_HAND ? filter_dns_subnet_by_hand(packet)
					 : filter_dns_subnet_made(filter_dns_subnet, packet, PACKET_SIZE);
	}
}

int sys_filter(const struct filter_request __user *asked)
{
	struct filter_request request;

	if (copy_from_user(&request, asked, sizeof(request)))
		return -EFAULT;
	if (request.route >= NET_ROUTES || request.program >= FILTER_PROGRAMS)
		return -EINVAL;
	return (int)filter_by(request.route, request.program, request.packet);
}

/* The other end: reads the call out of the message, and does what it asks for. */
static int serve(uint32_t *message, int32_t *result)
{
	struct xdr xdr = { XDR_DECODE, &xdr_memory, message, CALL_BYTES };
	struct call_message call;

	if (!xdr_call(&xdr, &call, CALL_VALUES))
		return -EINVAL;
	*result = call.values[0];
	for (int i = 1; i < CALL_VALUES; i++) {
		if (call.procedure == PROCEDURE_SUM)
			*result += call.values[i];
		else if (*result < call.values[i])
			*result = call.values[i];
	}
	return 0;
}

int sys_call(struct call_request __user *asked)
{
	static int32_t calls;
	struct call_request request;
	struct call_message call = { 0 };
	uint32_t message[CALL_BYTES / 4];
	struct xdr xdr = { XDR_ENCODE, &xdr_memory, message, CALL_BYTES };
	bool is_sent;

	if (copy_from_user(&request, asked, sizeof(request)))
		return -EFAULT;
	if (request.procedure != PROCEDURE_SUM && request.procedure != PROCEDURE_LARGEST)
		return -EINVAL;
	call.number = calls++ & 1;
	call.version = 2;
	call.program = 100003;
	call.procedure = (int32_t)request.procedure;
	for (int i = 0; i < CALL_VALUES; i++)
		call.values[i] = request.values[i];
	if (request.route == NET_HAND)
		is_sent = xdr_call_by_hand(&xdr, &call);
	else if (request.route == NET_SPECIALIZED)
		is_sent = xdr_call_made(&xdr, &call, CALL_VALUES);
	else
		is_sent = xdr_call(&xdr, &call, CALL_VALUES);
	if (!is_sent || xdr.left != 0 || xdr.at != message + CALL_BYTES / 4)
		return -EINVAL;
	request.checksum = 0;
	/* Without the call's number, which is another each time. */
	for (int i = 1; i < CALL_BYTES / 4; i++)
		request.checksum = request.checksum * 31 + message[i];
	if (serve(message, &request.result))
		return -EINVAL;
	return copy_to_user(asked, &request, sizeof(request));
}
