/* Server stubs of in.idl for L4 V2, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

#include "idl4/v2.h"

#include "application.h"
/* quoted */
#if !defined(_typedef___files)
#define _typedef___files
typedef CORBA_Object files;
#endif

#if !defined(_typedef___files_name_t)
#define _typedef___files_name_t
typedef CORBA_char *files_name_t;
#endif

#if !defined(_typedef___files_small_t)
#define _typedef___files_small_t
typedef CORBA_octet files_small_t;
#endif

#if !defined(_typedef___error_t)
#define _typedef___error_t
typedef CORBA_unsigned_long error_t;
#endif

#if !defined(_typedef___handle_number)
#define _typedef___handle_number
typedef CORBA_long handle_number;
#endif

/*
 * error_t open(in string name, out handle_number file)
 *   id 0x1c0
 *   request: 0 words in memory, 1 indirect
 *     EBX          id
 *     EDX          length of name
 *     indirect 0   name, up to 8000 x 1 bytes, to its zero
 *   reply: 1 words in memory
 *     EBX          exception
 *     EDX          result, 4 bytes
 *     +20          file, 4 bytes
 *   - name: no bound: sent from where it is, as an indirect part
 */
typedef error_t (*files_open_implementation_t)(CORBA_Object _caller, const CORBA_char *name, handle_number *file, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_files_open(idl4_server_t *_server, files_open_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    handle_number file; /* +20 */
  };
  struct _reply *const _out = (struct _reply *)(_server->buffer + 20);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char *const name = (CORBA_char *)(_server->buffer + 44 + 0 * SERVER_BUFFER_SIZE);
  name[idl4_least(8000, SERVER_BUFFER_SIZE / 1) - 1] = 0;
  error_t __return = _implementation(_server->partner, name, &_out->file, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 0);
  _head->send_dope = IDL4_DOPE(3, 0);
  _server->w0 = (idl4_word_t)__return;
  _server->w1 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_FILES_OPEN(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_files_open(idl4_server_t *_server) \
  { idl4_serve_files_open(_server, _implementation); }
#define idl4_publish_files_open(_implementation) IDL4_PUBLISH_FILES_OPEN(_implementation)

/*
 * error_t write(in handle_number file, in unsigned char * data [n], in unsigned long n)
 *   id 0x1c1
 *   request: 1 words in memory, 1 indirect
 *     EBX          id
 *     EDX          file, 4 bytes
 *     +20          n, 4 bytes
 *     indirect 0   data, up to 8000 x 1 bytes
 *   reply: registers only
 *     EBX          exception
 *     EDX          result, 4 bytes
 *   - data: no bound: sent from where it is, as an indirect part
 */
typedef error_t (*files_write_implementation_t)(CORBA_Object _caller, const handle_number file, const CORBA_octet *data, const CORBA_unsigned_long n, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_files_write(idl4_server_t *_server, files_write_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_unsigned_long n; /* +20 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 20);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_unsigned_long n = _in->n;
  handle_number file = (handle_number)_server->w0;
  CORBA_octet *const data = (CORBA_octet *)(_server->buffer + 44 + 0 * SERVER_BUFFER_SIZE);
  if (IDL4_UNLIKELY((idl4_word_t)n > idl4_least(8000, SERVER_BUFFER_SIZE / 1))) n = (CORBA_unsigned_long)idl4_least(8000, SERVER_BUFFER_SIZE / 1);
  error_t __return = _implementation(_server->partner, file, data, n, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = (idl4_word_t)__return;
  _server->w1 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_FILES_WRITE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_files_write(idl4_server_t *_server) \
  { idl4_serve_files_write(_server, _implementation); }
#define idl4_publish_files_write(_implementation) IDL4_PUBLISH_FILES_WRITE(_implementation)

/*
 * error_t read(in handle_number file, out unsigned char * data [n], in unsigned long n)
 *   id 0x1c2
 *   request: 1 words in memory
 *     EBX          id
 *     EDX          file, 4 bytes
 *     +20          n, 4 bytes
 *   reply: 0 words in memory, 1 indirect
 *     EBX          exception
 *     EDX          result, 4 bytes
 *     indirect 0   data, up to 1024 x 1 bytes
 *     in the server's buffer the reply starts 4 bytes behind the request
 *   - data: at most 1024 bytes: sent from where it is, as an indirect part
 */
typedef error_t (*files_read_implementation_t)(CORBA_Object _caller, const handle_number file, CORBA_octet *data, const CORBA_unsigned_long n, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_files_read(idl4_server_t *_server, files_read_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_unsigned_long n; /* +20 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 20);
  idl4_part_t *const _parts = (idl4_part_t *)(_server->buffer + 28);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_unsigned_long n = _in->n;
  handle_number file = (handle_number)_server->w0;
  CORBA_octet *data = (CORBA_octet *)(_server->buffer + 44 + 0 * SERVER_BUFFER_SIZE);
  if (IDL4_UNLIKELY((idl4_word_t)n > idl4_least(1024, SERVER_BUFFER_SIZE / 1))) n = (CORBA_unsigned_long)idl4_least(1024, SERVER_BUFFER_SIZE / 1);
  error_t __return = _implementation(_server->partner, file, data, n, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t _data_size = idl4_least((idl4_word_t)n, 1024);
  _parts[0].snd_size = _data_size;
  _parts[0].snd_str = data;
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 4);
  _head->size_dope = IDL4_DOPE(3, 1);
  _head->send_dope = IDL4_DOPE(2, 1);
  _server->w0 = (idl4_word_t)__return;
  _server->w1 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_FILES_READ(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_files_read(idl4_server_t *_server) \
  { idl4_serve_files_read(_server, _implementation); }
#define idl4_publish_files_read(_implementation) IDL4_PUBLISH_FILES_READ(_implementation)

/*
 * files::small_t small(in files::small_t small, in long long hyper)
 *   id 0x1c3
 *   request: 2 words in memory
 *     EBX          id
 *     +20          hyper, 8 bytes
 *     EDX[0:8]     small, 1 bytes
 *   reply: registers only
 *     EBX          exception
 *     EDX[0:8]     result, 1 bytes
 */
typedef files_small_t (*files_small_implementation_t)(CORBA_Object _caller, const files_small_t small, const CORBA_long_long hyper, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_files_small(idl4_server_t *_server, files_small_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_long_long hyper; /* +20 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 20);
  idl4_server_environment _environment = {0, 0, 0};

  files_small_t small = (files_small_t)_server->w0;
  CORBA_long_long hyper = _in->hyper;
  files_small_t __return = _implementation(_server->partner, small, hyper, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _server->w0 = (idl4_word_t)(unsigned char)__return;
  _server->w1 = 0;
  _server->reply = IDL4_REGISTERS;
}
#define IDL4_PUBLISH_FILES_SMALL(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_files_small(idl4_server_t *_server) \
  { idl4_serve_files_small(_server, _implementation); }
#define idl4_publish_files_small(_implementation) IDL4_PUBLISH_FILES_SMALL(_implementation)

/* files: dispatch and buffers */
#define FILES_DEFAULT_VTABLE {service_files_open, service_files_write, service_files_read, service_files_small}
#define FILES_DEFAULT_VTABLE_SIZE 4
#define FILES_FID_MASK 0x3
#define FILES_MAX_FID 3
#define FILES_RCV_DOPE IDL4_DOPE(4, 1)
#define FILES_MSGBUF_SIZE 28
#define FILES_STRBUF_SIZE (1 * SERVER_BUFFER_SIZE)

typedef struct {
  unsigned char bytes[44 + FILES_STRBUF_SIZE] __attribute__((aligned(32)));
} files_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void files_start(idl4_server_t *_server, files_buffer_t *_buffer)
{
  idl4_message_head_t *const _head = (idl4_message_head_t *)_buffer->bytes;
  _head->rcv_window = 0;
  _head->size_dope = FILES_RCV_DOPE;
  idl4_part_t *const _parts = (idl4_part_t *)(_buffer->bytes + 28);
  _parts[0].rcv_str = _buffer->bytes + 44 + 0 * SERVER_BUFFER_SIZE;
  _parts[0].rcv_size = SERVER_BUFFER_SIZE;
  _server->reply = IDL4_NOTHING;
  _server->w0 = 0;
  _server->w1 = 0;
  _server->partner = IDL4_NO_THREAD;
  _server->buffer = _buffer->bytes;
}
IDL4_INLINE void files_reply_and_wait(idl4_server_t *_server)
{
  idl4_reply_and_wait(_server, 0);
}

#endif
