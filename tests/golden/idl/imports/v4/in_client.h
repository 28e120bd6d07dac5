/* Client stubs of in.idl for L4 V4, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

#include "idl4/v4.h"

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
 *   request: 1 words in message registers, 1 indirect
 *     MR0 label    id
 *     MR1          length of name
 *     indirect 0   name, up to 8000 x 1 bytes, to its zero
 *   reply: 2 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 *     MR2          file, 4 bytes
 *   - name: no bound: sent from where it is, as an indirect part
 */
IDL4_INLINE error_t files_open(files _service, const CORBA_char *name, handle_number *file, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    idl4_word_t name_length; /* +4 */
  };
  struct IDL4_ALIAS _reply {
    error_t __return; /* +4 */
    handle_number file; /* +8 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  error_t __return;

  const idl4_word_t _name_length = idl4_string_size(name, 8000);
  _in->name_length = _name_length;
  _utcb[2] = IDL4_STRING_ITEM(_name_length);
  _utcb[3] = (idl4_word_t)name;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x1c0, 1, 2), &_mr1, &_mr2);
  __return = (error_t)_mr1;
  *file = (handle_number)_mr2;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

/*
 * error_t write(in handle_number file, in unsigned char * data [n], in unsigned long n)
 *   id 0x1c1
 *   request: 2 words in message registers, 1 indirect
 *     MR0 label    id
 *     MR1          file, 4 bytes
 *     MR2          n, 4 bytes
 *     indirect 0   data, up to 8000 x 1 bytes
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 *   - data: no bound: sent from where it is, as an indirect part
 */
IDL4_INLINE error_t files_write(files _service, const handle_number file, const CORBA_octet *data, const CORBA_unsigned_long n, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    handle_number file; /* +4 */
    CORBA_unsigned_long n; /* +8 */
  };
  struct IDL4_ALIAS _reply {
    error_t __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  error_t __return;

  const idl4_word_t _data_length = idl4_least((idl4_word_t)n, 8000);
  _in->file = file;
  _in->n = n;
  _utcb[3] = IDL4_STRING_ITEM(_data_length);
  _utcb[4] = (idl4_word_t)data;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x1c1, 2, 2), &_mr1, &_mr2);
  __return = (error_t)_mr1;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

/*
 * error_t read(in handle_number file, out unsigned char * data [n], in unsigned long n)
 *   id 0x1c2
 *   request: 2 words in message registers
 *     MR0 label    id
 *     MR1          file, 4 bytes
 *     MR2          n, 4 bytes
 *   reply: 1 words in message registers, 1 indirect
 *     MR0 label    exception
 *     MR1          result, 4 bytes
 *     indirect 0   data, up to 1024 x 1 bytes
 *   - data: at most 1024 bytes: sent from where it is, as an indirect part
 */
IDL4_INLINE error_t files_read(files _service, const handle_number file, CORBA_octet *data, const CORBA_unsigned_long n, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    handle_number file; /* +4 */
    CORBA_unsigned_long n; /* +8 */
  };
  struct IDL4_ALIAS _reply {
    error_t __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  error_t __return;

  _in->file = file;
  _in->n = n;
  idl4_accept(_utcb, 0, 1);
  idl4_accept_part(_utcb, 0, 1, data, idl4_least((idl4_word_t)n, 1024));
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x1c2, 2, 0), &_mr1, &_mr2);
  __return = (error_t)_mr1;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

/*
 * files::small_t small(in files::small_t small, in long long hyper)
 *   id 0x1c3
 *   request: 3 words in message registers
 *     MR0 label    id
 *     MR1          hyper, 8 bytes
 *     MR3          small, 1 bytes
 *   reply: 1 words in message registers
 *     MR0 label    exception
 *     MR1          result, 1 bytes
 */
IDL4_INLINE files_small_t files_small(files _service, const files_small_t small, const CORBA_long_long hyper, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long_long hyper; /* +4 */
    files_small_t small; /* +12 */
  };
  struct IDL4_ALIAS _reply {
    files_small_t __return; /* +4 */
  };
  idl4_word_t *const _utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  files_small_t __return;

  _in->hyper = hyper;
  _in->small = small;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x1c3, 3, 0), &_mr1, &_mr2);
  __return = (files_small_t)_mr1;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
}

#endif
