/* Implement the operations here; made once by weft idl, yours from now on. */
#include "in_server.h"

/* Interface bench */

IDL4_INLINE CORBA_long bench_tiny_implementation(CORBA_Object _caller, const CORBA_long a, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)_env;
  CORBA_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_BENCH_TINY(bench_tiny_implementation)

IDL4_INLINE CORBA_long bench_small_implementation(CORBA_Object _caller, const CORBA_short a, const CORBA_long b, const CORBA_short c, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)_env;
  CORBA_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_BENCH_SMALL(bench_small_implementation)

IDL4_INLINE CORBA_long bench_large_implementation(CORBA_Object _caller, const CORBA_long a, const CORBA_long b, const CORBA_long c, const CORBA_long d, const CORBA_long e, const CORBA_long f, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)d;
  (void)e;
  (void)f;
  (void)_env;
  CORBA_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_BENCH_LARGE(bench_large_implementation)

IDL4_INLINE void bench_strxfer_implementation(CORBA_Object _caller, const CORBA_char *a, CORBA_long *b, CORBA_long *c, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)_env;
  __builtin_memset(b, 0, sizeof(*b));
  __builtin_memset(c, 0, sizeof(*c));
}
IDL4_PUBLISH_BENCH_STRXFER(bench_strxfer_implementation)

IDL4_INLINE CORBA_long bench_structxfer_implementation(CORBA_Object _caller, const bench_large_t *a, CORBA_long *b, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)_env;
  __builtin_memset(b, 0, sizeof(*b));
  CORBA_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_BENCH_STRUCTXFER(bench_structxfer_implementation)

IDL4_INLINE void bench_arrayxfer_implementation(CORBA_Object _caller, const CORBA_char *str1, const CORBA_char *str2, const CORBA_long l1, const CORBA_long l2, idl4_server_environment *_env)
{
  (void)_caller;
  (void)str1;
  (void)str2;
  (void)l1;
  (void)l2;
  (void)_env;
}
IDL4_PUBLISH_BENCH_ARRAYXFER(bench_arrayxfer_implementation)

/* For numbers that no operation has: answer nobody. */
static IDL4_SERVICE void bench_discard(idl4_server_t *_server)
{
  _server->reply = IDL4_NOTHING;
}
static const idl4_service_t bench_discarded __attribute__((unused)) = bench_discard;
static const idl4_service_t bench_vtable[BENCH_DEFAULT_VTABLE_SIZE] = BENCH_DEFAULT_VTABLE;

void bench_server(void);
void bench_server(void)
{
  static bench_buffer_t buffer;
  idl4_server_t server;

  bench_start(&server, &buffer);
  for (;;) {
    bench_reply_and_wait(&server);
    if (IDL4_UNLIKELY(IDL4_FAILED(server.result))) {
      bench_discard(&server);
      continue;
    }
    idl4_process_request(&server, bench_vtable[idl4_request_id(&server) & BENCH_FID_MASK]);
  }
}
