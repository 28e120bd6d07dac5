/* Server stubs of in.idl for L4 V4, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

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
typedef CORBA_long (*bench_tiny_implementation_t)(CORBA_Object _caller, const CORBA_long a, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_tiny(idl4_server_t *_server, bench_tiny_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long a = (CORBA_long)_server->mr1;
  CORBA_long __return = _implementation(_server->partner, a, &_environment);
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
#define IDL4_PUBLISH_BENCH_TINY(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_tiny(idl4_server_t *_server) \
  { idl4_serve_bench_tiny(_server, _implementation); }
#define idl4_publish_bench_tiny(_implementation) IDL4_PUBLISH_BENCH_TINY(_implementation)

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
typedef CORBA_long (*bench_small_implementation_t)(CORBA_Object _caller, const CORBA_short a, const CORBA_long b, const CORBA_short c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_small(idl4_server_t *_server, bench_small_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_short a = (CORBA_short)_server->mr2;
  CORBA_long b = (CORBA_long)_server->mr1;
  CORBA_short c = (CORBA_short)(_server->mr2 >> 16);
  CORBA_long __return = _implementation(_server->partner, a, b, c, &_environment);
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
#define IDL4_PUBLISH_BENCH_SMALL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_small(idl4_server_t *_server) \
  { idl4_serve_bench_small(_server, _implementation); }
#define idl4_publish_bench_small(_implementation) IDL4_PUBLISH_BENCH_SMALL(_implementation)

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
typedef CORBA_long (*bench_large_implementation_t)(CORBA_Object _caller, const CORBA_long a, const CORBA_long b, const CORBA_long c, const CORBA_long d, const CORBA_long e, const CORBA_long f, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_large(idl4_server_t *_server, bench_large_implementation_t _implementation)
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
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long a = (CORBA_long)_server->mr1;
  CORBA_long b = (CORBA_long)_server->mr2;
  CORBA_long c = _in->c;
  CORBA_long d = _in->d;
  CORBA_long e = _in->e;
  CORBA_long f = _in->f;
  CORBA_long __return = _implementation(_server->partner, a, b, c, d, e, f, &_environment);
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
#define IDL4_PUBLISH_BENCH_LARGE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_large(idl4_server_t *_server) \
  { idl4_serve_bench_large(_server, _implementation); }
#define idl4_publish_bench_large(_implementation) IDL4_PUBLISH_BENCH_LARGE(_implementation)

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
typedef void (*bench_strxfer_implementation_t)(CORBA_Object _caller, const CORBA_char *a, CORBA_long *b, CORBA_long *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_strxfer(idl4_server_t *_server, bench_strxfer_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    idl4_word_t a_length; /* +4 */
    CORBA_char a[120]; /* +8 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long b; /* +4 */
    CORBA_long c; /* +8 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char _a_copy[120];
  idl4_copy_bytes(_a_copy, _in->a, idl4_least(_server->mr1, 120));
  CORBA_char *const a = (CORBA_char *)_a_copy;
  a[120 - 1] = 0;
  CORBA_long b = 0;
  CORBA_long c = 0;
  _implementation(_server->partner, a, &b, &c, &_environment);
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
  _out->c = c;
  _server->tag = IDL4_TAG(0, 2, 0);
}
#define IDL4_PUBLISH_BENCH_STRXFER(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_strxfer(idl4_server_t *_server) \
  { idl4_serve_bench_strxfer(_server, _implementation); }
#define idl4_publish_bench_strxfer(_implementation) IDL4_PUBLISH_BENCH_STRXFER(_implementation)

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
typedef CORBA_long (*bench_structxfer_implementation_t)(CORBA_Object _caller, const bench_large_t *a, CORBA_long *b, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_structxfer(idl4_server_t *_server, bench_structxfer_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
    CORBA_long b; /* +8 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long b = 0;
  CORBA_long __return = _implementation(_server->partner, &(*(bench_large_t *)(_server->buffer + 0 * SERVER_BUFFER_SIZE)), &b, &_environment);
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
  _out->b = b;
  _server->tag = IDL4_TAG(0, 2, 0);
}
#define IDL4_PUBLISH_BENCH_STRUCTXFER(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_structxfer(idl4_server_t *_server) \
  { idl4_serve_bench_structxfer(_server, _implementation); }
#define idl4_publish_bench_structxfer(_implementation) IDL4_PUBLISH_BENCH_STRUCTXFER(_implementation)

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
typedef void (*bench_arrayxfer_implementation_t)(CORBA_Object _caller, const CORBA_char *str1, const CORBA_char *str2, const CORBA_long l1, const CORBA_long l2, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_arrayxfer(idl4_server_t *_server, bench_arrayxfer_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long l1 = (CORBA_long)_server->mr1;
  CORBA_long l2 = (CORBA_long)_server->mr2;
  CORBA_char *const str1 = (CORBA_char *)(_server->buffer + 0 * SERVER_BUFFER_SIZE);
  CORBA_char *const str2 = (CORBA_char *)(_server->buffer + 1 * SERVER_BUFFER_SIZE);
  if (IDL4_UNLIKELY((idl4_word_t)l1 > idl4_least(8000, SERVER_BUFFER_SIZE / 1))) l1 = (CORBA_long)idl4_least(8000, SERVER_BUFFER_SIZE / 1);
  if (IDL4_UNLIKELY((idl4_word_t)l2 > idl4_least(8000, SERVER_BUFFER_SIZE / 1))) l2 = (CORBA_long)idl4_least(8000, SERVER_BUFFER_SIZE / 1);
  _implementation(_server->partner, str1, str2, l1, l2, &_environment);
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
#define IDL4_PUBLISH_BENCH_ARRAYXFER(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_arrayxfer(idl4_server_t *_server) \
  { idl4_serve_bench_arrayxfer(_server, _implementation); }
#define idl4_publish_bench_arrayxfer(_implementation) IDL4_PUBLISH_BENCH_ARRAYXFER(_implementation)

/* bench: dispatch and buffers */
#define BENCH_DEFAULT_VTABLE {service_bench_tiny, service_bench_small, service_bench_large, service_bench_strxfer, service_bench_structxfer, service_bench_arrayxfer, bench_discard, bench_discard}
#define BENCH_DEFAULT_VTABLE_SIZE 8
#define BENCH_FID_MASK 0x7
#define BENCH_MAX_FID 5
#define BENCH_MSGBUF_SIZE 0
#define BENCH_STRBUF_SIZE (2 * SERVER_BUFFER_SIZE)

typedef struct {
  unsigned char bytes[BENCH_STRBUF_SIZE] __attribute__((aligned(32)));
} bench_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void bench_start(idl4_server_t *_server, bench_buffer_t *_buffer)
{
  _server->partner = IDL4_NO_THREAD;
  _server->utcb = idl4_utcb();
  _server->tag = 0;
  _server->buffer = _buffer->bytes;
}
IDL4_INLINE void bench_reply_and_wait(idl4_server_t *_server)
{
  idl4_accept(_server->utcb, 0, 1);
  idl4_accept_part(_server->utcb, 0, 0, _server->buffer + 0 * SERVER_BUFFER_SIZE, SERVER_BUFFER_SIZE);
  idl4_accept_part(_server->utcb, 1, 1, _server->buffer + 1 * SERVER_BUFFER_SIZE, SERVER_BUFFER_SIZE);
  idl4_reply_and_wait(_server, 0);
}

#endif
