/* Server stubs of in.idl for L4 V4, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_SERVER_H
#define _IDL4_IN_SERVER_H

#include "idl4/v4.h"

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
 *     MR0 label    id
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
typedef CORBA_long (*shop_Account__get_balance_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Account__get_balance(idl4_server_t *_server, shop_Account__get_balance_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
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
#define IDL4_PUBLISH_SHOP_ACCOUNT__GET_BALANCE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Account__get_balance(idl4_server_t *_server) \
  { idl4_serve_shop_Account__get_balance(_server, _implementation); }
#define idl4_publish_shop_Account__get_balance(_implementation) IDL4_PUBLISH_SHOP_ACCOUNT__GET_BALANCE(_implementation)

/*
 * long _get_limit()
 *   id 0x1
 *   request: registers only
 *     MR0 label    id
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
typedef CORBA_long (*shop_Account__get_limit_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Account__get_limit(idl4_server_t *_server, shop_Account__get_limit_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
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
#define IDL4_PUBLISH_SHOP_ACCOUNT__GET_LIMIT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Account__get_limit(idl4_server_t *_server) \
  { idl4_serve_shop_Account__get_limit(_server, _implementation); }
#define idl4_publish_shop_Account__get_limit(_implementation) IDL4_PUBLISH_SHOP_ACCOUNT__GET_LIMIT(_implementation)

/*
 * void _set_limit(in long _value)
 *   id 0x2
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          _value, 4 bytes
 *   reply: registers only
 *     MR0 label    exception
 */
typedef void (*shop_Account__set_limit_implementation_t)(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Account__set_limit(idl4_server_t *_server, shop_Account__set_limit_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long _value = (CORBA_long)_server->mr1;
  _implementation(_server->partner, _value, &_environment);
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
#define IDL4_PUBLISH_SHOP_ACCOUNT__SET_LIMIT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Account__set_limit(idl4_server_t *_server) \
  { idl4_serve_shop_Account__set_limit(_server, _implementation); }
#define idl4_publish_shop_Account__set_limit(_implementation) IDL4_PUBLISH_SHOP_ACCOUNT__SET_LIMIT(_implementation)

/*
 * void pay(in long amount) raises (shop::Closed)
 *   id 0x3
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          amount, 4 bytes
 *   reply: registers only
 *     MR0 label    exception
 */
typedef void (*shop_Account_pay_implementation_t)(CORBA_Object _caller, const CORBA_long amount, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Account_pay(idl4_server_t *_server, shop_Account_pay_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long amount = (CORBA_long)_server->mr1;
  _implementation(_server->partner, amount, &_environment);
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
#define IDL4_PUBLISH_SHOP_ACCOUNT_PAY(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Account_pay(idl4_server_t *_server) \
  { idl4_serve_shop_Account_pay(_server, _implementation); }
#define idl4_publish_shop_Account_pay(_implementation) IDL4_PUBLISH_SHOP_ACCOUNT_PAY(_implementation)

/* shop::Account: dispatch and buffers */
#define SHOP_ACCOUNT_DEFAULT_VTABLE {service_shop_Account__get_balance, service_shop_Account__get_limit, service_shop_Account__set_limit, service_shop_Account_pay}
#define SHOP_ACCOUNT_DEFAULT_VTABLE_SIZE 4
#define SHOP_ACCOUNT_FID_MASK 0x3
#define SHOP_ACCOUNT_MAX_FID 3
#define SHOP_ACCOUNT_MSGBUF_SIZE 0
#define SHOP_ACCOUNT_STRBUF_SIZE 0

typedef struct {
  unsigned char bytes[SHOP_ACCOUNT_STRBUF_SIZE + 4] __attribute__((aligned(32)));
} shop_Account_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void shop_Account_start(idl4_server_t *_server, shop_Account_buffer_t *_buffer)
{
  _server->partner = IDL4_NO_THREAD;
  _server->utcb = idl4_utcb();
  _server->tag = 0;
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
 *     MR0 label    id
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
typedef CORBA_long (*shop_Store__get_balance_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store__get_balance(idl4_server_t *_server, shop_Store__get_balance_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
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
#define IDL4_PUBLISH_SHOP_STORE__GET_BALANCE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store__get_balance(idl4_server_t *_server) \
  { idl4_serve_shop_Store__get_balance(_server, _implementation); }
#define idl4_publish_shop_Store__get_balance(_implementation) IDL4_PUBLISH_SHOP_STORE__GET_BALANCE(_implementation)

/*
 * long _get_limit()
 *   id 0x1
 *   request: registers only
 *     MR0 label    id
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
typedef CORBA_long (*shop_Store__get_limit_implementation_t)(CORBA_Object _caller, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store__get_limit(idl4_server_t *_server, shop_Store__get_limit_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long __return = _implementation(_server->partner, &_environment);
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
#define IDL4_PUBLISH_SHOP_STORE__GET_LIMIT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store__get_limit(idl4_server_t *_server) \
  { idl4_serve_shop_Store__get_limit(_server, _implementation); }
#define idl4_publish_shop_Store__get_limit(_implementation) IDL4_PUBLISH_SHOP_STORE__GET_LIMIT(_implementation)

/*
 * void _set_limit(in long _value)
 *   id 0x2
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          _value, 4 bytes
 *   reply: registers only
 *     MR0 label    exception
 */
typedef void (*shop_Store__set_limit_implementation_t)(CORBA_Object _caller, const CORBA_long _value, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store__set_limit(idl4_server_t *_server, shop_Store__set_limit_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long _value = (CORBA_long)_server->mr1;
  _implementation(_server->partner, _value, &_environment);
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
#define IDL4_PUBLISH_SHOP_STORE__SET_LIMIT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store__set_limit(idl4_server_t *_server) \
  { idl4_serve_shop_Store__set_limit(_server, _implementation); }
#define idl4_publish_shop_Store__set_limit(_implementation) IDL4_PUBLISH_SHOP_STORE__SET_LIMIT(_implementation)

/*
 * void pay(in long amount) raises (shop::Closed)
 *   id 0x3
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          amount, 4 bytes
 *   reply: registers only
 *     MR0 label    exception
 */
typedef void (*shop_Store_pay_implementation_t)(CORBA_Object _caller, const CORBA_long amount, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store_pay(idl4_server_t *_server, shop_Store_pay_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_long amount = (CORBA_long)_server->mr1;
  _implementation(_server->partner, amount, &_environment);
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
#define IDL4_PUBLISH_SHOP_STORE_PAY(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store_pay(idl4_server_t *_server) \
  { idl4_serve_shop_Store_pay(_server, _implementation); }
#define idl4_publish_shop_Store_pay(_implementation) IDL4_PUBLISH_SHOP_STORE_PAY(_implementation)

/*
 * shop::Article find(in string<32> name) raises (shop::Missing, shop::Closed)
 *   id 0x4
 *   request: 10 words in message registers
 *     MR0 label    id
 *     MR1          length of name
 *     MR2          name, up to 33 x 1 bytes, to its zero
 *                  the message ends with the real end of name
 *   reply: 2 words in message registers
 *     MR0 label    exception
 *     MR1          result, 8 bytes
 *   exception shop::Missing: 4 bytes at +4
 *   - name: at most 33 bytes: copied into the message
 */
typedef shop_Article (*shop_Store_find_implementation_t)(CORBA_Object _caller, const CORBA_char *name, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store_find(idl4_server_t *_server, shop_Store_find_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    idl4_word_t name_length; /* +4 */
    CORBA_char name[33]; /* +8 */
  };
  struct IDL4_ALIAS _reply {
    shop_Article __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char _name_copy[33];
  idl4_copy_bytes(_name_copy, _in->name, idl4_least(_server->mr1, 33));
  CORBA_char *const name = (CORBA_char *)_name_copy;
  name[33 - 1] = 0;
  shop_Article __return = _implementation(_server->partner, name, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    if (_environment._exception == ex_shop_Missing && _environment._data) {
      __builtin_memcpy(_server->utcb + 1, _environment._data, sizeof(shop_Missing));
      _server->tag |= 1;
    }
    return;
  }
  _out->__return = __return;
  _server->tag = IDL4_TAG(0, 2, 0);
}
#define IDL4_PUBLISH_SHOP_STORE_FIND(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store_find(idl4_server_t *_server) \
  { idl4_serve_shop_Store_find(_server, _implementation); }
#define idl4_publish_shop_Store_find(_implementation) IDL4_PUBLISH_SHOP_STORE_FIND(_implementation)

/*
 * void put(in shop::Article what, inout long number, out shop::Blob label)
 *   id 0x5
 *   request: 3 words in message registers
 *     MR0 label    id
 *     MR1          what, 8 bytes
 *     MR3          number, 4 bytes, inout
 *   reply: 18 words in message registers
 *     MR0 label    exception
 *     MR1          number, 4 bytes, inout
 *     MR2          length of label
 *     MR3          label, up to 64 x 1 bytes
 *                  the message ends with the real end of label
 *   - label: at most 64 bytes: copied into the message
 */
typedef void (*shop_Store_put_implementation_t)(CORBA_Object _caller, const shop_Article *what, CORBA_long *number, shop_Blob *label, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store_put(idl4_server_t *_server, shop_Store_put_implementation_t _implementation)
{
  struct IDL4_ALIAS _request {
    shop_Article what; /* +4 */
    CORBA_long number; /* +12 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long number; /* +4 */
    idl4_word_t label_length; /* +8 */
    CORBA_octet label[64]; /* +12 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  const struct _request *const _in = (const struct _request *)(_utcb + 1);
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  _utcb[1] = _server->mr1;
  _utcb[2] = _server->mr2;
  idl4_server_environment _environment = {0, 0, 0};

  shop_Article what = _in->what;
  CORBA_long number = _in->number;
  CORBA_octet _label_room[64];
  shop_Blob label;
  label._maximum = 64;
  label._length = 0;
  label._buffer = (CORBA_octet *)_label_room;
  _implementation(_server->partner, &what, &number, &label, &_environment);
  if (IDL4_UNLIKELY(_environment._silent)) {
    _server->partner = IDL4_NO_THREAD;
    _server->tag = 0;
    return;
  }
  if (IDL4_UNLIKELY(_environment._exception)) {
    idl4_reply_exception(_server, _environment._exception);
    return;
  }
  _out->number = number;
  const idl4_word_t _label_size = idl4_least(label._length, 64);
  _out->label_length = _label_size;
  idl4_copy_bytes(_out->label, label._buffer, _label_size);
  _server->tag = IDL4_TAG(0, ((12 + _label_size - 4 + 3) >> 2), 0);
}
#define IDL4_PUBLISH_SHOP_STORE_PUT(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store_put(idl4_server_t *_server) \
  { idl4_serve_shop_Store_put(_server, _implementation); }
#define idl4_publish_shop_Store_put(_implementation) IDL4_PUBLISH_SHOP_STORE_PUT(_implementation)

/*
 * oneway void note(in string text)
 *   id 0x6, oneway
 *   request: 1 words in message registers, 1 indirect
 *     MR0 label    id
 *     MR1          length of text
 *     indirect 0   text, up to 8000 x 1 bytes, to its zero
 *   - text: no bound: sent from where it is, as an indirect part
 */
typedef void (*shop_Store_note_implementation_t)(CORBA_Object _caller, const CORBA_char *text, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store_note(idl4_server_t *_server, shop_Store_note_implementation_t _implementation)
{
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_char *const text = (CORBA_char *)(_server->buffer + 0 * SERVER_BUFFER_SIZE);
  text[idl4_least(8000, SERVER_BUFFER_SIZE / 1) - 1] = 0;
  _implementation(_server->partner, text, &_environment);
  _server->partner = IDL4_NO_THREAD;
  _server->tag = 0;
}
#define IDL4_PUBLISH_SHOP_STORE_NOTE(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store_note(idl4_server_t *_server) \
  { idl4_serve_shop_Store_note(_server, _implementation); }
#define idl4_publish_shop_Store_note(_implementation) IDL4_PUBLISH_SHOP_STORE_NOTE(_implementation)

/*
 * shop_Store branch(in unsigned long index)
 *   id 0x7
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          index, 4 bytes
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
typedef shop_Store (*shop_Store_branch_implementation_t)(CORBA_Object _caller, const CORBA_unsigned_long index, idl4_server_environment *_env);
IDL4_INLINE void idl4_serve_shop_Store_branch(idl4_server_t *_server, shop_Store_branch_implementation_t _implementation)
{
  struct IDL4_ALIAS _reply {
    shop_Store __return; /* +4 */
  };
  idl4_word_t *const _utcb = _server->utcb;
  struct _reply *const _out = (struct _reply *)(_utcb + 1);
  idl4_server_environment _environment = {0, 0, 0};

  CORBA_unsigned_long index = (CORBA_unsigned_long)_server->mr1;
  shop_Store __return = _implementation(_server->partner, index, &_environment);
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
#define IDL4_PUBLISH_SHOP_STORE_BRANCH(_implementation) \
  static IDL4_SERVICE __attribute__((unused)) void service_shop_Store_branch(idl4_server_t *_server) \
  { idl4_serve_shop_Store_branch(_server, _implementation); }
#define idl4_publish_shop_Store_branch(_implementation) IDL4_PUBLISH_SHOP_STORE_BRANCH(_implementation)

/* shop::Store: dispatch and buffers */
#define SHOP_STORE_DEFAULT_VTABLE {service_shop_Store__get_balance, service_shop_Store__get_limit, service_shop_Store__set_limit, service_shop_Store_pay, service_shop_Store_find, service_shop_Store_put, service_shop_Store_note, service_shop_Store_branch}
#define SHOP_STORE_DEFAULT_VTABLE_SIZE 8
#define SHOP_STORE_FID_MASK 0x7
#define SHOP_STORE_MAX_FID 7
#define SHOP_STORE_MSGBUF_SIZE 0
#define SHOP_STORE_STRBUF_SIZE (1 * SERVER_BUFFER_SIZE)

typedef struct {
  unsigned char bytes[SHOP_STORE_STRBUF_SIZE] __attribute__((aligned(32)));
} shop_Store_buffer_t;

/* Makes a server ready to wait; it answers nobody at first. */
IDL4_INLINE void shop_Store_start(idl4_server_t *_server, shop_Store_buffer_t *_buffer)
{
  _server->partner = IDL4_NO_THREAD;
  _server->utcb = idl4_utcb();
  _server->tag = 0;
  _server->buffer = _buffer->bytes;
}
IDL4_INLINE void shop_Store_reply_and_wait(idl4_server_t *_server)
{
  idl4_accept(_server->utcb, 0, 1);
  idl4_accept_part(_server->utcb, 0, 1, _server->buffer + 0 * SERVER_BUFFER_SIZE, SERVER_BUFFER_SIZE);
  idl4_reply_and_wait(_server, 0);
}

#endif
