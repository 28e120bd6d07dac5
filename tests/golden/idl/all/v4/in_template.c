/* Implement the operations here; made once by weft idl, yours from now on. */
#include "in_server.h"

/* Interface m::base */

IDL4_INLINE CORBA_long m_base__get_level_implementation(CORBA_Object _caller, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_env;
  CORBA_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_M_BASE__GET_LEVEL(m_base__get_level_implementation)

IDL4_INLINE void m_base__set_level_implementation(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_value;
  (void)_env;
}
IDL4_PUBLISH_M_BASE__SET_LEVEL(m_base__set_level_implementation)

IDL4_INLINE m_color m_base__get_tint_implementation(CORBA_Object _caller, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_env;
  m_color __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_M_BASE__GET_TINT(m_base__get_tint_implementation)

IDL4_INLINE void m_base_ping_implementation(CORBA_Object _caller, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_env;
}
IDL4_PUBLISH_M_BASE_PING(m_base_ping_implementation)

/* For numbers that no operation has: answer nobody. */
static IDL4_SERVICE void m_base_discard(idl4_server_t *_server)
{
  _server->partner = IDL4_NO_THREAD;
  _server->tag = 0;
}
static const idl4_service_t m_base_discarded __attribute__((unused)) = m_base_discard;
static const idl4_service_t m_base_vtable[M_BASE_DEFAULT_VTABLE_SIZE] = M_BASE_DEFAULT_VTABLE;

void m_base_server(void);
void m_base_server(void)
{
  static m_base_buffer_t buffer;
  idl4_server_t server;

  m_base_start(&server, &buffer);
  for (;;) {
    m_base_reply_and_wait(&server);
    if (IDL4_UNLIKELY(IDL4_FAILED(server.tag))) {
      m_base_discard(&server);
      continue;
    }
    idl4_process_request(&server, m_base_vtable[idl4_request_id(&server) & M_BASE_FID_MASK]);
  }
}

/* Interface m::all */

IDL4_INLINE CORBA_long m_all__get_level_implementation(CORBA_Object _caller, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_env;
  CORBA_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_M_ALL__GET_LEVEL(m_all__get_level_implementation)

IDL4_INLINE void m_all__set_level_implementation(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_value;
  (void)_env;
}
IDL4_PUBLISH_M_ALL__SET_LEVEL(m_all__set_level_implementation)

IDL4_INLINE m_color m_all__get_tint_implementation(CORBA_Object _caller, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_env;
  m_color __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_M_ALL__GET_TINT(m_all__get_tint_implementation)

IDL4_INLINE void m_all_ping_implementation(CORBA_Object _caller, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_env;
}
IDL4_PUBLISH_M_ALL_PING(m_all_ping_implementation)

IDL4_INLINE CORBA_octet m_all_bytes_implementation(CORBA_Object _caller, const CORBA_octet a, const CORBA_boolean b, CORBA_char *c, CORBA_wchar *w, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)w;
  (void)_env;
  __builtin_memset(w, 0, sizeof(*w));
  CORBA_octet __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_M_ALL_BYTES(m_all_bytes_implementation)

IDL4_INLINE CORBA_float m_all_reals_implementation(CORBA_Object _caller, const CORBA_float f, const CORBA_double d, CORBA_float *g, CORBA_double *e, idl4_server_environment *_env)
{
  (void)_caller;
  (void)f;
  (void)d;
  (void)g;
  (void)e;
  (void)_env;
  __builtin_memset(e, 0, sizeof(*e));
  CORBA_float __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_M_ALL_REALS(m_all_reals_implementation)

IDL4_INLINE CORBA_long_long m_all_wide_implementation(CORBA_Object _caller, const CORBA_long_long a, CORBA_unsigned_long_long *b, CORBA_long_long *c, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)_env;
  __builtin_memset(c, 0, sizeof(*c));
  CORBA_long_long __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_M_ALL_WIDE(m_all_wide_implementation)

IDL4_INLINE m_point m_all_points1_implementation(CORBA_Object _caller, const m_point *a, m_point *b, m_point *c, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)_env;
  __builtin_memset(c, 0, sizeof(*c));
  static m_point __return;
  return __return;
}
IDL4_PUBLISH_M_ALL_POINTS1(m_all_points1_implementation)

IDL4_INLINE m_mixed m_all_mixed1_implementation(CORBA_Object _caller, const m_mixed *a, m_mixed *b, m_mixed *c, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)_env;
  __builtin_memset(c, 0, sizeof(*c));
  static m_mixed __return;
  return __return;
}
IDL4_PUBLISH_M_ALL_MIXED1(m_all_mixed1_implementation)

IDL4_INLINE m_choice m_all_choose_implementation(CORBA_Object _caller, const m_choice *a, m_flat *b, m_choice *c, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)_env;
  __builtin_memset(c, 0, sizeof(*c));
  static m_choice __return;
  return __return;
}
IDL4_PUBLISH_M_ALL_CHOOSE(m_all_choose_implementation)

IDL4_INLINE m_color m_all_paint_implementation(CORBA_Object _caller, const m_color a, m_color *b, m_color *c, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)_env;
  __builtin_memset(c, 0, sizeof(*c));
  m_color __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_M_ALL_PAINT(m_all_paint_implementation)

IDL4_INLINE void m_all_grids_implementation(CORBA_Object _caller, const m_grid a, m_grid b, m_grid c, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)_env;
  __builtin_memset(c, 0, sizeof(m_grid));
}
IDL4_PUBLISH_M_ALL_GRIDS(m_all_grids_implementation)

IDL4_INLINE void m_all_strings_implementation(CORBA_Object _caller, const CORBA_char *a, const CORBA_char *b, CORBA_char **c, CORBA_char **d, CORBA_char **e, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)d;
  (void)e;
  (void)_env;
  **c = 0;
  **e = 0;
}
IDL4_PUBLISH_M_ALL_STRINGS(m_all_strings_implementation)

IDL4_INLINE CORBA_char * m_all_name_implementation(CORBA_Object _caller, const CORBA_long i, idl4_server_environment *_env)
{
  (void)_caller;
  (void)i;
  (void)_env;
  static CORBA_char _nothing[1];
  return _nothing;
}
IDL4_PUBLISH_M_ALL_NAME(m_all_name_implementation)

IDL4_INLINE CORBA_char * m_all_shorty_implementation(CORBA_Object _caller, idl4_server_environment *_env)
{
  (void)_caller;
  (void)_env;
  static CORBA_char _nothing[1];
  return _nothing;
}
IDL4_PUBLISH_M_ALL_SHORTY(m_all_shorty_implementation)

IDL4_INLINE m_longs m_all_seq_implementation(CORBA_Object _caller, const m_longs *a, m_longs *b, m_longs *c, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)_env;
  c->_length = 0;
  static m_longs __return;
  return __return;
}
IDL4_PUBLISH_M_ALL_SEQ(m_all_seq_implementation)

IDL4_INLINE void m_all_seq2_implementation(CORBA_Object _caller, const m_points *a, m_points *b, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)_env;
  b->_length = 0;
}
IDL4_PUBLISH_M_ALL_SEQ2(m_all_seq2_implementation)

IDL4_INLINE void m_all_buffers_implementation(CORBA_Object _caller, const CORBA_octet *data, const CORBA_long n, CORBA_octet *back, idl4_server_environment *_env)
{
  (void)_caller;
  (void)data;
  (void)n;
  (void)back;
  (void)_env;
}
IDL4_PUBLISH_M_ALL_BUFFERS(m_all_buffers_implementation)

IDL4_INLINE void m_all_post_implementation(CORBA_Object _caller, const CORBA_long a, const CORBA_char *s, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)s;
  (void)_env;
}
IDL4_PUBLISH_M_ALL_POST(m_all_post_implementation)

IDL4_INLINE void m_all_share_implementation(CORBA_Object _caller, const idl4_fpage_t p, idl4_fpage_t *q, const CORBA_long x, idl4_server_environment *_env)
{
  (void)_caller;
  (void)p;
  (void)q;
  (void)x;
  (void)_env;
  __builtin_memset(q, 0, sizeof(*q));
}
IDL4_PUBLISH_M_ALL_SHARE(m_all_share_implementation)

IDL4_INLINE idl4_threadid_t m_all_find_implementation(CORBA_Object _caller, const CORBA_char *name, const CORBA_Object who, idl4_server_environment *_env)
{
  (void)_caller;
  (void)name;
  (void)who;
  (void)_env;
  idl4_threadid_t __return;
  __builtin_memset(&__return, 0, sizeof(__return));
  return __return;
}
IDL4_PUBLISH_M_ALL_FIND(m_all_find_implementation)

IDL4_INLINE void m_all_aim_implementation(CORBA_Object _caller, const idl4_threadid_t dest, const CORBA_long x, const CORBA_long hidden, idl4_server_environment *_env)
{
  (void)_caller;
  (void)dest;
  (void)x;
  (void)hidden;
  (void)_env;
}
IDL4_PUBLISH_M_ALL_AIM(m_all_aim_implementation)

IDL4_INLINE void m_all_pre_implementation(CORBA_Object _caller, CORBA_char **s, m_longs *q, idl4_server_environment *_env)
{
  (void)_caller;
  (void)s;
  (void)q;
  (void)_env;
  **s = 0;
  q->_length = 0;
}
IDL4_PUBLISH_M_ALL_PRE(m_all_pre_implementation)

IDL4_INLINE void m_all_small_implementation(CORBA_Object _caller, const CORBA_short small, const CORBA_short in1, CORBA_short *hyper, CORBA_octet *out1, idl4_server_environment *_env)
{
  (void)_caller;
  (void)small;
  (void)in1;
  (void)hyper;
  (void)out1;
  (void)_env;
  __builtin_memset(out1, 0, sizeof(*out1));
}
IDL4_PUBLISH_M_ALL_SMALL(m_all_small_implementation)

IDL4_INLINE void m_all_twomaps_implementation(CORBA_Object _caller, const idl4_fpage_t a, const idl4_fpage_t b, idl4_fpage_t *c, idl4_fpage_t *d, CORBA_long *n, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)d;
  (void)n;
  (void)_env;
  __builtin_memset(c, 0, sizeof(*c));
  __builtin_memset(d, 0, sizeof(*d));
  __builtin_memset(n, 0, sizeof(*n));
}
IDL4_PUBLISH_M_ALL_TWOMAPS(m_all_twomaps_implementation)

IDL4_INLINE void m_all_ten_implementation(CORBA_Object _caller, const CORBA_long a, const CORBA_long b, CORBA_long *c, m_point *d, const CORBA_char *s, CORBA_long *e, CORBA_char **f, idl4_server_environment *_env)
{
  (void)_caller;
  (void)a;
  (void)b;
  (void)c;
  (void)d;
  (void)s;
  (void)e;
  (void)f;
  (void)_env;
  __builtin_memset(e, 0, sizeof(*e));
  **f = 0;
}
IDL4_PUBLISH_M_ALL_TEN(m_all_ten_implementation)

/* For numbers that no operation has: answer nobody. */
static IDL4_SERVICE void m_all_discard(idl4_server_t *_server)
{
  _server->partner = IDL4_NO_THREAD;
  _server->tag = 0;
}
static const idl4_service_t m_all_discarded __attribute__((unused)) = m_all_discard;
static const idl4_service_t m_all_vtable_2[M_ALL_DEFAULT_VTABLE_SIZE] = M_ALL_DEFAULT_VTABLE_2;
static const idl4_service_t m_all_vtable_3[M_ALL_DEFAULT_VTABLE_SIZE] = M_ALL_DEFAULT_VTABLE_3;

void m_all_server(void);
void m_all_server(void)
{
  static m_all_buffer_t buffer;
  idl4_server_t server;

  m_all_start(&server, &buffer);
  for (;;) {
    m_all_reply_and_wait(&server);
    if (IDL4_UNLIKELY(IDL4_FAILED(server.tag))) {
      m_all_discard(&server);
      continue;
    }
    switch (idl4_request_id(&server) >> IDL4_FID_BITS) {
    case 2:
      idl4_process_request(&server, m_all_vtable_2[idl4_request_id(&server) & M_ALL_FID_MASK]);
      break;
    case 3:
      idl4_process_request(&server, m_all_vtable_3[idl4_request_id(&server) & M_ALL_FID_MASK]);
      break;
    default:
      m_all_discard(&server);
    }
  }
}
