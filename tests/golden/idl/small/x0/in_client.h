/* Client stubs of in.idl for L4 X0, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

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
IDL4_INLINE CORBA_long disk_seek(disk _service, const CORBA_short unit, const CORBA_long block, const CORBA_short how, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1, _w2;
  CORBA_long __return;

  _w0 = (idl4_word_t)block;
  _w1 = (idl4_word_t)(unsigned short)unit | ((idl4_word_t)(unsigned short)how << 16);
  _w2 = 0x100;
  _result = idl4_call(_service, IDL4_REGISTERS, IDL4_REGISTERS, _env, &_w0, &_w1, &_w2);
  __return = (CORBA_long)_w0;
  if (IDL4_LIKELY(!IDL4_FAILED(_result) && !_w2)) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
  }
  return __return;
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
IDL4_INLINE void disk_label(disk _service, const CORBA_long disk, const CORBA_char *text, CORBA_long *length, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_char text[21]; /* +24 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[3];
    union {
      struct _request request;
      disk_full _ex_disk_full;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  idl4_word_t _result, _w0, _w1, _w2;

  const idl4_word_t _text_length = idl4_string_size(text, 21);
  idl4_copy_bytes(_in->text, text, _text_length);
  IDL4_PUT(_message.head.rcv_window, 0);
  IDL4_PUT(_message.head.size_dope, IDL4_DOPE(9, 0));
  _message.head.send_dope = IDL4_DOPE((24 + _text_length - 12 + 3) >> 2, 0);
  _w0 = (idl4_word_t)disk;
  _w1 = _text_length;
  _w2 = 0x101;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1, &_w2);
  *length = (CORBA_long)_w0;
  if (IDL4_LIKELY(!IDL4_FAILED(_result) && !_w2)) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w2);
    if (_env && !(IDL4_FAILED(_result)) && _w2 == ex_disk_full) {
      _env->_data = CORBA_alloc(sizeof(disk_full));
      if (_env->_data) *(disk_full *)_env->_data = _message.data._ex_disk_full;
    }
  }
}

#endif
