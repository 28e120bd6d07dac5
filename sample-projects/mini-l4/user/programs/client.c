/* Uses the name server and the file server, says what it got, and is the pager of a thread of its own. */
#include "runtime.h"

#include "check.h"
#include "files_client.h"
#include "names.h"
#include "names_client.h"
#if KERNEL_ABI != 2
#include "pager_server.h"
#include "serve.h"
#endif

#define WINDOW 0x40000000u /* free addresses, for a page that is mapped here */

static CORBA_Environment env;

static bool fine(void) { return env._major == CORBA_NO_EXCEPTION; }
static bool raised(idl4_word_t exception) { return env._major == CORBA_USER_EXCEPTION && CORBA_exception_id(&env) == exception; }
static bool refused(files_problem why)
{
	const bool good = raised(ex_files_failed) && ((const files_failed *)CORBA_exception_value(&env))->why == why;
	CORBA_exception_free(&env);
	return good;
}

static files_storage find_files(names_directory directory)
{
	for (int tries = 0; tries < 1000; tries++) {
		const idl4_threadid_t found = names_directory_find(directory, "files", &env);
		if (fine())
			return found;
		l4_yield();
	}
	CHECK(!"the file server has a name");
	return IDL4_NO_THREAD;
}

static void test_names(names_directory directory)
{
	names_directory_find(directory, "nobody", &env);
	CHECK(raised(ex_names_unknown));
	names_directory_bind(directory, "client", &env);
	CHECK(fine());
	CHECK(id_of(names_directory_find(directory, "client", &env)) == l4_self());
	CHECK(names_directory__get_count(directory, &env) == 2);
	names_entries list = names_directory_list(directory, &env);
	CHECK(fine() && list._length == 2);
	for (idl4_word_t index = 0; fine() && index < list._length; index++)
		print("name server: \"%s\" is thread %x\n", list._buffer[index].text, id_of(list._buffer[index].who));
	CORBA_free(list._buffer);
	for (char text[] = "name 0"; text[5] < '6'; text[5]++)
		names_directory_bind(directory, text, &env);
	CHECK(fine());
	names_directory_bind(directory, "one too many", &env);
	CHECK(raised(ex_names_full) && ((const names_full *)CORBA_exception_value(&env))->most == 8);
	CORBA_exception_free(&env);
}

static void test_files(files_storage files)
{
	static unsigned char text[files_SIZE];
	for (unsigned at = 0; at < sizeof(text); at++)
		text[at] = (unsigned char)(at * 7 + (at >> 8));
	copy_text((char *)text, "written by the client");

	files_storage_open(files, "/absent", files_mode_reading, &env);
	CHECK(refused(files_problem_absent));
	const CORBA_long handle = files_storage_open(files, "/motd", files_mode_writing, &env);
	CHECK(fine());
	for (CORBA_long length = 1; length <= files_SIZE; length = length * 3 + 1) {
		const files_content content = {files_SIZE, (idl4_word_t)length, text};
		CHECK(files_storage_write(files, handle, &content, &env) == length && fine());
		files_content back = files_storage_read(files, handle, files_SIZE, &env);
		CHECK(fine() && back._length == (idl4_word_t)length && __builtin_memcmp(back._buffer, text, back._length) == 0);
		CORBA_free(back._buffer);
	}
	files_content start = files_storage_read(files, handle, 22, &env);
	CHECK(fine() && start._length == 22);
	print("file server: /motd starts \"%s\"\n", (const char *)start._buffer);
	CORBA_free(start._buffer);

	CORBA_char *description = files_storage_describe(files, handle, &env);
	CHECK(fine() && same_text(description, "/motd, to be written"));
	CORBA_free(description);
	const CORBA_long before = files_storage_look(files, "/motd", &env).changes;
	files_storage_touch(files, "/motd", &env);
	CHECK(fine());
	const files_status status = files_storage_look(files, "/motd", &env);
	CHECK(fine() && status.changes == before + 1 && status.writable);
	print("file server: /motd has %d bytes and %d changes\n", (int)status.size, (int)status.changes);

	idl4_set_rcv_window(&env, L4_PAGE(WINDOW, PAGE_SHIFT, 0));
	files_storage_map(files, handle, &env);
	CHECK(fine());
	print("file server: its page, mapped here, starts \"%s\"\n", (const char *)WINDOW);
	CHECK(same_text((const char *)WINDOW, "written by the client"));
	const files_content new_text = {files_SIZE, 16, (CORBA_octet *)"a second version"};
	files_storage_write(files, handle, &new_text, &env);
	CHECK(fine() && __builtin_memcmp((const void *)WINDOW, "a second version", 16) == 0);
	l4_unmap(L4_PAGE(WINDOW, PAGE_SHIFT, L4_WRITE), 1);

	files_storage_close(files, handle, &env);
	CHECK(fine());
	files_storage_close(files, handle, &env);
	CHECK(refused(files_problem_closed));
	CHECK(files_storage_open(files, "/motd", files_mode_reading, &env) == handle && fine());
	const files_content content = {files_SIZE, 1, text};
	files_storage_write(files, handle, &content, &env);
	CHECK(refused(files_problem_refused));
}

#if KERNEL_ABI != 2
/* A pager from IDL: the kernel's own messages arrive at a generated stub. */
static unsigned char thread_stacks[2][4096] __attribute__((aligned(16)));
static unsigned char page_given[PAGE_SIZE] __attribute__((aligned(4096)));
static volatile word_t faults, fault_address, fault_instruction, read_back;

static void hand_out(word_t address, word_t instruction, idl4_fpage_t *page)
{
	faults++;
	fault_address = address;
	fault_instruction = instruction;
	page_given[4] = 99;
	*page = (idl4_fpage_t){0, 0};
	idl4_fpage_set_mode(page, IDL4_MODE_MAP);
	idl4_fpage_set_base(page, address & ~0xfffu);
	idl4_fpage_set_page(page, L4_PAGE((word_t)page_given, PAGE_SHIFT, 0));
	idl4_fpage_set_permissions(page, IDL4_PERM_FULL);
}

#if KERNEL_ABI == 4
IDL4_INLINE void pager_pagefault_implementation(CORBA_Object caller, const idl4_word_t address, const idl4_word_t ip, const idl4_word_t privileges, idl4_fpage_t *page, idl4_server_environment *environment)
{
	(void)privileges;
#else
IDL4_INLINE void pager_pagefault_implementation(CORBA_Object caller, const CORBA_long address, const CORBA_long ip, idl4_fpage_t *page, idl4_server_environment *environment)
{
#endif
	(void)caller;
	(void)environment;
	hand_out((word_t)address, (word_t)ip, page);
}
IDL4_PUBLISH_PAGER_PAGEFAULT(pager_pagefault_implementation)
SERVE(pager, PAGER)

static void touch(void)
{
	read_back = ((volatile unsigned char *)WINDOW)[5 * PAGE_SIZE + 4];
	for (;;)
		l4_stop(l4_self());
}

static void test_pager(void)
{
	const word_t own = thread_start(pager_serve, thread_stacks[0], sizeof(thread_stacks[0]), root_task());
	const word_t thread = thread_start(touch, thread_stacks[1], sizeof(thread_stacks[1]), own);
	CHECK(own != NO_THREAD && thread != NO_THREAD);
	for (int tries = 0; tries < 1000 && read_back == 0; tries++)
		l4_yield();
	CHECK(read_back == 99 && faults == 1);
	CHECK((fault_address & ~3u) == WINDOW + 5 * PAGE_SIZE + 4);
	CHECK(fault_instruction - (word_t)touch < 64);
	print("pager: gave a page for address %x\n", fault_address);
	l4_stop(own);
}
#endif

void program_main(const struct start_information *information)
{
	const names_directory directory = thread_of(information->tasks[0]);
	env = idl4_default_environment;
	const files_storage files = find_files(directory);
	test_names(directory);
	test_files(files);
	files_storage_look(thread_of(0x7fffc001), "/motd", &env);
	CHECK(env._major == CORBA_SYSTEM_EXCEPTION);
	print("kernel: error %u for a call to nobody\n", CORBA_exception_id(&env));
#if KERNEL_ABI != 2
	test_pager();
#endif
	CHECK(heap_in_use == 0);
	check_end();
}
