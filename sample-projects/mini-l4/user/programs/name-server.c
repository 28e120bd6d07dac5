/* Keeps names of threads; the first program that the root task starts, so that everybody knows its id. */
#include "runtime.h"

#include "names_server.h"
#include "serve.h"

#define MOST 8

static names_entry entries[MOST];
static idl4_word_t used;

static names_entry *find_entry(const CORBA_char *text)
{
	for (idl4_word_t index = 0; index < used; index++)
		if (same_text(entries[index].text, text))
			return &entries[index];
	return NULL;
}

IDL4_INLINE CORBA_long names_directory__get_count_implementation(CORBA_Object caller, idl4_server_environment *env)
{
	(void)caller;
	(void)env;
	return (CORBA_long)used;
}
IDL4_PUBLISH_NAMES_DIRECTORY__GET_COUNT(names_directory__get_count_implementation)

IDL4_INLINE void names_directory_bind_implementation(CORBA_Object caller, const CORBA_char *text, idl4_server_environment *env)
{
	names_entry *entry = find_entry(text);
	if (entry == NULL && used == MOST) {
		static names_full full = {MOST};
		CORBA_exception_set(env, ex_names_full, &full);
		return;
	}
	if (entry == NULL) {
		entry = &entries[used++];
		copy_text(entry->text, text);
	}
	entry->who = caller;
}
IDL4_PUBLISH_NAMES_DIRECTORY_BIND(names_directory_bind_implementation)

IDL4_INLINE idl4_threadid_t names_directory_find_implementation(CORBA_Object caller, const CORBA_char *text, idl4_server_environment *env)
{
	const names_entry *entry = find_entry(text);
	(void)caller;
	if (entry == NULL) {
		CORBA_exception_set(env, ex_names_unknown, NULL);
		return IDL4_NO_THREAD;
	}
	return entry->who;
}
IDL4_PUBLISH_NAMES_DIRECTORY_FIND(names_directory_find_implementation)

IDL4_INLINE names_entries names_directory_list_implementation(CORBA_Object caller, idl4_server_environment *env)
{
	(void)caller;
	(void)env;
	return (names_entries){MOST, used, entries};
}
IDL4_PUBLISH_NAMES_DIRECTORY_LIST(names_directory_list_implementation)

SERVE(names_directory, NAMES_DIRECTORY)

void program_main(const struct start_information *information)
{
	(void)information;
	names_directory_serve();
}
