/* Client stubs of in.idl for L4 V4, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

#include "idl4/v4.h"

#if !defined(_typedef___bench)
#define _typedef___bench
typedef CORBA_Object bench;
#endif

#if !defined(_typedef___bench_name_t)
#define _typedef___bench_name_t
typedef CORBA_char bench_name_t[200];
#endif

#if !defined(_typedef___bench_m_tag)
#define _typedef___bench_m_tag
typedef struct bench_m_tag {
  CORBA_short n;
  CORBA_char o;
  CORBA_long p;
  CORBA_short q;
  CORBA_short r;
} bench_m_tag;
#endif

#if !defined(_typedef___bench_large_t)
#define _typedef___bench_large_t
typedef struct bench_large_t {
  CORBA_long a[20];
  CORBA_short b;
  CORBA_short c;
  CORBA_char d;
  CORBA_char e[200];
  CORBA_short f;
  CORBA_short g[80];
  CORBA_long h;
  CORBA_long i;
  CORBA_char j;
  CORBA_char k;
  CORBA_char l[20];
  bench_m_tag m[2];
} bench_large_t;
#endif

/*
 * long tiny(in long a)
 *   id 0x0
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          a, 4 bytes
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
IDL4_INLINE CORBA_long bench_tiny(bench _service, const CORBA_long a, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long a; /* +4 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_long __return;

  _in->a = a;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x0, 1, 0), &_mr1, &_mr2);
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
 * long small(in short a, in long b, in short c)
 *   id 0x1
 *   request: 2 words in message registers
 *     MR0 label    id
 *     MR1          b, 4 bytes
 *     MR2          a, 2 bytes
 *     MR2+2        c, 2 bytes
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
IDL4_INLINE CORBA_long bench_small(bench _service, const CORBA_short a, const CORBA_long b, const CORBA_short c, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long b; /* +4 */
    CORBA_short a; /* +8 */
    CORBA_short c; /* +10 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_long __return;

  _in->b = b;
  _in->a = a;
  _in->c = c;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x1, 2, 0), &_mr1, &_mr2);
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
 * long large(in long a, in long b, in long c, in long d, in long e, in long f)
 *   id 0x2
 *   request: 6 words in message registers
 *     MR0 label    id
 *     MR1          a, 4 bytes
 *     MR2          b, 4 bytes
 *     MR3          c, 4 bytes
 *     MR4          d, 4 bytes
 *     MR5          e, 4 bytes
 *     MR6          f, 4 bytes
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
IDL4_INLINE CORBA_long bench_large(bench _service, const CORBA_long a, const CORBA_long b, const CORBA_long c, const CORBA_long d, const CORBA_long e, const CORBA_long f, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long a; /* +4 */
    CORBA_long b; /* +8 */
    CORBA_long c; /* +12 */
    CORBA_long d; /* +16 */
    CORBA_long e; /* +20 */
    CORBA_long f; /* +24 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_long __return;

  _in->a = a;
  _in->b = b;
  _in->c = c;
  _in->d = d;
  _in->e = e;
  _in->f = f;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x2, 6, 0), &_mr1, &_mr2);
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
 * void strxfer(in string<119> a, out long b, out long c)
 *   id 0x3
 *   request: 31 words in message registers
 *     MR0 label    id
 *     MR1          length of a
 *     MR2          a, up to 120 x 1 bytes, to its zero
 *                  the message ends with the real end of a
 *   reply: 2 words in message registers
 *     MR0 label    exception
 *     MR1          b, 4 bytes
 *     MR2          c, 4 bytes
 *   - a: at most 120 bytes: copied into the message
 */
IDL4_INLINE void bench_strxfer(bench _service, const CORBA_char *a, CORBA_long *b, CORBA_long *c, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    idl4_word_t a_length; /* +4 */
    CORBA_char a[120]; /* +8 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long b; /* +4 */
    CORBA_long c; /* +8 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  const idl4_word_t _a_length = idl4_string_size(a, 120);
  _in->a_length = _a_length;
  idl4_copy_bytes(_in->a, a, _a_length);
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x3, ((8 + _a_length - 4 + 3) >> 2), 0), &_mr1, &_mr2);
  *b = (CORBA_long)_mr1;
  *c = (CORBA_long)_mr2;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

/*
 * long structxfer(in bench::large_t a, out long b)
 *   id 0x4
 *   request: 0 words in message registers, 1 indirect
 *     MR0 label    id
 *     indirect 0   a, 504 bytes
 *   reply: 2 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 *     MR2          b, 4 bytes
 *   - a: 504 bytes exceed the message registers: sent from where it is, as a string item
 */
IDL4_INLINE CORBA_long bench_structxfer(bench _service, const bench_large_t *a, CORBA_long *b, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
    CORBA_long b; /* +8 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_long __return;

  _utcb[1] = IDL4_STRING_ITEM(504);
  _utcb[2] = (idl4_word_t)&*a;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x4, 0, 2), &_mr1, &_mr2);
  __return = (CORBA_long)_mr1;
  *b = (CORBA_long)_mr2;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

/*
 * void arrayxfer(in char * str1 [l1], in char * str2 [l2], in long l1, in long l2)
 *   id 0x5
 *   request: 2 words in message registers, 2 indirect
 *     MR0 label    id
 *     MR1          l1, 4 bytes
 *     MR2          l2, 4 bytes
 *     indirect 0   str1, up to 8000 x 1 bytes
 *     indirect 1   str2, up to 8000 x 1 bytes
 *   reply: registers only
 *     MR0 label    exception
 *   - str1: no bound: sent from where it is, as an indirect part
 *   - str2: no bound: sent from where it is, as an indirect part
 */
IDL4_INLINE void bench_arrayxfer(bench _service, const CORBA_char *str1, const CORBA_char *str2, const CORBA_long l1, const CORBA_long l2, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long l1; /* +4 */
    CORBA_long l2; /* +8 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  const idl4_word_t _str1_length = idl4_least((idl4_word_t)l1, 8000);
  const idl4_word_t _str2_length = idl4_least((idl4_word_t)l2, 8000);
  _in->l1 = l1;
  _in->l2 = l2;
  _utcb[3] = IDL4_STRING_ITEM(_str1_length);
  _utcb[4] = (idl4_word_t)str1;
  _utcb[5] = IDL4_STRING_ITEM(_str2_length);
  _utcb[6] = (idl4_word_t)str2;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x5, 2, 4), &_mr1, &_mr2);
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

#endif
