/* Client stubs of in.idl for L4 V4, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

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
IDL4_INLINE CORBA_long shop_Account__get_balance(shop_Account _service, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_long __return;

  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x0, 0, 0), &_mr1, &_mr2);
  __return = (CORBA_long)_mr1;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

/*
 * long _get_limit()
 *   id 0x1
 *   request: registers only
 *     MR0 label    id
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 */
IDL4_INLINE CORBA_long shop_Account__get_limit(shop_Account _service, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_long __return;

  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x1, 0, 0), &_mr1, &_mr2);
  __return = (CORBA_long)_mr1;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

/*
 * void _set_limit(in long _value)
 *   id 0x2
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          _value, 4 bytes
 *   reply: registers only
 *     MR0 label    exception
 */
IDL4_INLINE void shop_Account__set_limit(shop_Account _service, const CORBA_long _value, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long _value; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  _in->_value = _value;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x2, 1, 0), &_mr1, &_mr2);
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

/*
 * void pay(in long amount) raises (shop::Closed)
 *   id 0x3
 *   request: 1 words in message registers
 *     MR0 label    id
 *     MR1          amount, 4 bytes
 *   reply: registers only
 *     MR0 label    exception
 */
IDL4_INLINE void shop_Account_pay(shop_Account _service, const CORBA_long amount, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long amount; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  _in->amount = amount;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x3, 1, 0), &_mr1, &_mr2);
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

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
IDL4_INLINE shop_Article shop_Store_find(shop_Store _service, const CORBA_char *name, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    idl4_word_t name_length; /* +4 */
    CORBA_char name[33]; /* +8 */
  };
  struct IDL4_ALIAS _reply {
    shop_Article __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  shop_Article __return;

  const idl4_word_t _name_length = idl4_string_size(name, 33);
  _in->name_length = _name_length;
  idl4_copy_bytes(_in->name, name, _name_length);
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x4, ((8 + _name_length - 4 + 3) >> 2), 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  __return = _out->__return;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
    if (_env && !(IDL4_FAILED(_tag)) && IDL4_LABEL(_tag) == ex_shop_Missing) {
      _env->_data = CORBA_alloc(sizeof(shop_Missing));
      if (_env->_data) *(shop_Missing *)_env->_data = *(const shop_Missing *)(_utcb + 1);
    }
  }
  return __return;
}

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
IDL4_INLINE void shop_Store_put(shop_Store _service, const shop_Article *what, CORBA_long *number, shop_Blob *label, CORBA_Environment *_env)
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
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  const struct _reply *const _out = (const struct _reply *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  _in->what = *what;
  _in->number = *number;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x5, 3, 0), &_mr1, &_mr2);
  _utcb[1] = _mr1;
  _utcb[2] = _mr2;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    *number = (CORBA_long)_mr1;
    const idl4_word_t _label_size = idl4_least(_mr2, 64);
    label->_buffer = (CORBA_octet *)CORBA_alloc(_label_size);
    idl4_copy_bytes(label->_buffer, _out->label, _label_size);
    label->_length = _label_size;
    label->_maximum = _label_size;
    idl4_succeed(_env);
  } else {
    label->_maximum = 0;
    label->_length = 0;
    label->_buffer = 0;
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
}

/*
 * oneway void note(in string text)
 *   id 0x6, oneway
 *   request: 1 words in message registers, 1 indirect
 *     MR0 label    id
 *     MR1          length of text
 *     indirect 0   text, up to 8000 x 1 bytes, to its zero
 *   - text: no bound: sent from where it is, as an indirect part
 */
IDL4_INLINE void shop_Store_note(shop_Store _service, const CORBA_char *text, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    idl4_word_t text_length; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag;

  const idl4_word_t _text_length = idl4_string_size(text, 8000);
  _in->text_length = _text_length;
  _utcb[2] = IDL4_STRING_ITEM(_text_length);
  _utcb[3] = (idl4_word_t)text;
  _tag = idl4_send(_utcb, _service, _env, IDL4_TAG(0x6, 1, 2));
  if (IDL4_LIKELY(!IDL4_FAILED(_tag))) {
    idl4_succeed(_env);
  } else {
    idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
  }
}

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
IDL4_INLINE shop_Store shop_Store_branch(shop_Store _service, const CORBA_unsigned_long index, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_unsigned_long index; /* +4 */
  };
  struct IDL4_ALIAS _reply {
    shop_Store __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  shop_Store __return;

  _in->index = index;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x7, 1, 0), &_mr1, &_mr2);
  __return = (shop_Store)_mr1;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

#endif
