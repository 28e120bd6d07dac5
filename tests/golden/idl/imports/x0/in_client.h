/* Client stubs of in.idl for L4 X0, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

#include "idl4/x0.h"

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
 *     EDI          id
 *     EDX          length of name
 *     indirect 0   name, up to 8000 x 1 bytes, to its zero
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 *     EBX          file, 4 bytes
 *   - name: no bound: sent from where it is, as an indirect part
 */
IDL4_INLINE error_t files_open(files _service, const CORBA_char *name, handle_number *file, CORBA_Environment *_env)
{
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    idl4_part_t parts[1];
  } _message;
  idl4_word_t _result, _w0, _w1, _w2;
  error_t __return;

  const idl4_word_t _name_length = idl4_string_size(name, 8000);
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(3, 1);
  _message.head.send_dope = IDL4_DOPE(3, 1);
  _message.parts[0].snd_size = _name_length;
  _message.parts[0].snd_str = name;
  _message.parts[0].rcv_size = 0;
  _w0 = _name_length;
  IDL4_ANY(_w1);
  _w2 = 0x1c0;
  _result = idl4_call(_service, (idl4_word_t)&_message, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  __return = (error_t)_w0;
  *file = (handle_number)_w1;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

/*
 * error_t write(in handle_number file, in unsigned char * data [n], in unsigned long n)
 *   id 0x1c1
 *   request: 0 words in memory, 1 indirect
 *     EDI          id
 *     EDX          file, 4 bytes
 *     EBX          n, 4 bytes
 *     indirect 0   data, up to 8000 x 1 bytes
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 *   - data: no bound: sent from where it is, as an indirect part
 */
IDL4_INLINE error_t files_write(files _service, const handle_number file, const CORBA_octet *data, const CORBA_unsigned_long n, CORBA_Environment *_env)
{
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    idl4_part_t parts[1];
  } _message;
  idl4_word_t _result, _w0, _w1, _w2;
  error_t __return;

  const idl4_word_t _data_length = idl4_least((idl4_word_t)n, 8000);
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(3, 1);
  _message.head.send_dope = IDL4_DOPE(3, 1);
  _message.parts[0].snd_size = _data_length;
  _message.parts[0].snd_str = data;
  _message.parts[0].rcv_size = 0;
  _w0 = (idl4_word_t)file;
  _w1 = (idl4_word_t)n;
  _w2 = 0x1c1;
  _result = idl4_call(_service, (idl4_word_t)&_message, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  __return = (error_t)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

/*
 * error_t read(in handle_number file, out unsigned char * data [n], in unsigned long n)
 *   id 0x1c2
 *   request: registers only
 *     EDI          id
 *     EDX          file, 4 bytes
 *     EBX          n, 4 bytes
 *   reply: 0 words in memory, 1 indirect
 *     EDI          exception
 *     EDX          result, 4 bytes
 *     indirect 0   data, up to 1024 x 1 bytes
 *   - data: at most 1024 bytes: sent from where it is, as an indirect part
 */
IDL4_INLINE error_t files_read(files _service, const handle_number file, CORBA_octet *data, const CORBA_unsigned_long n, CORBA_Environment *_env)
{
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    idl4_part_t parts[1];
  } _message;
  idl4_word_t _result, _w0, _w1, _w2;
  error_t __return;

  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(3, 1);
  _message.parts[0].rcv_size = idl4_least((idl4_word_t)n, 1024);
  _message.parts[0].rcv_str = data;
  _w0 = (idl4_word_t)file;
  _w1 = (idl4_word_t)n;
  _w2 = 0x1c2;
  _result = idl4_call(_service, IDL4_REGISTERS, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  __return = (error_t)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

/*
 * files::small_t small(in files::small_t small, in long long hyper)
 *   id 0x1c3
 *   request: 2 words in memory
 *     EDI          id
 *     +24          hyper, 8 bytes
 *     EDX[0:8]     small, 1 bytes
 *   reply: registers only
 *     EDI          exception
 *     EDX[0:8]     result, 1 bytes
 */
IDL4_INLINE files_small_t files_small(files _service, const files_small_t small, const CORBA_long_long hyper, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long_long hyper; /* +24 */
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
  files_small_t __return;

  _in->hyper = hyper;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(5, 0);
  _message.head.send_dope = IDL4_DOPE(5, 0);
  _w0 = (idl4_word_t)(unsigned char)small;
  IDL4_ANY(_w1);
  _w2 = 0x1c3;
  _result = idl4_call(_service, (idl4_word_t)&_message, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  __return = (files_small_t)_w0;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w2))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
}

#endif
