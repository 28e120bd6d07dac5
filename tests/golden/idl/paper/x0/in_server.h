/* Server stubs of in.idl for L4 X0, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

#include "idl4/x0.h"

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
 *     EDI          id
 *     EDX          a, 4 bytes
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
typedef CORBA_long (*bench_tiny_implementation_t)(CORBA_Object _caller, const CORBA_long a, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_tiny(idl4_server_t *_server, bench_tiny_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long a = (CORBA_long)_server->w0;
  CORBA_long __return = _implementation(_server->partner, a, &_environment);
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
#define IDL4_PUBLISH_BENCH_TINY(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_tiny(idl4_server_t *_server) \
  { idl4_serve_bench_tiny(_server, _implementation); }
#define idl4_publish_bench_tiny(_implementation) IDL4_PUBLISH_BENCH_TINY(_implementation)

/*
 * long small(in short a, in long b, in short c)
 *   id 0x1
 *   request: registers only
 *     EDI          id
 *     EDX          b, 4 bytes
 *     EBX[0:16]    a, 2 bytes
 *     EBX[16:32]   c, 2 bytes
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 *   - a, c share EBX in the request
 */
typedef CORBA_long (*bench_small_implementation_t)(CORBA_Object _caller, const CORBA_short a, const CORBA_long b, const CORBA_short c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_small(idl4_server_t *_server, bench_small_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_short a = (CORBA_short)_server->w1;
  CORBA_long b = (CORBA_long)_server->w0;
  CORBA_short c = (CORBA_short)(_server->w1 >> 16);
  CORBA_long __return = _implementation(_server->partner, a, b, c, &_environment);
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
#define IDL4_PUBLISH_BENCH_SMALL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_small(idl4_server_t *_server) \
  { idl4_serve_bench_small(_server, _implementation); }
#define idl4_publish_bench_small(_implementation) IDL4_PUBLISH_BENCH_SMALL(_implementation)

/*
 * long large(in long a, in long b, in long c, in long d, in long e, in long f)
 *   id 0x2
 *   request: 4 words in memory
 *     EDI          id
 *     EDX          a, 4 bytes
 *     EBX          b, 4 bytes
 *     +24          c, 4 bytes
 *     +28          d, 4 bytes
 *     +32          e, 4 bytes
 *     +36          f, 4 bytes
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
typedef CORBA_long (*bench_large_implementation_t)(CORBA_Object _caller, const CORBA_long a, const CORBA_long b, const CORBA_long c, const CORBA_long d, const CORBA_long e, const CORBA_long f, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_large(idl4_server_t *_server, bench_large_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_long c; /* +24 */
    CORBA_long d; /* +28 */
    CORBA_long e; /* +32 */
    CORBA_long f; /* +36 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long a = (CORBA_long)_server->w0;
  CORBA_long b = (CORBA_long)_server->w1;
  CORBA_long c = _in->c;
  CORBA_long d = _in->d;
  CORBA_long e = _in->e;
  CORBA_long f = _in->f;
  CORBA_long __return = _implementation(_server->partner, a, b, c, d, e, f, &_environment);
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
#define IDL4_PUBLISH_BENCH_LARGE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_large(idl4_server_t *_server) \
  { idl4_serve_bench_large(_server, _implementation); }
#define idl4_publish_bench_large(_implementation) IDL4_PUBLISH_BENCH_LARGE(_implementation)

/*
 * void strxfer(in string<119> a, out long b, out long c)
 *   id 0x3
 *   request: 30 words in memory
 *     EDI          id
 *     EDX          length of a
 *     +24          a, up to 120 x 1 bytes, to its zero
 *                  the message ends with the real end of a
 *   reply: registers only
 *     EDI          exception
 *     EDX          b, 4 bytes
 *     EBX          c, 4 bytes
 *   - a: at most 120 bytes: copied into the message
 */
typedef void (*bench_strxfer_implementation_t)(CORBA_Object _caller, const CORBA_char *a, CORBA_long *b, CORBA_long *c, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_strxfer(idl4_server_t *_server, bench_strxfer_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_char a[120]; /* +24 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char *const a = (CORBA_char *)_in->a;
  a[120 - 1] = 0;
  CORBA_long b = 0;
  CORBA_long c = 0;
  _implementation(_server->partner, a, &b, &c, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = (idl4_word_t)b;
  _server->w1 = (idl4_word_t)c;
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_BENCH_STRXFER(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_strxfer(idl4_server_t *_server) \
  { idl4_serve_bench_strxfer(_server, _implementation); }
#define idl4_publish_bench_strxfer(_implementation) IDL4_PUBLISH_BENCH_STRXFER(_implementation)

/*
 * long structxfer(in bench::large_t a, out long b)
 *   id 0x4
 *   request: 126 words in memory
 *     EDI          id
 *     +24          a, 504 bytes
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 *     EBX          b, 4 bytes
 */
typedef CORBA_long (*bench_structxfer_implementation_t)(CORBA_Object _caller, const bench_large_t *a, CORBA_long *b, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_structxfer(idl4_server_t *_server, bench_structxfer_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    bench_large_t a; /* +24 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long b = 0;
  CORBA_long __return = _implementation(_server->partner, &_in->a, &b, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = (idl4_word_t)__return;
  _server->w1 = (idl4_word_t)b;
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_BENCH_STRUCTXFER(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_structxfer(idl4_server_t *_server) \
  { idl4_serve_bench_structxfer(_server, _implementation); }
#define idl4_publish_bench_structxfer(_implementation) IDL4_PUBLISH_BENCH_STRUCTXFER(_implementation)

/*
 * void arrayxfer(in char * str1 [l1], in char * str2 [l2], in long l1, in long l2)
 *   id 0x5
 *   request: 0 words in memory, 2 indirect
 *     EDI          id
 *     EDX          l1, 4 bytes
 *     EBX          l2, 4 bytes
 *     indirect 0   str1, up to 8000 x 1 bytes
 *     indirect 1   str2, up to 8000 x 1 bytes
 *   reply: registers only
 *     EDI          exception
 *   - str1: no bound: sent from where it is, as an indirect part
 *   - str2: no bound: sent from where it is, as an indirect part
 */
typedef void (*bench_arrayxfer_implementation_t)(CORBA_Object _caller, const CORBA_char *str1, const CORBA_char *str2, const CORBA_long l1, const CORBA_long l2, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_bench_arrayxfer(idl4_server_t *_server, bench_arrayxfer_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long l1 = (CORBA_long)_server->w0;
  CORBA_long l2 = (CORBA_long)_server->w1;
  CORBA_char *const str1 = (CORBA_char *)(_server->buffer + 560 + 0 * SERVER_BUFFER_SIZE);
  CORBA_char *const str2 = (CORBA_char *)(_server->buffer + 560 + 1 * SERVER_BUFFER_SIZE);
  if (IDL4_UNLIKELY((idl4_word_t)l1 > idl4_least(8000, SERVER_BUFFER_SIZE / 1))) l1 = (CORBA_long)idl4_least(8000, SERVER_BUFFER_SIZE / 1);
  if (IDL4_UNLIKELY((idl4_word_t)l2 > idl4_least(8000, SERVER_BUFFER_SIZE / 1))) l2 = (CORBA_long)idl4_least(8000, SERVER_BUFFER_SIZE / 1);
  _implementation(_server->partner, str1, str2, l1, l2, &_environment);
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
#define IDL4_PUBLISH_BENCH_ARRAYXFER(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_bench_arrayxfer(idl4_server_t *_server) \
  { idl4_serve_bench_arrayxfer(_server, _implementation); }
#define idl4_publish_bench_arrayxfer(_implementation) IDL4_PUBLISH_BENCH_ARRAYXFER(_implementation)

/* bench: dispatch and buffers */
#define BENCH_DEFAULT_VTABLE {service_bench_tiny, service_bench_small, service_bench_large, service_bench_strxfer, service_bench_structxfer, service_bench_arrayxfer, bench_discard, bench_discard}
#define BENCH_DEFAULT_VTABLE_SIZE 8
#define BENCH_FID_MASK 0x7
#define BENCH_MAX_FID 5
#define BENCH_RCV_DOPE IDL4_DOPE(129, 2)
#define BENCH_MSGBUF_SIZE 528
#define BENCH_STRBUF_SIZE (2 * SERVER_BUFFER_SIZE)

typedef struct {
  unsigned char bytes[560 + BENCH_STRBUF_SIZE] __attribute__((aligned(32)));
} bench_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void bench_start(idl4_server_t *_server, bench_buffer_t *_buffer)
{
  idl4_message_head_t *const _head = (idl4_message_head_t *)_buffer->bytes;
  _head->rcv_window = 0;
  _head->size_dope = BENCH_RCV_DOPE;
  idl4_part_t *const _parts = (idl4_part_t *)(_buffer->bytes + 528);
  _parts[0].rcv_str = _buffer->bytes + 560 + 0 * SERVER_BUFFER_SIZE;
  _parts[0].rcv_size = SERVER_BUFFER_SIZE;
  _parts[1].rcv_str = _buffer->bytes + 560 + 1 * SERVER_BUFFER_SIZE;
  _parts[1].rcv_size = SERVER_BUFFER_SIZE;
  _server->reply = IDL4_NOTHING;
  _server->w0 = 0;
  _server->w1 = 0;
  _server->w2 = 0;
  _server->partner = IDL4_NO_THREAD;
  _server->buffer = _buffer->bytes;
}
IDL4_INLINE void bench_reply_and_wait(idl4_server_t *_server)
{
  idl4_reply_and_wait(_server, 0);
}

#endif
