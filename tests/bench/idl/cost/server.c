/* Implementations that return at once, or look at every byte first, and a server loop. */
#include "stubs_server.h"
#include "values.h"
#include "implementation.h"

IDL4_INLINE CORBA_long tiny(CORBA_Object _caller, const CORBA_long a, idl4_server_environment *_env)
{
  (void)_caller, (void)_env;
  CHECK(FROM_CLIENT; check_tiny(a));
  return a;
}
IDL4_PUBLISH_BENCH_TINY(tiny)
IDL4_INLINE CORBA_long small(CORBA_Object _caller, const CORBA_short a, const CORBA_long b, const CORBA_short c, idl4_server_environment *_env)
{
  (void)_caller, (void)_env, (void)a, (void)c;
  CHECK(check_small(a, b, c));
  return b;
}
IDL4_PUBLISH_BENCH_SMALL(small)
IDL4_INLINE CORBA_long large(CORBA_Object _caller, const CORBA_long a, const CORBA_long b, const CORBA_long c, const CORBA_long d, const CORBA_long e, const CORBA_long f, idl4_server_environment *_env)
{
  (void)_caller, (void)_env, (void)b, (void)c, (void)d, (void)e, (void)f;
  CHECK(check_large(a, b, c, d, e, f));
  return a;
}
IDL4_PUBLISH_BENCH_LARGE(large)
IDL4_INLINE void strxfer(CORBA_Object _caller, const CORBA_char *a, CORBA_long *b, CORBA_long *c, idl4_server_environment *_env)
{
  (void)_caller, (void)_env, (void)a;
  CHECK(check_strxfer(a));
  *b = 1, *c = 2;
}
IDL4_PUBLISH_BENCH_STRXFER(strxfer)
IDL4_INLINE CORBA_long structxfer(CORBA_Object _caller, const bench_large_t *a, CORBA_long *b, idl4_server_environment *_env)
{
  (void)_caller, (void)_env, (void)a;
  CHECK(check_structxfer(a));
  *b = 2;
  return 1;
}
IDL4_PUBLISH_BENCH_STRUCTXFER(structxfer)
IDL4_INLINE void arrayxfer(CORBA_Object _caller, const CORBA_char *str1, const CORBA_char *str2, const CORBA_long l1, const CORBA_long l2, idl4_server_environment *_env)
{
  (void)_caller, (void)_env, (void)str1, (void)str2, (void)l1, (void)l2;
  CHECK(check_arrayxfer(str1, str2, l1, l2));
}
IDL4_PUBLISH_BENCH_ARRAYXFER(arrayxfer)

#ifdef LOCAL
IDL4_PUBLISH_NEAR_TINY(tiny)
#define bench_buffer_t near_buffer_t
#define bench_start near_start
#define bench_reply_and_wait near_reply_and_wait
#ifdef NEAR_SERVE
#define SERVE NEAR_SERVE
#endif
#define TABLE NEAR_DEFAULT_VTABLE
#define MASK NEAR_FID_MASK
#define near_discard bench_discard
#else
#ifdef BENCH_SERVE
#define SERVE BENCH_SERVE
#endif
#define TABLE BENCH_DEFAULT_VTABLE
#define MASK BENCH_FID_MASK
#endif

static IDL4_SERVICE __attribute__((unused)) void bench_discard(idl4_server_t *server) { (void)server; LEAVE(98); }

void tracee_main(void)
{
  static bench_buffer_t buffer;
  idl4_server_t server;
  bench_start(&server, &buffer);
#ifdef SERVE
  SERVE(server);
#else
  static const idl4_service_t table[] = TABLE;
  for (;;) {
    bench_reply_and_wait(&server);
    idl4_process_request(&server, table[idl4_request_id(&server) & MASK]);
  }
#endif
}
