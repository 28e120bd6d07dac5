/* Client stubs of in.idl for L4 V4, made by weft idl: edit the interface, not this file. */
#ifndef _IDL4_IN_CLIENT_H
#define _IDL4_IN_CLIENT_H

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
IDL4_INLINE CORBA_long disk_seek(disk _service, const CORBA_short unit, const CORBA_long block, const CORBA_short how, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long block; /* +4 */
    CORBA_short unit; /* +8 */
    CORBA_short how; /* +10 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long __return; /* +4 */
  };
  idl4_word_t *_utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;
  CORBA_long __return;

  _in->block = block;
  _in->unit = unit;
  _in->how = how;
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x100, 2, 0), &_mr1, &_mr2);
  __return = (CORBA_long)_mr1;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    _utcb = idl4_utcb();
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
  }
  return __return;
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
IDL4_INLINE void disk_label(disk _service, const CORBA_long disk, const CORBA_char *text, CORBA_long *length, CORBA_Environment *_env)
{
  struct IDL4_ALIAS _request {
    CORBA_long disk; /* +4 */
    idl4_word_t text_length; /* +8 */
    CORBA_char text[21]; /* +12 */
  };
  struct IDL4_ALIAS _reply {
    CORBA_long length; /* +4 */
  };
  idl4_word_t *_utcb = idl4_utcb();
  struct _request *const _in = (struct _request *)(_utcb + 1);
  idl4_word_t _tag, _mr1, _mr2;

  const idl4_word_t _text_length = idl4_string_size(text, 21);
  _in->disk = disk;
  _in->text_length = _text_length;
  idl4_copy_bytes(_in->text, text, _text_length);
  _tag = idl4_call(_utcb, _service, _env, IDL4_TAG(0x101, ((12 + _text_length - 4 + 3) >> 2), 0), &_mr1, &_mr2);
  *length = (CORBA_long)_mr1;
  if (IDL4_LIKELY(!(_tag & 0xffff8000u))) {
    idl4_succeed(_env);
  } else {
    _utcb = idl4_utcb();
    _utcb[1] = _mr1;
    _utcb[2] = _mr2;
    if (IDL4_FAILED(_tag)) idl4_fail(_env, CORBA_SYSTEM_EXCEPTION, _utcb[IDL4_UTCB_ERROR]);
    else idl4_fail(_env, CORBA_USER_EXCEPTION, IDL4_LABEL(_tag));
    if (_env && !(IDL4_FAILED(_tag)) && IDL4_LABEL(_tag) == ex_disk_full) {
      _env->_data = CORBA_alloc(sizeof(disk_full));
      if (_env->_data) *(disk_full *)_env->_data = *(const disk_full *)(_utcb + 1);
    }
  }
}

#endif
