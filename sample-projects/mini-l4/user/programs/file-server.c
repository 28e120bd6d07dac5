/* A few files in memory, a page each, under the name "files". */
#include "runtime.h"

#include "files_server.h"
#include "names.h"
#include "names_client.h"
#include "serve.h"

#define MOST 8

static struct file {
	char path[48];
	CORBA_long size, changes;
	bool open, writable;
} table[MOST];
static unsigned char contents[MOST][files_SIZE] __attribute__((aligned(4096)));

static void refuse(idl4_server_environment *env, files_problem why, CORBA_long detail)
{
	static files_failed failed;
	failed = (files_failed){why, detail};
	CORBA_exception_set(env, ex_files_failed, &failed);
}

static struct file *find_file(const CORBA_char *path)
{
	for (struct file *file = table; file < table + MOST; file++)
		if (file->path[0] != 0 && same_text(file->path, path))
			return file;
	return NULL;
}

static struct file *by_handle(CORBA_long handle, idl4_server_environment *env)
{
	if (handle >= 0 && handle < MOST && table[handle].open)
		return &table[handle];
	refuse(env, files_problem_closed, handle);
	return NULL;
}

static struct file *new_file(const CORBA_char *path)
{
	for (struct file *file = table; file < table + MOST; file++)
		if (file->path[0] == 0) {
			copy_text(file->path, path);
			return file;
		}
	return NULL;
}

IDL4_INLINE CORBA_long files_storage_open_implementation(CORBA_Object caller, const CORBA_char *path, const files_mode how, idl4_server_environment *env)
{
	struct file *file = find_file(path);
	(void)caller;
	if (file == NULL && how == files_mode_reading) {
		refuse(env, files_problem_absent, 0);
		return -1;
	}
	if (file == NULL)
		file = new_file(path);
	if (file == NULL) {
		refuse(env, files_problem_exhausted, MOST);
		return -1;
	}
	file->open = true;
	file->writable = how == files_mode_writing;
	return file - table;
}
IDL4_PUBLISH_FILES_STORAGE_OPEN(files_storage_open_implementation)

IDL4_INLINE files_content files_storage_read_implementation(CORBA_Object caller, const CORBA_long handle, const CORBA_long most, idl4_server_environment *env)
{
	const struct file *file = by_handle(handle, env);
	(void)caller;
	if (file == NULL)
		return (files_content){0, 0, NULL};
	const idl4_word_t length = (idl4_word_t)(most < file->size ? most : file->size);
	return (files_content){files_SIZE, length, contents[handle]};
}
IDL4_PUBLISH_FILES_STORAGE_READ(files_storage_read_implementation)

IDL4_INLINE CORBA_long files_storage_write_implementation(CORBA_Object caller, const CORBA_long handle, const files_content *bytes, idl4_server_environment *env)
{
	struct file *file = by_handle(handle, env);
	(void)caller;
	if (file == NULL)
		return 0;
	if (!file->writable) {
		refuse(env, files_problem_refused, handle);
		return 0;
	}
	__builtin_memcpy(contents[handle], bytes->_buffer, bytes->_length);
	file->size = (CORBA_long)bytes->_length;
	file->changes++;
	return file->size;
}
IDL4_PUBLISH_FILES_STORAGE_WRITE(files_storage_write_implementation)

IDL4_INLINE files_status files_storage_look_implementation(CORBA_Object caller, const CORBA_char *path, idl4_server_environment *env)
{
	const struct file *file = find_file(path);
	(void)caller;
	if (file == NULL) {
		refuse(env, files_problem_absent, 0);
		return (files_status){0, 0, 0};
	}
	return (files_status){file->size, file->writable, file->changes};
}
IDL4_PUBLISH_FILES_STORAGE_LOOK(files_storage_look_implementation)

IDL4_INLINE CORBA_char *files_storage_describe_implementation(CORBA_Object caller, const CORBA_long handle, idl4_server_environment *env)
{
	static CORBA_char text[100];
	const struct file *file = by_handle(handle, env);
	(void)caller;
	copy_text(text, file == NULL ? "" : file->path);
	if (file != NULL)
		copy_text(text + __builtin_strlen(text), file->writable ? ", to be written" : ", to be read");
	return text;
}
IDL4_PUBLISH_FILES_STORAGE_DESCRIBE(files_storage_describe_implementation)

IDL4_INLINE void files_storage_touch_implementation(CORBA_Object caller, const CORBA_char *path, idl4_server_environment *env)
{
	struct file *file = find_file(path);
	(void)caller;
	(void)env;
	if (file != NULL)
		file->changes++;
}
IDL4_PUBLISH_FILES_STORAGE_TOUCH(files_storage_touch_implementation)

IDL4_INLINE void files_storage_close_implementation(CORBA_Object caller, const CORBA_long handle, idl4_server_environment *env)
{
	struct file *file = by_handle(handle, env);
	(void)caller;
	if (file != NULL)
		file->open = false;
}
IDL4_PUBLISH_FILES_STORAGE_CLOSE(files_storage_close_implementation)

IDL4_INLINE idl4_fpage_t files_storage_map_implementation(CORBA_Object caller, const CORBA_long handle, idl4_server_environment *env)
{
	idl4_fpage_t page = {0, 0};
	(void)caller;
	if (by_handle(handle, env) == NULL)
		return page;
	idl4_fpage_set_mode(&page, IDL4_MODE_MAP);
	idl4_fpage_set_base(&page, 0);
	idl4_fpage_set_page(&page, L4_PAGE((word_t)contents[handle], PAGE_SHIFT, 0));
	idl4_fpage_set_permissions(&page, IDL4_PERM_READ);
	return page;
}
IDL4_PUBLISH_FILES_STORAGE_MAP(files_storage_map_implementation)

SERVE(files_storage, FILES_STORAGE)

void program_main(const struct start_information *information)
{
	CORBA_Environment env = idl4_default_environment;
	/* A page that nobody has touched cannot be mapped on. */
	for (unsigned index = 0; index < MOST; index++)
		((volatile unsigned char *)contents[index])[0] = 0;
	names_directory_bind(thread_of(information->tasks[0]), "files", &env);
	if (env._major != CORBA_NO_EXCEPTION)
		print("FAIL file server: no name\n");
	files_storage_serve();
}
