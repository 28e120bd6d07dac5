/* Server stubs of in.idl for L4 X0, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

#include "idl4/x0.h"

#if !defined(_typedef___disk)
#define _typedef___disk
typedef CORBA_Object disk;
#endif

#if !defined(_exception___disk_full)
#define _exception___disk_full
#define ex_disk_full 1
typedef struct disk_full {
  CORBA_long left;
} disk_full;
#endif

/*
 * long seek(in short unit, in long block, in short how)
 *   id 0x100
 *   request: registers only
 *     EDI          id
 *     EDX          block, 4 bytes
 *     EBX[0:16]    unit, 2 bytes
 *     EBX[16:32]   how, 2 bytes
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 *   - unit, how share EBX in the request
 */
typedef CORBA_long (*disk_seek_implementation_t)(CORBA_Object _caller, const CORBA_short unit, const CORBA_long block, const CORBA_short how, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_disk_seek(idl4_server_t *_server, disk_seek_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_short unit = (CORBA_short)_server->w1;
  CORBA_long block = (CORBA_long)_server->w0;
  CORBA_short how = (CORBA_short)(_server->w1 >> 16);
  CORBA_long __return = _implementation(_server->partner, unit, block, how, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    idl4_answer_nobody(_server);
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
#define IDL4_PUBLISH_DISK_SEEK(_implementation) \
  IDL4_INLINE void idl4_inline_disk_seek(idl4_server_t *_server) { idl4_serve_disk_seek(_server, _implementation); } \
  static IDL4_SERVICE __attribute__((unused)) void service_disk_seek(idl4_server_t *_server) { idl4_inline_disk_seek(_server); }
#define idl4_publish_disk_seek(_implementation) IDL4_PUBLISH_DISK_SEEK(_implementation)

/*
 *answers later:
 *   request: registers only
 *     EDI          id
 *     EDX          _result_value, 4 bytes
 */
IDL4_INLINE void disk_seek_reply(CORBA_Object _client, const CORBA_long _result_value)
{
  CORBA_Environment *const _env = 0;
  idl4_word_t _result, _w0, _w1, _w2;

  _w0 = (idl4_word_t)_result_value;
  IDL4_ANY(_w1);
  _w2 = 0x0;
  _result = idl4_call(_client, IDL4_REGISTERS, IDL4_NOTHING, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!IDL4_FAILED(_result))) {
    idl4_succeed(_env);
  } else {
    idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
  }
}

/*
 * void label(in long disk, in string<20> text, out long length) raises (disk::full)
 *   id 0x101
 *   request: 6 words in memory
 *     EDI          id
 *     EDX          disk, 4 bytes
 *     EBX          length of text
 *     +24          text, up to 21 x 1 bytes, to its zero
 *                  the message ends with the real end of text
 *   reply: registers only
 *     EDI          exception
 *     EDX          length, 4 bytes
 *     in the server's buffer the reply starts 24 bytes behind the request
 *   exception disk::full: 4 bytes at +24
 *   - text: at most 21 bytes: copied into the message
 */
typedef void (*disk_label_implementation_t)(CORBA_Object _caller, const CORBA_long disk, const CORBA_char *text, CORBA_long *length, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_disk_label(idl4_server_t *_server, disk_label_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_char text[21]; /* +24 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long disk = (CORBA_long)_server->w0;
  CORBA_char *const text = (CORBA_char *)_in->text;
  text[21 - 1] = 0;
  CORBA_long length = 0;
  _implementation(_server->partner, disk, text, &length, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    idl4_answer_nobody(_server);
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    if (_environment._exception == ex_disk_full && _environment._data) {
      idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 24);
      __builtin_memcpy((unsigned char *)_head + 24, _environment._data, sizeof(disk_full));
      _head->size_dope = IDL4_DOPE(4, 0);
      _head->send_dope = IDL4_DOPE(4, 0);
      _server->reply = (idl4_word_t)_head;
    }
    return;
  }
  _server->w0 = (idl4_word_t)length;
  _server->w2 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_DISK_LABEL(_implementation) \
  IDL4_INLINE void idl4_inline_disk_label(idl4_server_t *_server) { idl4_serve_disk_label(_server, _implementation); } \
  static IDL4_SERVICE __attribute__((unused)) void service_disk_label(idl4_server_t *_server) { idl4_inline_disk_label(_server); }
#define idl4_publish_disk_label(_implementation) IDL4_PUBLISH_DISK_LABEL(_implementation)

/*
 *answers later:
 *   request: registers only
 *     EDI          id
 *     EDX          length, 4 bytes
 */
IDL4_INLINE void disk_label_reply(CORBA_Object _client, const CORBA_long length)
{
  CORBA_Environment *const _env = 0;
  idl4_word_t _result, _w0, _w1, _w2;

  _w0 = (idl4_word_t)length;
  IDL4_ANY(_w1);
  _w2 = 0x0;
  _result = idl4_call(_client, IDL4_REGISTERS, IDL4_NOTHING, _env, &_w0, &_w1, &_w2);
  if (IDL4_LIKELY(!IDL4_FAILED(_result))) {
    idl4_succeed(_env);
  } else {
    idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
  }
}

/* disk: dispatch and buffers */
#define DISK_DEFAULT_VTABLE {service_disk_seek, service_disk_label}
#define DISK_DEFAULT_VTABLE_SIZE 2
#define DISK_FID_MASK 0x1
#define DISK_MAX_FID 1
#define DISK_RCV_DOPE IDL4_DOPE(10, 0)
#define DISK_MSGBUF_SIZE 52
#define DISK_STRBUF_SIZE 0

typedef struct {
  unsigned char bytes[52 + DISK_STRBUF_SIZE] __attribute__((aligned(32)));
} disk_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void disk_start(idl4_server_t *_server, disk_buffer_t *_buffer)
{
  idl4_message_head_t *const _head = (idl4_message_head_t *)_buffer->bytes;
  _head->rcv_window = 0;
  _head->size_dope = DISK_RCV_DOPE;
  _server->reply = IDL4_NOTHING;
  _server->w0 = 0;
  _server->w1 = 0;
  _server->w2 = 0;
  _server->partner = IDL4_NO_THREAD;
  _server->buffer = _buffer->bytes;
}
IDL4_INLINE void disk_reply_and_wait(idl4_server_t *_server)
{
  idl4_reply_and_wait(_server, 0);
}

/* The server loop. Each service ends in its own system call and jumps to the next one; implementations become part of it. */
#define DISK_SERVE(_server) \
  do { \
    __label__ _serve_disk_seek, _serve_disk_label, _unknown, _wait; \
    static const void *const _next[] = {&&_serve_disk_seek, &&_serve_disk_label}; \
    goto _wait; \
  _serve_disk_seek: \
    IDL4_HOLD(&(_server), "disk_seek: starts"); idl4_inline_disk_seek(&(_server)); disk_reply_and_wait(&(_server)); \
    if (IDL4_UNLIKELY(!idl4_received(&(_server)))) goto _unknown; \
    IDL4_HOLD(&(_server), "disk_seek"); goto *_next[idl4_request_id(&(_server)) & 0x1]; \
  _serve_disk_label: \
    IDL4_HOLD(&(_server), "disk_label: starts"); idl4_inline_disk_label(&(_server)); disk_reply_and_wait(&(_server)); \
    if (IDL4_UNLIKELY(!idl4_received(&(_server)))) goto _unknown; \
    IDL4_HOLD(&(_server), "disk_label"); goto *_next[idl4_request_id(&(_server)) & 0x1]; \
  _unknown: /* no such operation, or the last message did not arrive: nobody gets an answer */ \
    idl4_answer_nobody(&(_server)); \
  _wait: \
    disk_reply_and_wait(&(_server)); \
    if (IDL4_UNLIKELY(!idl4_received(&(_server)))) goto _unknown; \
    IDL4_HOLD(&(_server), "wait"); goto *_next[idl4_request_id(&(_server)) & 0x1]; \
  } while (0)

#endif
