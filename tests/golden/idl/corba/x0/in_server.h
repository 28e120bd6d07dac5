/* Server stubs of in.idl for L4 X0, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

#include "idl4/x0.h"

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
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
typedef CORBA_long (*shop_Account__get_balance_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Account__get_balance(idl4_server_t *_server, shop_Account__get_balance_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
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
#define IDL4_PUBLISH_SHOP_ACCOUNT__GET_BALANCE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Account__get_balance(idl4_server_t *_server) \
  { idl4_serve_shop_Account__get_balance(_server, _implementation); }
#define idl4_publish_shop_Account__get_balance(_implementation) IDL4_PUBLISH_SHOP_ACCOUNT__GET_BALANCE(_implementation)

/*
 * long _get_limit()
 *   id 0x1
 *   request: registers only
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
typedef CORBA_long (*shop_Account__get_limit_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Account__get_limit(idl4_server_t *_server, shop_Account__get_limit_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
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
#define IDL4_PUBLISH_SHOP_ACCOUNT__GET_LIMIT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Account__get_limit(idl4_server_t *_server) \
  { idl4_serve_shop_Account__get_limit(_server, _implementation); }
#define idl4_publish_shop_Account__get_limit(_implementation) IDL4_PUBLISH_SHOP_ACCOUNT__GET_LIMIT(_implementation)

/*
 * void _set_limit(in long _value)
 *   id 0x2
 *   request: registers only
 *     EDI          id
 *     EDX          _value, 4 bytes
 *   reply: registers only
 *     EDI          exception
 */
typedef void (*shop_Account__set_limit_implementation_t)(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Account__set_limit(idl4_server_t *_server, shop_Account__set_limit_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long _value = (CORBA_long)_server->w0;
  _implementation(_server->partner, _value, &_environment);
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
#define IDL4_PUBLISH_SHOP_ACCOUNT__SET_LIMIT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Account__set_limit(idl4_server_t *_server) \
  { idl4_serve_shop_Account__set_limit(_server, _implementation); }
#define idl4_publish_shop_Account__set_limit(_implementation) IDL4_PUBLISH_SHOP_ACCOUNT__SET_LIMIT(_implementation)

/*
 * void pay(in long amount) raises (shop::Closed)
 *   id 0x3
 *   request: registers only
 *     EDI          id
 *     EDX          amount, 4 bytes
 *   reply: registers only
 *     EDI          exception
 */
typedef void (*shop_Account_pay_implementation_t)(CORBA_Object _caller, const CORBA_long amount, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Account_pay(idl4_server_t *_server, shop_Account_pay_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long amount = (CORBA_long)_server->w0;
  _implementation(_server->partner, amount, &_environment);
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
#define IDL4_PUBLISH_SHOP_ACCOUNT_PAY(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Account_pay(idl4_server_t *_server) \
  { idl4_serve_shop_Account_pay(_server, _implementation); }
#define idl4_publish_shop_Account_pay(_implementation) IDL4_PUBLISH_SHOP_ACCOUNT_PAY(_implementation)

/* shop::Account: dispatch and buffers */
#define SHOP_ACCOUNT_DEFAULT_VTABLE {service_shop_Account__get_balance, service_shop_Account__get_limit, service_shop_Account__set_limit, service_shop_Account_pay}
#define SHOP_ACCOUNT_DEFAULT_VTABLE_SIZE 4
#define SHOP_ACCOUNT_FID_MASK 0x3
#define SHOP_ACCOUNT_MAX_FID 3
#define SHOP_ACCOUNT_RCV_DOPE IDL4_DOPE(3, 0)
#define SHOP_ACCOUNT_MSGBUF_SIZE 24
#define SHOP_ACCOUNT_STRBUF_SIZE 0

typedef struct {
  unsigned char bytes[24 + SHOP_ACCOUNT_STRBUF_SIZE] __attribute__((aligned(32)));
} shop_Account_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void shop_Account_start(idl4_server_t *_server, shop_Account_buffer_t *_buffer)
{
  idl4_message_head_t *const _head = (idl4_message_head_t *)_buffer->bytes;
  _head->rcv_window = 0;
  _head->size_dope = SHOP_ACCOUNT_RCV_DOPE;
  _server->reply = IDL4_NOTHING;
  _server->w0 = 0;
  _server->w1 = 0;
  _server->w2 = 0;
  _server->partner = IDL4_NO_THREAD;
  _server->buffer = _buffer->bytes;
}
IDL4_INLINE void shop_Account_reply_and_wait(idl4_server_t *_server)
{
  idl4_reply_and_wait(_server, 0);
}

/*
 * long _get_balance()
 *   id 0x0
 *   request: registers only
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
typedef CORBA_long (*shop_Store__get_balance_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store__get_balance(idl4_server_t *_server, shop_Store__get_balance_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
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
#define IDL4_PUBLISH_SHOP_STORE__GET_BALANCE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store__get_balance(idl4_server_t *_server) \
  { idl4_serve_shop_Store__get_balance(_server, _implementation); }
#define idl4_publish_shop_Store__get_balance(_implementation) IDL4_PUBLISH_SHOP_STORE__GET_BALANCE(_implementation)

/*
 * long _get_limit()
 *   id 0x1
 *   request: registers only
 *     EDI          id
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
typedef CORBA_long (*shop_Store__get_limit_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store__get_limit(idl4_server_t *_server, shop_Store__get_limit_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
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
#define IDL4_PUBLISH_SHOP_STORE__GET_LIMIT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store__get_limit(idl4_server_t *_server) \
  { idl4_serve_shop_Store__get_limit(_server, _implementation); }
#define idl4_publish_shop_Store__get_limit(_implementation) IDL4_PUBLISH_SHOP_STORE__GET_LIMIT(_implementation)

/*
 * void _set_limit(in long _value)
 *   id 0x2
 *   request: registers only
 *     EDI          id
 *     EDX          _value, 4 bytes
 *   reply: registers only
 *     EDI          exception
 */
typedef void (*shop_Store__set_limit_implementation_t)(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store__set_limit(idl4_server_t *_server, shop_Store__set_limit_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long _value = (CORBA_long)_server->w0;
  _implementation(_server->partner, _value, &_environment);
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
#define IDL4_PUBLISH_SHOP_STORE__SET_LIMIT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store__set_limit(idl4_server_t *_server) \
  { idl4_serve_shop_Store__set_limit(_server, _implementation); }
#define idl4_publish_shop_Store__set_limit(_implementation) IDL4_PUBLISH_SHOP_STORE__SET_LIMIT(_implementation)

/*
 * void pay(in long amount) raises (shop::Closed)
 *   id 0x3
 *   request: registers only
 *     EDI          id
 *     EDX          amount, 4 bytes
 *   reply: registers only
 *     EDI          exception
 */
typedef void (*shop_Store_pay_implementation_t)(CORBA_Object _caller, const CORBA_long amount, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store_pay(idl4_server_t *_server, shop_Store_pay_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long amount = (CORBA_long)_server->w0;
  _implementation(_server->partner, amount, &_environment);
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
#define IDL4_PUBLISH_SHOP_STORE_PAY(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store_pay(idl4_server_t *_server) \
  { idl4_serve_shop_Store_pay(_server, _implementation); }
#define idl4_publish_shop_Store_pay(_implementation) IDL4_PUBLISH_SHOP_STORE_PAY(_implementation)

/*
 * shop::Article find(in string<32> name) raises (shop::Missing, shop::Closed)
 *   id 0x4
 *   request: 9 words in memory
 *     EDI          id
 *     EDX          length of name
 *     +24          name, up to 33 x 1 bytes, to its zero
 *                  the message ends with the real end of name
 *   reply: 2 words in memory
 *     EDI          exception
 *     +24          result, 8 bytes
 *     in the server's buffer the reply starts 36 bytes behind the request
 *   exception shop::Missing: 4 bytes at +24
 *   - name: at most 33 bytes: copied into the message
 */
typedef shop_Article (*shop_Store_find_implementation_t)(CORBA_Object _caller, const CORBA_char *name, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store_find(idl4_server_t *_server, shop_Store_find_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    CORBA_char name[33]; /* +24 */
  };
  struct IDL4_ALIAS _reply {
    shop_Article __return; /* +24 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 60);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char *const name = (CORBA_char *)_in->name;
  name[33 - 1] = 0;
  shop_Article __return = _implementation(_server->partner, name, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    if (_environment._exception == ex_shop_Missing && _environment._data) {
      idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 36);
      __builtin_memcpy((unsigned char *)_head + 24, _environment._data, sizeof(shop_Missing));
      _head->size_dope = IDL4_DOPE(12, 0);
      _head->send_dope = IDL4_DOPE(4, 0);
      _server->reply = (idl4_word_t)_head;
    }
    return;
  }
  _out->__return = __return;
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 36);
  _head->size_dope = IDL4_DOPE(12, 1);
  _head->send_dope = IDL4_DOPE(5, 0);
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_SHOP_STORE_FIND(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store_find(idl4_server_t *_server) \
  { idl4_serve_shop_Store_find(_server, _implementation); }
#define idl4_publish_shop_Store_find(_implementation) IDL4_PUBLISH_SHOP_STORE_FIND(_implementation)

/*
 * void put(in shop::Article what, inout long number, out shop::Blob label)
 *   id 0x5
 *   request: 2 words in memory
 *     EDI          id
 *     +24          what, 8 bytes
 *     EDX          number, 4 bytes, inout
 *   reply: 16 words in memory
 *     EDI          exception
 *     EDX          number, 4 bytes, inout
 *     EBX          length of label
 *     +24          label, up to 64 x 1 bytes
 *                  the message ends with the real end of label
 *     in the server's buffer the reply starts 8 bytes behind the request
 *   - label: at most 64 bytes: copied into the message
 */
typedef void (*shop_Store_put_implementation_t)(CORBA_Object _caller, const shop_Article *what, CORBA_long *number, shop_Blob *label, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store_put(idl4_server_t *_server, shop_Store_put_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    shop_Article what; /* +24 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_octet label[64]; /* +24 */
  };
  struct _request *const _in = (struct _request *)(_server->buffer + 24);
  struct _reply *const _out = (struct _reply *)(_server->buffer + 32);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long number = (CORBA_long)_server->w0;
  shop_Blob label;
  label._maximum = 64;
  label._length = 0;
  label._buffer = (CORBA_octet *)_out->label;
  _implementation(_server->partner, &_in->what, &number, &label, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->reply = IDL4_NOTHING;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  const idl4_word_t _label_size = idl4_least(label._length, 64);
  if ((const void *)label._buffer != (const void *)_out->label) idl4_copy_bytes(_out->label, label._buffer, _label_size);
  idl4_message_head_t *const _head = (idl4_message_head_t *)(_server->buffer + 8);
  _head->size_dope = IDL4_DOPE(19, 1);
  _head->send_dope = IDL4_DOPE((24 + _label_size - 12 + 3) >> 2, 0);
  _server->w0 = (idl4_word_t)number;
  _server->w1 = _label_size;
  _server->w2 = 0;
  _server->reply = (idl4_word_t)_head;
}
#define IDL4_PUBLISH_SHOP_STORE_PUT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store_put(idl4_server_t *_server) \
  { idl4_serve_shop_Store_put(_server, _implementation); }
#define idl4_publish_shop_Store_put(_implementation) IDL4_PUBLISH_SHOP_STORE_PUT(_implementation)

/*
 * oneway void note(in string text)
 *   id 0x6, oneway
 *   request: 0 words in memory, 1 indirect
 *     EDI          id
 *     EDX          length of text
 *     indirect 0   text, up to 8000 x 1 bytes, to its zero
 *   - text: no bound: sent from where it is, as an indirect part
 */
typedef void (*shop_Store_note_implementation_t)(CORBA_Object _caller, const CORBA_char *text, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store_note(idl4_server_t *_server, shop_Store_note_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char *const text = (CORBA_char *)(_server->buffer + 112 + 0 * SERVER_BUFFER_SIZE);
  text[idl4_least(8000, SERVER_BUFFER_SIZE / 1) - 1] = 0;
  _implementation(_server->partner, text, &_environment);
  _server->reply = IDL4_NOTHING;
}
#define IDL4_PUBLISH_SHOP_STORE_NOTE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store_note(idl4_server_t *_server) \
  { idl4_serve_shop_Store_note(_server, _implementation); }
#define idl4_publish_shop_Store_note(_implementation) IDL4_PUBLISH_SHOP_STORE_NOTE(_implementation)

/*
 * shop_Store branch(in unsigned long index)
 *   id 0x7
 *   request: registers only
 *     EDI          id
 *     EDX          index, 4 bytes
 *   reply: registers only
 *     EDI          exception
 *     EDX          result, 4 bytes
 */
typedef shop_Store (*shop_Store_branch_implementation_t)(CORBA_Object _caller, const CORBA_unsigned_long index, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store_branch(idl4_server_t *_server, shop_Store_branch_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_unsigned_long index = (CORBA_unsigned_long)_server->w0;
  shop_Store __return = _implementation(_server->partner, index, &_environment);
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
#define IDL4_PUBLISH_SHOP_STORE_BRANCH(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store_branch(idl4_server_t *_server) \
  { idl4_serve_shop_Store_branch(_server, _implementation); }
#define idl4_publish_shop_Store_branch(_implementation) IDL4_PUBLISH_SHOP_STORE_BRANCH(_implementation)

/* shop::Store: dispatch and buffers */
#define SHOP_STORE_DEFAULT_VTABLE {service_shop_Store__get_balance, service_shop_Store__get_limit, service_shop_Store__set_limit, service_shop_Store_pay, service_shop_Store_find, service_shop_Store_put, service_shop_Store_note, service_shop_Store_branch}
#define SHOP_STORE_DEFAULT_VTABLE_SIZE 8
#define SHOP_STORE_FID_MASK 0x7
#define SHOP_STORE_MAX_FID 7
#define SHOP_STORE_RCV_DOPE IDL4_DOPE(21, 1)
#define SHOP_STORE_MSGBUF_SIZE 96
#define SHOP_STORE_STRBUF_SIZE (1 * SERVER_BUFFER_SIZE)

typedef struct {
  unsigned char bytes[112 + SHOP_STORE_STRBUF_SIZE] __attribute__((aligned(32)));
} shop_Store_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void shop_Store_start(idl4_server_t *_server, shop_Store_buffer_t *_buffer)
{
  idl4_message_head_t *const _head = (idl4_message_head_t *)_buffer->bytes;
  _head->rcv_window = 0;
  _head->size_dope = SHOP_STORE_RCV_DOPE;
  idl4_part_t *const _parts = (idl4_part_t *)(_buffer->bytes + 96);
  _parts[0].rcv_str = _buffer->bytes + 112 + 0 * SERVER_BUFFER_SIZE;
  _parts[0].rcv_size = SERVER_BUFFER_SIZE;
  _server->reply = IDL4_NOTHING;
  _server->w0 = 0;
  _server->w1 = 0;
  _server->w2 = 0;
  _server->partner = IDL4_NO_THREAD;
  _server->buffer = _buffer->bytes;
}
IDL4_INLINE void shop_Store_reply_and_wait(idl4_server_t *_server)
{
  idl4_reply_and_wait(_server, 0);
}

#endif
