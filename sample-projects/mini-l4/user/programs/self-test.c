/*
 * The platform of a self-test that weft idl made: the first tasks are its servers, the last is the client. All tasks of
 * this program share the section .shared. SELF_TEST is the generated file.
 */
#include "runtime.h"

#define IDL4_TEST_MAPS
#if KERNEL_ABI == 4
#define IDL4_TEST_TIMEOUT 0x00003662u /* 5 seconds for the answer */
#else
#define IDL4_TEST_TIMEOUT 0x4c000007u
#endif

#include SELF_TEST

void idl4_test_say(const char *text) { print("%s", text); }
void idl4_test_yield(void) { l4_yield(); }
idl4_word_t idl4_test_allocated(void) { return heap_in_use; }

void program_main(const struct start_information *information)
{
	const word_t client = information->count - 1;
	if (information->role != client) {
		if (information->role < idl4_test_servers)
			idl4_test_serve(information->role);
		return;
	}
	if (idl4_test_servers > client) {
		print("self-test: the file has more interfaces than there are tasks\n");
		l4_debug(DEBUG_EXIT, 17);
	}
	idl4_threadid_t servers[TASKS];
	__builtin_memset(servers, 0, sizeof(servers));
	for (word_t index = 0; index < client; index++)
		*(word_t *)&servers[index] = information->tasks[index];
	const word_t failed = idl4_test_run(servers);
	print("self-test: %u failed\n", failed);
	l4_debug(DEBUG_EXIT, failed == 0 ? 16 : 17);
}
