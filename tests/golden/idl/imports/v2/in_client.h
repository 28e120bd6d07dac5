/* Client stubs of in.idl for L4 V2, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

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
IDL4_INLINE error_t files_open(files _service, const CORBA_char *name, handle_number *file, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    handle_number file; /* +20 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[2];
    union {
      struct _reply reply;
    } data;
    idl4_part_t parts[1];
  } _message;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1;
  error_t __return;

  const idl4_word_t _name_length = idl4_string_size(name, 8000);
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(3, 1);
  _message.head.send_dope = IDL4_DOPE(2, 1);
  _message.parts[0].snd_size = _name_length;
  _message.parts[0].snd_str = name;
  _message.parts[0].rcv_size = 0;
  _w0 = _name_length;
  _w1 = 0x1c0;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1);
  __return = (error_t)_w0;
  *file = _out->file;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
  return __return;
}

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
IDL4_INLINE error_t files_write(files _service, const handle_number file, const CORBA_octet *data, const CORBA_unsigned_long n, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_unsigned_long n; /* +20 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[2];
    union {
      struct _request request;
    } data;
    idl4_part_t parts[1];
  } _message;
  struct _request *const _in = &_message.data.request;
  idl4_word_t _result, _w0, _w1;
  error_t __return;

  const idl4_word_t _data_length = idl4_least((idl4_word_t)n, 8000);
  _in->n = n;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(3, 1);
  _message.head.send_dope = IDL4_DOPE(3, 1);
  _message.parts[0].snd_size = _data_length;
  _message.parts[0].snd_str = data;
  _message.parts[0].rcv_size = 0;
  _w0 = (idl4_word_t)file;
  _w1 = 0x1c1;
  _result = idl4_call(_service, (idl4_word_t)&_message, IDL4_REGISTERS, _env, &_w0, &_w1);
  __return = (error_t)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
  return __return;
}

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
IDL4_INLINE error_t files_read(files _service, const handle_number file, CORBA_octet *data, const CORBA_unsigned_long n, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_unsigned_long n; /* +20 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[2];
    union {
      struct _request request;
    } data;
    idl4_part_t parts[1];
  } _message;
  struct _request *const _in = &_message.data.request;
  idl4_word_t _result, _w0, _w1;
  error_t __return;

  _in->n = n;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(3, 1);
  _message.head.send_dope = IDL4_DOPE(3, 0);
  _message.parts[0].rcv_size = idl4_least((idl4_word_t)n, 1024);
  _message.parts[0].rcv_str = data;
  _w0 = (idl4_word_t)file;
  _w1 = 0x1c2;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1);
  __return = (error_t)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
  return __return;
}

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
IDL4_INLINE files_small_t files_small(files _service, const files_small_t small, const CORBA_long_long hyper, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long_long hyper; /* +20 */
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
  files_small_t __return;

  _in->hyper = hyper;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(4, 0);
  _message.head.send_dope = IDL4_DOPE(4, 0);
  _w0 = (idl4_word_t)(unsigned char)small;
  _w1 = 0x1c3;
  _result = idl4_call(_service, (idl4_word_t)&_message, IDL4_REGISTERS, _env, &_w0, &_w1);
  __return = (files_small_t)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
  return __return;
}

#endif
