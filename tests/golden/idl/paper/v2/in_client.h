/* Client stubs of in.idl for L4 V2, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

#include "idl4/v2.h"

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
 *   request: registers only
 *     EBX          id
 *     EDX          a, 4 bytes
 *   reply: registers only
 *     EBX          exception
 *     EDX          result, 4 bytes
 */
IDL4_INLINE CORBA_long bench_tiny(bench _service, const CORBA_long a, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1;
  CORBA_long __return;

  _w0 = (idl4_word_t)a;
  _w1 = 0x0;
  _result = idl4_call(_service, IDL4_REGISTERS, IDL4_REGISTERS, _env, &_w0, &_w1);
  __return = (CORBA_long)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
  return __return;
}

/*
 * long small(in short a, in long b, in short c)
 *   id 0x1
 *   request: 1 words in memory
 *     EBX          id
 *     +20          b, 4 bytes
 *     EDX[0:16]    a, 2 bytes
 *     EDX[16:32]   c, 2 bytes
 *   reply: registers only
 *     EBX          exception
 *     EDX          result, 4 bytes
 *   - a, c share EDX in the request
 */
IDL4_INLINE CORBA_long bench_small(bench _service, const CORBA_short a, const CORBA_long b, const CORBA_short c, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long b; /* +20 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[2];
    union {
      struct _request request;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  idl4_word_t _result, _w0, _w1;
  CORBA_long __return;

  _in->b = b;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(3, 0);
  _message.head.send_dope = IDL4_DOPE(3, 0);
  _w0 = (idl4_word_t)(unsigned short)a | ((idl4_word_t)(unsigned short)c << 16);
  _w1 = 0x1;
  _result = idl4_call(_service, (idl4_word_t)&_message, IDL4_REGISTERS, _env, &_w0, &_w1);
  __return = (CORBA_long)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
  return __return;
}

/*
 * long large(in long a, in long b, in long c, in long d, in long e, in long f)
 *   id 0x2
 *   request: 5 words in memory
 *     EBX          id
 *     EDX          a, 4 bytes
 *     +20          b, 4 bytes
 *     +24          c, 4 bytes
 *     +28          d, 4 bytes
 *     +32          e, 4 bytes
 *     +36          f, 4 bytes
 *   reply: registers only
 *     EBX          exception
 *     EDX          result, 4 bytes
 */
IDL4_INLINE CORBA_long bench_large(bench _service, const CORBA_long a, const CORBA_long b, const CORBA_long c, const CORBA_long d, const CORBA_long e, const CORBA_long f, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long b; /* +20 */
    CORBA_long c; /* +24 */
    CORBA_long d; /* +28 */
    CORBA_long e; /* +32 */
    CORBA_long f; /* +36 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[2];
    union {
      struct _request request;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  idl4_word_t _result, _w0, _w1;
  CORBA_long __return;

  _in->b = b;
  _in->c = c;
  _in->d = d;
  _in->e = e;
  _in->f = f;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(7, 0);
  _message.head.send_dope = IDL4_DOPE(7, 0);
  _w0 = (idl4_word_t)a;
  _w1 = 0x2;
  _result = idl4_call(_service, (idl4_word_t)&_message, IDL4_REGISTERS, _env, &_w0, &_w1);
  __return = (CORBA_long)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
  return __return;
}

/*
 * void strxfer(in string<119> a, out long b, out long c)
 *   id 0x3
 *   request: 30 words in memory
 *     EBX          id
 *     EDX          length of a
 *     +20          a, up to 120 x 1 bytes, to its zero
 *                  the message ends with the real end of a
 *   reply: 1 words in memory
 *     EBX          exception
 *     EDX          b, 4 bytes
 *     +20          c, 4 bytes
 *     in the server's buffer the reply starts 120 bytes behind the request
 *   - a: at most 120 bytes: copied into the message
 */
IDL4_INLINE void bench_strxfer(bench _service, const CORBA_char *a, CORBA_long *b, CORBA_long *c, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_char a[120]; /* +20 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long c; /* +20 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[2];
    union {
      struct _request request;
      struct _reply reply;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1;

  const idl4_word_t _a_length = idl4_string_size(a, 120);
  idl4_copy_bytes(_in->a, a, _a_length);
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(32, 0);
  _message.head.send_dope = IDL4_DOPE((20 + _a_length - 12 + 3) >> 2, 0);
  _w0 = _a_length;
  _w1 = 0x3;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1);
  *b = (CORBA_long)_w0;
  *c = _out->c;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
}

/*
 * long structxfer(in bench::large_t a, out long b)
 *   id 0x4
 *   request: 126 words in memory
 *     EBX          id
 *     +20          a, 504 bytes
 *   reply: 1 words in memory
 *     EBX          exception
 *     EDX          result, 4 bytes
 *     +20          b, 4 bytes
 *     in the server's buffer the reply starts 504 bytes behind the request
 */
IDL4_INLINE CORBA_long bench_structxfer(bench _service, const bench_large_t *a, CORBA_long *b, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    bench_large_t a; /* +20 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long b; /* +20 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[2];
    union {
      struct _request request;
      struct _reply reply;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1;
  CORBA_long __return;

  idl4_copy_words(&_in->a, &*a, sizeof(_in->a));
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(128, 0);
  _message.head.send_dope = IDL4_DOPE(128, 0);
  IDL4_ANY(_w0);
  _w1 = 0x4;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1);
  __return = (CORBA_long)_w0;
  *b = _out->b;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
  return __return;
}

/*
 * void arrayxfer(in char * str1 [l1], in char * str2 [l2], in long l1, in long l2)
 *   id 0x5
 *   request: 1 words in memory, 2 indirect
 *     EBX          id
 *     EDX          l1, 4 bytes
 *     +20          l2, 4 bytes
 *     indirect 0   str1, up to 8000 x 1 bytes
 *     indirect 1   str2, up to 8000 x 1 bytes
 *   reply: registers only
 *     EBX          exception
 *   - str1: no bound: sent from where it is, as an indirect part
 *   - str2: no bound: sent from where it is, as an indirect part
 */
IDL4_INLINE void bench_arrayxfer(bench _service, const CORBA_char *str1, const CORBA_char *str2, const CORBA_long l1, const CORBA_long l2, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long l2; /* +20 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[2];
    union {
      struct _request request;
    } data;
    idl4_part_t parts[2];
  } _message;
  struct _request *const _in = &_message.data.request;
  idl4_word_t _result, _w0, _w1;

  const idl4_word_t _str1_length = idl4_least((idl4_word_t)l1, 8000);
  const idl4_word_t _str2_length = idl4_least((idl4_word_t)l2, 8000);
  _in->l2 = l2;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(3, 2);
  _message.head.send_dope = IDL4_DOPE(3, 2);
  _message.parts[0].snd_size = _str1_length;
  _message.parts[0].snd_str = str1;
  _message.parts[0].rcv_size = 0;
  _message.parts[1].snd_size = _str2_length;
  _message.parts[1].snd_str = str2;
  _message.parts[1].rcv_size = 0;
  _w0 = (idl4_word_t)l1;
  _w1 = 0x5;
  _result = idl4_call(_service, (idl4_word_t)&_message, IDL4_REGISTERS, _env, &_w0, &_w1);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
}

#endif
