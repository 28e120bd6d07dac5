/* Client stubs of in.idl for L4 V2, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

#include "idl4/v2.h"

#if !defined(_typedef___shop_Store)
#define _typedef___shop_Store
typedef CORBA_Object shop_Store;
#endif

#if !defined(_typedef___shop_Blob)
#define _typedef___shop_Blob
typedef struct shop_Blob {
  idl4_word_t _maximum;
  idl4_word_t _length;
  CORBA_octet *_buffer;
} shop_Blob;
#endif

#if !defined(_exception___shop_Missing)
#define _exception___shop_Missing
#define ex_shop_Missing 1
typedef struct shop_Missing {
  CORBA_long article;
} shop_Missing;
#endif

#if !defined(_exception___shop_Closed)
#define _exception___shop_Closed
#define ex_shop_Closed 2
#endif

#if !defined(_typedef___shop_Article)
#define _typedef___shop_Article
typedef struct shop_Article {
  CORBA_long number;
  CORBA_unsigned_short price;
  CORBA_boolean sold;
} shop_Article;
#endif

#if !defined(_typedef___shop_Account)
#define _typedef___shop_Account
typedef CORBA_Object shop_Account;
#endif

/*
 * long _get_balance()
 *   id 0x0
 *   request: registers only
 *     EBX          id
 *   reply: registers only
 *     EBX          exception
 *     EDX          result, 4 bytes
 */
IDL4_INLINE CORBA_long shop_Account__get_balance(shop_Account _service, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1;
  CORBA_long __return;

  IDL4_ANY(_w0);
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
 * long _get_limit()
 *   id 0x1
 *   request: registers only
 *     EBX          id
 *   reply: registers only
 *     EBX          exception
 *     EDX          result, 4 bytes
 */
IDL4_INLINE CORBA_long shop_Account__get_limit(shop_Account _service, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1;
  CORBA_long __return;

  IDL4_ANY(_w0);
  _w1 = 0x1;
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
 * void _set_limit(in long _value)
 *   id 0x2
 *   request: registers only
 *     EBX          id
 *     EDX          _value, 4 bytes
 *   reply: registers only
 *     EBX          exception
 */
IDL4_INLINE void shop_Account__set_limit(shop_Account _service, const CORBA_long _value, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1;

  _w0 = (idl4_word_t)_value;
  _w1 = 0x2;
  _result = idl4_call(_service, IDL4_REGISTERS, IDL4_REGISTERS, _env, &_w0, &_w1);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
}

/*
 * void pay(in long amount) raises (shop::Closed)
 *   id 0x3
 *   request: registers only
 *     EBX          id
 *     EDX          amount, 4 bytes
 *   reply: registers only
 *     EBX          exception
 */
IDL4_INLINE void shop_Account_pay(shop_Account _service, const CORBA_long amount, CORBA_Environment *_env)
{
  idl4_word_t _result, _w0, _w1;

  _w0 = (idl4_word_t)amount;
  _w1 = 0x3;
  _result = idl4_call(_service, IDL4_REGISTERS, IDL4_REGISTERS, _env, &_w0, &_w1);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
}

/*
 * shop::Article find(in string<32> name) raises (shop::Missing, shop::Closed)
 *   id 0x4
 *   request: 9 words in memory
 *     EBX          id
 *     EDX          length of name
 *     +20          name, up to 33 x 1 bytes, to its zero
 *                  the message ends with the real end of name
 *   reply: 2 words in memory
 *     EBX          exception
 *     +20          result, 8 bytes
 *     in the server's buffer the reply starts 36 bytes behind the request
 *   exception shop::Missing: 4 bytes at +20
 *   - name: at most 33 bytes: copied into the message
 */
IDL4_INLINE shop_Article shop_Store_find(shop_Store _service, const CORBA_char *name, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_char name[33]; /* +20 */
  };
  struct IDL4_ALIAS _reply {
    shop_Article __return; /* +20 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[2];
    union {
      struct _request request;
      struct _reply reply;
      shop_Missing _ex_shop_Missing;
    } data;
  } _message;
  struct _request *const _in = &_message.data.request;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1;
  shop_Article __return;

  const idl4_word_t _name_length = idl4_string_size(name, 33);
  idl4_copy_bytes(_in->name, name, _name_length);
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(11, 0);
  _message.head.send_dope = IDL4_DOPE((20 + _name_length - 12 + 3) >> 2, 0);
  _w0 = _name_length;
  _w1 = 0x4;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1);
  __return = _out->__return;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
    if (_env && !(IDL4_FAILED(_result)) && _w1 == ex_shop_Missing) {
      _env->_data = CORBA_alloc(sizeof(shop_Missing));
      if (_env->_data) *(shop_Missing *)_env->_data = _message.data._ex_shop_Missing;
    }
  }
  return __return;
}

/*
 * void put(in shop::Article what, inout long number, out shop::Blob label)
 *   id 0x5
 *   request: 2 words in memory
 *     EBX          id
 *     +20          what, 8 bytes
 *     EDX          number, 4 bytes, inout
 *   reply: 17 words in memory
 *     EBX          exception
 *     EDX          number, 4 bytes, inout
 *     +20          length of label
 *     +24          label, up to 64 x 1 bytes
 *                  the message ends with the real end of label
 *     in the server's buffer the reply starts 8 bytes behind the request
 *   - label: at most 64 bytes: copied into the message
 */
IDL4_INLINE void shop_Store_put(shop_Store _service, const shop_Article *what, CORBA_long *number, shop_Blob *label, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    shop_Article what; /* +20 */
  };
  struct IDL4_ALIAS _reply {
    idl4_word_t label_length; /* +20 */
    CORBA_octet label[64]; /* +24 */
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

  _in->what = *what;
  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(19, 0);
  _message.head.send_dope = IDL4_DOPE(4, 0);
  _w0 = (idl4_word_t)*number;
  _w1 = 0x5;
  _result = idl4_call(_service, (idl4_word_t)&_message, (idl4_word_t)&_message, _env, &_w0, &_w1);
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    *number = (CORBA_long)_w0;
    const idl4_word_t _label_size = idl4_least(_out->label_length, 64);
    label->_buffer = (CORBA_octet *)CORBA_alloc(_label_size);
    idl4_copy_bytes(label->_buffer, _out->label, _label_size);
    label->_length = _label_size;
    label->_maximum = _label_size;
    idl4_succeed(_env);
  } else {
    label->_maximum = 0;
    label->_length = 0;
    label->_buffer = 0;
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
}

/*
 * oneway void note(in string text)
 *   id 0x6, oneway
 *   request: 0 words in memory, 1 indirect
 *     EBX          id
 *     EDX          length of text
 *     indirect 0   text, up to 8000 x 1 bytes, to its zero
 *   - text: no bound: sent from where it is, as an indirect part
 */
IDL4_INLINE void shop_Store_note(shop_Store _service, const CORBA_char *text, CORBA_Environment *_env)
{
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[2];
    idl4_part_t parts[1];
  } _message;
  idl4_word_t _result, _w0, _w1;

  const idl4_word_t _text_length = idl4_string_size(text, 8000);
  _message.head.size_dope = IDL4_DOPE(2, 1);
  _message.head.send_dope = IDL4_DOPE(2, 1);
  _message.parts[0].snd_size = _text_length;
  _message.parts[0].snd_str = text;
  _message.parts[0].rcv_size = 0;
  _w0 = _text_length;
  _w1 = 0x6;
  _result = idl4_call(_service, (idl4_word_t)&_message, IDL4_NOTHING, _env, &_w0, &_w1);
  if (IDL4_LIKELY(!IDL4_FAILED(_result))) {
    idl4_succeed(_env);
  } else {
    idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
  }
}

/*
 * shop_Store branch(in unsigned long index)
 *   id 0x7
 *   request: registers only
 *     EBX          id
 *     EDX          index, 4 bytes
 *   reply: 2 words in memory
 *     EBX          exception
 *     +20          result, 8 bytes
 */
IDL4_INLINE shop_Store shop_Store_branch(shop_Store _service, const CORBA_unsigned_long index, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    shop_Store __return; /* +20 */
  };
  struct {
    idl4_message_head_t head;
    idl4_word_t registers[2];
    union {
      struct _reply reply;
    } data;
  } _message;
  struct _reply *const _out = &_message.data.reply;
  idl4_word_t _result, _w0, _w1;
  shop_Store __return;

  _message.head.rcv_window = 0;
  _message.head.size_dope = IDL4_DOPE(4, 0);
  _w0 = (idl4_word_t)index;
  _w1 = 0x7;
  _result = idl4_call(_service, IDL4_REGISTERS, (idl4_word_t)&_message, _env, &_w0, &_w1);
  __return = _out->__return;
  if (IDL4_LIKELY(!(IDL4_FAILED(_result) | _w1))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_result)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _result >> 4 & 15);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, _w1);
  }
  return __return;
}

#endif
