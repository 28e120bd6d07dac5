/* Client stubs of in.idl for L4 X0, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

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
IDL4_INLINE CORBA_long m_base__get_level(m_base _service, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1, _w2;
  CORBA_long __return;

  IDL4_ANY(_w0);
  IDL4_ANY(_w1);
  _w2 = 0x80;
  _result = idl4_call(_service, IDL4_REGISTERS, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  __return = (CORBA_long)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

/*
 * void _set_level(in long _value)
 *   id 0x81
 *   request: registers only
 *     EDI          id
 *     EDX          _value, 4 bytes
 *   reply: registers only
 *     EDI          exception
 */
IDL4_INLINE void m_base__set_level(m_base _service, const CORBA_long _value, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1, _w2;

  _w0 = (idl4_word_t)_value;
  IDL4_ANY(_w1);
  _w2 = 0x81;
  _result = idl4_call(_service, IDL4_REGISTERS, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

/*
 * m::color _get_tint()
 *   id 0x82
 *   request: registers only
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
IDL4_INLINE m_color m_base__get_tint(m_base _service, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1, _w2;
  m_color __return;

  IDL4_ANY(_w0);
  IDL4_ANY(_w1);
  _w2 = 0x82;
  _result = idl4_call(_service, IDL4_REGISTERS, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  __return = (m_color)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

/*
 * void ping()
 *   id 0x83
 *   request: registers only
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 */
IDL4_INLINE void m_base_ping(m_base _service, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1, _w2;

  IDL4_ANY(_w0);
  IDL4_ANY(_w1);
  _w2 = 0x83;
  _result = idl4_call(_service, IDL4_REGISTERS, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

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
IDL4_INLINE CORBA_octet m_all_bytes(m_all _service, const CORBA_octet a, const CORBA_boolean b, CORBA_char *c, CORBA_wchar *w, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1, _w2;
  CORBA_octet __return;

  _w0 = (idl4_word_t)(unsigned char)a | ((idl4_word_t)(unsigned char)b << 8) | ((idl4_word_t)(unsigned char)*c << 16);
  IDL4_ANY(_w1);
  _w2 = 0xc0;
  _result = idl4_call(_service, IDL4_REGISTERS, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  *w = (CORBA_wchar)_w0;
  __return = (CORBA_octet)(_w0 >> 16);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    *c = (CORBA_char)(_w0 >> 24);
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

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
IDL4_INLINE CORBA_float m_all_reals(m_all _service, const CORBA_float f, const CORBA_double d, CORBA_float *g, CORBA_double *e, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_double d; /* +24 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_double e; /* +24 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
      struct _reply reply;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;
  CORBA_float __return;

  _in->d = d;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(5, 0);
  _message.head.send_dope = IDL4_DOPE(5, 0);
  _w0 = idl4_bits_4(&f);
  _w1 = idl4_bits_4(&*g);
  _w2 = 0xc1;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  idl4_set_bits_4(&__return, _w0);
  *e = _out->e;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_set_bits_4(&*g, _w1);
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

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
IDL4_INLINE CORBA_long_long m_all_wide(m_all _service, const CORBA_long_long a, CORBA_unsigned_long_long *b, CORBA_long_long *c, CORBA_Environment *_env)
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
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
      struct _reply reply;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;
  CORBA_long_long __return;

  _in->a = a;
  _in->b = *b;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(9, 0);
  _message.head.send_dope = IDL4_DOPE(7, 0);
  IDL4_ANY(_w0);
  IDL4_ANY(_w1);
  _w2 = 0xc2;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  __return = _out->__return;
  *c = _out->c;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    *b = _out->b;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

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
IDL4_INLINE m_point m_all_points1(m_all _service, const m_point *a, m_point *b, m_point *c, CORBA_Environment *_env)
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
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
      struct _reply reply;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;
  m_point __return;

  _in->a = *a;
  _in->b = *b;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(9, 0);
  _message.head.send_dope = IDL4_DOPE(7, 0);
  IDL4_ANY(_w0);
  IDL4_ANY(_w1);
  _w2 = 0xc3;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  __return = _out->__return;
  *c = _out->c;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    *b = _out->b;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

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
IDL4_INLINE m_mixed m_all_mixed1(m_all _service, const m_mixed *a, m_mixed *b, m_mixed *c, CORBA_Environment *_env)
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
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
      struct _reply reply;
      m_rich _ex_m_rich;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;
  m_mixed __return;

  _in->a = *a;
  _in->b = *b;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(24, 0);
  _message.head.send_dope = IDL4_DOPE(17, 0);
  IDL4_ANY(_w0);
  IDL4_ANY(_w1);
  _w2 = 0xc4;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  __return = _out->__return;
  *c = _out->c;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    *b = _out->b;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
    if (_env && !(IDL4_FAILED(_result)) && _w2 == ex_m_rich) {
      _env->_data = CORBA_alloc(sizeof(m_rich));
      if (_env->_data) *(m_rich *)_env->_data = _message.data._ex_m_rich;
    }
  }
  return __return;
}

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
IDL4_INLINE m_choice m_all_choose(m_all _service, const m_choice *a, m_flat *b, m_choice *c, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    m_choice a; /* +24 */
  };
  struct IDL4_ALIAS _reply {
    m_choice __return; /* +24 */
    m_choice c; /* +40 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
      struct _reply reply;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;
  m_choice __return;

  _in->a = *a;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(11, 0);
  _message.head.send_dope = IDL4_DOPE(7, 0);
  _w0 = idl4_bits_4(&*b);
  IDL4_ANY(_w1);
  _w2 = 0xc5;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  __return = _out->__return;
  *c = _out->c;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_set_bits_4(&*b, _w0);
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

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
IDL4_INLINE m_color m_all_paint(m_all _service, const m_color a, m_color *b, m_color *c, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    m_color c; /* +24 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _reply reply;
      m_rich _ex_m_rich;
    } data;
  } _message;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;
  m_color __return;

  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(6, 0);
  _w0 = (idl4_word_t)a;
  _w1 = (idl4_word_t)*b;
  _w2 = 0xc6;
  _result = idl4_call(_service, IDL4_REGISTERS, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  __return = (m_color)_w0;
  *c = _out->c;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    *b = (m_color)_w1;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
    if (_env && !(IDL4_FAILED(_result)) && _w2 == ex_m_rich) {
      _env->_data = CORBA_alloc(sizeof(m_rich));
      if (_env->_data) *(m_rich *)_env->_data = _message.data._ex_m_rich;
    }
  }
  return __return;
}

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
IDL4_INLINE void m_all_grids(m_all _service, const m_grid a, m_grid b, m_grid c, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    m_grid a; /* +24 */
    m_grid b; /* +72 */
  };
  struct IDL4_ALIAS _reply {
    m_grid b; /* +24 */
    m_grid c; /* +72 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
      struct _reply reply;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;

  __builtin_memcpy(&_in->a, &*(const __typeof__(m_grid) *)a, sizeof(_in->a));
  __builtin_memcpy(&_in->b, &*(m_grid *)b, sizeof(_in->b));
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(27, 0);
  _message.head.send_dope = IDL4_DOPE(27, 0);
  IDL4_ANY(_w0);
  IDL4_ANY(_w1);
  _w2 = 0xc7;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  __builtin_memcpy(&*(m_grid *)c, &_out->c, sizeof(*(m_grid *)c));
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    __builtin_memcpy(&*(m_grid *)b, &_out->b, sizeof(*(m_grid *)b));
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

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
IDL4_INLINE void m_all_strings(m_all _service, const CORBA_char *a, const CORBA_char *b, CORBA_char **c, CORBA_char **d, CORBA_char **e, CORBA_Environment *_env)
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
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
      struct _reply reply;
    } data;
    idl4_part_t parts[1];
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;
  CORBA_char *const _e_new = (CORBA_char *)CORBA_alloc(8000);

  const idl4_word_t _a_length = idl4_string_size(a, 8000);
  const idl4_word_t _b_length = idl4_string_size(b, 21);
  const idl4_word_t _d_length = idl4_string_size(*d, 41);
  _in->d_length = _d_length;
  idl4_copy_bytes(_in->b, b, _b_length);
  idl4_copy_bytes(_in->d, *d, _d_length);
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(23, 1);
  _message.head.send_dope = IDL4_DOPE((52 + _d_length - 12 + 3) >> 2, 1);
  _message.parts[0].snd_size = _a_length;
  _message.parts[0].snd_str = a;
  _message.parts[0].rcv_size = 8000;
  _message.parts[0].rcv_str = _e_new;
  _w0 = _a_length;
  _w1 = _b_length;
  _w2 = 0xc8;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    const idl4_word_t _c_size = idl4_least(_w0, 31);
    const idl4_word_t _d_size = idl4_least(_w1, 41);
    const idl4_word_t _e_size = idl4_least(_out->e_length, 8000);
    *c = (CORBA_char *)CORBA_alloc(_c_size);
    idl4_copy_bytes(*c, _out->c, _c_size);
    if (_c_size > 0) (*c)[_c_size - 1] = 0;
    CORBA_free(*d);
    *d = (CORBA_char *)CORBA_alloc(_d_size);
    idl4_copy_bytes(*d, _out->d, _d_size);
    if (_d_size > 0) (*d)[_d_size - 1] = 0;
    *e = _e_new;
    if (_e_size > 0) (*e)[_e_size - 1] = 0;
    idl4_succeed(_env);
  } else {
    CORBA_free(_e_new);
    *c = 0;
    *e = 0;
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

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
IDL4_INLINE CORBA_char * m_all_name(m_all _service, const CORBA_long i, CORBA_Environment *_env)
{
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    idl4_part_t parts[1];
  } _message;
  idl4_word_t _result, _w0, _w1, _w2;
  CORBA_char *__return;
  CORBA_char *const ___return_new = (CORBA_char *)CORBA_alloc(8000);

  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(3, 1);
  _message.parts[0].rcv_size = 8000;
  _message.parts[0].rcv_str = ___return_new;
  _w0 = (idl4_word_t)i;
  IDL4_ANY(_w1);
  _w2 = 0xc9;
  _result = idl4_call(_service, IDL4_REGISTERS, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    const idl4_word_t ___return_size = idl4_least(_w0, 8000);
    __return = ___return_new;
    if (___return_size > 0) (__return)[___return_size - 1] = 0;
    idl4_succeed(_env);
  } else {
    CORBA_free(___return_new);
    __return = 0;
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

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
IDL4_INLINE CORBA_char * m_all_shorty(m_all _service, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    CORBA_char __return[51]; /* +24 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _reply reply;
    } data;
  } _message;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;
  CORBA_char *__return;

  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(16, 0);
  IDL4_ANY(_w0);
  IDL4_ANY(_w1);
  _w2 = 0xca;
  _result = idl4_call(_service, IDL4_REGISTERS, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    const idl4_word_t ___return_size = idl4_least(_w0, 51);
    __return = (CORBA_char *)CORBA_alloc(___return_size);
    idl4_copy_bytes(__return, _out->__return, ___return_size);
    if (___return_size > 0) (__return)[___return_size - 1] = 0;
    idl4_succeed(_env);
  } else {
    __return = 0;
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

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
IDL4_INLINE m_longs m_all_seq(m_all _service, const m_longs *a, m_longs *b, m_longs *c, CORBA_Environment *_env)
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
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
      struct _reply reply;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;
  m_longs __return;

  const idl4_word_t _a_length = idl4_least(a->_length, 16);
  const idl4_word_t _b_length = idl4_least(b->_length, 16);
  idl4_copy_bytes(_in->a, a->_buffer, _a_length * 4);
  idl4_copy_bytes(_in->b, b->_buffer, _b_length * 4);
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(52, 0);
  _message.head.send_dope = IDL4_DOPE((88 + _b_length * 4 - 12 + 3) >> 2, 0);
  _w0 = _a_length;
  _w1 = _b_length;
  _w2 = 0xcb;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    const idl4_word_t ___return_size = idl4_least(_w0, 16);
    const idl4_word_t _b_size = idl4_least(_w1, 16);
    const idl4_word_t _c_size = idl4_least(_out->c_length, 16);
    __return._buffer = (CORBA_long *)CORBA_alloc(___return_size * 4);
    idl4_copy_bytes(__return._buffer, _out->__return, ___return_size * 4);
    __return._length = ___return_size;
    __return._maximum = ___return_size;
    CORBA_free(b->_buffer);
    b->_buffer = (CORBA_long *)CORBA_alloc(_b_size * 4);
    idl4_copy_bytes(b->_buffer, _out->b, _b_size * 4);
    b->_length = _b_size;
    b->_maximum = _b_size;
    c->_buffer = (CORBA_long *)CORBA_alloc(_c_size * 4);
    idl4_copy_bytes(c->_buffer, _out->c, _c_size * 4);
    c->_length = _c_size;
    c->_maximum = _c_size;
    idl4_succeed(_env);
  } else {
    __return._maximum = 0;
    __return._length = 0;
    __return._buffer = 0;
    c->_maximum = 0;
    c->_length = 0;
    c->_buffer = 0;
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

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
IDL4_INLINE void m_all_seq2(m_all _service, const m_points *a, m_points *b, CORBA_Environment *_env)
{
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    idl4_part_t parts[1];
  } _message;
  idl4_word_t _result, _w0, _w1, _w2;
  m_point *const _b_new = (m_point *)CORBA_alloc(8000);

  const idl4_word_t _a_length = idl4_least(a->_length, 1000);
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(3, 1);
  _message.head.send_dope = IDL4_DOPE(3, 1);
  _message.parts[0].snd_size = _a_length * 8;
  _message.parts[0].snd_str = a->_buffer;
  _message.parts[0].rcv_size = 8000;
  _message.parts[0].rcv_str = _b_new;
  _w0 = _a_length;
  IDL4_ANY(_w1);
  _w2 = 0xcc;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    const idl4_word_t _b_size = idl4_least(_w0, 1000);
    b->_buffer = _b_new;
    b->_length = _b_size;
    b->_maximum = 1000;
    idl4_succeed(_env);
  } else {
    CORBA_free(_b_new);
    b->_maximum = 0;
    b->_length = 0;
    b->_buffer = 0;
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

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
IDL4_INLINE void m_all_buffers(m_all _service, const CORBA_octet *data, const CORBA_long n, CORBA_octet *back, CORBA_Environment *_env)
{
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    idl4_part_t parts[1];
  } _message;
  idl4_word_t _result, _w0, _w1, _w2;

  const idl4_word_t _data_length = idl4_least((idl4_word_t)n, 8000);
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(3, 1);
  _message.head.send_dope = IDL4_DOPE(3, 1);
  _message.parts[0].snd_size = _data_length;
  _message.parts[0].snd_str = data;
  _message.parts[0].rcv_size = idl4_least((idl4_word_t)n, 4096);
  _message.parts[0].rcv_str = back;
  _w0 = (idl4_word_t)n;
  IDL4_ANY(_w1);
  _w2 = 0xcd;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

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
IDL4_INLINE void m_all_post(m_all _service, const CORBA_long a, const CORBA_char *s, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_char s[17]; /* +24 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  idl4_word_t _result, _w0, _w1, _w2;

  const idl4_word_t _s_length = idl4_string_size(s, 17);
  idl4_copy_bytes(_in->s, s, _s_length);
  _message.head.size_dope = IDL4_DOPE(8, 0);
  _message.head.send_dope = IDL4_DOPE((24 + _s_length - 12 + 3) >> 2, 0);
  _w0 = (idl4_word_t)a;
  _w1 = _s_length;
  _w2 = 0xce;
  _result = idl4_call(_service, (idl4_word_t)&_message, IDL4_NOTHING, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!IDL4_FAILED(_result))) {
    idl4_succeed(_env);
  } else {
    idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
  }
}

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
IDL4_INLINE void m_all_share(m_all _service, const idl4_fpage_t p, idl4_fpage_t *q, const CORBA_long x, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long x; /* +24 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  idl4_word_t _result, _w0, _w1, _w2;

  _in->x = x;
  _message.head.rcv_window = _env ? _env->_rcv_window : IDL4_WHOLE_SPACE;
  _message.head.size_dope = IDL4_DOPE(4, 0);
  _message.head.send_dope = IDL4_DOPE(4, 0);
  _w0 = p.base;
  _w1 = p.fpage;
  _w2 = 0xcf;
  _result = idl4_call(_service, (idl4_word_t)&_message | IDL4_MAP, ((_env ? _env->_rcv_window : IDL4_WHOLE_SPACE) | IDL4_MAP), _env, &_w0, &_w1, &_w2);
  (*q).base = _w0;
  (*q).fpage = _w1;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

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
IDL4_INLINE idl4_threadid_t m_all_find(m_all _service, const CORBA_char *name, const CORBA_Object who, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_char name[33]; /* +24 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  idl4_word_t _result, _w0, _w1, _w2;
  idl4_threadid_t __return;

  const idl4_word_t _name_length = idl4_string_size(name, 33);
  idl4_copy_bytes(_in->name, name, _name_length);
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(12, 0);
  _message.head.send_dope = IDL4_DOPE((24 + _name_length - 12 + 3) >> 2, 0);
  _w0 = _name_length;
  _w1 = (idl4_word_t)who;
  _w2 = 0xd0;
  _result = idl4_call(_service, (idl4_word_t)&_message, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  __return = (idl4_threadid_t)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

/*
 * void aim(in idl4_threadid_t dest (destination), in long x, in long hidden (not transferred))
 *   id 0xd1
 *   request: registers only
 *     EDI          id
 *     EDX          x, 4 bytes
 *   reply: registers only
 *     EDI          exception
 */
IDL4_INLINE void m_all_aim(const idl4_threadid_t dest, const CORBA_long x, const CORBA_long hidden, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1, _w2;

  _w0 = (idl4_word_t)x;
  IDL4_ANY(_w1);
  _w2 = 0xd1;
  _result = idl4_call(dest, IDL4_REGISTERS, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  (void)hidden;
}

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
IDL4_INLINE void m_all_pre(m_all _service, CORBA_char **s, m_longs *q, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    CORBA_char s[65]; /* +24 */
    CORBA_long q[16]; /* +92 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _reply reply;
    } data;
  } _message;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;

  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(36, 0);
  IDL4_ANY(_w0);
  IDL4_ANY(_w1);
  _w2 = 0xd2;
  _result = idl4_call(_service, IDL4_REGISTERS, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    const idl4_word_t _s_size = idl4_least(_w0, 65);
    const idl4_word_t _q_size = idl4_least(_w1, 16);
    idl4_copy_bytes(*s, _out->s, _s_size);
    if (_s_size > 0) (*s)[_s_size - 1] = 0;
    idl4_copy_bytes(q->_buffer, _out->q, _q_size * 4);
    q->_length = _q_size;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

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
IDL4_INLINE void m_all_small(m_all _service, const CORBA_short small, const CORBA_short in1, CORBA_short *hyper, CORBA_octet *out1, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1, _w2;

  _w0 = (idl4_word_t)(unsigned short)small | ((idl4_word_t)(unsigned short)in1 << 16);
  _w1 = (idl4_word_t)(unsigned short)*hyper;
  _w2 = 0xd3;
  _result = idl4_call(_service, IDL4_REGISTERS, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  *out1 = (CORBA_octet)(_w0 >> 16);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    *hyper = (CORBA_short)_w0;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

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
IDL4_INLINE void m_all_twomaps(m_all _service, const idl4_fpage_t a, const idl4_fpage_t b, idl4_fpage_t *c, idl4_fpage_t *d, CORBA_long *n, CORBA_Environment *_env)
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
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
      struct _reply reply;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;

  _in->b = b;
  _in->_last.base = 0;
  _in->_last.fpage = 0;
  _message.head.rcv_window = _env ? _env->_rcv_window : IDL4_WHOLE_SPACE;
  _message.head.size_dope = IDL4_DOPE(8, 0);
  _message.head.send_dope = IDL4_DOPE(7, 0);
  _w0 = a.base;
  _w1 = a.fpage;
  _w2 = 0xd4;
  _result = idl4_call(_service, (idl4_word_t)&_message | IDL4_MAP, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  (*c).base = _w0;
  (*c).fpage = _w1;
  *d = _out->d;
  *n = _out->n;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

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
IDL4_INLINE void m_all_ten(m_all _service, const CORBA_long a, const CORBA_long b, CORBA_long *c, m_point *d, const CORBA_char *s, CORBA_long *e, CORBA_char **f, CORBA_Environment *_env)
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
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
      struct _reply reply;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1, _w2;

  const idl4_word_t _s_length = idl4_string_size(s, 13);
  _in->s_length = _s_length;
  _in->c = *c;
  _in->d = *d;
  idl4_copy_bytes(_in->s, s, _s_length);
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(11, 0);
  _message.head.send_dope = IDL4_DOPE((40 + _s_length - 12 + 3) >> 2, 0);
  _w0 = (idl4_word_t)a;
  _w1 = (idl4_word_t)b;
  _w2 = 0xd5;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  *e = (CORBA_long)_w1;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    *c = (CORBA_long)_w0;
    *d = _out->d;
    const idl4_word_t _f_size = idl4_least(_out->f_length, 13);
    *f = (CORBA_char *)CORBA_alloc(_f_size);
    idl4_copy_bytes(*f, _out->f, _f_size);
    if (_f_size > 0) (*f)[_f_size - 1] = 0;
    idl4_succeed(_env);
  } else {
    *f = 0;
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
}

#endif
