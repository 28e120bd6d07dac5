/* Client stubs of in.idl for L4 V4, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

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
IDL4_INLINE CORBA_long m_base__get_level(m_base _service, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_long __return;

  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x80, 0, 0), &_mr1, &_mr2);
  __return = (CORBA_long)_mr1;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

/*
 * void _set_level(in long _value)
 *   id 0x81
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          _value, 4 bytes
 *   reply: registers only
 *     MR0 label    exception
 */
IDL4_INLINE void m_base__set_level(m_base _service, const CORBA_long _value, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long _value; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  _in->_value = _value;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x81, 1, 0), &_mr1, &_mr2);
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

/*
 * m::color _get_tint()
 *   id 0x82
 *   request: registers only
 *     MR0 label    id
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
IDL4_INLINE m_color m_base__get_tint(m_base _service, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    m_color __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  idl4_word_t _tag, _mr1, _mr2;
  m_color __return;

  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x82, 0, 0), &_mr1, &_mr2);
  __return = (m_color)_mr1;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

/*
 * void ping()
 *   id 0x83
 *   request: registers only
 *     MR0 label    id
 *   reply: registers only
 *     MR0 label    exception
 */
IDL4_INLINE void m_base_ping(m_base _service, CORBA_Environment *_env)
{
  idl4_word_t *const _utcb = idl4_utcb();
  idl4_word_t _tag, _mr1, _mr2;

  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x83, 0, 0), &_mr1, &_mr2);
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

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
IDL4_INLINE CORBA_octet m_all_bytes(m_all _service, const CORBA_octet a, const CORBA_boolean b, CORBA_char *c, CORBA_wchar *w, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_octet a; /* +4 */
    CORBA_boolean b; /* +5 */
    unsigned char _gap8[2];
    CORBA_char c; /* +8 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_char c; /* +4 */
    unsigned char _gap8[3];
    CORBA_wchar w; /* +8 */
    CORBA_octet __return; /* +10 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_octet __return;

  _in->a = a;
  _in->b = b;
  _in->c = *c;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xc0, 2, 0), &_mr1, &_mr2);
  *w = (CORBA_wchar)_mr2;
  __return = (CORBA_octet)(_mr2 >> 16);
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    *c = (CORBA_char)_mr1;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

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
IDL4_INLINE CORBA_float m_all_reals(m_all _service, const CORBA_float f, const CORBA_double d, CORBA_float *g, CORBA_double *e, CORBA_Environment *_env)
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
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_float __return;

  _in->f = f;
  _in->d = d;
  _in->g = *g;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xc1, 4, 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  idl4_set_bits_4(&__return, _mr2);
  *e = _out->e;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_set_bits_4(&*g, _mr1);
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

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
IDL4_INLINE CORBA_long_long m_all_wide(m_all _service, const CORBA_long_long a, CORBA_unsigned_long_long *b, CORBA_long_long *c, CORBA_Environment *_env)
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
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_long_long __return;

  _in->a = a;
  _in->b = *b;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xc2, 4, 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  __return = _out->__return;
  *c = _out->c;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    *b = _out->b;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

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
IDL4_INLINE m_point m_all_points1(m_all _service, const m_point *a, m_point *b, m_point *c, CORBA_Environment *_env)
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
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  m_point __return;

  _in->a = *a;
  _in->b = *b;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xc3, 4, 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  __return = _out->__return;
  *c = _out->c;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    *b = _out->b;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

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
IDL4_INLINE m_mixed m_all_mixed1(m_all _service, const m_mixed *a, m_mixed *b, m_mixed *c, CORBA_Environment *_env)
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
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  m_mixed __return;

  _in->a = *a;
  _in->b = *b;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xc4, 14, 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  __return = _out->__return;
  *c = _out->c;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    *b = _out->b;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
    if (_env && !(IDL4_FAILED(_tag)) && IDL4_LABEL(_tag) == ex_m_rich) {
      _env->_data = CORBA_alloc(sizeof(m_rich));
      if (_env->_data) *(m_rich *)_env->_data = *(const m_rich *)(_utcb + 1);
    }
  }
  return __return;
}

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
IDL4_INLINE m_choice m_all_choose(m_all _service, const m_choice *a, m_flat *b, m_choice *c, CORBA_Environment *_env)
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
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  m_choice __return;

  _in->a = *a;
  _in->b = *b;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xc5, 5, 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  __return = _out->__return;
  *c = _out->c;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_set_bits_4(&*b, _mr1);
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

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
IDL4_INLINE m_color m_all_paint(m_all _service, const m_color a, m_color *b, m_color *c, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    m_color a; /* +4 */
    m_color b; /* +8 */
  };
  struct IDL4_ALIAS _reply {
    m_color b; /* +4 */
    m_color __return; /* +8 */
    m_color c; /* +12 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  m_color __return;

  _in->a = a;
  _in->b = *b;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xc6, 2, 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  __return = (m_color)_mr2;
  *c = _out->c;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    *b = (m_color)_mr1;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
    if (_env && !(IDL4_FAILED(_tag)) && IDL4_LABEL(_tag) == ex_m_rich) {
      _env->_data = CORBA_alloc(sizeof(m_rich));
      if (_env->_data) *(m_rich *)_env->_data = *(const m_rich *)(_utcb + 1);
    }
  }
  return __return;
}

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
IDL4_INLINE void m_all_grids(m_all _service, const m_grid a, m_grid b, m_grid c, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    m_grid a; /* +4 */
    m_grid b; /* +52 */
  };
  struct IDL4_ALIAS _reply {
    m_grid b; /* +4 */
    m_grid c; /* +52 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  __builtin_memcpy(&_in->a, &*(const __typeof__(m_grid) *)a, sizeof(_in->a));
  __builtin_memcpy(&_in->b, &*(m_grid *)b, sizeof(_in->b));
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xc7, 24, 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  __builtin_memcpy(&*(m_grid *)c, &_out->c, sizeof(*(m_grid *)c));
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    __builtin_memcpy(&*(m_grid *)b, &_out->b, sizeof(*(m_grid *)b));
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

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
IDL4_INLINE void m_all_strings(m_all _service, const CORBA_char *a, const CORBA_char *b, CORBA_char **c, CORBA_char **d, CORBA_char **e, CORBA_Environment *_env)
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
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_char *const _e_new = (CORBA_char *)CORBA_alloc(8000);

  const idl4_word_t _a_length = idl4_string_size(a, 8000);
  const idl4_word_t _b_length = idl4_string_size(b, 21);
  const idl4_word_t _d_length = idl4_string_size(*d, 41);
  _in->a_length = _a_length;
  _in->b_length = _b_length;
  _in->d_length = _d_length;
  idl4_copy_bytes(_in->b, b, _b_length);
  idl4_copy_bytes(_in->d, *d, _d_length);
  _utcb[21] = IDL4_STRING_ITEM(_a_length);
  _utcb[22] = (idl4_word_t)a;
  idl4_accept(_utcb, 0, 1);
  idl4_accept_part(_utcb, 0, 1, _e_new, 8000);
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xc8, 20, 2), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    const idl4_word_t _c_size = idl4_least(_mr1, 31);
    const idl4_word_t _d_size = idl4_least(_mr2, 41);
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
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

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
IDL4_INLINE CORBA_char * m_all_name(m_all _service, const CORBA_long i, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long i; /* +4 */
  };
  struct IDL4_ALIAS _reply {
    idl4_word_t __return_length; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_char *__return;
  CORBA_char *const ___return_new = (CORBA_char *)CORBA_alloc(8000);

  _in->i = i;
  idl4_accept(_utcb, 0, 1);
  idl4_accept_part(_utcb, 0, 1, ___return_new, 8000);
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xc9, 1, 0), &_mr1, &_mr2);
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    const idl4_word_t ___return_size = idl4_least(_mr1, 8000);
    __return = ___return_new;
    if (___return_size > 0) (__return)[___return_size - 1] = 0;
    idl4_succeed(_env);
  } else {
    CORBA_free(___return_new);
    __return = 0;
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

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
IDL4_INLINE CORBA_char * m_all_shorty(m_all _service, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    idl4_word_t __return_length; /* +4 */
    CORBA_char __return[51]; /* +8 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_char *__return;

  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xca, 0, 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    const idl4_word_t ___return_size = idl4_least(_mr1, 51);
    __return = (CORBA_char *)CORBA_alloc(___return_size);
    idl4_copy_bytes(__return, _out->__return, ___return_size);
    if (___return_size > 0) (__return)[___return_size - 1] = 0;
    idl4_succeed(_env);
  } else {
    __return = 0;
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

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
IDL4_INLINE m_longs m_all_seq(m_all _service, const m_longs *a, m_longs *b, m_longs *c, CORBA_Environment *_env)
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
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  m_longs __return;

  const idl4_word_t _a_length = idl4_least(a->_length, 16);
  const idl4_word_t _b_length = idl4_least(b->_length, 16);
  _in->a_length = _a_length;
  _in->b_length = _b_length;
  idl4_copy_bytes(_in->a, a->_buffer, _a_length * 4);
  idl4_copy_bytes(_in->b, b->_buffer, _b_length * 4);
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xcb, ((76 + _b_length * 4 - 4 + 3) >> 2), 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    const idl4_word_t ___return_size = idl4_least(_mr1, 16);
    const idl4_word_t _b_size = idl4_least(_mr2, 16);
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
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

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
IDL4_INLINE void m_all_seq2(m_all _service, const m_points *a, m_points *b, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    idl4_word_t a_length; /* +4 */
  };
  struct IDL4_ALIAS _reply {
    idl4_word_t b_length; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  m_point *const _b_new = (m_point *)CORBA_alloc(8000);

  const idl4_word_t _a_length = idl4_least(a->_length, 1000);
  _in->a_length = _a_length;
  _utcb[2] = IDL4_STRING_ITEM(_a_length * 8);
  _utcb[3] = (idl4_word_t)a->_buffer;
  idl4_accept(_utcb, 0, 1);
  idl4_accept_part(_utcb, 0, 1, _b_new, 8000);
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xcc, 1, 2), &_mr1, &_mr2);
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    const idl4_word_t _b_size = idl4_least(_mr1, 1000);
    b->_buffer = _b_new;
    b->_length = _b_size;
    b->_maximum = 1000;
    idl4_succeed(_env);
  } else {
    CORBA_free(_b_new);
    b->_maximum = 0;
    b->_length = 0;
    b->_buffer = 0;
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

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
IDL4_INLINE void m_all_buffers(m_all _service, const CORBA_octet *data, const CORBA_long n, CORBA_octet *back, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long n; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  const idl4_word_t _data_length = idl4_least((idl4_word_t)n, 8000);
  _in->n = n;
  _utcb[2] = IDL4_STRING_ITEM(_data_length);
  _utcb[3] = (idl4_word_t)data;
  idl4_accept(_utcb, 0, 1);
  idl4_accept_part(_utcb, 0, 1, back, idl4_least((idl4_word_t)n, 4096));
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xcd, 1, 2), &_mr1, &_mr2);
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

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
IDL4_INLINE void m_all_post(m_all _service, const CORBA_long a, const CORBA_char *s, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long a; /* +4 */
    idl4_word_t s_length; /* +8 */
    CORBA_char s[17]; /* +12 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag;

  const idl4_word_t _s_length = idl4_string_size(s, 17);
  _in->a = a;
  _in->s_length = _s_length;
  idl4_copy_bytes(_in->s, s, _s_length);
  _tag = idl4_send(_utcb, _service, _env, IDL4_TAG(0xce, ((12 + _s_length - 4 + 3) >> 2), 0));
  if (IDL4_LIKELY(!IDL4_FAILED(_tag))) {
    idl4_succeed(_env);
  } else {
    idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
  }
}

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
IDL4_INLINE void m_all_share(m_all _service, const idl4_fpage_t p, idl4_fpage_t *q, const CORBA_long x, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long x; /* +4 */
    idl4_fpage_t p; /* +8 */
  };
  struct IDL4_ALIAS _reply {
    idl4_fpage_t q; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  _in->x = x;
  _in->p = p;
  idl4_accept(_utcb, _env ? _env->_rcv_window : IDL4_WHOLE_SPACE, 0);
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xcf, 1, 2), &_mr1, &_mr2);
  (*q).base = _mr1;
  (*q).fpage = _mr2;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

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
IDL4_INLINE idl4_threadid_t m_all_find(m_all _service, const CORBA_char *name, const CORBA_Object who, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    idl4_word_t name_length; /* +4 */
    CORBA_Object who; /* +8 */
    CORBA_char name[33]; /* +12 */
  };
  struct IDL4_ALIAS _reply {
    idl4_threadid_t __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  idl4_threadid_t __return;

  const idl4_word_t _name_length = idl4_string_size(name, 33);
  _in->name_length = _name_length;
  _in->who = who;
  idl4_copy_bytes(_in->name, name, _name_length);
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xd0, ((12 + _name_length - 4 + 3) >> 2), 0), &_mr1, &_mr2);
  __return = (idl4_threadid_t)_mr1;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

/*
 * void aim(in idl4_threadid_t dest (destination), in long x, in long hidden (not transferred))
 *   id 0xd1
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          x, 4 bytes
 *   reply: registers only
 *     MR0 label    exception
 */
IDL4_INLINE void m_all_aim(const idl4_threadid_t dest, const CORBA_long x, const CORBA_long hidden, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long x; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  _in->x = x;
  _tag = idl4_call(_utcb, dest, _env, IDL4_TAG(0xd1, 1, 0), &_mr1, &_mr2);
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  (void)hidden;
}

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
IDL4_INLINE void m_all_pre(m_all _service, CORBA_char **s, m_longs *q, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    idl4_word_t s_length; /* +4 */
    idl4_word_t q_length; /* +8 */
    CORBA_char s[65]; /* +12 */
    CORBA_long q[16]; /* +80 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xd2, 0, 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    const idl4_word_t _s_size = idl4_least(_mr1, 65);
    const idl4_word_t _q_size = idl4_least(_mr2, 16);
    idl4_copy_bytes(*s, _out->s, _s_size);
    if (_s_size > 0) (*s)[_s_size - 1] = 0;
    idl4_copy_bytes(q->_buffer, _out->q, _q_size * 4);
    q->_length = _q_size;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

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
IDL4_INLINE void m_all_small(m_all _service, const CORBA_short small, const CORBA_short in1, CORBA_short *hyper, CORBA_octet *out1, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_short small; /* +4 */
    CORBA_short in1; /* +6 */
    CORBA_short hyper; /* +8 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_short hyper; /* +4 */
    unsigned char _gap8[2];
    CORBA_octet out1; /* +8 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  _in->small = small;
  _in->in1 = in1;
  _in->hyper = *hyper;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xd3, 2, 0), &_mr1, &_mr2);
  *out1 = (CORBA_octet)_mr2;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    *hyper = (CORBA_short)_mr1;
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

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
IDL4_INLINE void m_all_twomaps(m_all _service, const idl4_fpage_t a, const idl4_fpage_t b, idl4_fpage_t *c, idl4_fpage_t *d, CORBA_long *n, CORBA_Environment *_env)
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
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  _in->a = a;
  _in->b = b;
  idl4_accept(_utcb, _env ? _env->_rcv_window : IDL4_WHOLE_SPACE, 0);
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xd4, 0, 4), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  *n = (CORBA_long)_mr1;
  *c = _out->c;
  *d = _out->d;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

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
IDL4_INLINE void m_all_ten(m_all _service, const CORBA_long a, const CORBA_long b, CORBA_long *c, m_point *d, const CORBA_char *s, CORBA_long *e, CORBA_char **f, CORBA_Environment *_env)
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
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  const idl4_word_t _s_length = idl4_string_size(s, 13);
  _in->a = a;
  _in->b = b;
  _in->s_length = _s_length;
  _in->c = *c;
  _in->d = *d;
  idl4_copy_bytes(_in->s, s, _s_length);
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0xd5, ((28 + _s_length - 4 + 3) >> 2), 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  *e = _out->e;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    *c = (CORBA_long)_mr1;
    *d = _out->d;
    const idl4_word_t _f_size = idl4_least(_out->f_length, 13);
    *f = (CORBA_char *)CORBA_alloc(_f_size);
    idl4_copy_bytes(*f, _out->f, _f_size);
    if (_f_size > 0) (*f)[_f_size - 1] = 0;
    idl4_succeed(_env);
  } else {
    *f = 0;
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

#endif
