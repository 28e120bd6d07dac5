/* Server stubs of in.idl for L4 V4, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

#include "idl4/v4.h"

#if !defined(_constant___m_SIZE)
#define _constant___m_SIZE
#define m_SIZE 16
#endif

#if !defined(_constant___m_HELLO)
#define _constant___m_HELLO
#define m_HELLO "hello"
#endif

#if !defined(_typedef___m_color)
#define _typedef___m_color
typedef CORBA_enum m_color;
#define m_color_red 0
#define m_color_green 1
#define m_color_blue 2
#endif

#if !defined(_typedef___m_point)
#define _typedef___m_point
typedef struct m_point {
  CORBA_long x;
  CORBA_long y;
} m_point;
#endif

#if !defined(_typedef___m_mixed)
#define _typedef___m_mixed
typedef struct m_mixed {
  CORBA_char c;
  CORBA_long_long v;
  CORBA_short s;
  CORBA_double d;
  CORBA_long bits : 3;
  CORBA_long more : 5;
} m_mixed;
#endif

#if !defined(_typedef___m_choice)
#define _typedef___m_choice
typedef struct m_choice {
  CORBA_long _d;
  union {
    CORBA_long l;
    m_point p;
    CORBA_char c[12];
  } _u;
} m_choice;
#endif

#if !defined(_typedef___m_flat)
#define _typedef___m_flat
typedef union m_flat {
  CORBA_long l;
  CORBA_float f;
} m_flat;
#endif

#if !defined(_typedef___m_longs)
#define _typedef___m_longs
typedef struct m_longs {
  idl4_word_t _maximum;
  idl4_word_t _length;
  CORBA_long *_buffer;
} m_longs;
#endif

#if !defined(_typedef___m_points)
#define _typedef___m_points
typedef struct m_points {
  idl4_word_t _maximum;
  idl4_word_t _length;
  m_point *_buffer;
} m_points;
#endif

#if !defined(_typedef___m_grid)
#define _typedef___m_grid
typedef CORBA_long m_grid[3][4];
#endif

#if !defined(_exception___m_plain)
#define _exception___m_plain
#define ex_m_plain 1
#endif

#if !defined(_exception___m_rich)
#define _exception___m_rich
#define ex_m_rich 2
typedef struct m_rich {
  CORBA_long code;
  m_point where;
} m_rich;
#endif

#if !defined(_typedef___m_base)
#define _typedef___m_base
typedef CORBA_Object m_base;
#endif

#if !defined(_typedef___m_all)
#define _typedef___m_all
typedef CORBA_Object m_all;
#endif

/*
 * long _get_level()
 *   id 0x80
 *   request: registers only
 *     MR0 label    id
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
typedef CORBA_long (*m_base__get_level_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_base__get_level(idl4_server_t *_server, m_base__get_level_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->__return = __return;
  _server->tag = IDL4_TAG(0, 1, 0);
}
#define IDL4_PUBLISH_M_BASE__GET_LEVEL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_base__get_level(idl4_server_t *_server) \
  { idl4_serve_m_base__get_level(_server, _implementation); }
#define idl4_publish_m_base__get_level(_implementation) IDL4_PUBLISH_M_BASE__GET_LEVEL(_implementation)

/*
 * void _set_level(in long _value)
 *   id 0x81
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          _value, 4 bytes
 *   reply: registers only
 *     MR0 label    exception
 */
typedef void (*m_base__set_level_implementation_t)(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_base__set_level(idl4_server_t *_server, m_base__set_level_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long _value = (CORBA_long)_server->mr1;
  _implementation(_server->partner, _value, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->tag = IDL4_TAG(0, 0, 0);
}
#define IDL4_PUBLISH_M_BASE__SET_LEVEL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_base__set_level(idl4_server_t *_server) \
  { idl4_serve_m_base__set_level(_server, _implementation); }
#define idl4_publish_m_base__set_level(_implementation) IDL4_PUBLISH_M_BASE__SET_LEVEL(_implementation)

/*
 * m::color _get_tint()
 *   id 0x82
 *   request: registers only
 *     MR0 label    id
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
typedef m_color (*m_base__get_tint_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_base__get_tint(idl4_server_t *_server, m_base__get_tint_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    m_color __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  m_color __return = _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->__return = __return;
  _server->tag = IDL4_TAG(0, 1, 0);
}
#define IDL4_PUBLISH_M_BASE__GET_TINT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_base__get_tint(idl4_server_t *_server) \
  { idl4_serve_m_base__get_tint(_server, _implementation); }
#define idl4_publish_m_base__get_tint(_implementation) IDL4_PUBLISH_M_BASE__GET_TINT(_implementation)

/*
 * void ping()
 *   id 0x83
 *   request: registers only
 *     MR0 label    id
 *   reply: registers only
 *     MR0 label    exception
 */
typedef void (*m_base_ping_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_base_ping(idl4_server_t *_server, m_base_ping_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->tag = IDL4_TAG(0, 0, 0);
}
#define IDL4_PUBLISH_M_BASE_PING(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_base_ping(idl4_server_t *_server) \
  { idl4_serve_m_base_ping(_server, _implementation); }
#define idl4_publish_m_base_ping(_implementation) IDL4_PUBLISH_M_BASE_PING(_implementation)

/* m::base: dispatch and buffers */
#define M_BASE_DEFAULT_VTABLE {service_m_base__get_level, service_m_base__set_level, service_m_base__get_tint, service_m_base_ping}
#define M_BASE_DEFAULT_VTABLE_SIZE 4
#define M_BASE_FID_MASK 0x3
#define M_BASE_MAX_FID 3
#define M_BASE_MSGBUF_SIZE 0
#define M_BASE_STRBUF_SIZE 0

typedef struct {
  unsigned char bytes[M_BASE_STRBUF_SIZE + 4] __attribute__((aligned(32)));
} m_base_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void m_base_start(idl4_server_t *_server, m_base_buffer_t *_buffer)
{
  _server->partner = IDL4_NO_THREAD;
  _server->utcb = idl4_utcb();
  _server->tag = 0;
  _server->buffer = _buffer->bytes;
}
IDL4_INLINE void m_base_reply_and_wait(idl4_server_t *_server)
{
  idl4_reply_and_wait(_server, 0);
}

/*
 * long _get_level()
 *   id 0x80
 *   request: registers only
 *     MR0 label    id
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
typedef CORBA_long (*m_all__get_level_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all__get_level(idl4_server_t *_server, m_all__get_level_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->__return = __return;
  _server->tag = IDL4_TAG(0, 1, 0);
}
#define IDL4_PUBLISH_M_ALL__GET_LEVEL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all__get_level(idl4_server_t *_server) \
  { idl4_serve_m_all__get_level(_server, _implementation); }
#define idl4_publish_m_all__get_level(_implementation) IDL4_PUBLISH_M_ALL__GET_LEVEL(_implementation)

/*
 * void _set_level(in long _value)
 *   id 0x81
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          _value, 4 bytes
 *   reply: registers only
 *     MR0 label    exception
 */
typedef void (*m_all__set_level_implementation_t)(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all__set_level(idl4_server_t *_server, m_all__set_level_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long _value = (CORBA_long)_server->mr1;
  _implementation(_server->partner, _value, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->tag = IDL4_TAG(0, 0, 0);
}
#define IDL4_PUBLISH_M_ALL__SET_LEVEL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all__set_level(idl4_server_t *_server) \
  { idl4_serve_m_all__set_level(_server, _implementation); }
#define idl4_publish_m_all__set_level(_implementation) IDL4_PUBLISH_M_ALL__SET_LEVEL(_implementation)

/*
 * m::color _get_tint()
 *   id 0x82
 *   request: registers only
 *     MR0 label    id
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
typedef m_color (*m_all__get_tint_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all__get_tint(idl4_server_t *_server, m_all__get_tint_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    m_color __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  m_color __return = _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->__return = __return;
  _server->tag = IDL4_TAG(0, 1, 0);
}
#define IDL4_PUBLISH_M_ALL__GET_TINT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all__get_tint(idl4_server_t *_server) \
  { idl4_serve_m_all__get_tint(_server, _implementation); }
#define idl4_publish_m_all__get_tint(_implementation) IDL4_PUBLISH_M_ALL__GET_TINT(_implementation)

/*
 * void ping()
 *   id 0x83
 *   request: registers only
 *     MR0 label    id
 *   reply: registers only
 *     MR0 label    exception
 */
typedef void (*m_all_ping_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_ping(idl4_server_t *_server, m_all_ping_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->tag = IDL4_TAG(0, 0, 0);
}
#define IDL4_PUBLISH_M_ALL_PING(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_ping(idl4_server_t *_server) \
  { idl4_serve_m_all_ping(_server, _implementation); }
#define idl4_publish_m_all_ping(_implementation) IDL4_PUBLISH_M_ALL_PING(_implementation)

/*
 * octet bytes(in octet a, in boolean b, inout char c, out wchar w)
 *   id 0xc0
 *   request: 2 words in message registers
 *     MR0 label    id
 *     MR1          a, 1 bytes
 *     MR1+1        b, 1 bytes
 *     MR2          c, 1 bytes, inout
 *   reply: 2 words in message registers
 *     MR0 label    exception
 *     MR1          c, 1 bytes, inout
 *     MR2          w, 2 bytes
 *     MR2+2        result, 1 bytes
 */
typedef CORBA_octet (*m_all_bytes_implementation_t)(CORBA_Object _caller, const CORBA_octet a, const CORBA_boolean b, CORBA_char *c, CORBA_wchar *w, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_bytes(idl4_server_t *_server, m_all_bytes_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_char c; /* +4 */
    unsigned char _gap8[3];
    CORBA_wchar w; /* +8 */
    CORBA_octet __return; /* +10 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_octet a = (CORBA_octet)_server->mr1;
  CORBA_boolean b = (CORBA_boolean)(_server->mr1 >> 8);
  CORBA_char c = (CORBA_char)_server->mr2;
  CORBA_wchar w = 0;
  CORBA_octet __return = _implementation(_server->partner, a, b, &c, &w, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->c = c;
  _out->w = w;
  _out->__return = __return;
  _server->tag = IDL4_TAG(0, 2, 0);
}
#define IDL4_PUBLISH_M_ALL_BYTES(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_bytes(idl4_server_t *_server) \
  { idl4_serve_m_all_bytes(_server, _implementation); }
#define idl4_publish_m_all_bytes(_implementation) IDL4_PUBLISH_M_ALL_BYTES(_implementation)

/*
 * float reals(in float f, in double d, inout float g, out double e)
 *   id 0xc1
 *   request: 4 words in message registers
 *     MR0 label    id
 *     MR1          f, 4 bytes
 *     MR2          d, 8 bytes
 *     MR4          g, 4 bytes, inout
 *   reply: 4 words in message registers
 *     MR0 label    exception
 *     MR1          g, 4 bytes, inout
 *     MR2          result, 4 bytes
 *     MR3          e, 8 bytes
 */
typedef CORBA_float (*m_all_reals_implementation_t)(CORBA_Object _caller, const CORBA_float f, const CORBA_double d, CORBA_float *g, CORBA_double *e, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_reals(idl4_server_t *_server, m_all_reals_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_float f; /* +4 */
    CORBA_double d; /* +8 */
    CORBA_float g; /* +16 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_float g; /* +4 */
    CORBA_float __return; /* +8 */
    CORBA_double e; /* +12 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_float f;
  idl4_set_bits_4(&f, _server->mr1);
  CORBA_double d = _in->d;
  CORBA_float g = _in->g;
  CORBA_double e = 0;
  CORBA_float __return = _implementation(_server->partner, f, d, &g, &e, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->g = g;
  _out->__return = __return;
  _out->e = e;
  _server->tag = IDL4_TAG(0, 4, 0);
}
#define IDL4_PUBLISH_M_ALL_REALS(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_reals(idl4_server_t *_server) \
  { idl4_serve_m_all_reals(_server, _implementation); }
#define idl4_publish_m_all_reals(_implementation) IDL4_PUBLISH_M_ALL_REALS(_implementation)

/*
 * long long wide(in long long a, inout unsigned long long b, out long long c)
 *   id 0xc2
 *   request: 4 words in message registers
 *     MR0 label    id
 *     MR1          a, 8 bytes
 *     MR3          b, 8 bytes, inout
 *   reply: 6 words in message registers
 *     MR0 label    exception
 *     MR1          b, 8 bytes, inout
 *     MR3          result, 8 bytes
 *     MR5          c, 8 bytes
 */
typedef CORBA_long_long (*m_all_wide_implementation_t)(CORBA_Object _caller, const CORBA_long_long a, CORBA_unsigned_long_long *b, CORBA_long_long *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_wide(idl4_server_t *_server, m_all_wide_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_long_long a; /* +4 */
    CORBA_unsigned_long_long b; /* +12 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_unsigned_long_long b; /* +4 */
    CORBA_long_long __return; /* +12 */
    CORBA_long_long c; /* +20 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long_long a = _in->a;
  CORBA_unsigned_long_long b = _in->b;
  CORBA_long_long c = 0;
  CORBA_long_long __return = _implementation(_server->partner, a, &b, &c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->b = b;
  _out->__return = __return;
  _out->c = c;
  _server->tag = IDL4_TAG(0, 6, 0);
}
#define IDL4_PUBLISH_M_ALL_WIDE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_wide(idl4_server_t *_server) \
  { idl4_serve_m_all_wide(_server, _implementation); }
#define idl4_publish_m_all_wide(_implementation) IDL4_PUBLISH_M_ALL_WIDE(_implementation)

/*
 * m::point points1(in m::point a, inout m::point b, out m::point c)
 *   id 0xc3
 *   request: 4 words in message registers
 *     MR0 label    id
 *     MR1          a, 8 bytes
 *     MR3          b, 8 bytes, inout
 *   reply: 6 words in message registers
 *     MR0 label    exception
 *     MR1          b, 8 bytes, inout
 *     MR3          result, 8 bytes
 *     MR5          c, 8 bytes
 */
typedef m_point (*m_all_points1_implementation_t)(CORBA_Object _caller, const m_point *a, m_point *b, m_point *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_points1(idl4_server_t *_server, m_all_points1_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    m_point a; /* +4 */
    m_point b; /* +12 */
  };
  struct IDL4_ALIAS _reply {
    m_point b; /* +4 */
    m_point __return; /* +12 */
    m_point c; /* +20 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  m_point a = _in->a;
  m_point b = _in->b;
  m_point c;
  m_point __return = _implementation(_server->partner, &a, &b, &c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->b = b;
  _out->__return = __return;
  _out->c = c;
  _server->tag = IDL4_TAG(0, 6, 0);
}
#define IDL4_PUBLISH_M_ALL_POINTS1(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_points1(idl4_server_t *_server) \
  { idl4_serve_m_all_points1(_server, _implementation); }
#define idl4_publish_m_all_points1(_implementation) IDL4_PUBLISH_M_ALL_POINTS1(_implementation)

/*
 * m::mixed mixed1(in m::mixed a, inout m::mixed b, out m::mixed c) raises (m::plain, m::rich)
 *   id 0xc4
 *   request: 14 words in message registers
 *     MR0 label    id
 *     MR1          a, 28 bytes
 *     MR8          b, 28 bytes, inout
 *   reply: 21 words in message registers
 *     MR0 label    exception
 *     MR1          b, 28 bytes, inout
 *     MR8          result, 28 bytes
 *     MR15         c, 28 bytes
 *   exception m::rich: 12 bytes at +4
 */
typedef m_mixed (*m_all_mixed1_implementation_t)(CORBA_Object _caller, const m_mixed *a, m_mixed *b, m_mixed *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_mixed1(idl4_server_t *_server, m_all_mixed1_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    m_mixed a; /* +4 */
    m_mixed b; /* +32 */
  };
  struct IDL4_ALIAS _reply {
    m_mixed b; /* +4 */
    m_mixed __return; /* +32 */
    m_mixed c; /* +60 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  m_mixed a = _in->a;
  m_mixed b = _in->b;
  m_mixed c;
  m_mixed __return = _implementation(_server->partner, &a, &b, &c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    if (_environment._exception == ex_m_rich && _environment._data) {
      __builtin_memcpy(_server->utcb + 1, _environment._data, sizeof(m_rich));
      _server->tag |= 3;
    }
    return;
  }
  _out->b = b;
  _out->__return = __return;
  _out->c = c;
  _server->tag = IDL4_TAG(0, 21, 0);
}
#define IDL4_PUBLISH_M_ALL_MIXED1(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_mixed1(idl4_server_t *_server) \
  { idl4_serve_m_all_mixed1(_server, _implementation); }
#define idl4_publish_m_all_mixed1(_implementation) IDL4_PUBLISH_M_ALL_MIXED1(_implementation)

/*
 * m::choice choose(in m::choice a, inout m::flat b, out m::choice c)
 *   id 0xc5
 *   request: 5 words in message registers
 *     MR0 label    id
 *     MR1          a, 16 bytes
 *     MR5          b, 4 bytes, inout
 *   reply: 9 words in message registers
 *     MR0 label    exception
 *     MR1          b, 4 bytes, inout
 *     MR2          result, 16 bytes
 *     MR6          c, 16 bytes
 */
typedef m_choice (*m_all_choose_implementation_t)(CORBA_Object _caller, const m_choice *a, m_flat *b, m_choice *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_choose(idl4_server_t *_server, m_all_choose_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    m_choice a; /* +4 */
    m_flat b; /* +20 */
  };
  struct IDL4_ALIAS _reply {
    m_flat b; /* +4 */
    m_choice __return; /* +8 */
    m_choice c; /* +24 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  m_choice a = _in->a;
  m_flat b = _in->b;
  m_choice c;
  m_choice __return = _implementation(_server->partner, &a, &b, &c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->b = b;
  _out->__return = __return;
  _out->c = c;
  _server->tag = IDL4_TAG(0, 9, 0);
}
#define IDL4_PUBLISH_M_ALL_CHOOSE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_choose(idl4_server_t *_server) \
  { idl4_serve_m_all_choose(_server, _implementation); }
#define idl4_publish_m_all_choose(_implementation) IDL4_PUBLISH_M_ALL_CHOOSE(_implementation)

/*
 * m::color paint(in m::color a, inout m::color b, out m::color c) raises (m::rich)
 *   id 0xc6
 *   request: 2 words in message registers
 *     MR0 label    id
 *     MR1          a, 4 bytes
 *     MR2          b, 4 bytes, inout
 *   reply: 3 words in message registers
 *     MR0 label    exception
 *     MR1          b, 4 bytes, inout
 *     MR2          result, 4 bytes
 *     MR3          c, 4 bytes
 *   exception m::rich: 12 bytes at +4
 */
typedef m_color (*m_all_paint_implementation_t)(CORBA_Object _caller, const m_color a, m_color *b, m_color *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_paint(idl4_server_t *_server, m_all_paint_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    m_color b; /* +4 */
    m_color __return; /* +8 */
    m_color c; /* +12 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  m_color a = (m_color)_server->mr1;
  m_color b = (m_color)_server->mr2;
  m_color c = 0;
  m_color __return = _implementation(_server->partner, a, &b, &c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    if (_environment._exception == ex_m_rich && _environment._data) {
      __builtin_memcpy(_server->utcb + 1, _environment._data, sizeof(m_rich));
      _server->tag |= 3;
    }
    return;
  }
  _out->b = b;
  _out->__return = __return;
  _out->c = c;
  _server->tag = IDL4_TAG(0, 3, 0);
}
#define IDL4_PUBLISH_M_ALL_PAINT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_paint(idl4_server_t *_server) \
  { idl4_serve_m_all_paint(_server, _implementation); }
#define idl4_publish_m_all_paint(_implementation) IDL4_PUBLISH_M_ALL_PAINT(_implementation)

/*
 * void grids(in m::grid a, inout m::grid b, out m::grid c)
 *   id 0xc7
 *   request: 24 words in message registers
 *     MR0 label    id
 *     MR1          a, 48 bytes
 *     MR13         b, 48 bytes, inout
 *   reply: 24 words in message registers
 *     MR0 label    exception
 *     MR1          b, 48 bytes, inout
 *     MR13         c, 48 bytes
 */
typedef void (*m_all_grids_implementation_t)(CORBA_Object _caller, const m_grid a, m_grid b, m_grid c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_grids(idl4_server_t *_server, m_all_grids_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    m_grid a; /* +4 */
    m_grid b; /* +52 */
  };
  struct IDL4_ALIAS _reply {
    m_grid b; /* +4 */
    m_grid c; /* +52 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  m_grid a;
  __builtin_memcpy(&a, &_in->a, sizeof(a));
  m_grid b;
  __builtin_memcpy(&b, &_in->b, sizeof(b));
  m_grid c;
  _implementation(_server->partner, a, b, c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  __builtin_memcpy(&_out->b, &b, sizeof(_out->b));
  __builtin_memcpy(&_out->c, &c, sizeof(_out->c));
  _server->tag = IDL4_TAG(0, 24, 0);
}
#define IDL4_PUBLISH_M_ALL_GRIDS(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_grids(idl4_server_t *_server) \
  { idl4_serve_m_all_grids(_server, _implementation); }
#define idl4_publish_m_all_grids(_implementation) IDL4_PUBLISH_M_ALL_GRIDS(_implementation)

/*
 * void strings(in string a, in string<20> b, out string<30> c, inout string<40> d, out string e)
 *   id 0xc8
 *   request: 20 words in message registers, 1 indirect
 *     MR0 label    id
 *     MR1          length of a
 *     MR2          length of b
 *     MR3          length of d
 *     indirect 0   a, up to 8000 x 1 bytes, to its zero
 *     MR4          b, up to 21 x 1 bytes, to its zero
 *     MR10         d, up to 41 x 1 bytes, to its zero
 *                  the message ends with the real end of d
 *   reply: 22 words in message registers, 1 indirect
 *     MR0 label    exception
 *     MR1          length of c
 *     MR2          length of d
 *     MR3          length of e
 *     MR4          c, up to 31 x 1 bytes, to its zero
 *     MR12         d, up to 41 x 1 bytes, to its zero
 *     indirect 0   e, up to 8000 x 1 bytes, to its zero
 *                  the message ends with the real end of d
 *   - a: no bound: sent from where it is, as an indirect part
 *   - b: at most 21 bytes: copied into the message
 *   - d: at most 41 bytes: copied into the message
 *   - c: at most 31 bytes: copied into the message
 *   - e: no bound: sent from where it is, as an indirect part
 */
typedef void (*m_all_strings_implementation_t)(CORBA_Object _caller, const CORBA_char *a, const CORBA_char *b, CORBA_char **c, CORBA_char **d, CORBA_char **e, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_strings(idl4_server_t *_server, m_all_strings_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    idl4_word_t a_length; /* +4 */
    idl4_word_t b_length; /* +8 */
    idl4_word_t d_length; /* +12 */
    CORBA_char b[21]; /* +16 */
    unsigned char _gap40[3];
    CORBA_char d[41]; /* +40 */
  };
  struct IDL4_ALIAS _reply {
    idl4_word_t c_length; /* +4 */
    idl4_word_t d_length; /* +8 */
    idl4_word_t e_length; /* +12 */
    CORBA_char c[31]; /* +16 */
    unsigned char _gap48[1];
    CORBA_char d[41]; /* +48 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char *const a = (CORBA_char *)(_server->buffer + 0 * SERVER_BUFFER_SIZE);
  a[idl4_least(8000, SERVER_BUFFER_SIZE / 1) - 1] = 0;
  CORBA_char _b_copy[21];
  idl4_copy_bytes(_b_copy, _in->b, idl4_least(_server->mr2, 21));
  CORBA_char *const b = (CORBA_char *)_b_copy;
  b[21 - 1] = 0;
  CORBA_char _c_room[31];
  CORBA_char *c = (CORBA_char *)_c_room;
  CORBA_char _d_copy[41];
  idl4_copy_bytes(_d_copy, _in->d, idl4_least(_in->d_length, 41));
  CORBA_char *d = (CORBA_char *)_d_copy;
  d[41 - 1] = 0;
  CORBA_char *e = (CORBA_char *)(_server->buffer + 1 * SERVER_BUFFER_SIZE);
  _implementation(_server->partner, a, b, &c, &d, &e, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t _c_size = idl4_string_size(c, 31);
  _out->c_length = _c_size;
  idl4_copy_bytes(_out->c, c, _c_size);
  const idl4_word_t _d_size = idl4_string_size(d, 41);
  _out->d_length = _d_size;
  idl4_copy_bytes(_out->d, d, _d_size);
  const idl4_word_t _e_size = idl4_string_size(e, 8000);
  _out->e_length = _e_size;
  _utcb[23] = IDL4_STRING_ITEM(_e_size);
  _utcb[24] = (idl4_word_t)e;
  _server->tag = IDL4_TAG(0, 22, 2);
}
#define IDL4_PUBLISH_M_ALL_STRINGS(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_strings(idl4_server_t *_server) \
  { idl4_serve_m_all_strings(_server, _implementation); }
#define idl4_publish_m_all_strings(_implementation) IDL4_PUBLISH_M_ALL_STRINGS(_implementation)

/*
 * string name(in long i)
 *   id 0xc9
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          i, 4 bytes
 *   reply: 1 words in message registers, 1 indirect
 *     MR0 label    exception
 *     MR1          length of result
 *     indirect 0   result, up to 8000 x 1 bytes, to its zero
 *   - the result: no bound: sent from where it is, as an indirect part
 */
typedef CORBA_char * (*m_all_name_implementation_t)(CORBA_Object _caller, const CORBA_long i, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_name(idl4_server_t *_server, m_all_name_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    idl4_word_t __return_length; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long i = (CORBA_long)_server->mr1;
  CORBA_char *__return = _implementation(_server->partner, i, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t ___return_size = idl4_string_size(__return, 8000);
  _out->__return_length = ___return_size;
  _utcb[2] = IDL4_STRING_ITEM(___return_size);
  _utcb[3] = (idl4_word_t)__return;
  _server->tag = IDL4_TAG(0, 1, 2);
}
#define IDL4_PUBLISH_M_ALL_NAME(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_name(idl4_server_t *_server) \
  { idl4_serve_m_all_name(_server, _implementation); }
#define idl4_publish_m_all_name(_implementation) IDL4_PUBLISH_M_ALL_NAME(_implementation)

/*
 * string<50> shorty()
 *   id 0xca
 *   request: registers only
 *     MR0 label    id
 *   reply: 14 words in message registers
 *     MR0 label    exception
 *     MR1          length of result
 *     MR2          result, up to 51 x 1 bytes, to its zero
 *                  the message ends with the real end of __return
 *   - the result: at most 51 bytes: copied into the message
 */
typedef CORBA_char * (*m_all_shorty_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_shorty(idl4_server_t *_server, m_all_shorty_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    idl4_word_t __return_length; /* +4 */
    CORBA_char __return[51]; /* +8 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char *__return = _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t ___return_size = idl4_string_size(__return, 51);
  _out->__return_length = ___return_size;
  idl4_copy_bytes(_out->__return, __return, ___return_size);
  _server->tag = IDL4_TAG(0, ((8 + ___return_size - 4 + 3) >> 2), 0);
}
#define IDL4_PUBLISH_M_ALL_SHORTY(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_shorty(idl4_server_t *_server) \
  { idl4_serve_m_all_shorty(_server, _implementation); }
#define idl4_publish_m_all_shorty(_implementation) IDL4_PUBLISH_M_ALL_SHORTY(_implementation)

/*
 * m::longs seq(in m::longs a, inout m::longs b, out m::longs c)
 *   id 0xcb
 *   request: 34 words in message registers
 *     MR0 label    id
 *     MR1          length of a
 *     MR2          length of b
 *     MR3          a, up to 16 x 4 bytes
 *     MR19         b, up to 16 x 4 bytes
 *                  the message ends with the real end of b
 *   reply: 51 words in message registers
 *     MR0 label    exception
 *     MR1          length of result
 *     MR2          length of b
 *     MR3          length of c
 *     MR4          result, up to 16 x 4 bytes
 *     MR20         b, up to 16 x 4 bytes
 *     MR36         c, up to 16 x 4 bytes
 *                  the message ends with the real end of c
 *   - a: at most 64 bytes: copied into the message
 *   - b: at most 64 bytes: copied into the message
 *   - the result: at most 64 bytes: copied into the message
 *   - c: at most 64 bytes: copied into the message
 */
typedef m_longs (*m_all_seq_implementation_t)(CORBA_Object _caller, const m_longs *a, m_longs *b, m_longs *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_seq(idl4_server_t *_server, m_all_seq_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    idl4_word_t a_length; /* +4 */
    idl4_word_t b_length; /* +8 */
    CORBA_long a[16]; /* +12 */
    CORBA_long b[16]; /* +76 */
  };
  struct IDL4_ALIAS _reply {
    idl4_word_t __return_length; /* +4 */
    idl4_word_t b_length; /* +8 */
    idl4_word_t c_length; /* +12 */
    CORBA_long __return[16]; /* +16 */
    CORBA_long b[16]; /* +80 */
    CORBA_long c[16]; /* +144 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long _a_copy[16];
  idl4_copy_bytes(_a_copy, _in->a, idl4_least(_server->mr1, 16) * 4);
  m_longs a;
  a._maximum = 16;
  a._length = idl4_least(_server->mr1, 16);
  a._buffer = (CORBA_long *)_a_copy;
  CORBA_long _b_copy[16];
  idl4_copy_bytes(_b_copy, _in->b, idl4_least(_server->mr2, 16) * 4);
  m_longs b;
  b._maximum = 16;
  b._length = idl4_least(_server->mr2, 16);
  b._buffer = (CORBA_long *)_b_copy;
  CORBA_long _c_room[16];
  m_longs c;
  c._maximum = 16;
  c._length = 0;
  c._buffer = (CORBA_long *)_c_room;
  m_longs __return = _implementation(_server->partner, &a, &b, &c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t ___return_size = idl4_least(__return._length, 16);
  _out->__return_length = ___return_size;
  idl4_copy_bytes(_out->__return, __return._buffer, ___return_size * 4);
  const idl4_word_t _b_size = idl4_least(b._length, 16);
  _out->b_length = _b_size;
  idl4_copy_bytes(_out->b, b._buffer, _b_size * 4);
  const idl4_word_t _c_size = idl4_least(c._length, 16);
  _out->c_length = _c_size;
  idl4_copy_bytes(_out->c, c._buffer, _c_size * 4);
  _server->tag = IDL4_TAG(0, ((144 + _c_size * 4 - 4 + 3) >> 2), 0);
}
#define IDL4_PUBLISH_M_ALL_SEQ(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_seq(idl4_server_t *_server) \
  { idl4_serve_m_all_seq(_server, _implementation); }
#define idl4_publish_m_all_seq(_implementation) IDL4_PUBLISH_M_ALL_SEQ(_implementation)

/*
 * void seq2(in m::points a, out m::points b)
 *   id 0xcc
 *   request: 1 words in message registers, 1 indirect
 *     MR0 label    id
 *     MR1          length of a
 *     indirect 0   a, up to 1000 x 8 bytes
 *   reply: 1 words in message registers, 1 indirect
 *     MR0 label    exception
 *     MR1          length of b
 *     indirect 0   b, up to 1000 x 8 bytes
 *   - a: no bound: sent from where it is, as an indirect part
 *   - b: no bound: sent from where it is, as an indirect part
 */
typedef void (*m_all_seq2_implementation_t)(CORBA_Object _caller, const m_points *a, m_points *b, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_seq2(idl4_server_t *_server, m_all_seq2_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    idl4_word_t b_length; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  m_points a;
  a._maximum = idl4_least(1000, SERVER_BUFFER_SIZE / 8);
  a._length = idl4_least(_server->mr1, idl4_least(1000, SERVER_BUFFER_SIZE / 8));
  a._buffer = (m_point *)(_server->buffer + 0 * SERVER_BUFFER_SIZE);
  m_points b;
  b._maximum = idl4_least(1000, SERVER_BUFFER_SIZE / 8);
  b._length = 0;
  b._buffer = (m_point *)(_server->buffer + 1 * SERVER_BUFFER_SIZE);
  _implementation(_server->partner, &a, &b, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t _b_size = idl4_least(b._length, 1000);
  _out->b_length = _b_size;
  _utcb[2] = IDL4_STRING_ITEM(_b_size * 8);
  _utcb[3] = (idl4_word_t)b._buffer;
  _server->tag = IDL4_TAG(0, 1, 2);
}
#define IDL4_PUBLISH_M_ALL_SEQ2(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_seq2(idl4_server_t *_server) \
  { idl4_serve_m_all_seq2(_server, _implementation); }
#define idl4_publish_m_all_seq2(_implementation) IDL4_PUBLISH_M_ALL_SEQ2(_implementation)

/*
 * void buffers(in octet * data [n], in long n, out octet * back [n])
 *   id 0xcd
 *   request: 1 words in message registers, 1 indirect
 *     MR0 label    id
 *     MR1          n, 4 bytes
 *     indirect 0   data, up to 8000 x 1 bytes
 *   reply: 0 words in message registers, 1 indirect
 *     MR0 label    exception
 *     indirect 0   back, up to 4096 x 1 bytes
 *   - data: no bound: sent from where it is, as an indirect part
 *   - back: at most 4096 bytes: sent from where it is, as an indirect part
 */
typedef void (*m_all_buffers_implementation_t)(CORBA_Object _caller, const CORBA_octet *data, const CORBA_long n, CORBA_octet *back, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_buffers(idl4_server_t *_server, m_all_buffers_implementation_t _implementation)
{
  idl4_word_t *const _utcb = _server->utcb;
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long n = (CORBA_long)_server->mr1;
  CORBA_octet *const data = (CORBA_octet *)(_server->buffer + 0 * SERVER_BUFFER_SIZE);
  CORBA_octet *back = (CORBA_octet *)(_server->buffer + 1 * SERVER_BUFFER_SIZE);
  if (IDL4_UNLIKELY((idl4_word_t)n > idl4_least(8000, SERVER_BUFFER_SIZE / 1))) n = (CORBA_long)idl4_least(8000, SERVER_BUFFER_SIZE / 1);
  if (IDL4_UNLIKELY((idl4_word_t)n > idl4_least(4096, SERVER_BUFFER_SIZE / 1))) n = (CORBA_long)idl4_least(4096, SERVER_BUFFER_SIZE / 1);
  _implementation(_server->partner, data, n, back, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t _back_size = idl4_least((idl4_word_t)n, 4096);
  _utcb[1] = IDL4_STRING_ITEM(_back_size);
  _utcb[2] = (idl4_word_t)back;
  _server->tag = IDL4_TAG(0, 0, 2);
}
#define IDL4_PUBLISH_M_ALL_BUFFERS(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_buffers(idl4_server_t *_server) \
  { idl4_serve_m_all_buffers(_server, _implementation); }
#define idl4_publish_m_all_buffers(_implementation) IDL4_PUBLISH_M_ALL_BUFFERS(_implementation)

/*
 * oneway void post(in long a, in string<16> s)
 *   id 0xce, oneway
 *   request: 7 words in message registers
 *     MR0 label    id
 *     MR1          a, 4 bytes
 *     MR2          length of s
 *     MR3          s, up to 17 x 1 bytes, to its zero
 *                  the message ends with the real end of s
 *   - s: at most 17 bytes: copied into the message
 */
typedef void (*m_all_post_implementation_t)(CORBA_Object _caller, const CORBA_long a, const CORBA_char *s, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_post(idl4_server_t *_server, m_all_post_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_long a; /* +4 */
    idl4_word_t s_length; /* +8 */
    CORBA_char s[17]; /* +12 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long a = (CORBA_long)_server->mr1;
  CORBA_char _s_copy[17];
  idl4_copy_bytes(_s_copy, _in->s, idl4_least(_server->mr2, 17));
  CORBA_char *const s = (CORBA_char *)_s_copy;
  s[17 - 1] = 0;
  _implementation(_server->partner, a, s, &_environment);
  _server->partner = IDL4_NO_THREAD;
  _server->tag = 0;
}
#define IDL4_PUBLISH_M_ALL_POST(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_post(idl4_server_t *_server) \
  { idl4_serve_m_all_post(_server, _implementation); }
#define idl4_publish_m_all_post(_implementation) IDL4_PUBLISH_M_ALL_POST(_implementation)

/*
 * void share(in fpage p, out fpage q, in long x)
 *   id 0xcf
 *   request: 3 words in message registers, 1 flexpage
 *     MR0 label    id
 *     MR1          x, 4 bytes
 *     MR2          map p
 *   reply: 2 words in message registers, 1 flexpage
 *     MR0 label    exception
 *     MR1          map q
 */
typedef void (*m_all_share_implementation_t)(CORBA_Object _caller, const idl4_fpage_t p, idl4_fpage_t *q, const CORBA_long x, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_share(idl4_server_t *_server, m_all_share_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_long x; /* +4 */
    idl4_fpage_t p; /* +8 */
  };
  struct IDL4_ALIAS _reply {
    idl4_fpage_t q; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  idl4_fpage_t p;
  p = _in->p;
  idl4_fpage_t q;
  CORBA_long x = (CORBA_long)_server->mr1;
  _implementation(_server->partner, p, &q, x, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->q = q;
  _server->tag = IDL4_TAG(0, 0, 2);
}
#define IDL4_PUBLISH_M_ALL_SHARE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_share(idl4_server_t *_server) \
  { idl4_serve_m_all_share(_server, _implementation); }
#define idl4_publish_m_all_share(_implementation) IDL4_PUBLISH_M_ALL_SHARE(_implementation)

/*
 * idl4_threadid_t find(in string<32> name, in CORBA_Object who)
 *   id 0xd0
 *   request: 11 words in message registers
 *     MR0 label    id
 *     MR1          length of name
 *     MR2          who, 4 bytes
 *     MR3          name, up to 33 x 1 bytes, to its zero
 *                  the message ends with the real end of name
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 *   - name: at most 33 bytes: copied into the message
 */
typedef idl4_threadid_t (*m_all_find_implementation_t)(CORBA_Object _caller, const CORBA_char *name, const CORBA_Object who, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_find(idl4_server_t *_server, m_all_find_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    idl4_word_t name_length; /* +4 */
    CORBA_Object who; /* +8 */
    CORBA_char name[33]; /* +12 */
  };
  struct IDL4_ALIAS _reply {
    idl4_threadid_t __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char _name_copy[33];
  idl4_copy_bytes(_name_copy, _in->name, idl4_least(_server->mr1, 33));
  CORBA_char *const name = (CORBA_char *)_name_copy;
  name[33 - 1] = 0;
  CORBA_Object who = (CORBA_Object)_server->mr2;
  idl4_threadid_t __return = _implementation(_server->partner, name, who, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->__return = __return;
  _server->tag = IDL4_TAG(0, 1, 0);
}
#define IDL4_PUBLISH_M_ALL_FIND(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_find(idl4_server_t *_server) \
  { idl4_serve_m_all_find(_server, _implementation); }
#define idl4_publish_m_all_find(_implementation) IDL4_PUBLISH_M_ALL_FIND(_implementation)

/*
 * void aim(in idl4_threadid_t dest (destination), in long x, in long hidden (not transferred))
 *   id 0xd1
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          x, 4 bytes
 *   reply: registers only
 *     MR0 label    exception
 */
typedef void (*m_all_aim_implementation_t)(CORBA_Object _caller, const idl4_threadid_t dest, const CORBA_long x, const CORBA_long hidden, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_aim(idl4_server_t *_server, m_all_aim_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long x = (CORBA_long)_server->mr1;
  CORBA_long _hidden_none;
  __builtin_memset(&_hidden_none, 0, sizeof(CORBA_long));
  _implementation(_server->partner, _server->partner, x, _hidden_none, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->tag = IDL4_TAG(0, 0, 0);
}
#define IDL4_PUBLISH_M_ALL_AIM(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_aim(idl4_server_t *_server) \
  { idl4_serve_m_all_aim(_server, _implementation); }
#define idl4_publish_m_all_aim(_implementation) IDL4_PUBLISH_M_ALL_AIM(_implementation)

/*
 * void pre(out string<64> s, out m::longs q)
 *   id 0xd2
 *   request: registers only
 *     MR0 label    id
 *   reply: 35 words in message registers
 *     MR0 label    exception
 *     MR1          length of s
 *     MR2          length of q
 *     MR3          s, up to 65 x 1 bytes, to its zero
 *     MR20         q, up to 16 x 4 bytes
 *                  the message ends with the real end of q
 *   - s: at most 65 bytes: copied into the message
 *   - q: at most 64 bytes: copied into the message
 */
typedef void (*m_all_pre_implementation_t)(CORBA_Object _caller, CORBA_char **s, m_longs *q, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_pre(idl4_server_t *_server, m_all_pre_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    idl4_word_t s_length; /* +4 */
    idl4_word_t q_length; /* +8 */
    CORBA_char s[65]; /* +12 */
    CORBA_long q[16]; /* +80 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char _s_room[65];
  CORBA_char *s = (CORBA_char *)_s_room;
  CORBA_long _q_room[16];
  m_longs q;
  q._maximum = 16;
  q._length = 0;
  q._buffer = (CORBA_long *)_q_room;
  _implementation(_server->partner, &s, &q, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t _s_size = idl4_string_size(s, 65);
  _out->s_length = _s_size;
  idl4_copy_bytes(_out->s, s, _s_size);
  const idl4_word_t _q_size = idl4_least(q._length, 16);
  _out->q_length = _q_size;
  idl4_copy_bytes(_out->q, q._buffer, _q_size * 4);
  _server->tag = IDL4_TAG(0, ((80 + _q_size * 4 - 4 + 3) >> 2), 0);
}
#define IDL4_PUBLISH_M_ALL_PRE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_pre(idl4_server_t *_server) \
  { idl4_serve_m_all_pre(_server, _implementation); }
#define idl4_publish_m_all_pre(_implementation) IDL4_PUBLISH_M_ALL_PRE(_implementation)

/*
 * void small(in short small, in short in1, inout short hyper, out octet out1)
 *   id 0xd3
 *   request: 2 words in message registers
 *     MR0 label    id
 *     MR1          small, 2 bytes
 *     MR1+2        in1, 2 bytes
 *     MR2          hyper, 2 bytes, inout
 *   reply: 2 words in message registers
 *     MR0 label    exception
 *     MR1          hyper, 2 bytes, inout
 *     MR2          out1, 1 bytes
 */
typedef void (*m_all_small_implementation_t)(CORBA_Object _caller, const CORBA_short small, const CORBA_short in1, CORBA_short *hyper, CORBA_octet *out1, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_small(idl4_server_t *_server, m_all_small_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_short hyper; /* +4 */
    unsigned char _gap8[2];
    CORBA_octet out1; /* +8 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_short small = (CORBA_short)_server->mr1;
  CORBA_short in1 = (CORBA_short)(_server->mr1 >> 16);
  CORBA_short hyper = (CORBA_short)_server->mr2;
  CORBA_octet out1 = 0;
  _implementation(_server->partner, small, in1, &hyper, &out1, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->hyper = hyper;
  _out->out1 = out1;
  _server->tag = IDL4_TAG(0, 2, 0);
}
#define IDL4_PUBLISH_M_ALL_SMALL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_small(idl4_server_t *_server) \
  { idl4_serve_m_all_small(_server, _implementation); }
#define idl4_publish_m_all_small(_implementation) IDL4_PUBLISH_M_ALL_SMALL(_implementation)

/*
 * void twomaps(in fpage a, in fpage b, out fpage c, out fpage d, out long n)
 *   id 0xd4
 *   request: 4 words in message registers, 2 flexpages
 *     MR0 label    id
 *     MR1          map a
 *     MR3          map b
 *   reply: 5 words in message registers, 2 flexpages
 *     MR0 label    exception
 *     MR1          n, 4 bytes
 *     MR2          map c
 *     MR4          map d
 */
typedef void (*m_all_twomaps_implementation_t)(CORBA_Object _caller, const idl4_fpage_t a, const idl4_fpage_t b, idl4_fpage_t *c, idl4_fpage_t *d, CORBA_long *n, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_twomaps(idl4_server_t *_server, m_all_twomaps_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    idl4_fpage_t a; /* +4 */
    idl4_fpage_t b; /* +12 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long n; /* +4 */
    idl4_fpage_t c; /* +8 */
    idl4_fpage_t d; /* +16 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  idl4_fpage_t a;
  a.base = _server->mr1;
  a.fpage = _server->mr2;
  idl4_fpage_t b;
  b = _in->b;
  idl4_fpage_t c;
  idl4_fpage_t d;
  CORBA_long n = 0;
  _implementation(_server->partner, a, b, &c, &d, &n, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->n = n;
  _out->c = c;
  _out->d = d;
  _server->tag = IDL4_TAG(0, 1, 4);
}
#define IDL4_PUBLISH_M_ALL_TWOMAPS(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_twomaps(idl4_server_t *_server) \
  { idl4_serve_m_all_twomaps(_server, _implementation); }
#define idl4_publish_m_all_twomaps(_implementation) IDL4_PUBLISH_M_ALL_TWOMAPS(_implementation)

/*
 * void ten(in long a, in long b, inout long c, inout m::point d, in string<12> s, out long e, out string<12> f)
 *   id 0xd5
 *   request: 10 words in message registers
 *     MR0 label    id
 *     MR1          a, 4 bytes
 *     MR2          b, 4 bytes
 *     MR3          length of s
 *     MR4          c, 4 bytes, inout
 *     MR5          d, 8 bytes, inout
 *     MR7          s, up to 13 x 1 bytes, to its zero
 *                  the message ends with the real end of s
 *   reply: 9 words in message registers
 *     MR0 label    exception
 *     MR1          c, 4 bytes, inout
 *     MR2          d, 8 bytes, inout
 *     MR4          e, 4 bytes
 *     MR5          length of f
 *     MR6          f, up to 13 x 1 bytes, to its zero
 *                  the message ends with the real end of f
 *   - s: at most 13 bytes: copied into the message
 *   - f: at most 13 bytes: copied into the message
 */
typedef void (*m_all_ten_implementation_t)(CORBA_Object _caller, const CORBA_long a, const CORBA_long b, CORBA_long *c, m_point *d, const CORBA_char *s, CORBA_long *e, CORBA_char **f, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_ten(idl4_server_t *_server, m_all_ten_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_long a; /* +4 */
    CORBA_long b; /* +8 */
    idl4_word_t s_length; /* +12 */
    CORBA_long c; /* +16 */
    m_point d; /* +20 */
    CORBA_char s[13]; /* +28 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long c; /* +4 */
    m_point d; /* +8 */
    CORBA_long e; /* +16 */
    idl4_word_t f_length; /* +20 */
    CORBA_char f[13]; /* +24 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long a = (CORBA_long)_server->mr1;
  CORBA_long b = (CORBA_long)_server->mr2;
  CORBA_long c = _in->c;
  m_point d = _in->d;
  CORBA_char _s_copy[13];
  idl4_copy_bytes(_s_copy, _in->s, idl4_least(_in->s_length, 13));
  CORBA_char *const s = (CORBA_char *)_s_copy;
  s[13 - 1] = 0;
  CORBA_long e = 0;
  CORBA_char _f_room[13];
  CORBA_char *f = (CORBA_char *)_f_room;
  _implementation(_server->partner, a, b, &c, &d, s, &e, &f, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->c = c;
  _out->d = d;
  _out->e = e;
  const idl4_word_t _f_size = idl4_string_size(f, 13);
  _out->f_length = _f_size;
  idl4_copy_bytes(_out->f, f, _f_size);
  _server->tag = IDL4_TAG(0, ((24 + _f_size - 4 + 3) >> 2), 0);
}
#define IDL4_PUBLISH_M_ALL_TEN(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_ten(idl4_server_t *_server) \
  { idl4_serve_m_all_ten(_server, _implementation); }
#define idl4_publish_m_all_ten(_implementation) IDL4_PUBLISH_M_ALL_TEN(_implementation)

/* m::all: dispatch and buffers */
#define M_ALL_DEFAULT_VTABLE_2 {service_m_all__get_level, service_m_all__set_level, service_m_all__get_tint, service_m_all_ping, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard}
#define M_ALL_DEFAULT_VTABLE_3 {service_m_all_bytes, service_m_all_reals, service_m_all_wide, service_m_all_points1, service_m_all_mixed1, service_m_all_choose, service_m_all_paint, service_m_all_grids, service_m_all_strings, service_m_all_name, service_m_all_shorty, service_m_all_seq, service_m_all_seq2, service_m_all_buffers, service_m_all_post, service_m_all_share, service_m_all_find, service_m_all_aim, service_m_all_pre, service_m_all_small, service_m_all_twomaps, service_m_all_ten, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard, m_all_discard}
#define M_ALL_DEFAULT_VTABLE_SIZE 32
#define M_ALL_FID_MASK 0x1f
#define M_ALL_MAX_FID 21
#define M_ALL_IID_MASK 0x3
#define M_ALL_MSGBUF_SIZE 0
#define M_ALL_STRBUF_SIZE (2 * SERVER_BUFFER_SIZE)

typedef struct {
  unsigned char bytes[M_ALL_STRBUF_SIZE] __attribute__((aligned(32)));
} m_all_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void m_all_start(idl4_server_t *_server, m_all_buffer_t *_buffer)
{
  _server->partner = IDL4_NO_THREAD;
  _server->utcb = idl4_utcb();
  _server->tag = 0;
  _server->buffer = _buffer->bytes;
}
IDL4_INLINE void m_all_reply_and_wait(idl4_server_t *_server)
{
  idl4_accept(_server->utcb, IDL4_WHOLE_SPACE, 1);
  idl4_accept_part(_server->utcb, 0, 1, _server->buffer + 0 * SERVER_BUFFER_SIZE, SERVER_BUFFER_SIZE);
  idl4_reply_and_wait(_server, IDL4_WHOLE_SPACE);
}

#endif
