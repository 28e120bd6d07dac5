/* The system calls of the network, which ends where it begins: what is sent is received at once. */
#include "abi/errno.h"
#include "arch/cpu.h"
#include "kernel/printk.h"
#include "kernel/signal.h"
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

uint32_t __attribute__((weak)) filter_attached_dns_plugged(const uint8_t *packet, uint32_t length)
{
	return filter_attached(packet, length);
}

bool __attribute__((weak)) put_call_plugged(struct xdr *xdr, struct call_message *call)
{
	return xdr_bound_call(xdr, call);
}

bool __attribute__((weak)) get_call_plugged(struct xdr *xdr, struct call_message *call)
{
	return xdr_bound_call(xdr, call);
}

struct weft_plug __attribute__((weak)) weft_plug_filter_attached_dns, weft_plug_put_call, weft_plug_get_call;

static const struct filter_instruction *const programs[FILTER_PROGRAMS] = { filter_udp, filter_dns,
									    filter_dns_subnet };

filter_function *__attribute__((weak)) filter_loaded_make(const struct filter_instruction *pc, uint32_t length)
{
	(void)pc;
	(void)length;
	return NULL;
}

void __attribute__((weak)) filter_loaded_free(filter_function *code)
{
	(void)code;
}

filter_function *__attribute__((weak)) filter_counted_make(const struct filter_instruction *pc, uint32_t length)
{
	(void)pc;
	(void)length;
	return NULL;
}

void __attribute__((weak)) filter_counted_free(filter_function *code)
{
	(void)code;
}

static uint32_t packets_counted;

void count_kept(uint32_t bytes)
{
	if (bytes)
		packets_counted++;
}

/* Those of one program are counted as well. */
static filter_function *make_filter(enum filter_program program)
{
	const struct filter_instruction *pc = programs[program];

	return program == FILTER_UDP ? filter_counted_make(pc, PACKET_SIZE) : filter_loaded_make(pc, PACKET_SIZE);
}

static void free_filter(enum filter_program program, filter_function *code)
{
	if (program == FILTER_UDP)
		filter_counted_free(code);
	else
		filter_loaded_free(code);
}

/* By code of the program's own, which is made when it is first asked for; where there is none, by the interpreter. */
static uint32_t filter_loaded(enum net_route route, enum filter_program program, const uint8_t *packet)
{
	static filter_function *loaded[FILTER_PROGRAMS];
	static bool was_loaded;
	static uint32_t expected;
	const struct filter_instruction *pc = programs[program];
	uint32_t kept;

	if (route == NET_UNLOADED) {
		if (program == FILTER_UDP && expected)
			printk("filter: %d packets kept, %d counted by code made at run time\n", expected,
			       packets_counted);
		free_filter(program, loaded[program]);
		loaded[program] = NULL;
	} else if (!loaded[program]) {
		loaded[program] = make_filter(program);
		if (loaded[program] && !was_loaded)
			printk("filter: code made at run time\n");
		was_loaded = true;
	}
	kept = (loaded[program] ? loaded[program] : filter_packet)(pc, packet, PACKET_SIZE);
	if (loaded[program] && program == FILTER_UDP && kept)
		expected++;
	return kept;
}

static uint32_t __attribute__((noinline)) filter_null(const uint8_t *packet, uint32_t length)
{
	return packet ? length : 0;
}

static uint32_t filter_by(enum net_route route, enum filter_program program, const uint8_t *packet)
{
	if (route == NET_GENERIC)
		return filter_packet(programs[program], packet, PACKET_SIZE);
	if (route == NET_NULL)
		return filter_null(packet, PACKET_SIZE);
	if (route == NET_ATTACHED)
		return filter_attached_dns_plugged(packet, PACKET_SIZE);
	if (route == NET_LOADED || route == NET_UNLOADED)
		return filter_loaded(route, program, packet);
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

static uint32_t filter_time;

int sys_filter(const struct filter_request __user *asked)
{
	struct filter_request request;
	uint32_t start;
	uint32_t kept;

	if (copy_from_user(&request, asked, sizeof(request)))
		return -EFAULT;
	if (request.route >= NET_ROUTES || request.program >= FILTER_PROGRAMS)
		return -EINVAL;
	start = time_stamp();
	kept = filter_by(request.route, request.program, request.packet);
	filter_time = time_stamp() - start;
	return (int)kept;
}

static bool write_call(enum net_route route, struct xdr *xdr, struct call_message *call)
{
	switch (route) {
	case NET_HAND:
		return xdr_call_by_hand(xdr, call);
	case NET_SPECIALIZED:
		return xdr_call_made(xdr, call, CALL_VALUES);
	case NET_ATTACHED:
		return put_call_plugged(xdr, call);
	default:
		return xdr_call(xdr, call, CALL_VALUES);
	}
}

static bool read_call(enum net_route route, struct xdr *xdr, struct call_message *call)
{
	if (route == NET_HAND)
		return xdr_read_by_hand(xdr, call);
	if (route == NET_ATTACHED)
		return get_call_plugged(xdr, call);
	return xdr_call(xdr, call, CALL_VALUES);
}

/* The other end does what the call asks for. */
static int32_t serve(const struct call_message *call)
{
	int32_t result = call->values[0];

	for (int i = 1; i < CALL_VALUES; i++) {
		if (call->procedure == PROCEDURE_SUM)
			result += call->values[i];
		else if (result < call->values[i])
			result = call->values[i];
	}
	return result;
}

static bool go_round(struct call_request *request, struct call_message *call)
{
	uint32_t message[CALL_BYTES / 4] = { 0 };
	struct xdr written = { XDR_ENCODE, &xdr_memory, message, CALL_BYTES };
	struct xdr read = { XDR_DECODE, &xdr_memory, message, CALL_BYTES };
	struct call_message arrived = { 0 };
	uint32_t start = time_stamp();
	bool is_sent = write_call(request->route, &written, call) && read_call(request->route, &read, &arrived);

	request->marshaled = time_stamp() - start;
	if (!is_sent || written.left != read.left || written.at != read.at)
		return false;
	request->checksum = 0;
	/* Without the call's number, which is another each time. */
	for (int i = 1; i < CALL_BYTES / 4; i++)
		request->checksum = request->checksum * 31 + message[i];
	request->result = serve(&arrived);
	return true;
}

int sys_call(struct call_request __user *asked)
{
	static int32_t calls;
	struct call_request request;
	struct call_message call = { 0 };

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
	return go_round(&request, &call) ? copy_to_user(asked, &request, sizeof(request)) : -EINVAL;
}

int sys_attach(enum attach_operation operation, uint32_t value)
{
	switch (operation) {
	case ATTACH_FILTER:
		if (value >= FILTER_PROGRAMS)
			return -EINVAL;
		attached_filter.program = programs[value];
		return 0;
	case ATTACH_CALL:
		if (value > CALL_VALUES)
			return -EINVAL;
		call_binding.count = (int)value;
		return 0;
	case ATTACH_TIME:
		return (int)filter_time;
	case ATTACH_PLUGS:
		return (int)(weft_plug_filter_attached_dns.plugs + weft_plug_put_call.plugs +
			     weft_plug_get_call.plugs);
	case ATTACH_REPLUGS:
		return (int)(weft_plug_filter_attached_dns.replugs + weft_plug_put_call.replugs +
			     weft_plug_get_call.replugs);
	}
	return -EINVAL;
}
