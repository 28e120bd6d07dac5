/* Server stubs of in.idl for L4 X0, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

#include "idl4/x0.h"

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
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
typedef CORBA_long (*m_base__get_level_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_base__get_level(idl4_server_t *_server, m_base__get_level_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = (idl4_word_t)__return;
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_M_BASE__GET_LEVEL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_base__get_level(idl4_server_t *_server) \
  { idl4_serve_m_base__get_level(_server, _implementation); }
#define idl4_publish_m_base__get_level(_implementation) IDL4_PUBLISH_M_BASE__GET_LEVEL(_implementation)

/*
 * void _set_level(in long _value)
 *   id 0x81
 *   request: registers only
 *     EDI          id
 *     EDX          _value, 4 bytes
 *   reply: registers only
 *     EDI          exception
 */
typedef void (*m_base__set_level_implementation_t)(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_base__set_level(idl4_server_t *_server, m_base__set_level_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long _value = (CORBA_long)_server->w0;
  _implementation(_server->partner, _value, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_M_BASE__SET_LEVEL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_base__set_level(idl4_server_t *_server) \
  { idl4_serve_m_base__set_level(_server, _implementation); }
#define idl4_publish_m_base__set_level(_implementation) IDL4_PUBLISH_M_BASE__SET_LEVEL(_implementation)

/*
 * m::color _get_tint()
 *   id 0x82
 *   request: registers only
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
typedef m_color (*m_base__get_tint_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_base__get_tint(idl4_server_t *_server, m_base__get_tint_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  m_color __return = _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = (idl4_word_t)__return;
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_M_BASE__GET_TINT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_base__get_tint(idl4_server_t *_server) \
  { idl4_serve_m_base__get_tint(_server, _implementation); }
#define idl4_publish_m_base__get_tint(_implementation) IDL4_PUBLISH_M_BASE__GET_TINT(_implementation)

/*
 * void ping()
 *   id 0x83
 *   request: registers only
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 */
typedef void (*m_base_ping_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_base_ping(idl4_server_t *_server, m_base_ping_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
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
#define M_BASE_RCV_DOPE IDL4_DOPE(3, 0)
#define M_BASE_MSGBUF_SIZE 24
#define M_BASE_STRBUF_SIZE 0

typedef struct {
  unsigned char bytes[24 + M_BASE_STRBUF_SIZE] __attribute__((aligned(32)));
} m_base_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void m_base_start(idl4_server_t *_server, m_base_buffer_t *_buffer)
{
  idl4_message_head_t *const _head = (idl4_message_head_t *)_buffer->bytes;
  _head->rcv_window = 0;
  _head->size_dope = M_BASE_RCV_DOPE;
  _server->reply = IDL4_NOTHING;
  _server->w0 = 0;
  _server->w1 = 0;
  _server->w2 = 0;
  _server->partner = IDL4_NO_THREAD;
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
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
typedef CORBA_long (*m_all__get_level_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all__get_level(idl4_server_t *_server, m_all__get_level_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = (idl4_word_t)__return;
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_M_ALL__GET_LEVEL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all__get_level(idl4_server_t *_server) \
  { idl4_serve_m_all__get_level(_server, _implementation); }
#define idl4_publish_m_all__get_level(_implementation) IDL4_PUBLISH_M_ALL__GET_LEVEL(_implementation)

/*
 * void _set_level(in long _value)
 *   id 0x81
 *   request: registers only
 *     EDI          id
 *     EDX          _value, 4 bytes
 *   reply: registers only
 *     EDI          exception
 */
typedef void (*m_all__set_level_implementation_t)(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all__set_level(idl4_server_t *_server, m_all__set_level_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long _value = (CORBA_long)_server->w0;
  _implementation(_server->partner, _value, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_M_ALL__SET_LEVEL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all__set_level(idl4_server_t *_server) \
  { idl4_serve_m_all__set_level(_server, _implementation); }
#define idl4_publish_m_all__set_level(_implementation) IDL4_PUBLISH_M_ALL__SET_LEVEL(_implementation)

/*
 * m::color _get_tint()
 *   id 0x82
 *   request: registers only
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
typedef m_color (*m_all__get_tint_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all__get_tint(idl4_server_t *_server, m_all__get_tint_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  m_color __return = _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = (idl4_word_t)__return;
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_M_ALL__GET_TINT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all__get_tint(idl4_server_t *_server) \
  { idl4_serve_m_all__get_tint(_server, _implementation); }
#define idl4_publish_m_all__get_tint(_implementation) IDL4_PUBLISH_M_ALL__GET_TINT(_implementation)

/*
 * void ping()
 *   id 0x83
 *   request: registers only
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 */
typedef void (*m_all_ping_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_ping(idl4_server_t *_server, m_all_ping_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_M_ALL_PING(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_ping(idl4_server_t *_server) \
  { idl4_serve_m_all_ping(_server, _implementation); }
#define idl4_publish_m_all_ping(_implementation) IDL4_PUBLISH_M_ALL_PING(_implementation)

/*
 * octet bytes(in octet a, in boolean b, inout char c, out wchar w)
 *   id 0xc0
 *   request: registers only
 *     EDI          id
 *     EDX[0:8]     a, 1 bytes
 *     EDX[8:16]    b, 1 bytes
 *     EDX[16:24]   c, 1 bytes, inout
 *   reply: registers only
 *     EDI          exception
 *     EDX[24:32]   c, 1 bytes, inout
 *     EDX[0:16]    w, 2 bytes
 *     EDX[16:24]   result, 1 bytes
 *   - a, b, c share EDX in the request
 *   - c, w, __return share EDX in the reply
 */
typedef CORBA_octet (*m_all_bytes_implementation_t)(CORBA_Object _caller, const CORBA_octet a, const CORBA_boolean b, CORBA_char *c, CORBA_wchar *w, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_bytes(idl4_server_t *_server, m_all_bytes_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_octet a = (CORBA_octet)_server->w0;
  CORBA_boolean b = (CORBA_boolean)(_server->w0 >> 8);
  CORBA_char c = (CORBA_char)(_server->w0 >> 16);
  CORBA_wchar w = 0;
  CORBA_octet __return = _implementation(_server->partner, a, b, &c, &w, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = ((idl4_word_t)(unsigned char)c << 24) | (idl4_word_t)(unsigned short)w | ((idl4_word_t)(unsigned char)__return << 16);
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_M_ALL_BYTES(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_bytes(idl4_server_t *_server) \
  { idl4_serve_m_all_bytes(_server, _implementation); }
#define idl4_publish_m_all_bytes(_implementation) IDL4_PUBLISH_M_ALL_BYTES(_implementation)

/*
 * float reals(in float f, in double d, inout float g, out double e)
 *   id 0xc1
 *   request: 2 words in memory
 *     EDI          id
 *     EDX          f, 4 bytes
 *     +24          d, 8 bytes
 *     EBX          g, 4 bytes, inout
 *   reply: 2 words in memory
 *     EDI          exception
 *     EBX          g, 4 bytes, inout
 *     EDX          result, 4 bytes
 *     +24          e, 8 bytes
 *     in the server's buffer the reply starts 8 bytes behind the request
 */
typedef CORBA_float (*m_all_reals_implementation_t)(CORBA_Object _caller, const CORBA_float f, const CORBA_double d, CORBA_float *g, CORBA_double *e, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_reals(idl4_server_t *_server, m_all_reals_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_double d; /* +24 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_double e; /* +24 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 32);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_float f;
  idl4_set_bits_4(&f, _server->w0);
  CORBA_double d = _in->d;
  CORBA_float g;
  idl4_set_bits_4(&g, _server->w1);
  CORBA_float __return = _implementation(_server->partner, f, d, &g, &_out->e, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 8);
  _head->size_dope = IDL4_DOPE(82, 1);
  _head->send_dope = IDL4_DOPE(5, 0);
  _server->w1 = idl4_bits_4(&g);
  _server->w0 = idl4_bits_4(&__return);
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_REALS(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_reals(idl4_server_t *_server) \
  { idl4_serve_m_all_reals(_server, _implementation); }
#define idl4_publish_m_all_reals(_implementation) IDL4_PUBLISH_M_ALL_REALS(_implementation)

/*
 * long long wide(in long long a, inout unsigned long long b, out long long c)
 *   id 0xc2
 *   request: 4 words in memory
 *     EDI          id
 *     +24          a, 8 bytes
 *     +32          b, 8 bytes, inout
 *   reply: 6 words in memory
 *     EDI          exception
 *     +24          b, 8 bytes, inout
 *     +32          result, 8 bytes
 *     +40          c, 8 bytes
 *     in the server's buffer the reply starts 8 bytes behind the request
 *   - inout values stay in place: the reply starts inside the request's buffer
 */
typedef CORBA_long_long (*m_all_wide_implementation_t)(CORBA_Object _caller, const CORBA_long_long a, CORBA_unsigned_long_long *b, CORBA_long_long *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_wide(idl4_server_t *_server, m_all_wide_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_long_long a; /* +24 */
    CORBA_unsigned_long_long b; /* +32 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_unsigned_long_long b; /* +24 */
    CORBA_long_long __return; /* +32 */
    CORBA_long_long c; /* +40 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 32);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long_long a = _in->a;
  CORBA_long_long __return = _implementation(_server->partner, a, &_in->b, &_out->c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->__return = __return;
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 8);
  _head->size_dope = IDL4_DOPE(82, 1);
  _head->send_dope = IDL4_DOPE(9, 0);
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_WIDE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_wide(idl4_server_t *_server) \
  { idl4_serve_m_all_wide(_server, _implementation); }
#define idl4_publish_m_all_wide(_implementation) IDL4_PUBLISH_M_ALL_WIDE(_implementation)

/*
 * m::point points1(in m::point a, inout m::point b, out m::point c)
 *   id 0xc3
 *   request: 4 words in memory
 *     EDI          id
 *     +24          a, 8 bytes
 *     +32          b, 8 bytes, inout
 *   reply: 6 words in memory
 *     EDI          exception
 *     +24          b, 8 bytes, inout
 *     +32          result, 8 bytes
 *     +40          c, 8 bytes
 *     in the server's buffer the reply starts 8 bytes behind the request
 *   - inout values stay in place: the reply starts inside the request's buffer
 */
typedef m_point (*m_all_points1_implementation_t)(CORBA_Object _caller, const m_point *a, m_point *b, m_point *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_points1(idl4_server_t *_server, m_all_points1_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    m_point a; /* +24 */
    m_point b; /* +32 */
  };
  struct IDL4_ALIAS _reply {
    m_point b; /* +24 */
    m_point __return; /* +32 */
    m_point c; /* +40 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 32);
  idl4_server_environment _environment = {0, 0, 0};

  m_point __return = _implementation(_server->partner, &_in->a, &_in->b, &_out->c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->__return = __return;
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 8);
  _head->size_dope = IDL4_DOPE(82, 1);
  _head->send_dope = IDL4_DOPE(9, 0);
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_POINTS1(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_points1(idl4_server_t *_server) \
  { idl4_serve_m_all_points1(_server, _implementation); }
#define idl4_publish_m_all_points1(_implementation) IDL4_PUBLISH_M_ALL_POINTS1(_implementation)

/*
 * m::mixed mixed1(in m::mixed a, inout m::mixed b, out m::mixed c) raises (m::plain, m::rich)
 *   id 0xc4
 *   request: 14 words in memory
 *     EDI          id
 *     +24          a, 28 bytes
 *     +52          b, 28 bytes, inout
 *   reply: 21 words in memory
 *     EDI          exception
 *     +24          b, 28 bytes, inout
 *     +52          result, 28 bytes
 *     +80          c, 28 bytes
 *     in the server's buffer the reply starts 28 bytes behind the request
 *   exception m::rich: 12 bytes at +24
 *   - inout values stay in place: the reply starts inside the request's buffer
 */
typedef m_mixed (*m_all_mixed1_implementation_t)(CORBA_Object _caller, const m_mixed *a, m_mixed *b, m_mixed *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_mixed1(idl4_server_t *_server, m_all_mixed1_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    m_mixed a; /* +24 */
    m_mixed b; /* +52 */
  };
  struct IDL4_ALIAS _reply {
    m_mixed b; /* +24 */
    m_mixed __return; /* +52 */
    m_mixed c; /* +80 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 52);
  idl4_server_environment _environment = {0, 0, 0};

  m_mixed __return = _implementation(_server->partner, &_in->a, &_in->b, &_out->c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    if (_environment._exception == ex_m_rich && _environment._data) {
      idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 28);
      __builtin_memcpy((unsigned char *)_head + 24, _environment._data, sizeof(m_rich));
      _head->size_dope = IDL4_DOPE(77, 0);
      _head->send_dope = IDL4_DOPE(6, 0);
      _server->reply = (idl4_word_t)_head;
    }
    return;
  }
  _out->__return = __return;
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 28);
  _head->size_dope = IDL4_DOPE(77, 1);
  _head->send_dope = IDL4_DOPE(24, 0);
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_MIXED1(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_mixed1(idl4_server_t *_server) \
  { idl4_serve_m_all_mixed1(_server, _implementation); }
#define idl4_publish_m_all_mixed1(_implementation) IDL4_PUBLISH_M_ALL_MIXED1(_implementation)

/*
 * m::choice choose(in m::choice a, inout m::flat b, out m::choice c)
 *   id 0xc5
 *   request: 4 words in memory
 *     EDI          id
 *     +24          a, 16 bytes
 *     EDX          b, 4 bytes, inout
 *   reply: 8 words in memory
 *     EDI          exception
 *     EDX          b, 4 bytes, inout
 *     +24          result, 16 bytes
 *     +40          c, 16 bytes
 *     in the server's buffer the reply starts 16 bytes behind the request
 */
typedef m_choice (*m_all_choose_implementation_t)(CORBA_Object _caller, const m_choice *a, m_flat *b, m_choice *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_choose(idl4_server_t *_server, m_all_choose_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    m_choice a; /* +24 */
  };
  struct IDL4_ALIAS _reply {
    m_choice __return; /* +24 */
    m_choice c; /* +40 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 40);
  idl4_server_environment _environment = {0, 0, 0};

  m_flat b;
  idl4_set_bits_4(&b, _server->w0);
  m_choice __return = _implementation(_server->partner, &_in->a, &b, &_out->c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->__return = __return;
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 16);
  _head->size_dope = IDL4_DOPE(80, 1);
  _head->send_dope = IDL4_DOPE(11, 0);
  _server->w0 = idl4_bits_4(&b);
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_CHOOSE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_choose(idl4_server_t *_server) \
  { idl4_serve_m_all_choose(_server, _implementation); }
#define idl4_publish_m_all_choose(_implementation) IDL4_PUBLISH_M_ALL_CHOOSE(_implementation)

/*
 * m::color paint(in m::color a, inout m::color b, out m::color c) raises (m::rich)
 *   id 0xc6
 *   request: registers only
 *     EDI          id
 *     EDX          a, 4 bytes
 *     EBX          b, 4 bytes, inout
 *   reply: 1 words in memory
 *     EDI          exception
 *     EBX          b, 4 bytes, inout
 *     EDX          result, 4 bytes
 *     +24          c, 4 bytes
 *   exception m::rich: 12 bytes at +24
 */
typedef m_color (*m_all_paint_implementation_t)(CORBA_Object _caller, const m_color a, m_color *b, m_color *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_paint(idl4_server_t *_server, m_all_paint_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    m_color c; /* +24 */
  };
  struct _reply *const _out = (struct _reply *)(_server->buffer + 24);
  idl4_server_environment _environment = {0, 0, 0};

  m_color a = (m_color)_server->w0;
  m_color b = (m_color)_server->w1;
  m_color __return = _implementation(_server->partner, a, &b, &_out->c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    if (_environment._exception == ex_m_rich && _environment._data) {
      idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 0);
      __builtin_memcpy((unsigned char *)_head + 24, _environment._data, sizeof(m_rich));
      _head->send_dope = IDL4_DOPE(6, 0);
      _server->reply = (idl4_word_t)_head;
    }
    return;
  }
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 0);
  _head->send_dope = IDL4_DOPE(4, 0);
  _server->w1 = (idl4_word_t)b;
  _server->w0 = (idl4_word_t)__return;
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_PAINT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_paint(idl4_server_t *_server) \
  { idl4_serve_m_all_paint(_server, _implementation); }
#define idl4_publish_m_all_paint(_implementation) IDL4_PUBLISH_M_ALL_PAINT(_implementation)

/*
 * void grids(in m::grid a, inout m::grid b, out m::grid c)
 *   id 0xc7
 *   request: 24 words in memory
 *     EDI          id
 *     +24          a, 48 bytes
 *     +72          b, 48 bytes, inout
 *   reply: 24 words in memory
 *     EDI          exception
 *     +24          b, 48 bytes, inout
 *     +72          c, 48 bytes
 *     in the server's buffer the reply starts 48 bytes behind the request
 *   - inout values stay in place: the reply starts inside the request's buffer
 */
typedef void (*m_all_grids_implementation_t)(CORBA_Object _caller, const m_grid a, m_grid b, m_grid c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_grids(idl4_server_t *_server, m_all_grids_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    m_grid a; /* +24 */
    m_grid b; /* +72 */
  };
  struct IDL4_ALIAS _reply {
    m_grid b; /* +24 */
    m_grid c; /* +72 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 72);
  idl4_server_environment _environment = {0, 0, 0};

  _implementation(_server->partner, _in->a, _in->b, _out->c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 48);
  _head->size_dope = IDL4_DOPE(72, 1);
  _head->send_dope = IDL4_DOPE(27, 0);
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_GRIDS(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_grids(idl4_server_t *_server) \
  { idl4_serve_m_all_grids(_server, _implementation); }
#define idl4_publish_m_all_grids(_implementation) IDL4_PUBLISH_M_ALL_GRIDS(_implementation)

/*
 * void strings(in string a, in string<20> b, out string<30> c, inout string<40> d, out string e)
 *   id 0xc8
 *   request: 18 words in memory, 1 indirect
 *     EDI          id
 *     EDX          length of a
 *     EBX          length of b
 *     +24          length of d
 *     indirect 0   a, up to 8000 x 1 bytes, to its zero
 *     +28          b, up to 21 x 1 bytes, to its zero
 *     +52          d, up to 41 x 1 bytes, to its zero
 *                  the message ends with the real end of d
 *   reply: 20 words in memory, 1 indirect
 *     EDI          exception
 *     EDX          length of c
 *     EBX          length of d
 *     +24          length of e
 *     +28          c, up to 31 x 1 bytes, to its zero
 *     +60          d, up to 41 x 1 bytes, to its zero
 *     indirect 0   e, up to 8000 x 1 bytes, to its zero
 *                  the message ends with the real end of d
 *     in the server's buffer the reply starts 72 bytes behind the request
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
    idl4_word_t d_length; /* +24 */
    CORBA_char b[21]; /* +28 */
    unsigned char _gap52[3];
    CORBA_char d[41]; /* +52 */
  };
  struct IDL4_ALIAS _reply {
    idl4_word_t e_length; /* +24 */
    CORBA_char c[31]; /* +28 */
    unsigned char _gap60[1];
    CORBA_char d[41]; /* +60 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 96);
  idl4_part_t *const _parts = (idl4_part_t *)(_server->buffer + 348);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char *const a = (CORBA_char *)(_server->buffer + 364 + 0 * SERVER_BUFFER_SIZE);
  a[idl4_least(8000, SERVER_BUFFER_SIZE / 1) - 1] = 0;
  CORBA_char *const b = (CORBA_char *)_in->b;
  b[21 - 1] = 0;
  CORBA_char *c = (CORBA_char *)_out->c;
  CORBA_char *d = (CORBA_char *)_in->d;
  d[41 - 1] = 0;
  CORBA_char *e = (CORBA_char *)(_server->buffer + 364 + 1 * SERVER_BUFFER_SIZE);
  _implementation(_server->partner, a, b, &c, &d, &e, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t _c_size = idl4_string_size(c, 31);
  if ((const void *)c != (const void *)_out->c) idl4_copy_bytes(_out->c, c, _c_size);
  const idl4_word_t _d_size = idl4_string_size(d, 41);
  if ((const void *)d != (const void *)_out->d) idl4_copy_bytes(_out->d, d, _d_size);
  const idl4_word_t _e_size = idl4_string_size(e, 8000);
  _out->e_length = _e_size;
  _parts[0].snd_size = _e_size;
  _parts[0].snd_str = e;
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 72);
  _head->size_dope = IDL4_DOPE(66, 1);
  _head->send_dope = IDL4_DOPE((60 + _d_size - 12 + 3) >> 2, 1);
  _server->w0 = _c_size;
  _server->w1 = _d_size;
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_STRINGS(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_strings(idl4_server_t *_server) \
  { idl4_serve_m_all_strings(_server, _implementation); }
#define idl4_publish_m_all_strings(_implementation) IDL4_PUBLISH_M_ALL_STRINGS(_implementation)

/*
 * string name(in long i)
 *   id 0xc9
 *   request: registers only
 *     EDI          id
 *     EDX          i, 4 bytes
 *   reply: 0 words in memory, 1 indirect
 *     EDI          exception
 *     EDX          length of result
 *     indirect 0   result, up to 8000 x 1 bytes, to its zero
 *   - the result: no bound: sent from where it is, as an indirect part
 */
typedef CORBA_char * (*m_all_name_implementation_t)(CORBA_Object _caller, const CORBA_long i, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_name(idl4_server_t *_server, m_all_name_implementation_t _implementation)
{
  idl4_part_t *const _parts = (idl4_part_t *)(_server->buffer + 348);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long i = (CORBA_long)_server->w0;
  CORBA_char *__return = _implementation(_server->partner, i, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t ___return_size = idl4_string_size(__return, 8000);
  _parts[0].snd_size = ___return_size;
  _parts[0].snd_str = __return;
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 0);
  _head->send_dope = IDL4_DOPE(3, 1);
  _server->w0 = ___return_size;
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_NAME(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_name(idl4_server_t *_server) \
  { idl4_serve_m_all_name(_server, _implementation); }
#define idl4_publish_m_all_name(_implementation) IDL4_PUBLISH_M_ALL_NAME(_implementation)

/*
 * string<50> shorty()
 *   id 0xca
 *   request: registers only
 *     EDI          id
 *   reply: 13 words in memory
 *     EDI          exception
 *     EDX          length of result
 *     +24          result, up to 51 x 1 bytes, to its zero
 *                  the message ends with the real end of __return
 *   - the result: at most 51 bytes: copied into the message
 */
typedef CORBA_char * (*m_all_shorty_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_shorty(idl4_server_t *_server, m_all_shorty_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_char __return[51]; /* +24 */
  };
  struct _reply *const _out = (struct _reply *)(_server->buffer + 24);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char *__return = _implementation(_server->partner, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t ___return_size = idl4_string_size(__return, 51);
  if ((const void *)__return != (const void *)_out->__return) idl4_copy_bytes(_out->__return, __return, ___return_size);
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 0);
  _head->send_dope = IDL4_DOPE((24 + ___return_size - 12 + 3) >> 2, 0);
  _server->w0 = ___return_size;
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_SHORTY(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_shorty(idl4_server_t *_server) \
  { idl4_serve_m_all_shorty(_server, _implementation); }
#define idl4_publish_m_all_shorty(_implementation) IDL4_PUBLISH_M_ALL_SHORTY(_implementation)

/*
 * m::longs seq(in m::longs a, inout m::longs b, out m::longs c)
 *   id 0xcb
 *   request: 32 words in memory
 *     EDI          id
 *     EDX          length of a
 *     EBX          length of b
 *     +24          a, up to 16 x 4 bytes
 *     +88          b, up to 16 x 4 bytes
 *                  the message ends with the real end of b
 *   reply: 49 words in memory
 *     EDI          exception
 *     EDX          length of result
 *     EBX          length of b
 *     +24          length of c
 *     +28          result, up to 16 x 4 bytes
 *     +92          b, up to 16 x 4 bytes
 *     +156         c, up to 16 x 4 bytes
 *                  the message ends with the real end of c
 *     in the server's buffer the reply starts 128 bytes behind the request
 *   - a: at most 64 bytes: copied into the message
 *   - b: at most 64 bytes: copied into the message
 *   - the result: at most 64 bytes: copied into the message
 *   - c: at most 64 bytes: copied into the message
 */
typedef m_longs (*m_all_seq_implementation_t)(CORBA_Object _caller, const m_longs *a, m_longs *b, m_longs *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_seq(idl4_server_t *_server, m_all_seq_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_long a[16]; /* +24 */
    CORBA_long b[16]; /* +88 */
  };
  struct IDL4_ALIAS _reply {
    idl4_word_t c_length; /* +24 */
    CORBA_long __return[16]; /* +28 */
    CORBA_long b[16]; /* +92 */
    CORBA_long c[16]; /* +156 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 152);
  idl4_server_environment _environment = {0, 0, 0};

  m_longs a;
  a._maximum = 16;
  a._length = idl4_least(_server->w0, 16);
  a._buffer = (CORBA_long *)_in->a;
  m_longs b;
  b._maximum = 16;
  b._length = idl4_least(_server->w1, 16);
  b._buffer = (CORBA_long *)_in->b;
  m_longs c;
  c._maximum = 16;
  c._length = 0;
  c._buffer = (CORBA_long *)_out->c;
  m_longs __return = _implementation(_server->partner, &a, &b, &c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t ___return_size = idl4_least(__return._length, 16);
  if ((const void *)__return._buffer != (const void *)_out->__return) idl4_copy_bytes(_out->__return, __return._buffer, ___return_size * 4);
  const idl4_word_t _b_size = idl4_least(b._length, 16);
  if ((const void *)b._buffer != (const void *)_out->b) idl4_copy_bytes(_out->b, b._buffer, _b_size * 4);
  const idl4_word_t _c_size = idl4_least(c._length, 16);
  _out->c_length = _c_size;
  if ((const void *)c._buffer != (const void *)_out->c) idl4_copy_bytes(_out->c, c._buffer, _c_size * 4);
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 128);
  _head->size_dope = IDL4_DOPE(52, 1);
  _head->send_dope = IDL4_DOPE((156 + _c_size * 4 - 12 + 3) >> 2, 0);
  _server->w0 = ___return_size;
  _server->w1 = _b_size;
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_SEQ(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_seq(idl4_server_t *_server) \
  { idl4_serve_m_all_seq(_server, _implementation); }
#define idl4_publish_m_all_seq(_implementation) IDL4_PUBLISH_M_ALL_SEQ(_implementation)

/*
 * void seq2(in m::points a, out m::points b)
 *   id 0xcc
 *   request: 0 words in memory, 1 indirect
 *     EDI          id
 *     EDX          length of a
 *     indirect 0   a, up to 1000 x 8 bytes
 *   reply: 0 words in memory, 1 indirect
 *     EDI          exception
 *     EDX          length of b
 *     indirect 0   b, up to 1000 x 8 bytes
 *   - a: no bound: sent from where it is, as an indirect part
 *   - b: no bound: sent from where it is, as an indirect part
 */
typedef void (*m_all_seq2_implementation_t)(CORBA_Object _caller, const m_points *a, m_points *b, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_seq2(idl4_server_t *_server, m_all_seq2_implementation_t _implementation)
{
  idl4_part_t *const _parts = (idl4_part_t *)(_server->buffer + 348);
  idl4_server_environment _environment = {0, 0, 0};

  m_points a;
  a._maximum = idl4_least(1000, SERVER_BUFFER_SIZE / 8);
  a._length = idl4_least(_server->w0, idl4_least(1000, SERVER_BUFFER_SIZE / 8));
  a._buffer = (m_point *)(_server->buffer + 364 + 0 * SERVER_BUFFER_SIZE);
  m_points b;
  b._maximum = idl4_least(1000, SERVER_BUFFER_SIZE / 8);
  b._length = 0;
  b._buffer = (m_point *)(_server->buffer + 364 + 1 * SERVER_BUFFER_SIZE);
  _implementation(_server->partner, &a, &b, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t _b_size = idl4_least(b._length, 1000);
  _parts[0].snd_size = _b_size * 8;
  _parts[0].snd_str = b._buffer;
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 0);
  _head->send_dope = IDL4_DOPE(3, 1);
  _server->w0 = _b_size;
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_SEQ2(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_seq2(idl4_server_t *_server) \
  { idl4_serve_m_all_seq2(_server, _implementation); }
#define idl4_publish_m_all_seq2(_implementation) IDL4_PUBLISH_M_ALL_SEQ2(_implementation)

/*
 * void buffers(in octet * data [n], in long n, out octet * back [n])
 *   id 0xcd
 *   request: 0 words in memory, 1 indirect
 *     EDI          id
 *     EDX          n, 4 bytes
 *     indirect 0   data, up to 8000 x 1 bytes
 *   reply: 0 words in memory, 1 indirect
 *     EDI          exception
 *     indirect 0   back, up to 4096 x 1 bytes
 *   - data: no bound: sent from where it is, as an indirect part
 *   - back: at most 4096 bytes: sent from where it is, as an indirect part
 */
typedef void (*m_all_buffers_implementation_t)(CORBA_Object _caller, const CORBA_octet *data, const CORBA_long n, CORBA_octet *back, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_buffers(idl4_server_t *_server, m_all_buffers_implementation_t _implementation)
{
  idl4_part_t *const _parts = (idl4_part_t *)(_server->buffer + 348);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long n = (CORBA_long)_server->w0;
  CORBA_octet *const data = (CORBA_octet *)(_server->buffer + 364 + 0 * SERVER_BUFFER_SIZE);
  CORBA_octet *back = (CORBA_octet *)(_server->buffer + 364 + 1 * SERVER_BUFFER_SIZE);
  if (IDL4_UNLIKELY((idl4_word_t)n > idl4_least(8000, SERVER_BUFFER_SIZE / 1))) n = (CORBA_long)idl4_least(8000, SERVER_BUFFER_SIZE / 1);
  if (IDL4_UNLIKELY((idl4_word_t)n > idl4_least(4096, SERVER_BUFFER_SIZE / 1))) n = (CORBA_long)idl4_least(4096, SERVER_BUFFER_SIZE / 1);
  _implementation(_server->partner, data, n, back, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t _back_size = idl4_least((idl4_word_t)n, 4096);
  _parts[0].snd_size = _back_size;
  _parts[0].snd_str = back;
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 0);
  _head->send_dope = IDL4_DOPE(3, 1);
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_BUFFERS(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_buffers(idl4_server_t *_server) \
  { idl4_serve_m_all_buffers(_server, _implementation); }
#define idl4_publish_m_all_buffers(_implementation) IDL4_PUBLISH_M_ALL_BUFFERS(_implementation)

/*
 * oneway void post(in long a, in string<16> s)
 *   id 0xce, oneway
 *   request: 5 words in memory
 *     EDI          id
 *     EDX          a, 4 bytes
 *     EBX          length of s
 *     +24          s, up to 17 x 1 bytes, to its zero
 *                  the message ends with the real end of s
 *   - s: at most 17 bytes: copied into the message
 */
typedef void (*m_all_post_implementation_t)(CORBA_Object _caller, const CORBA_long a, const CORBA_char *s, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_post(idl4_server_t *_server, m_all_post_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_char s[17]; /* +24 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long a = (CORBA_long)_server->w0;
  CORBA_char *const s = (CORBA_char *)_in->s;
  s[17 - 1] = 0;
  _implementation(_server->partner, a, s, &_environment);
  _server->reply = IDL4_NOTHING;
}
#define IDL4_PUBLISH_M_ALL_POST(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_post(idl4_server_t *_server) \
  { idl4_serve_m_all_post(_server, _implementation); }
#define idl4_publish_m_all_post(_implementation) IDL4_PUBLISH_M_ALL_POST(_implementation)

/*
 * void share(in fpage p, out fpage q, in long x)
 *   id 0xcf
 *   request: 1 words in memory, 1 flexpage
 *     EDI          id
 *     EDX, EBX     map p
 *     +24          x, 4 bytes
 *   reply: registers only, 1 flexpage
 *     EDI          exception
 *     EDX, EBX     map q
 */
typedef void (*m_all_share_implementation_t)(CORBA_Object _caller, const idl4_fpage_t p, idl4_fpage_t *q, const CORBA_long x, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_share(idl4_server_t *_server, m_all_share_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_long x; /* +24 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  idl4_server_environment _environment = {0, 0, 0};

  idl4_fpage_t p;
  p.base = _server->w0;
  p.fpage = _server->w1;
  idl4_fpage_t q;
  CORBA_long x = _in->x;
  _implementation(_server->partner, p, &q, x, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = q.base;
  _server->w1 = q.fpage;
  _server->w2 = 0;
  _server->reply = IDL4_MAP;
}
#define IDL4_PUBLISH_M_ALL_SHARE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_share(idl4_server_t *_server) \
  { idl4_serve_m_all_share(_server, _implementation); }
#define idl4_publish_m_all_share(_implementation) IDL4_PUBLISH_M_ALL_SHARE(_implementation)

/*
 * idl4_threadid_t find(in string<32> name, in CORBA_Object who)
 *   id 0xd0
 *   request: 9 words in memory
 *     EDI          id
 *     EDX          length of name
 *     EBX          who, 4 bytes
 *     +24          name, up to 33 x 1 bytes, to its zero
 *                  the message ends with the real end of name
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 *   - name: at most 33 bytes: copied into the message
 */
typedef idl4_threadid_t (*m_all_find_implementation_t)(CORBA_Object _caller, const CORBA_char *name, const CORBA_Object who, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_find(idl4_server_t *_server, m_all_find_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_char name[33]; /* +24 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char *const name = (CORBA_char *)_in->name;
  name[33 - 1] = 0;
  CORBA_Object who = (CORBA_Object)_server->w1;
  idl4_threadid_t __return = _implementation(_server->partner, name, who, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = (idl4_word_t)__return;
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_M_ALL_FIND(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_find(idl4_server_t *_server) \
  { idl4_serve_m_all_find(_server, _implementation); }
#define idl4_publish_m_all_find(_implementation) IDL4_PUBLISH_M_ALL_FIND(_implementation)

/*
 * void aim(in idl4_threadid_t dest (destination), in long x, in long hidden (not transferred))
 *   id 0xd1
 *   request: registers only
 *     EDI          id
 *     EDX          x, 4 bytes
 *   reply: registers only
 *     EDI          exception
 */
typedef void (*m_all_aim_implementation_t)(CORBA_Object _caller, const idl4_threadid_t dest, const CORBA_long x, const CORBA_long hidden, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_aim(idl4_server_t *_server, m_all_aim_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long x = (CORBA_long)_server->w0;
  CORBA_long _hidden_none;
  __builtin_memset(&_hidden_none, 0, sizeof(CORBA_long));
  _implementation(_server->partner, _server->partner, x, _hidden_none, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_M_ALL_AIM(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_aim(idl4_server_t *_server) \
  { idl4_serve_m_all_aim(_server, _implementation); }
#define idl4_publish_m_all_aim(_implementation) IDL4_PUBLISH_M_ALL_AIM(_implementation)

/*
 * void pre(out string<64> s, out m::longs q)
 *   id 0xd2
 *   request: registers only
 *     EDI          id
 *   reply: 33 words in memory
 *     EDI          exception
 *     EDX          length of s
 *     EBX          length of q
 *     +24          s, up to 65 x 1 bytes, to its zero
 *     +92          q, up to 16 x 4 bytes
 *                  the message ends with the real end of q
 *   - s: at most 65 bytes: copied into the message
 *   - q: at most 64 bytes: copied into the message
 */
typedef void (*m_all_pre_implementation_t)(CORBA_Object _caller, CORBA_char **s, m_longs *q, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_pre(idl4_server_t *_server, m_all_pre_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_char s[65]; /* +24 */
    CORBA_long q[16]; /* +92 */
  };
  struct _reply *const _out = (struct _reply *)(_server->buffer + 24);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char *s = (CORBA_char *)_out->s;
  m_longs q;
  q._maximum = 16;
  q._length = 0;
  q._buffer = (CORBA_long *)_out->q;
  _implementation(_server->partner, &s, &q, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t _s_size = idl4_string_size(s, 65);
  if ((const void *)s != (const void *)_out->s) idl4_copy_bytes(_out->s, s, _s_size);
  const idl4_word_t _q_size = idl4_least(q._length, 16);
  if ((const void *)q._buffer != (const void *)_out->q) idl4_copy_bytes(_out->q, q._buffer, _q_size * 4);
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 0);
  _head->send_dope = IDL4_DOPE((92 + _q_size * 4 - 12 + 3) >> 2, 0);
  _server->w0 = _s_size;
  _server->w1 = _q_size;
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_M_ALL_PRE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_pre(idl4_server_t *_server) \
  { idl4_serve_m_all_pre(_server, _implementation); }
#define idl4_publish_m_all_pre(_implementation) IDL4_PUBLISH_M_ALL_PRE(_implementation)

/*
 * void small(in short small, in short in1, inout short hyper, out octet out1)
 *   id 0xd3
 *   request: registers only
 *     EDI          id
 *     EDX[0:16]    small, 2 bytes
 *     EDX[16:32]   in1, 2 bytes
 *     EBX[0:16]    hyper, 2 bytes, inout
 *   reply: registers only
 *     EDI          exception
 *     EDX[0:16]    hyper, 2 bytes, inout
 *     EDX[16:24]   out1, 1 bytes
 *   - small, in1 share EDX in the request
 *   - hyper, out1 share EDX in the reply
 */
typedef void (*m_all_small_implementation_t)(CORBA_Object _caller, const CORBA_short small, const CORBA_short in1, CORBA_short *hyper, CORBA_octet *out1, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_small(idl4_server_t *_server, m_all_small_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_short small = (CORBA_short)_server->w0;
  CORBA_short in1 = (CORBA_short)(_server->w0 >> 16);
  CORBA_short hyper = (CORBA_short)_server->w1;
  CORBA_octet out1 = 0;
  _implementation(_server->partner, small, in1, &hyper, &out1, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = (idl4_word_t)(unsigned short)hyper | ((idl4_word_t)(unsigned char)out1 << 16);
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_M_ALL_SMALL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_small(idl4_server_t *_server) \
  { idl4_serve_m_all_small(_server, _implementation); }
#define idl4_publish_m_all_small(_implementation) IDL4_PUBLISH_M_ALL_SMALL(_implementation)

/*
 * void twomaps(in fpage a, in fpage b, out fpage c, out fpage d, out long n)
 *   id 0xd4
 *   request: 4 words in memory, 2 flexpages
 *     EDI          id
 *     EDX, EBX     map a
 *     +24          map b
 *   reply: 5 words in memory, 2 flexpages
 *     EDI          exception
 *     EDX, EBX     map c
 *     +24          map d
 *     +40          n, 4 bytes
 *     in the server's buffer the reply starts 16 bytes behind the request
 */
typedef void (*m_all_twomaps_implementation_t)(CORBA_Object _caller, const idl4_fpage_t a, const idl4_fpage_t b, idl4_fpage_t *c, idl4_fpage_t *d, CORBA_long *n, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_twomaps(idl4_server_t *_server, m_all_twomaps_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    idl4_fpage_t b; /* +24 */
    idl4_fpage_t _last; /* +32 */
  };
  struct IDL4_ALIAS _reply {
    idl4_fpage_t d; /* +24 */
    idl4_fpage_t _last; /* +32 */
    CORBA_long n; /* +40 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 40);
  idl4_server_environment _environment = {0, 0, 0};

  idl4_fpage_t a;
  a.base = _server->w0;
  a.fpage = _server->w1;
  idl4_fpage_t b;
  b = _in->b;
  idl4_fpage_t c;
  idl4_fpage_t d;
  _implementation(_server->partner, a, b, &c, &d, &_out->n, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->d = d;
  _out->_last.base = 0;
  _out->_last.fpage = 0;
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 16);
  _head->size_dope = IDL4_DOPE(80, 1);
  _head->send_dope = IDL4_DOPE(8, 0);
  _server->w0 = c.base;
  _server->w1 = c.fpage;
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head | IDL4_MAP;
}
#define IDL4_PUBLISH_M_ALL_TWOMAPS(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_m_all_twomaps(idl4_server_t *_server) \
  { idl4_serve_m_all_twomaps(_server, _implementation); }
#define idl4_publish_m_all_twomaps(_implementation) IDL4_PUBLISH_M_ALL_TWOMAPS(_implementation)

/*
 * void ten(in long a, in long b, inout long c, inout m::point d, in string<12> s, out long e, out string<12> f)
 *   id 0xd5
 *   request: 8 words in memory
 *     EDI          id
 *     EDX          a, 4 bytes
 *     EBX          b, 4 bytes
 *     +24          length of s
 *     +28          c, 4 bytes, inout
 *     +32          d, 8 bytes, inout
 *     +40          s, up to 13 x 1 bytes, to its zero
 *                  the message ends with the real end of s
 *   reply: 7 words in memory
 *     EDI          exception
 *     EDX          c, 4 bytes, inout
 *     +24          d, 8 bytes, inout
 *     EBX          e, 4 bytes
 *     +32          length of f
 *     +36          f, up to 13 x 1 bytes, to its zero
 *                  the message ends with the real end of f
 *     in the server's buffer the reply starts 32 bytes behind the request
 *   - s: at most 13 bytes: copied into the message
 *   - f: at most 13 bytes: copied into the message
 */
typedef void (*m_all_ten_implementation_t)(CORBA_Object _caller, const CORBA_long a, const CORBA_long b, CORBA_long *c, m_point *d, const CORBA_char *s, CORBA_long *e, CORBA_char **f, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_m_all_ten(idl4_server_t *_server, m_all_ten_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    idl4_word_t s_length; /* +24 */
    CORBA_long c; /* +28 */
    m_point d; /* +32 */
    CORBA_char s[13]; /* +40 */
  };
  struct IDL4_ALIAS _reply {
    m_point d; /* +24 */
    idl4_word_t f_length; /* +32 */
    CORBA_char f[13]; /* +36 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 56);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long a = (CORBA_long)_server->w0;
  CORBA_long b = (CORBA_long)_server->w1;
  CORBA_long c = _in->c;
  m_point d = _in->d;
  CORBA_char *const s = (CORBA_char *)_in->s;
  s[13 - 1] = 0;
  CORBA_long e = 0;
  CORBA_char *f = (CORBA_char *)_out->f;
  _implementation(_server->partner, a, b, &c, &d, s, &e, &f, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->d = d;
  const idl4_word_t _f_size = idl4_string_size(f, 13);
  _out->f_length = _f_size;
  if ((const void *)f != (const void *)_out->f) idl4_copy_bytes(_out->f, f, _f_size);
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 32);
  _head->size_dope = IDL4_DOPE(76, 1);
  _head->send_dope = IDL4_DOPE((36 + _f_size - 12 + 3) >> 2, 0);
  _server->w0 = (idl4_word_t)c;
  _server->w1 = (idl4_word_t)e;
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
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
#define M_ALL_RCV_DOPE IDL4_DOPE(84, 1)
#define M_ALL_MSGBUF_SIZE 348
#define M_ALL_STRBUF_SIZE (2 * SERVER_BUFFER_SIZE)

typedef struct {
  unsigned char bytes[364 + M_ALL_STRBUF_SIZE] __attribute__((aligned(32)));
} m_all_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void m_all_start(idl4_server_t *_server, m_all_buffer_t *_buffer)
{
  idl4_message_head_t *const _head = (idl4_message_head_t *)_buffer->bytes;
  _head->rcv_window = IDL4_WHOLE_SPACE;
  _head->size_dope = M_ALL_RCV_DOPE;
  idl4_part_t *const _parts = (idl4_part_t *)(_buffer->bytes + 348);
  _parts[0].rcv_str = _buffer->bytes + 364 + 0 * SERVER_BUFFER_SIZE;
  _parts[0].rcv_size = SERVER_BUFFER_SIZE;
  _server->reply = IDL4_NOTHING;
  _server->w0 = 0;
  _server->w1 = 0;
  _server->w2 = 0;
  _server->partner = IDL4_NO_THREAD;
  _server->buffer = _buffer->bytes;
}
IDL4_INLINE void m_all_reply_and_wait(idl4_server_t *_server)
{
  idl4_reply_and_wait(_server, IDL4_WHOLE_SPACE);
}

#endif
