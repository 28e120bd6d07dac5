/* Server stubs of in.idl for L4 V4, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

#include "idl4/v4.h"

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
 *   request: 2 words in message registers
 *     MR0 label    id
 *     MR1          block, 4 bytes
 *     MR2          unit, 2 bytes
 *     MR2+2        how, 2 bytes
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
typedef CORBA_long (*disk_seek_implementation_t)(CORBA_Object _caller, const CORBA_short unit, const CORBA_long block, const CORBA_short how, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_disk_seek(idl4_server_t *_server, disk_seek_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_short unit = (CORBA_short)_server->mr2;
  CORBA_long block = (CORBA_long)_server->mr1;
  CORBA_short how = (CORBA_short)(_server->mr2 >> 16);
  CORBA_long __return = _implementation(_server->partner, unit, block, how, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    idl4_answer_nobody(_server);
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->__return = __return;
  _server->tag = IDL4_TAG(0, 1, 0);
}
#define IDL4_PUBLISH_DISK_SEEK(_implementation) \
  IDL4_INLINE void idl4_inline_disk_seek(idl4_server_t *_server) { idl4_serve_disk_seek(_server, _implementation); } \
  static IDL4_SERVICE __attribute__((unused)) void service_disk_seek(idl4_server_t *_server) { idl4_inline_disk_seek(_server); }
#define idl4_publish_disk_seek(_implementation) IDL4_PUBLISH_DISK_SEEK(_implementation)

/*
 *answers later:
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          _result_value, 4 bytes
 */
IDL4_INLINE void disk_seek_reply(CORBA_Object _client, const CORBA_long _result_value)
{
  CORBA_Environment *const _env = 0;
  struct IDL4_ALIAS _request {
    CORBA_long _result_value; /* +4 */
  };
  idl4_word_t *_utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag;

  _in->_result_value = _result_value;
  _tag = idl4_send(_utcb, _client, _env, IDL4_TAG(0x0, 1, 0));
  if (IDL4_LIKELY(!IDL4_FAILED(_tag))) {
    idl4_succeed(_env);
  } else {
    _utcb = idl4_utcb();
    idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
  }
}

/*
 * void label(in long disk, in string<20> text, out long length) raises (disk::full)
 *   id 0x101
 *   request: 8 words in message registers
 *     MR0 label    id
 *     MR1          disk, 4 bytes
 *     MR2          length of text
 *     MR3          text, up to 21 x 1 bytes, to its zero
 *                  the message ends with the real end of text
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          length, 4 bytes
 *   exception disk::full: 4 bytes at +4
 *   - text: at most 21 bytes: copied into the message
 */
typedef void (*disk_label_implementation_t)(CORBA_Object _caller, const CORBA_long disk, const CORBA_char *text, CORBA_long *length, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_disk_label(idl4_server_t *_server, disk_label_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_long disk; /* +4 */
    idl4_word_t text_length; /* +8 */
    CORBA_char text[21]; /* +12 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long length; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long disk = (CORBA_long)_server->mr1;
  CORBA_char _text_copy[21];
  idl4_copy_bytes(_text_copy, _in->text, idl4_least(_server->mr2, 21));
  CORBA_char *const text = (CORBA_char *)_text_copy;
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
      __builtin_memcpy(_server->utcb + 1, _environment._data, sizeof(disk_full));
      _server->tag |= 1;
    }
    return;
  }
  _out->length = length;
  _server->tag = IDL4_TAG(0, 1, 0);
}
#define IDL4_PUBLISH_DISK_LABEL(_implementation) \
  IDL4_INLINE void idl4_inline_disk_label(idl4_server_t *_server) { idl4_serve_disk_label(_server, _implementation); } \
  static IDL4_SERVICE __attribute__((unused)) void service_disk_label(idl4_server_t *_server) { idl4_inline_disk_label(_server); }
#define idl4_publish_disk_label(_implementation) IDL4_PUBLISH_DISK_LABEL(_implementation)

/*
 *answers later:
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          length, 4 bytes
 */
IDL4_INLINE void disk_label_reply(CORBA_Object _client, const CORBA_long length)
{
  CORBA_Environment *const _env = 0;
  struct IDL4_ALIAS _request {
    CORBA_long length; /* +4 */
  };
  idl4_word_t *_utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag;

  _in->length = length;
  _tag = idl4_send(_utcb, _client, _env, IDL4_TAG(0x0, 1, 0));
  if (IDL4_LIKELY(!IDL4_FAILED(_tag))) {
    idl4_succeed(_env);
  } else {
    _utcb = idl4_utcb();
    idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
  }
}

/* disk: dispatch and buffers */
#define DISK_DEFAULT_VTABLE {service_disk_seek, service_disk_label}
#define DISK_DEFAULT_VTABLE_SIZE 2
#define DISK_FID_MASK 0x1
#define DISK_MAX_FID 1
#define DISK_MSGBUF_SIZE 0
#define DISK_STRBUF_SIZE 0

typedef struct {
  unsigned char bytes[DISK_STRBUF_SIZE + 4] __attribute__((aligned(32)));
} disk_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void disk_start(idl4_server_t *_server, disk_buffer_t *_buffer)
{
  _server->partner = IDL4_NO_THREAD;
  _server->utcb = idl4_utcb();
  _server->tag = 0;
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
