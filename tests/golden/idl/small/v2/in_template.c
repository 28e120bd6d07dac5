/* Implement the operations here; made once by weft idl, yours from now on. */
#include "in_server.h"

/* Interface disk */

IDL4_INLINE CORBA_long disk_seek_implementation(CORBA_Object _caller, const CORBA_short unit, const CORBA_long block, const CORBA_short how, idl4_server_environment *_env)
{
  (void)_caller;
  (void)unit;
  (void)block;
  (void)how;
  (void)_env;
  CORBA_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_DISK_SEEK(disk_seek_implementation)

IDL4_INLINE void disk_label_implementation(CORBA_Object _caller, const CORBA_long disk, const CORBA_char *text, CORBA_long *length, idl4_server_environment *_env)
{
  (void)_caller;
  (void)disk;
  (void)text;
  (void)length;
  (void)_env;
  __builtin_memset(length, 0, sizeof(*length));
}
IDL4_PUBLISH_DISK_LABEL(disk_label_implementation)

void disk_server(void);
void disk_server(void)
{
  static disk_buffer_t buffer;
  idl4_server_t server;

  disk_start(&server, &buffer);
  DISK_SERVE(server);
}
