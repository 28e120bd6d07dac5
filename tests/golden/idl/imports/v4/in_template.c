/* Implement the operations here; made once by weft idl, yours from now on. */
#include "in_server.h"

/* Interface files */

IDL4_INLINE error_t files_open_implementation(CORBA_Object _caller, const CORBA_char *name, handle_number *file, idl4_server_environment *_env)
{
  (void)_caller;
  (void)name;
  (void)file;
  (void)_env;
  __builtin_memset(file, 0, sizeof(*file));
  error_t __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_FILES_OPEN(files_open_implementation)

IDL4_INLINE error_t files_write_implementation(CORBA_Object _caller, const handle_number file, const CORBA_octet *data, const CORBA_unsigned_long n, idl4_server_environment *_env)
{
  (void)_caller;
  (void)file;
  (void)data;
  (void)n;
  (void)_env;
  error_t __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_FILES_WRITE(files_write_implementation)

IDL4_INLINE error_t files_read_implementation(CORBA_Object _caller, const handle_number file, CORBA_octet *data, const CORBA_unsigned_long n, idl4_server_environment *_env)
{
  (void)_caller;
  (void)file;
  (void)data;
  (void)n;
  (void)_env;
  error_t __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_FILES_READ(files_read_implementation)

IDL4_INLINE files_small_t files_small_implementation(CORBA_Object _caller, const files_small_t small, const CORBA_long_long hyper, idl4_server_environment *_env)
{
  (void)_caller;
  (void)small;
  (void)hyper;
  (void)_env;
  files_small_t __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_FILES_SMALL(files_small_implementation)

/* For numbers that no operation has: answer nobody. */
static IDL4_SERVICE void files_discard(idl4_server_t *_server)
{
  _server->partner = IDL4_NO_THREAD;
  _server->tag = 0;
}
static const idl4_service_t files_discarded __attribute__((unused)) = files_discard;
static const idl4_service_t files_vtable[FILES_DEFAULT_VTABLE_SIZE] = FILES_DEFAULT_VTABLE;

void files_server(void);
void files_server(void)
{
  static files_buffer_t buffer;
  idl4_server_t server;

  files_start(&server, &buffer);
  for (;;) {
    files_reply_and_wait(&server);
    if (IDL4_UNLIKELY(IDL4_FAILED(server.tag))) {
      files_discard(&server);
      continue;
    }
    idl4_process_request(&server, files_vtable[idl4_request_id(&server) & FILES_FID_MASK]);
  }
}
