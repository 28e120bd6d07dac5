/*
 * What a call costs: instructions in user mode of a round trip, client and server apart, as the kernel counts them by
 * single steps. Role 0 serves and returns at once, role 1 calls.
 */
#include "runtime.h"

#include "cost_client.h"
#include "cost_server.h"
#include "names.h"
#include "serve.h"

#define CALLS 8 /* before the one that is counted: every page is there, every cache warm */

IDL4_INLINE CORBA_long cost_bench_tiny_implementation(CORBA_Object caller, const CORBA_long a, idl4_server_environment *env)
{
	(void)caller;
	(void)env;
	return a;
}
IDL4_PUBLISH_COST_BENCH_TINY(cost_bench_tiny_implementation)

IDL4_INLINE CORBA_long cost_bench_small_implementation(CORBA_Object caller, const CORBA_short a, const CORBA_long b, const CORBA_short c, idl4_server_environment *env)
{
	(void)caller;
	(void)a;
	(void)c;
	(void)env;
	return b;
}
IDL4_PUBLISH_COST_BENCH_SMALL(cost_bench_small_implementation)

IDL4_INLINE CORBA_long cost_bench_large_implementation(CORBA_Object caller, const CORBA_long a, const CORBA_long b, const CORBA_long c, const CORBA_long d, const CORBA_long e, const CORBA_long f, idl4_server_environment *env)
{
	(void)caller;
	(void)b;
	(void)c;
	(void)d;
	(void)e;
	(void)f;
	(void)env;
	return a;
}
IDL4_PUBLISH_COST_BENCH_LARGE(cost_bench_large_implementation)

IDL4_INLINE void cost_bench_strxfer_implementation(CORBA_Object caller, const CORBA_char *a, CORBA_long *b, CORBA_long *c, idl4_server_environment *env)
{
	(void)caller;
	(void)env;
	*b = a[0];
	*c = a[1];
}
IDL4_PUBLISH_COST_BENCH_STRXFER(cost_bench_strxfer_implementation)

IDL4_INLINE CORBA_long cost_bench_structxfer_implementation(CORBA_Object caller, const cost_large_t *a, CORBA_long *b, idl4_server_environment *env)
{
	(void)caller;
	(void)env;
	*b = a->h;
	return a->i;
}
IDL4_PUBLISH_COST_BENCH_STRUCTXFER(cost_bench_structxfer_implementation)

IDL4_INLINE void cost_bench_arrayxfer_implementation(CORBA_Object caller, const CORBA_char *str1, const CORBA_char *str2, const CORBA_long l1, const CORBA_long l2, idl4_server_environment *env)
{
	(void)caller;
	(void)str1;
	(void)str2;
	(void)l1;
	(void)l2;
	(void)env;
}
IDL4_PUBLISH_COST_BENCH_ARRAYXFER(cost_bench_arrayxfer_implementation)

SERVE(cost_bench, COST_BENCH)

static word_t server, reading; /* what a pair of readings costs itself */
static bool wrong;
static volatile CORBA_long in[6] = {11, 22, 33, 44, 55, 66}, out[2];
static cost_large_t large;
static CORBA_char array[2][400];

static void report(const char *name, word_t client_instructions, word_t server_instructions)
{
	if (name != NULL)
		print("cost %s %u %u\n", name, client_instructions, server_instructions);
}

/* Counts what `call` costs from its first to its last instruction, arguments and results in memory. */
#define COST(name, call, good)                                                                                         \
	do {                                                                                                           \
		word_t client_count = 0, server_count = 0;                                                             \
		for (int calls = 0; calls <= CALLS; calls++) {                                                         \
			const word_t server_before = l4_debug(DEBUG_COUNTED, server);                                  \
			const word_t before = l4_debug(DEBUG_COUNTED, l4_self_id);                                     \
			__asm__ volatile("" : : : "memory");                                                           \
			call;                                                                                          \
			__asm__ volatile("" : : : "memory");                                                           \
			client_count = l4_debug(DEBUG_COUNTED, l4_self_id) - before - reading;                         \
			server_count = l4_debug(DEBUG_COUNTED, server) - server_before;                                \
			wrong = wrong || !(good);                                                                      \
		}                                                                                                      \
		report(name, client_count, server_count);                                                              \
	} while (0)

static void measure(const cost_bench service)
{
	const word_t l4_self_id = l4_self();
	CORBA_Environment env = idl4_default_environment;
	CORBA_long one, two;
	l4_debug(DEBUG_COUNT, 1);
	COST(NULL, (void)0, true);
	COST("nothing", (void)0, true);
	COST("tiny", out[0] = cost_bench_tiny(service, in[0], &env), out[0] == 11);
	COST("small", out[0] = cost_bench_small(service, (CORBA_short)in[0], in[1], (CORBA_short)in[2], &env), out[0] == 22);
	COST("large", out[0] = cost_bench_large(service, in[0], in[1], in[2], in[3], in[4], in[5], &env), out[0] == 11);
	COST("strxfer", cost_bench_strxfer(service, "twenty-four characters..", &one, &two, &env), one == 't' && two == 'w');
	COST("structxfer", out[0] = cost_bench_structxfer(service, &large, &one, &env), out[0] == large.i && one == large.h);
	COST("arrayxfer", cost_bench_arrayxfer(service, array[0], array[1], 300, 400, &env), env._major == 0);
	l4_debug(DEBUG_COUNT, 0);
}

void program_main(const struct start_information *information)
{
	if (information->role == 0)
		cost_bench_serve();
	server = information->tasks[0];
	large.h = 77;
	large.i = 88;
	l4_debug(DEBUG_COUNT, 1);
	const word_t id = l4_self();
	const word_t before = l4_debug(DEBUG_COUNTED, id);
	__asm__ volatile("" : : : "memory");
	reading = l4_debug(DEBUG_COUNTED, id) - before;
	l4_debug(DEBUG_COUNT, 0);
	measure(thread_of(server));
	print("cost: %s\n", wrong ? "FAIL: a wrong answer" : "done");
	l4_debug(DEBUG_EXIT, wrong ? 17 : 16);
}
